-- 50-gestured: hides touches from the compositor on the word of the daemon gestured, which reads the same device.
-- For libinput 1.30 or newer with Lua plugins (API 1). Without the daemon it changes nothing. docs/taking-touches-away.md
-- has the reasons; plugin/test the cases. An error here unloads the plugin until the next login.
--
-- A word is a SYN_CONFIG event that the daemon writes to the touch node: tag << 24 | version << 20 | code << 16 | argument.
-- Sources/Output/Claims/ClaimWord.swift has the same table; a test compares the two. For a node that the daemon cannot
-- write, the words come from a device of its own (on_control).
local WORD = {
  tag = 0x67,
  version = 1,
  hide = 1,        -- argument: tracking id (16 bits) of a touch; its whole sequence is hidden
  hide_touch = 2,  -- argument: tracking id (16 bits); this touch alone is hidden, or was never there if it is held
  pass = 3,        -- argument: tracking id (16 bits) of a held touch, or of a touch of a held sequence; it is shown
  claim = 4,       -- argument: lowest | highest << 8 count of fingers; 0: off; replaces every claim written before
  delay = 5,       -- argument: bit n - 1 for each count n of fingers whose frames are held; 0: off
  patience = 6,    -- argument: for how many milliseconds at most
  also_claim = 7,  -- argument: as that of claim, for the place in the words before it; 128 is added to replace earlier claims
  left = 8,        -- argument: where the touches of the next also_claim land, in parts of 65535 of the axis
  right = 9,
  top = 10,
  bottom = 11,
  slot = 12,       -- argument: the slot that is selected, for a plugin that has seen none
  delay_ends = 13, -- argument: for how many milliseconds at most each lift on a touchscreen with slots is held; 0: off
}

libinput:register({ 1 })

local SWITCH = 105000  -- libinput ends a gesture as cancelled 100 ms after its finger count has changed (µs)
local LANDED = 30000   -- µs after its landing, a touch that has moved less than NEAR has begun no gesture of libinput
local NEAR = 1         -- mm
local NUDGES = 3       -- steps of a tenth of a millimetre before a cancel
local NUDGE = 3000     -- between two steps (µs); in less time, libinput would take a step for a jump
local LEASE = 200000   -- a claim ends if the daemon does not answer within this time (µs)
local STEP = 5000      -- between two copies of touches that are hidden without an answer (µs)
local LONGEST_HOLD = 1000 -- the longest time for which a frame is held, whatever the daemon writes (ms)
local HELD_AT_MOST = 1200000 -- the longest time from the landing of the first held touch to the end of the hold (µs)
local MOST_HELD = 512  -- frames that wait; with more, all are shown
local LONGEST_GAP = 600000 -- µs without a touch that are not shortened, so that two taps do not become a double click
local PACE = 3         -- what waited is shown with intervals of two thirds of the original ones
local CHUNK = 60       -- libinput refuses frames of 64 events
local MOST_CLAIMS = 32 -- further claims are ignored
local MOST_SLOTS = 256 -- higher slot numbers are ignored
local PALM = 2         -- MT_TOOL_PALM

local CONFIG, MT_REPORT, ABS, MSC = 1, 2, 3 * 65536, 4 * 65536
-- The daemon's own device (Sources/Evdev/ControlDevice.swift). MSC_SERIAL names a device by vendor << 16 | product, and each
-- MSC_RAW after it is a word for that device. libinput closes a device without a known switch, so it has one; none of its frames
-- is passed on.
local CONTROL, VIRTUAL, SERIAL, RAW, SLIDE = "gestured control", 6, MSC + 0, MSC + 3, 5 * 65536 + 10
local SIDES = { [WORD.left] = "left", [WORD.right] = "right", [WORD.top] = "top", [WORD.bottom] = "bottom" }
local SLOT, ID, TYPE = evdev.ABS_MT_SLOT, evdev.ABS_MT_TRACKING_ID, evdev.ABS_MT_TOOL_TYPE
local X, Y = evdev.ABS_MT_POSITION_X, evdev.ABS_MT_POSITION_Y
local LAST, TOUCH = SLOT + 14, evdev.BTN_TOUCH
local TOOLS = {
  evdev.BTN_TOOL_FINGER, evdev.BTN_TOOL_DOUBLETAP, evdev.BTN_TOOL_TRIPLETAP, evdev.BTN_TOOL_QUADTAP,
  evdev.BTN_TOOL_QUINTTAP,
}
local COUNT_OF_TOOL, IS_BUTTON, NOTHING = {}, {}, {}
for count, usage in ipairs(TOOLS) do COUNT_OF_TOOL[usage] = count end
for _, usage in ipairs({ evdev.BTN_LEFT, evdev.BTN_RIGHT, evdev.BTN_MIDDLE }) do IS_BUTTON[usage] = true end

-- The state of each device. id, type: the kernel's touches and their tool types by slot; known: the slots of which a frame has had a
-- landing or a lift. filtering: libinput has another view than the kernel; then also visible (the tracking id that libinput has),
-- frozen (not forwarded), slot and keys of libinput. kept: values by slot that libinput has not seen and the kernel does not repeat.
-- at: the positions that libinput has seen, by axis and slot; landed: the positions of the landings.
--
-- queue: frames that wait, from `head` on, each with its time, its sequence and the holds of its touches. While it is not empty,
-- all of the state above is that before the first of these frames, and `live` has the kernel's.
local pads = {}
local out = {}
local timer_at

-- Frames

local function put(frame, usage, value) frame[#frame + 1] = { usage = usage, value = value } end

local function send(frame) if #frame > 0 then out[#out + 1] = frame end end

-- Returns the end of the next part of a long frame. It is cut where a slot begins, so that no touch is shown without its
-- position.
local function cut(frame, first)
  local last = first + CHUNK - 1
  if last >= #frame then return #frame end
  for i = last, first + 1, -1 do
    if frame[i + 1].usage == SLOT then return i end
  end
  return last
end

-- Gives libinput the frames of `out`. The first replaces the hardware's frame and keeps its time, unless a frame with a later time
-- was added before; the others come after it. No frame is put before one of the hardware, because added frames have the present
-- time and time would run backwards.
local function flush(d, replaces)
  local answer = NOTHING
  replaces = replaces and d.time >= d.added_at
  for _, frame in ipairs(out) do
    local first = 1
    while first <= #frame do
      local last = cut(frame, first)
      local part = frame
      if first > 1 or last < #frame then
        part = {}
        for i = first, last do part[#part + 1] = frame[i] end
      end
      if replaces and answer == NOTHING then
        answer = part
      else
        d.dev:append_frame(part)
        d.added_at = libinput:now()
      end
      first = last + 1
    end
  end
  out = {}
  return answer
end

local function set_timer()
  local earliest
  for _, d in pairs(pads) do
    for _, due in pairs(d.due) do
      if not earliest or due < earliest then earliest = due end
    end
  end
  if earliest == timer_at then return end
  timer_at = earliest
  if earliest then libinput:timer_set_absolute(earliest) else libinput:timer_cancel() end
end

local function is_word(value) return value >= WORD.tag * 0x1000000 and value < (WORD.tag + 1) * 0x1000000 end

local function without_words(frame)
  local rest = {}
  for i = 1, #frame do
    if frame[i].usage ~= CONFIG or not is_word(frame[i].value) then rest[#rest + 1] = frame[i] end
  end
  return rest
end

-- Touches as libinput sees them

local function select_slot(d, frame, slot)
  if d.lib_slot ~= slot then
    put(frame, SLOT, slot)
    d.lib_slot = slot
  end
end

local function keep(d, slot, usage, value)
  if not d.kept[slot] then d.kept[slot] = {} end
  d.kept[slot][usage] = value
end

local function put_value(d, frame, slot, usage, value)
  select_slot(d, frame, slot)
  put(frame, usage, value)
  if d.at[usage] then d.at[usage][slot] = value end
end

local function put_kept(d, frame, slot)
  local kept = d.kept[slot]
  if not kept then return end
  for usage = SLOT + 1, LAST do
    if kept[usage] then put_value(d, frame, slot, usage, kept[usage]) end
  end
end

local function land(d, frame, slot, id)
  select_slot(d, frame, slot)
  put(frame, ID, id)
  put_kept(d, frame, slot)
  d.visible[slot] = id
  d.fresh[#d.fresh + 1] = slot
  d.story = nil  -- a recorded sequence is shown before later touches, or not at all
end

-- Notes the positions of the touches that landed in a frame, when the frame is complete.
local function note_landings(d)
  if #d.fresh == 0 then return end
  for _, slot in ipairs(d.fresh) do
    d.landed[slot] = {}
    for axis, places in pairs(d.at) do d.landed[slot][axis] = places[slot] end
  end
  d.fresh = {}
end

local function show(d, frame, slot)
  if d.visible[slot] == d.id[slot] then put_kept(d, frame, slot) else land(d, frame, slot, d.id[slot]) end
  d.kept[slot], d.frozen[slot] = nil, nil
end

local function lift(d, frame, slot)
  select_slot(d, frame, slot)
  put(frame, ID, -1)
  d.visible[slot] = nil
  if not d.id[slot] then d.frozen[slot] = nil end
end

local function palm(d, frame, slot)
  select_slot(d, frame, slot)
  put(frame, TYPE, PALM)
  keep(d, slot, TYPE, d.type[slot] or 0)
end

-- Whether a contact is down. libinput disables the slots of semi-MT pads, so that only the keys count fingers and ABS_X is the
-- position.
local function is_touched(d) return next(d.id) ~= nil or d.touch or d.tool > 0 end

local function is_waiting(d) return d.queue[d.head] ~= nil end

-- Whether libinput has the touches of the frames that do not wait, and no others.
local function has_no_hidden(d)
  if d.hides_all then return false end
  for slot, id in pairs(d.id) do
    if d.visible[slot] ~= id or d.frozen[slot] then return false end
  end
  for slot in pairs(d.visible) do
    if not d.id[slot] then return false end
  end
  return true
end

local function is_all_shown(d) return not is_waiting(d) and has_no_hidden(d) end

-- Adds BTN_TOUCH and BTN_TOOL_* for the visible touches. If no touch is hidden they are the kernel's own, which count more
-- fingers on pads with fewer slots than fingers.
local function put_keys(d, frame)
  local count = 0
  for _ in pairs(d.visible) do count = count + 1 end
  if count >= 2 and d.shown < 2 then d.since = d.time end
  d.shown = count
  local tool, touch = count < 5 and count or 5, count > 0
  -- On a touchscreen, touches may go on before frames that wait.
  if has_no_hidden(d) and not (d.screen and is_waiting(d)) then tool, touch = d.tool, d.touch end
  while tool > 0 and not d.usages[TOOLS[tool]] do tool = tool - 1 end
  if tool ~= d.lib_tool then
    if d.lib_tool > 0 then put(frame, TOOLS[d.lib_tool], 0) end
    if tool > 0 then put(frame, TOOLS[tool], 1) end
  end
  if touch ~= d.lib_touch then put(frame, TOUCH, touch and 1 or 0) end
  d.lib_tool, d.lib_touch = tool, touch
end

-- Hiding and showing

local function start_filtering(d)
  if d.filtering then return end
  d.filtering, d.visible, d.frozen, d.taken, d.muted = true, {}, {}, {}, {}
  for slot, id in pairs(d.id) do d.visible[slot] = id end
  -- A device that was touched before libinput opened it has any slot selected. libinput has read which; the plugin gets it by a word.
  d.lib_slot, d.lib_tool, d.lib_touch = (d.has_slot or d.id[d.slot]) and d.slot or nil, d.tool, d.touch
end

local function put_plain(d, frame)
  for usage = ABS, SLOT - 1 do
    if d.plain[usage] then put(frame, usage, d.plain[usage]) end
  end
  d.plain = {}
end

-- Passes frames on unchanged again, once libinput has the kernel's view. While no touch is visible no event is needed for that;
-- the next landing brings libinput's view up to date.
local function settle(d)
  if not d.filtering or d.switching or next(d.muted) or not is_all_shown(d) then return end
  if not next(d.visible) and not is_touched(d) and (d.lib_slot ~= d.slot or next(d.plain)) then return end
  local frame = out[#out] or {}
  if #out == 0 then out[1] = frame end
  put_keys(d, frame)
  select_slot(d, frame, d.slot)
  put_plain(d, frame)
  if #frame == 0 then out[#out] = nil end
  d.filtering = false
end

local function lift_palms(d, slots)
  local palms, lifts = {}, {}
  for _, slot in ipairs(slots) do palm(d, palms, slot) end
  send(palms)
  for _, slot in ipairs(slots) do lift(d, lifts, slot) end
  put_keys(d, lifts)
  send(lifts)
end

local function visible_slots(d)
  local slots = {}
  for slot = 0, d.top do
    if d.visible[slot] then slots[#slots + 1] = slot end
  end
  return slots
end

-- A value one step away, within the 32 bits of an event.
local function beside(value, step)
  local moved = value + step
  if moved < -0x80000000 or moved > 0x7FFFFFFF then moved = value - step end
  return math.max(-0x80000000, math.min(0x7FFFFFFF, moved))
end

-- Moves all touches that libinput has one step to the side or back.
local function nudge(d, step)
  local frame = {}
  for _, slot in ipairs(visible_slots(d)) do
    local x = d.at[X][slot]
    if x then
      if not d.kept[slot] or not d.kept[slot][X] then keep(d, slot, X, x) end
      put_value(d, frame, slot, X, beside(x, step))
    end
  end
  send(frame)
end

-- Whether libinput may have begun a gesture: there is more than one touch, and the time or the motion was enough.
local function may_have_gesture(d, slots)
  if d.time - d.since > LANDED then return true end
  for _, slot in ipairs(slots) do
    local landed = d.landed[slot]
    for axis, unit in pairs(d.units) do
      local place = d.at[axis][slot]
      if not landed or not landed[axis] or not place then return true end
      if math.abs(place - landed[axis]) >= NEAR * unit then return true end
    end
  end
  return false
end

-- Ends libinput's gesture of the touches in `slots` as cancelled. A gesture on a touchpad whose touches all leave at once would
-- end as completed. So one touch leaves first, and the others stay where they are until libinput has taken the new finger count.
--
-- A pinch that libinput has recognized begins with the next motion. If its touches leave before that, it begins with those
-- of the next sequence instead (libinput 1.31: PINCH_START ignores the end). So the touches first move a tenth of a
-- millimetre forth and back: the pinch begins, and is cancelled with its own touches. One step is not enough: libinput
-- may leave the tap in the first, recognize the pinch in the second, and begin it in the third.
local function cancel(d, slots)
  if #slots == 0 then return end
  for _, slot in ipairs(slots) do d.frozen[slot] = true end
  if #slots > 1 and #slots == #visible_slots(d) and not d.screen and may_have_gesture(d, slots) then
    nudge(d, d.step)
    d.switching, d.nudges, d.due.nudge = true, 1, libinput:now() + NUDGE
  else
    lift_palms(d, slots)
  end
end

local function hide_sequence(d)
  start_filtering(d)
  if d.hides_all then return end
  d.hides_all = is_touched(d)
  for slot in pairs(d.id) do d.frozen[slot] = true end
  if not d.switching then cancel(d, visible_slots(d)) end
end

local function hide_touch(d, slot)
  start_filtering(d)
  if d.frozen[slot] then return end
  d.frozen[slot], d.taken[slot] = true, true
  cancel(d, { slot })
end

local function show_all(d)
  if not d.filtering then return end
  local frame = {}
  for slot = 0, d.top do
    if d.id[slot] and d.frozen[slot] and not d.taken[slot] then show(d, frame, slot) end
  end
  put_keys(d, frame)
  send(frame)
end

-- Holding
--
-- A hold is that of one touch on a touchscreen with slots, and that of a sequence elsewhere. Frames with a held touch wait, and all
-- frames behind them. On a touchscreen, touches that libinput has already are not held, and go on.

-- Makes the kernel's state a copy of its own, while frames wait.
local function part(d)
  if d.live then return end
  local live = { slot = d.slot, id = {}, type = {}, tool = d.tool, touch = d.touch, at = { [X] = {}, [Y] = {} }, hold = {} }
  for slot, id in pairs(d.id) do live.id[slot] = id end
  for slot, type in pairs(d.type) do live.type[slot] = type end
  d.live = live
end

local function release_all(d)
  for _, hold in ipairs(d.holds) do
    if hold.state == "held" then hold.state = "shown" end
  end
  d.due.hold = nil
end

local function is_holding(d)
  for _, hold in ipairs(d.holds) do
    if hold.state == "held" then return true end
  end
  return false
end

local function hold_for(d, patience)
  d.hold_answered, d.hold_waits = false, false
  d.due.hold = math.min(math.max(d.due.hold or 0, libinput:now() + patience), d.held_since + HELD_AT_MOST)
end

local function new_hold(d)
  if not is_holding(d) then d.held_since = libinput:now() end
  local hold = { state = "held", ids = {} }
  d.holds[#d.holds + 1] = hold
  return hold
end

-- Whether the first frame that waits can be shown or dropped.
local function is_ready(d)
  local first = d.queue[d.head]
  if not first then return false end
  if first.sequence.hidden then return true end
  if d.switching then return false end
  for _, hold in ipairs(first.holds) do
    if hold.state == "held" then return false end
  end
  return true
end

local function is_taken(frame)
  if frame.sequence.hidden then return true end
  local hold = frame.sequence_hold
  return hold ~= nil and hold.state == "taken"
end

-- When a frame may be shown after the one that was shown last.
local function due_time(d, time)
  local last = d.shown_last
  local interval = time - last.time
  if last.is_idle then return last.at + math.min(interval, LONGEST_GAP) end
  return last.at + math.floor((interval * (PACE - 1) + PACE - 1) / PACE)
end

-- Shows what waits and may be shown, and drops what was taken. Frames are shown one by one, each some time after the one before,
-- because libinput sees the time at which they are shown: a landing and a lift in one instant would be a tap.
local function drain(d, at_once)
  local now = libinput:now()
  while is_ready(d) do
    local frame = d.queue[d.head]
    local taken = is_taken(frame)
    if not taken and not at_once and d.shown_last and not frame.goes_along then
      local due = due_time(d, frame.time)
      if due > now then
        d.due.play = due
        return
      end
    end
    if taken then
      d.hide(d)
      d.hides_all = true
    end
    d.queue[d.head] = nil
    d.head = d.head + 1
    local last = not is_waiting(d)
    local shown = #out
    d.play(d, frame.events)
    -- A frame of which nothing is shown takes no time.
    if not taken and not frame.takes_no_time and #out > shown then d.shown_last = { time = frame.time, at = now } end
    if not taken and d.shown_last then d.shown_last.is_idle = not is_touched(d) and d.lib_count == 0 end
    if last then
      -- A hold of dropped frames is over too: a finger that joins the sequence later begins another one.
      release_all(d)
      d.queue, d.head, d.tail, d.holds, d.live, d.queued = {}, 1, 0, {}, nil, {}
    end
  end
  d.due.play = nil
end

-- Words

local function slot_of(d, id)
  local state = d.live or d
  if d.is_packets then return d.count > 0 and 0 or nil end
  if not next(state.id) then return (state.touch or state.tool > 0) and 0 or nil end
  for slot, touch in pairs(state.id) do
    if touch % 65536 == id then return slot end
  end
end

-- The newest hold of a touch. Without slots no touch has an id.
local function hold_of(d, id)
  for i = #d.holds, 1, -1 do
    local hold = d.holds[i]
    if hold.ids[id] or not next(hold.ids) then return hold end
  end
end

-- Hides the present sequence: at once, or as soon as the frames before it are gone.
local function hide_present(d)
  d.sequence.hidden = true
  if is_waiting(d) then drain(d) else d.hide(d) end
end

local function obey_hide(d, id)
  local hold = not d.per_touch and hold_of(d, id) or nil
  if hold and hold.sequence ~= d.sequence then
    if hold.state == "held" then hold.state = "taken" end
  elseif slot_of(d, id) then
    hide_present(d)
  elseif hold and hold.state == "held" then
    -- The sequence has just ended.
    d.sequence.hidden = true
  end
end

local function obey_hide_touch(d, id)
  local hold = d.per_touch and hold_of(d, id) or nil
  if hold and hold.state == "held" then
    hold.state = "taken"
    for touch in pairs(hold.whole_ids) do
      local shown
      for slot, other in pairs(d.id) do
        if other == touch then shown = slot end
      end
      -- A touch whose lift waits ends as cancelled.
      if shown then hide_touch(d, shown) else d.hidden_ids[touch] = true end
    end
    return
  end
  local slot = slot_of(d, id)
  if not slot then return end
  local touch = (d.live or d).id[slot]
  if touch and touch == d.id[slot] then
    hide_touch(d, slot)
  elseif touch then
    d.hidden_ids[touch] = true
  end
end

-- Converts a part of an axis to device units, in whole numbers as the daemon does.
local function unit_at(axis, part)
  return axis.minimum + math.floor(part * (axis.maximum - axis.minimum) / 65535)
end

-- Carries out a word. is_first: the word is the first event of its frame.
local function obey(d, word, is_first)
  if math.floor(word / 0x100000) % 16 ~= WORD.version then return end
  local code, argument = math.floor(word / 65536) % 16, word % 65536
  if code == WORD.hide then
    obey_hide(d, argument)
  elseif code == WORD.hide_touch then
    obey_hide_touch(d, argument)
  elseif code == WORD.pass then
    local hold = hold_of(d, argument)
    if hold and hold.state == "held" then hold.state = "shown" end
  elseif code == WORD.claim then
    d.claims = argument > 0 and { { lowest = argument % 256, highest = math.floor(argument / 256) } } or {}
    d.place = {}
  elseif code == WORD.also_claim then
    local is_first, place = math.floor(argument / 128) % 2 == 1, nil
    if next(d.place) then
      place = { left = d.axes[X].minimum, right = d.axes[X].maximum, top = d.axes[Y].minimum, bottom = d.axes[Y].maximum }
      for side, unit in pairs(d.place) do place[side] = unit end
    end
    local claim = { lowest = argument % 128, highest = math.floor(argument / 256), place = place }
    if is_first or #d.claims >= MOST_CLAIMS then d.claims = {} end
    d.claims[#d.claims + 1], d.place = claim, {}
  elseif SIDES[code] then
    d.place[SIDES[code]] = unit_at(d.axes[code <= WORD.right and X or Y], argument)
  elseif code == WORD.delay then
    d.delays = argument > 0 and {} or nil
    if not d.delays then release_all(d) end
    for count = 16, 1, -1 do
      if d.delays and math.floor(argument / 2 ^ (count - 1)) % 2 == 1 then d.delays[count], d.least = true, count end
    end
  elseif code == WORD.patience then
    d.patience = math.min(argument, LONGEST_HOLD) * 1000
  elseif code == WORD.delay_ends then
    d.end_patience = argument > 0 and math.min(argument, LONGEST_HOLD) * 1000 or nil
    if not d.end_patience then release_all(d) end
  elseif code == WORD.slot then
    -- A slot selected in a frame is newer than the word.
    if is_first and not d.has_slot and not next(d.id) then d.slot, d.has_slot = argument, true end
  else
    return
  end
  d.asleep, d.unanswered, d.due.lease, d.hold_answered, d.misses, d.story = false, false, nil, true, 0, nil
end

local function obey_all(d, frame)
  local has_words = false
  for i = 1, #frame do
    if frame[i].usage == CONFIG and is_word(frame[i].value) then
      has_words = true
      obey(d, frame[i].value, i == 1)
    end
  end
  -- The lease runs from the first frame that could have brought the answer.
  if d.unanswered and not d.due.lease then d.due.lease = libinput:now() + LEASE end
  if d.due.hold then d.hold_waits = true end
  return has_words
end

-- Whether a claim has this count of fingers. One with a place has it if every finger landed there; `places` has x and y of
-- each finger that has a slot.
local function is_claimed(d, count, places)
  for _, claim in ipairs(d.claims) do
    if count >= claim.lowest and count <= claim.highest then
      local place, is_inside = claim.place, true
      if place and #places ~= count then is_inside = false end
      for _, at in ipairs(place and places or {}) do
        if not at.x or not at.y or at.x < place.left or at.x > place.right or at.y < place.top or at.y > place.bottom then
          is_inside = false
        end
      end
      if is_inside then return true end
    end
  end
  return false
end

-- Whether what lands or lifts begins a hold, or prolongs it: not if the daemon did not answer the last one.
local function may_hold(d) return not d.due.hold or d.hold_answered end

-- Begins the holds of lifts, and prolongs them at a landing. Returns whether each lift is held.
local function check_lifts(d, landed, lifted)
  if not d.per_touch or not d.end_patience or d.asleep or d.sequence.hidden then return false end
  local holding = is_holding(d)
  if may_hold(d) and (lifted or landed and holding) then
    if not holding then d.held_since = libinput:now() end
    hold_for(d, d.end_patience)
  end
  return lifted
end

-- Begins the claims and holds of a landing. Returns the hold of the sequence, or true if each landing is held.
local function check_count(d, count, places, landed)
  local rises = count > d.count
  d.count = count
  if not rises and not landed or d.asleep or d.sequence.hidden then return end
  if rises and is_claimed(d, count, places) then
    d.unanswered, d.story = true, {}
    hide_present(d)
    if not is_waiting(d) then d.hides_all = true end
  elseif d.delays then
    local starts
    if d.per_touch then
      starts = landed and count >= d.least
    elseif rises and d.delays[count] then
      starts = d.sequence.hold and d.sequence.hold.state == "held" and d.sequence.hold or new_hold(d)
    end
    -- A landing, such as that of a double tap's second tap, starts a whole hold again, unless the daemon did not answer the last.
    if starts and may_hold(d) then
      if d.per_touch and not is_holding(d) then d.held_since = libinput:now() end
      hold_for(d, d.patience)
    end
    return starts
  end
end

-- Frames with slots (protocol B)

-- The last reported value of an axis in a slot, including this frame.
local function reported(d, axis, slot)
  local known = d.live and d.live.at[axis][slot]
  if known then return known end
  local kept = d.kept[slot]
  return kept and kept[axis] or d.at[axis][slot]
end

-- The number of fingers after this frame: contacts that are not palms, and those that the device counts without a slot. Also
-- returns where those with a slot landed, and whether a finger landed and a contact lifted.
local function count_fingers(d, frame)
  local state = d.live or d
  local slot, ids, types, xs, ys, tool, contacts, fingers, places = state.slot, {}, {}, {}, {}, state.tool, 0, 0, {}
  local landed, lifted = false, false
  for i = 1, #frame do
    local usage, value = frame[i].usage, frame[i].value
    if usage == SLOT then slot = value
    elseif usage == ID then ids[slot] = value
    elseif usage == TYPE then types[slot] = value
    elseif usage == X then xs[slot] = value
    elseif usage == Y then ys[slot] = value
    elseif COUNT_OF_TOOL[usage] then
      local count = COUNT_OF_TOOL[usage]
      if value ~= 0 then tool = count elseif tool == count then tool = 0 end
    end
  end
  local function count(slot)
    contacts = contacts + 1
    if (types[slot] or state.type[slot]) == PALM then return end
    fingers = fingers + 1
    places[fingers] = d.first[slot]
  end
  for slot in pairs(state.id) do
    if not ids[slot] then count(slot) end
  end
  for slot, id in pairs(ids) do
    if id < 0 and state.id[slot] then lifted = true end
    if id >= 0 then
      d.first[slot] = { x = xs[slot] or reported(d, X, slot), y = ys[slot] or reported(d, Y, slot) }
      count(slot)
      if (types[slot] or state.type[slot]) ~= PALM then landed = true end
    end
  end
  return tool > contacts and fingers + tool - contacts or fingers, places, landed, lifted
end

-- Whether the keys say that all contacts have ended: BTN_TOUCH was released and no BTN_TOOL_* is down. Some pads keep a tracking
-- id in a slot after that, and a touch hidden until its lift would otherwise stay hidden.
local function is_ended_by_keys(d, was_touched) return was_touched and not d.touch and d.tool == 0 end

local function follow_key(d, usage, value)
  local count = COUNT_OF_TOOL[usage]
  if count then
    if value ~= 0 then d.tool = count elseif d.tool == count then d.tool = 0 end
  elseif usage == TOUCH then
    d.touch = value ~= 0
  end
end

-- Updates the kernel's view. libinput gets the frame unchanged.
local function follow(d, frame)
  local slot, was_touched = d.slot, d.touch
  for i = 1, #frame do
    local usage, value = frame[i].usage, frame[i].value
    if usage == SLOT then
      slot, d.has_slot = value, true
    elseif usage == ID then
      d.id[slot], d.known[slot] = value >= 0 and value or nil, true
      if value >= 0 then d.fresh[#d.fresh + 1] = slot end
      if slot > d.top and slot < MOST_SLOTS then d.top = slot end
    elseif usage == TYPE then
      d.type[slot] = value
    elseif d.at[usage] then
      d.at[usage][slot] = value
    else
      follow_key(d, usage, value)
    end
  end
  d.slot = slot
  if next(d.id) and is_ended_by_keys(d, was_touched) then d.id = {} end
  local count = 0
  for _ in pairs(d.id) do count = count + 1 end
  if count >= 2 and d.shown < 2 then d.since = d.time end
  d.shown = count
end

local function touch_lifted(d, frame, slot)
  local id = d.id[slot]
  if not id then
    -- A finger was down there before libinput opened the device. It has counted the slot, but has begun no touch.
    if not d.known[slot] then
      select_slot(d, frame, slot)
      put(frame, ID, -1)
    end
    d.known[slot] = true
    return
  end
  d.id[slot], d.taken[slot] = nil, nil
  if d.visible[slot] then
    if not d.frozen[slot] then lift(d, frame, slot) end
  else
    d.frozen[slot] = nil
  end
end

local function touch_landed(d, frame, slot, id)
  if d.id[slot] then touch_lifted(d, frame, slot) end
  if slot > d.top and slot < MOST_SLOTS then d.top = slot end
  d.id[slot], d.known[slot] = id, true
  if d.hidden_ids[id] then
    d.hidden_ids[id] = nil
    d.frozen[slot], d.taken[slot] = true, true
  elseif d.hides_all or d.switching or d.visible[slot] then
    d.frozen[slot] = true
  else
    show(d, frame, slot)
  end
end

-- Handles a button. A press while no touch is visible is hidden, and so is its release. A button pressed before is released.
local function button(d, frame, usage, value)
  if d.muted[usage] then
    if value == 0 then d.muted[usage] = nil end
  elseif value ~= 0 and (d.hides_all or d.switching) then
    d.muted[usage] = true
  else
    put(frame, usage, value)
  end
end

-- Records a sequence that a claim hides without an answer of the daemon, as when it was killed. If the sequence ends before the
-- claim does, it is shown afterwards at its own pace. Each record has the touches of a frame, and the values that libinput has
-- not seen.
local function note_story(d)
  local story = d.story
  if not story or not d.unanswered then return end
  if d.switching or next(d.visible) then
    d.story = nil
    return
  end
  local last, picture = story[#story], { time = d.time, id = {}, kept = {} }
  local is_same = last ~= nil and not (not next(d.id) and next(last.id))
  for slot, id in pairs(d.id) do
    picture.id[slot] = id
    if last and last.id[slot] ~= id then is_same = false end
  end
  if is_same and (d.time - last.time < STEP or not next(d.id)) then return end
  for slot, kept in pairs(d.kept) do
    picture.kept[slot] = {}
    for usage, value in pairs(kept) do picture.kept[slot][usage] = value end
  end
  story[#story + 1] = picture
end

local function show_picture(d)
  local frame, picture = {}, table.remove(d.playing, 1)
  for slot = 0, d.top do
    local id = picture.id[slot]
    if d.visible[slot] and d.visible[slot] ~= id then lift(d, frame, slot) end
    if id then
      -- Values that the kernel has reported since, as in the frame of the lift, stay kept for the slot's next landing.
      local newest = d.kept[slot]
      d.kept[slot] = picture.kept[slot]
      if d.visible[slot] then put_kept(d, frame, slot) else land(d, frame, slot, id) end
      d.kept[slot] = newest
    end
  end
  put_keys(d, frame)
  send(frame)
  local following = d.playing[1]
  if following then
    d.due.picture = libinput:now() + math.max(1, following.time - picture.time)
  else
    d.playing, d.due.picture = nil, nil
  end
end

local function filter(d, frame)
  local f, rest, slot, was_touched = {}, {}, d.slot, d.touch
  for i = 1, #frame do
    local event = frame[i]
    local usage, value = event.usage, event.value
    if usage == SLOT then
      slot, d.has_slot = value, true
    elseif usage == ID then
      if value >= 0 then touch_landed(d, f, slot, value) else touch_lifted(d, f, slot) end
    elseif usage > SLOT and usage <= LAST then
      if usage == TYPE then d.type[slot] = value end
      if d.visible[slot] and not d.frozen[slot] then
        put_value(d, f, slot, usage, value)
      else
        keep(d, slot, usage, value)
      end
    elseif usage >= ABS and usage < SLOT then
      d.plain[usage] = value
    elseif IS_BUTTON[usage] then
      button(d, f, usage, value)
    elseif COUNT_OF_TOOL[usage] or usage == TOUCH then
      follow_key(d, usage, value)
    elseif usage >= MSC and usage < MSC + 65536 then
      rest[#rest + 1] = event
    elseif usage ~= CONFIG or not is_word(value) then
      f[#f + 1] = event
    end
  end
  d.slot = slot
  if next(d.id) and is_ended_by_keys(d, was_touched) then
    for stuck = 0, d.top do
      if d.id[stuck] then touch_lifted(d, f, stuck) end
    end
  end
  put_keys(d, f)
  if #f > 0 then
    for _, event in ipairs(rest) do f[#f + 1] = event end
  end
  send(f)
  if not is_touched(d) then d.hides_all = false end
  note_story(d)
end

-- Notes a frame in the kernel's own state.
local function follow_live(d, frame)
  local live = d.live
  local was_touched = live.touch
  for i = 1, #frame do
    local usage, value = frame[i].usage, frame[i].value
    local count = COUNT_OF_TOOL[usage]
    if usage == SLOT then
      live.slot = value
    elseif usage == ID then
      live.id[live.slot] = value >= 0 and value or nil
    elseif usage == TYPE then
      live.type[live.slot] = value
    elseif live.at[usage] then
      live.at[usage][live.slot] = value
    elseif count then
      if value ~= 0 then live.tool = count elseif live.tool == count then live.tool = 0 end
    elseif usage == TOUCH then
      live.touch = value ~= 0
    end
  end
  if was_touched and not live.touch and live.tool == 0 then live.id = {} end
end

local function new_touch_hold(d, id)
  local hold = new_hold(d)
  hold.ids[id % 65536], hold.whole_ids = true, { [id] = true }
  return hold
end

-- Whether the lift of a touch may be held: libinput has the touch, or it waits and its landing is not held itself.
local function is_shown_or_waits(d, slot, id)
  local hold = d.live.hold[slot]
  if hold and hold.state == "held" or d.hidden_ids[id] then return false end
  return d.id[slot] ~= id or not d.frozen[slot]
end

-- Divides the frame of a touchscreen. The events of touches that libinput has, and that do not wait, are returned; the others are
-- put in `events`, with the holds of new touches. Also returns whether
-- those are more than what follows the others: the slot, axes without slots, times.
local function divide(d, frame, events, holds, holds_landings, holds_lifts)
  -- A touch that was shown late lifts late.
  local is_late = d.shown_last ~= nil and due_time(d, d.time) > libinput:now()
  local now, slot = {}, d.live.slot
  put(events, SLOT, slot)
  local selected, waits
  for i = 1, #frame do
    local event = frame[i]
    local usage, value = event.usage, event.value
    if usage == SLOT then
      slot = value
      events[#events + 1] = event
    elseif usage > SLOT and usage <= LAST then
      local lands, id = usage == ID and value >= 0, d.live.id[slot]
      local ends = usage == ID and value < 0 and holds_lifts and id ~= nil and is_shown_or_waits(d, slot, id)
      if not lands and not ends and not is_late and not d.queued[slot] and d.id[slot] then
        if selected ~= slot then put(now, SLOT, slot) end
        selected = slot
        now[#now + 1] = event
      else
        d.queued[slot], waits = true, true
        if lands then
          d.live.hold[slot] = holds_landings and new_touch_hold(d, value) or nil
        elseif ends then
          d.live.hold[slot] = new_touch_hold(d, id)
        end
        holds[#holds + 1] = d.live.hold[slot]
        events[#events + 1] = event
      end
    else
      waits = waits or usage < ABS or usage >= MSC + 65536
      events[#events + 1] = event
    end
  end
  return now, waits or #now == 0
end

local function lands_any(frame)
  for i = 1, #frame do
    if frame[i].usage == ID and frame[i].value >= 0 then return true end
  end
  return false
end

-- Adds a frame to those that wait. starts, holds_lifts: what check_count and check_lifts say.
local function wait(d, frame, time, starts, holds_lifts)
  frame = without_words(frame)
  if #frame == 0 then return end
  start_filtering(d)
  part(d)
  local now = NOTHING
  local record = { time = time, sequence = d.sequence, events = frame, holds = {} }
  if d.per_touch then
    record.events = {}
    local waits
    now, waits = divide(d, frame, record.events, record.holds, starts, holds_lifts)
    follow_live(d, frame)
    record.goes_along = not waits
    -- What comes after a lift that was held is not late for that.
    record.takes_no_time = not waits or holds_lifts and not lands_any(frame)
  else
    follow_live(d, frame)
    if starts then
      starts.sequence, d.sequence.hold = d.sequence, starts
    end
    local hold = d.sequence.hold
    if hold then
      for _, id in pairs(d.live.id) do hold.ids[id % 65536] = true end
      record.sequence_hold, record.holds[1] = hold, hold
    end
  end
  if d.tail - d.head + 1 >= MOST_HELD then
    release_all(d)
    drain(d, true)
    if not d.said then libinput:log_info("too many frames are held: they are shown") end
    d.said = true
    part(d)
    start_filtering(d)
  end
  d.tail = d.tail + 1
  d.queue[d.tail] = record
  if #now > 0 then d.play(d, now) end
end

-- Notes that the frame begins or ends a sequence. Returns whether a contact is down after it.
local function note_sequence(d, is_down)
  if is_down and not d.is_down then d.sequence = {} end
  d.is_down = is_down
end

-- Handles a frame of the kernel. `play` is what follows for a frame that does not wait.
local function arrive(d, frame, time, starts, holds_lifts)
  local is_late = false
  if d.shown_last and not is_waiting(d) then
    is_late = not d.sequence.hidden and due_time(d, time) > libinput:now()
    if not is_late then d.shown_last = nil end
  end
  local is_hidden = d.sequence.hidden or d.hides_all
  if starts or holds_lifts or is_late or is_waiting(d) or d.switching and not is_hidden or time < d.added_at then
    wait(d, frame, time, starts, holds_lifts)
    drain(d)
    return true
  end
  return false
end

-- Whether a contact is down after a frame.
local function is_down_after(d, frame, count)
  if count > 0 then return true end
  local state, ids, slot = d.live or d, {}, nil
  slot = state.slot
  for i = 1, #frame do
    local usage, value = frame[i].usage, frame[i].value
    if usage == SLOT then slot = value elseif usage == ID then ids[slot] = value end
  end
  for other, id in pairs(ids) do
    if id >= 0 then return true end
  end
  for other in pairs(state.id) do
    if not ids[other] then return true end
  end
  return false
end

-- Handles a frame with a landing, a lift or a key, and every frame while a touch is hidden or frames wait.
local function eventful(d, frame, time)
  d.time = time
  while d.playing do show_picture(d) end
  local has_words = obey_all(d, frame)
  local count, places, landed, lifted = count_fingers(d, frame)
  note_sequence(d, is_down_after(d, frame, count))
  local holds_lifts = check_lifts(d, landed, lifted)
  local starts = check_count(d, count, places, landed)
  if not d.filtering and next(d.kept) then start_filtering(d) end
  local answer
  if arrive(d, frame, time, starts, holds_lifts) then
    settle(d)
    answer = flush(d, true)
  elseif d.filtering then
    filter(d, frame)
    settle(d)
    answer = flush(d, true)
  else
    follow(d, frame)
    if has_words then
      send(without_words(frame))
      answer = flush(d, true)
    end
  end
  note_landings(d)
  set_timer()
  return answer
end

-- Handles every frame of a device with slots. Two comparisons for each event detect a frame that has motion only.
local function on_slots(d)
  return function(_, frame, time)
    if d.filtering or d.shown_last or time < d.added_at then return eventful(d, frame, time) end
    local slot, xs, ys = d.slot, d.at[X], d.at[Y]
    for i = 1, #frame do
      local usage = frame[i].usage
      if usage > SLOT then
        if usage == X then
          xs[slot] = frame[i].value
        elseif usage == Y then
          ys[slot] = frame[i].value
        elseif usage == ID or usage == TYPE then
          return eventful(d, frame, time)
        end
      elseif usage == SLOT then
        slot = frame[i].value
      elseif usage < ABS then
        return eventful(d, frame, time)
      end
    end
    d.slot = slot
  end
end

-- Frames without slots (protocol A). Each lists all contacts, so the state of hidden contacts is not kept.

local function count_packets(frame)
  local count, reports, has_values = 0, 0, false
  for i = 1, #frame do
    local usage = frame[i].usage
    if usage == MT_REPORT then
      reports = reports + 1
      if has_values then count = count + 1 end
      has_values = false
    elseif usage > SLOT and usage <= LAST then
      has_values = true
    end
  end
  if reports > 0 then return count end
end

-- Shows an empty frame, which means that no contact is left. libinput, by mtdev, then lifts all touches.
local function empty_frame(d)
  local frame = { { usage = MT_REPORT, value = 0 } }
  if d.lib_touch then put(frame, TOUCH, 0) end
  d.lib_touch, d.lib_count = false, 0
  return frame
end

local function hide_packets(d)
  d.hides_all, d.held = d.count > 0, nil
  if d.lib_count == 0 then return end
  local palms = {}
  for i = 1, #d.shown_frame do
    local event = d.shown_frame[i]
    if event.usage == MT_REPORT then put(palms, TYPE, PALM) end
    palms[#palms + 1] = event
  end
  send(palms)
  send(empty_frame(d))
end

-- Shows the contacts where they are now. Contacts that ended during the hold, as in a tap, land and lift.
local function show_packets(d)
  if not d.held then return end
  if not d.lib_touch and d.usages[TOUCH] then put(d.held, TOUCH, 1) end
  send(d.held)
  d.lib_touch, d.lib_count, d.shown_frame = true, d.count, d.held
  if d.count == 0 then send(empty_frame(d)) end
  d.held = nil
end

local function contacts_of(frame)
  local contacts = {}
  for i = 1, #frame do
    local usage = frame[i].usage
    if usage == MT_REPORT or usage > SLOT and usage <= LAST then contacts[#contacts + 1] = frame[i] end
  end
  return contacts
end

local function places_of(frame)
  local places, at = {}, {}
  for i = 1, #frame do
    local usage, value = frame[i].usage, frame[i].value
    if usage == X then at.x = value elseif usage == Y then at.y = value end
    if usage == MT_REPORT and next(at) then places[#places + 1], at = at, {} end
  end
  return places
end

local function filter_packets(d, frame)
  local f = {}
  for i = 1, #frame do
    local usage, value = frame[i].usage, frame[i].value
    local is_touch = usage == MT_REPORT or usage >= ABS and usage <= LAST or usage >= MSC and usage < MSC + 65536
    if not is_touch and usage ~= TOUCH and not COUNT_OF_TOOL[usage] and (usage ~= CONFIG or not is_word(value)) then
      f[#f + 1] = frame[i]
    end
  end
  return f
end

-- Shows or hides a frame that does not wait.
local function play_packets(d, frame, has_words)
  local touch, count = d.touch, count_packets(frame)
  for i = 1, #frame do follow_key(d, frame[i].usage, frame[i].value) end
  if d.hides_all then
    if count and count > 0 then d.held = contacts_of(frame) end
    send(filter_packets(d, frame))
    if count == 0 then d.hides_all, d.held = false, nil end
    return true
  end
  if count then d.lib_count, d.shown_frame = count, contacts_of(frame) end
  local is_missing = d.touch and touch and not d.lib_touch
  d.lib_touch = d.touch
  if not has_words and #out == 0 and not is_missing then return false end
  local f = without_words(frame)
  if is_missing then put(f, TOUCH, 1) end
  send(f)
  return true
end

local function on_packets(d)
  return function(_, frame, time)
    d.time = time
    local has_words = obey_all(d, frame)
    local count, starts = count_packets(frame), nil
    if count then
      note_sequence(d, count > 0)
      starts = check_count(d, count, places_of(frame))
    end
    local answer
    if arrive(d, frame, time, starts) or play_packets(d, frame, has_words) then answer = flush(d, true) end
    set_timer()
    return answer
  end
end

-- Deadlines

local function give_back(d)
  d.asleep, d.unanswered, d.hides_all, d.sequence.hidden = true, false, false, nil
  libinput:log_info("gestured has not answered: its claim is off until it writes again")
  local story = d.story
  d.story = nil
  if story and story[1] and next(story[1].id) and not is_touched(d) then
    start_filtering(d)
    d.playing = story
    show_picture(d)
  else
    d.give_back(d)
  end
end

local function end_nudge(d)
  d.nudges = d.nudges + 1
  nudge(d, d.nudges % 2 == 1 and d.step or -d.step)
  if d.nudges < NUDGES then
    d.due.nudge = libinput:now() + NUDGE
    return
  end
  local slots, frame = visible_slots(d), {}
  palm(d, frame, slots[#slots])
  send(frame)
  d.due.switch = libinput:now() + SWITCH
end

local function end_switch(d)
  d.switching = false
  lift_palms(d, visible_slots(d))
  if not d.hides_all then show_all(d) end
  drain(d)
end

local function end_hold(d)
  if d.hold_waits and not d.hold_answered then
    d.misses = d.misses + 1
    if d.misses > 1 then
      d.asleep = true
      libinput:log_info("gestured has not answered twice: no delay until it writes again")
    end
  end
  release_all(d)
  drain(d)
end

local function obey_control(d)
  local words = d.words
  d.words = {}
  for _, word in ipairs(words) do obey(d, word) end
  drain(d)
end

local DEADLINES = {
  picture = show_picture, play = drain, nudge = end_nudge, switch = end_switch, hold = end_hold, lease = give_back, words = obey_control,
}

-- Reads words from the daemon's own device. They are carried out by the timer, because button frames that are added from another
-- device's frame would bypass libinput's debouncing.
local function on_control(control, frame)
  local model = 0
  for i = 1, #frame do
    local usage, value = frame[i].usage, frame[i].value
    if usage == SERIAL then
      model = value % 0x100000000
    elseif usage == RAW and is_word(value) then
      for _, d in pairs(pads) do
        if d.model == model then
          d.words[#d.words + 1], d.control = value, control
          d.due.words = libinput:now() + 1
        end
      end
    end
  end
  set_timer()
  return {}
end

-- Ends all claims when the daemon's device is removed. The device of `gesturectl doctor` names no other device, so it ends none.
local function control_removed(gone)
  for _, d in pairs(pads) do
    if d.control == gone then
      d.claims, d.delays, d.end_patience, d.control = {}, nil, nil, nil
      release_all(d)
      d.due.hold = libinput:now() + 1
    end
  end
  set_timer()
end

libinput:connect("timer-expired", function(now)
  timer_at = nil
  for _, d in pairs(pads) do
    for name, handle in pairs(DEADLINES) do
      if d.due[name] and d.due[name] <= now then
        d.due[name] = nil
        handle(d)
      end
    end
    if d.filtering then settle(d) end
    note_landings(d)
    flush(d, false)
  end
  set_timer()
end)

libinput:connect("new-evdev-device", function(device)
  local properties, usages, info = device:udev_properties(), device:usages(), device:info()
  if device:name() == CONTROL and info.bustype == VIRTUAL and usages[RAW] then
    device:enable_evdev_usage(SLIDE)
    device:connect("evdev-frame", on_control)
    device:connect("device-removed", control_removed)
    return
  end
  local is_touchpad = properties.ID_INPUT_TOUCHPAD ~= nil
  if not is_touchpad and not properties.ID_INPUT_TOUCHSCREEN or not usages[evdev.ABS_MT_POSITION_X] then return end
  local d = {
    visible = {}, frozen = {}, taken = {}, muted = {}, -- of the last time of filtering
    queue = {}, head = 1, tail = 0, holds = {}, queued = {}, hidden_ids = {}, sequence = {}, held_since = 0, added_at = 0,
    dev = device, screen = not is_touchpad, usages = usages, filtering = false, time = 0, since = 0, shown = 0, count = 0,
    top = 0, slot = 0, id = {}, known = {}, type = {}, kept = {}, plain = {}, tool = 0, touch = false, lib_touch = false,
    at = { [X] = {}, [Y] = {} }, landed = {}, first = {}, fresh = {}, units = {}, axes = {}, claims = {},
    place = {}, step = 1, lib_count = 0,
    shown_frame = {}, due = {}, words = {}, model = info.vid * 65536 + info.pid, patience = 150000, misses = 0,
    asleep = false,
  }
  local axes = device:absinfos()
  for axis in pairs(d.at) do
    -- libinput assumes that a touchpad without a resolution is 69 mm × 50 mm.
    local info = axes[axis] or { minimum = 0, maximum = 69, resolution = 0, fuzz = 0 }
    d.axes[axis] = info
    local unit = info.resolution
    if unit == 0 then unit = math.max(1, math.floor((info.maximum - info.minimum) / (axis == X and 69 or 50))) end
    d.units[axis] = unit
    if axis == X then d.step = math.max(1, math.floor(unit / 10), 2 * info.fuzz + 1) end
  end
  local range = axes[TYPE]
  if not range or range.maximum < PALM then device:set_absinfo(TYPE, { minimum = 0, maximum = PALM }) end
  if usages[SLOT] and usages[ID] then
    d.hide, d.give_back, d.play, d.per_touch = hide_sequence, show_all, filter, d.screen
    device:connect("evdev-frame", on_slots(d))
  else
    d.hide, d.give_back = hide_packets, show_packets
    function d.play(_, frame) play_packets(d, frame, true) end
    d.is_packets = true
    device:connect("evdev-frame", on_packets(d))
  end
  pads[device] = d
  device:connect("device-removed", function(gone)
    pads[gone] = nil
    set_timer()
  end)
end)
