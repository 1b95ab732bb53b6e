-- A touch device whose kernel never repeats an unchanged value, and the state of it that libinput has seen.
local libinput = require("libinput")
local E, TOOLS = libinput.evdev, libinput.TOOLS
local M = {}

local function state() return { slot = 0, id = {}, values = {}, keys = {}, plain = {} } end

local function count(set)
  local n = 0
  for _ in pairs(set) do n = n + 1 end
  return n
end

local function apply(view, event)
  local usage, value = event.usage, event.value
  if usage == E.ABS_MT_SLOT then
    view.slot = value
  elseif usage == E.ABS_MT_TRACKING_ID then
    view.id[view.slot] = value >= 0 and value or nil
  elseif usage > E.ABS_MT_SLOT and usage <= E.ABS_MT_SLOT + 14 then
    view.values[view.slot] = view.values[view.slot] or {}
    view.values[view.slot][usage] = value
  elseif usage >= 65536 and usage < 2 * 65536 then
    view.keys[usage] = value ~= 0 or nil
  elseif usage >= 3 * 65536 and usage < E.ABS_MT_SLOT then
    view.plain[usage] = value
  end
end

-- Checks the rules of a stream that libinput relies on.
local function check_event(pad, event)
  local view = pad.view
  if event.usage == E.ABS_MT_TRACKING_ID then
    local open = view.id[view.slot]
    if event.value >= 0 then
      assert(not open, "a second tracking id in slot " .. view.slot)
      pad.landed[view.slot] = true
    else
      assert(open, "slot " .. view.slot .. " is lifted twice")
    end
  elseif event.usage == E.SYN_CONFIG then
    assert(event.value < 0x67000000 or event.value > 0x67ffffff, "a word has come through")
  end
end

function M.tool_of(view)
  local found = 0
  for i, usage in ipairs(TOOLS) do
    if view.keys[usage] then
      assert(found == 0, "two BTN_TOOL_* at once")
      found = i
    end
  end
  return found
end

local function check_keys(pad)
  local n = count(pad.view.id)
  assert((pad.view.keys[E.BTN_TOUCH] or false) == (n > 0), "BTN_TOUCH disagrees with " .. n .. " visible touches")
  if pad.description.touchpad and not pad.fewer_slots then
    local tool = M.tool_of(pad.view)
    assert(tool == math.min(n, 5), "BTN_TOOL_* says " .. tool .. " of " .. n .. " visible touches")
  end
end

-- Checks that touches are at the kernel's position, or at that of the frame before, because a word takes effect before the frame
-- that brings it.
local function check_places(pad, exactly)
  for slot in pairs(pad.landed) do
    if pad.view.id[slot] and pad.view.id[slot] == pad.kernel.id[slot] then
      for usage, value in pairs(pad.kernel.values[slot] or {}) do
        local seen = (pad.view.values[slot] or {})[usage]
        -- The touch was shown and hidden in one frame.
        local is_ending = usage == E.ABS_MT_TOOL_TYPE and seen == 2
          or usage == E.ABS_MT_POSITION_X and math.abs(seen - value) <= 1
        if seen ~= value and (exactly or not is_ending and seen ~= (pad.before[slot] or {})[usage]) then
          error(("slot %d is shown with usage %x = %s instead of %d"):format(slot, usage, seen, value))
        end
      end
    end
  end
end

-- touchpad; fewer_slots: the device counts fingers that have none; slot: the last one before libinput opened the device; free: a
-- stream of any form, unchecked.
function M.new(context, options)
  local pad = {
    kernel = state(), view = state(), events = {}, frames = {}, before = {}, landed = {}, next_id = 1, order = {},
    fewer_slots = options.fewer_slots, last_time = 0,
  }
  pad.selected = options.slot or 0
  pad.kernel.slot, pad.view.slot = pad.selected, pad.selected
  local usages = {
    [E.ABS_MT_SLOT] = true, [E.ABS_MT_TRACKING_ID] = true, [E.ABS_MT_POSITION_X] = true, [E.BTN_TOUCH] = true,
  }
  if options.touchpad then
    for _, usage in ipairs(TOOLS) do usages[usage] = true end
  end
  if options.packets then usages[E.ABS_MT_SLOT], usages[E.ABS_MT_TRACKING_ID] = nil, nil end
  local absinfos = options.absinfos or {}
  for _, axis in ipairs(options.resolution and { E.ABS_MT_POSITION_X, E.ABS_MT_POSITION_Y } or {}) do
    absinfos[axis] = { minimum = 0, maximum = 4000, fuzz = 0, resolution = options.resolution }
  end
  local description = { usages = usages, touchpad = options.touchpad, absinfos = absinfos }
  function description.see(frame, time)
    assert(time >= pad.last_time or options.free, "time runs backwards")
    pad.last_time = time
    pad.frames[#pad.frames + 1] = { time = time, events = frame }
    if options.free or options.packets then return end
    for _, event in ipairs(frame) do
      check_event(pad, event)
      apply(pad.view, event)
    end
    -- If a frame was cut, its last part has the keys.
    if #frame < 50 then check_keys(pad) end
  end
  pad.description = description
  pad.device = context.add(description)

  function pad.event(usage, value)
    local event = { usage = usage, value = value }
    apply(pad.kernel, event)
    pad.events[#pad.events + 1] = event
  end
  local function select_slot(slot)
    if pad.kernel.slot ~= slot then pad.event(E.ABS_MT_SLOT, slot) end
  end
  function pad.set(slot, usage, value)
    if (pad.kernel.values[slot] or {})[usage] == value then return end
    select_slot(slot)
    pad.event(usage, value)
  end
  function pad.land(slot, x, y)
    select_slot(slot)
    pad.event(E.ABS_MT_TRACKING_ID, pad.next_id)
    pad.order[#pad.order + 1] = slot
    pad.next_id = pad.next_id + 1
    pad.move(slot, x, y)
    return pad.next_id - 1
  end
  function pad.move(slot, x, y)
    pad.set(slot, E.ABS_MT_POSITION_X, x)
    pad.set(slot, E.ABS_MT_POSITION_Y, y)
  end
  function pad.lift(slot)
    select_slot(slot)
    pad.event(E.ABS_MT_TRACKING_ID, -1)
    for i, s in ipairs(pad.order) do
      if s == slot then table.remove(pad.order, i) end
    end
  end
  function pad.key(usage, isDown)
    if (pad.kernel.keys[usage] or false) ~= isDown then pad.event(usage, isDown and 1 or 0) end
  end
  -- Sends a frame to which the kernel adds the keys and ABS_X. `extra` fingers have no slot.
  function pad.report(extra)
    local n = count(pad.kernel.id) + (extra or 0)
    pad.key(E.BTN_TOUCH, n > 0)
    if options.touchpad then
      for i, usage in ipairs(TOOLS) do
        if i ~= math.min(n, 5) then pad.key(usage, false) end
      end
      if n > 0 then pad.key(TOOLS[math.min(n, 5)], true) end
    end
    local first = pad.order[1]
    if first then
      local x = (pad.kernel.values[first] or {})[E.ABS_MT_POSITION_X]
      if x and pad.kernel.plain[E.ABS_X] ~= x then pad.event(E.ABS_X, x) end
    end
    return pad.sync()
  end
  function pad.sync()
    local events = pad.events
    pad.events, pad.landed, pad.selected = {}, {}, pad.kernel.slot
    if #events == 0 then return end
    local unchanged = pad.device.frame(events, context.time)
    if not options.free and not options.packets and not pad.is_late then check_places(pad) end
    for slot, values in pairs(pad.kernel.values) do
      pad.before[slot] = {}
      for usage, value in pairs(values) do pad.before[slot][usage] = value end
    end
    return unchanged
  end
  -- Where frames may be held, they come later than the kernel's.
  function pad.word(value)
    local code = value // 65536 % 16
    if (code == 5 or code == 13) and value % 65536 ~= 0 then pad.is_late = true end
    table.insert(pad.events, 1, { usage = E.SYN_CONFIG, value = value })
  end
  -- Returns the frames that libinput has received since the last call.
  function pad.take()
    local frames = pad.frames
    pad.frames = {}
    return frames
  end
  -- Checks that libinput and the kernel agree on all touches that are down.
  function pad.check_same()
    local kernel, view = pad.kernel, pad.view
    for slot, id in pairs(kernel.id) do
      assert(view.id[slot] == id, "slot " .. slot .. " is hidden")
      pad.landed[slot] = true
    end
    for slot in pairs(view.id) do assert(kernel.id[slot], "slot " .. slot .. " is still down for libinput") end
    check_places(pad, true)
    assert(not next(kernel.id) or view.slot == kernel.slot, "libinput has another slot selected")
    for usage in pairs(kernel.keys) do assert(view.keys[usage], ("key %x is not down for libinput"):format(usage)) end
    for usage in pairs(view.keys) do assert(kernel.keys[usage], ("key %x is still down for libinput"):format(usage)) end
    if next(kernel.id) then
      for usage, value in pairs(kernel.plain) do assert(view.plain[usage] == value, ("usage %x is stale"):format(usage)) end
    end
  end
  return pad
end

return M
