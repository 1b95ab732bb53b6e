-- Random touch sequences that are held, with random verdicts: lua5.4 held.lua PLUGIN SEQUENCES [SEED]. With all gestures failing,
-- what comes out equals what went in, later: every touch with all of its places, and landings and lifts in their order. With some
-- recognized, it equals what went in without their touches. If only lifts are held, a touch that was used is cancelled. The time between a landing and its lift shrinks by a third at most.
local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. package.path
local libinput, pads, words = require("libinput"), require("pad"), require("words")
local E = libinput.evdev
local path, sequences, seed = arg[1], tonumber(arg[2]), tonumber(arg[3] or 1)
local word = words.maker(path)
local random, X, ID, TYPE = math.random, E.ABS_MT_POSITION_X, E.ABS_MT_TRACKING_ID, E.ABS_MT_TOOL_TYPE
local SLOTS, MS = 4, 1000
local compared, missing, cancelled = 0, 0, 0

-- Follows one side. `order` has landings and lifts as they came; `touches` the places and times of each.
local function record() return { slot = 0, id = {}, x = {}, touches = {}, order = {} } end
local function follow(side, frame, time)
  local changed = {}
  for _, event in ipairs(frame) do
    if event.usage == E.ABS_MT_SLOT then
      side.slot = event.value
    elseif event.usage == ID then
      local old = side.id[side.slot]
      if old then
        side.touches[old].lifted = time
        side.order[#side.order + 1] = "-" .. old
      end
      side.id[side.slot] = event.value >= 0 and event.value or nil
      if event.value >= 0 then
        side.touches[event.value] = { landed = time, places = {} }
        side.order[#side.order + 1] = "+" .. event.value
        changed[side.slot] = true
      end
    elseif event.usage == X then
      side.x[side.slot] = event.value
      changed[side.slot] = true
    elseif event.usage == TYPE and event.value == 2 then
      side.touches[side.id[side.slot]].is_cancelled = true
    end
  end
  for slot in pairs(changed) do
    local touch = side.id[slot] and side.touches[side.id[slot]]
    if touch and touch.places[#touch.places] ~= side.x[slot] then touch.places[#touch.places + 1] = side.x[slot] end
  end
end

local function play(context, touchpad, takes, ends)
  local pad = pads.new(context, { touchpad = touchpad })
  local input, output, waiting, taken, whole, last = record(), record(), {}, {}, {}, {}
  if ends then
    pad.word(word("delay_ends", 1000))
    pad.is_late = true
  else
    pad.word(word("patience", 1000))
    pad.word(word("delay", 31))
  end
  pad.sync()
  local function look()
    for _, frame in ipairs(pad.take()) do follow(output, frame.events, frame.time) end
  end
  local function verdict(index)
    local id = table.remove(waiting, index)
    local hides = takes and random(2) == 1
    if hides then
      -- A sequence is hidden as a whole.
      if touchpad then whole[#whole + 1] = last[id] else taken[id] = true end
    end
    pad.word(word(hides and (touchpad and "hide" or "hide_touch") or "pass", id))
  end
  local sequence
  local steps = random(10, 60)
  for number = 1, steps do
    local is_last = number == steps
    local landed, lifted = {}, {}
    local was_down = next(pad.kernel.id) ~= nil
    for slot = 0, SLOTS - 1 do
      if pad.kernel.id[slot] then
        if is_last or random(5) == 1 then
          lifted[#lifted + 1] = pad.kernel.id[slot]
          pad.lift(slot)
        elseif random(2) == 1 then
          pad.set(slot, X, random(0, 500))
        end
      elseif not is_last and random(5) == 1 then
        landed[#landed + 1] = pad.land(slot, random(0, 500), 7)
      end
    end
    if ends then
      for _, id in ipairs(lifted) do waiting[#waiting + 1] = id end
    elseif #landed > 0 then
      -- The daemon lives, and a sequence is held from its first landing on.
      if not was_down then sequence = {} end
      for _, id in ipairs(landed) do
        sequence[#sequence + 1], last[id] = id, sequence
        if not touchpad or not was_down then
          if not touchpad or id == landed[1] then waiting[#waiting + 1] = id end
        end
      end
    end
    local events = {}
    for _, event in ipairs(pad.events) do events[#events + 1] = event end
    follow(input, events, context.time)
    if #(ends and lifted or landed) > 0 then pad.word(word(ends and "delay_ends" or "patience", 1000)) end
    pad.report()
    -- Verdicts come in a frame of their own, in any order.
    if #waiting > 0 and (is_last or random(3) == 1) then
      verdict(random(#waiting))
      while is_last and #waiting > 0 do verdict(1) end
      pad.sync()
    end
    look()
    context.pass(random(4, 25) * MS)
    look()
  end
  context.pass(3000 * MS)
  look()
  assert(not next(output.id), "a touch stays down")
  for _, touches in ipairs(whole) do
    for _, id in ipairs(touches) do taken[id] = true end
  end
  return pad, input, output, taken
end

local function check(touchpad, input, output, taken, ends)
  local function without_taken(order)
    local rest = {}
    for _, change in ipairs(order) do
      if not taken[tonumber(change:sub(2))] then rest[#rest + 1] = change end
    end
    return rest
  end
  local wanted = without_taken(input.order)
  local function landings(order)
    if touchpad then return table.concat(order, " ") end
    local only = {}
    for _, change in ipairs(order) do
      if change:sub(1, 1) == "+" then only[#only + 1] = change end
    end
    return table.concat(only, " ")
  end
  local found = ends and without_taken(output.order) or output.order
  assert(landings(found) == landings(wanted), landings(found) .. " instead of " .. landings(wanted))
  for id, touch in pairs(input.touches) do
    local found = output.touches[id]
    if taken[id] and ends and found then
      assert(found.is_cancelled, "touch " .. id .. " was used, and is not cancelled")
      cancelled = cancelled + 1
    elseif taken[id] then
      assert(not found, "touch " .. id .. " was used, and is shown")
      missing = missing + 1
    else
      local places, expected = table.concat(found.places, " "), table.concat(touch.places, " ")
      assert(places == expected, ("touch %d is at %s instead of %s"):format(id, places, expected))
      local time, original = found.lifted - found.landed, touch.lifted - touch.landed
      assert(time * 3 >= original * 2 - 3, ("touch %d of %d µs has %d µs"):format(id, original, time))
      compared = compared + 1
    end
  end
end

local context
for i = 1, sequences do
  math.randomseed(seed, i)
  if i % 200 == 1 then context = libinput.new(path) end
  local touchpad, takes, ends = i % 2 == 0, i % 4 < 2, i % 8 == 5 or i % 8 == 7
  local ok, why = xpcall(function()
    local pad, input, output, taken = play(context, touchpad, takes, ends)
    check(touchpad, input, output, taken, ends)
    pad.device.remove()
  end, debug.traceback)
  if not ok then
    print(("FAILED  sequence %d of seed %d (%s): %s"):format(i, seed, touchpad and "pad" or ends and "screen, lifts" or "screen", why))
    os.exit(1)
  end
end
print(("ok      %d sequences: %d touches whole, %d not there, %d cancelled"):format(sequences, compared, missing, cancelled))
assert(sequences < 100 or compared > sequences and missing > sequences and cancelled * 4 > sequences, "the streams compare next to nothing")
