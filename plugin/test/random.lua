-- Random touch sequences with random words: lua5.4 random.lua PLUGIN SEQUENCES [SEED]. It checks the invariants of pad.lua, and
-- at the end of each sequence that libinput and the kernel agree on every slot once no touch is hidden. A tenth of the sequences
-- are of a pad without slots. A tenth have no form at all, some with words of the daemon's own device, and only must not cause an error.
local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. package.path
local libinput, pads, words = require("libinput"), require("pad"), require("words")
local E = libinput.evdev
local path, sequences, seed = arg[1], tonumber(arg[2]), tonumber(arg[3] or 1)
local word, codes = words.maker(path), words.table_of(path)
local NAMES = {
  "hide", "hide_touch", "pass", "claim", "delay", "patience", "also_claim", "left", "right", "top", "bottom", "slot",
  "delay_ends",
}
local AXES = { E.ABS_MT_POSITION_X, E.ABS_MT_POSITION_Y, E.ABS_MT_TOUCH_MAJOR, E.ABS_MT_PRESSURE, E.ABS_MT_TOOL_TYPE }
local random = math.random
local hidden, shown = 0, 0

local function some_id(pad)
  local ids = {}
  for _, id in pairs(pad.kernel.id) do ids[#ids + 1] = id end
  if #ids == 0 or random(8) == 1 then return random(0, 65535) end
  table.sort(ids)
  return ids[random(#ids)]
end

local function random_word(pad)
  local name = NAMES[random(#NAMES)]
  local argument
  if name == "claim" or name == "also_claim" then
    argument = random(4) == 1 and 0 or random(1, 5) | (random(2) == 1 and 255 or random(1, 6)) << 8
    if name == "also_claim" and random(3) == 1 then argument = argument | 0x80 end
  elseif name == "left" or name == "top" then
    argument = random(0, 20000)
  elseif name == "right" or name == "bottom" then
    argument = random(20000, 65535)
  elseif name == "delay" then
    argument = random(4) == 1 and 0 or 1 << random(0, 4)
  elseif name == "patience" or name == "delay_ends" then
    argument = random(0, 300)
  elseif name == "slot" then
    argument = pad.selected -- before the frame
  else
    argument = some_id(pad)
  end
  if random(50) == 1 then return codes.tag << 24 | random(0, 0xffffff) end
  return word(name, argument)
end

local function step(context, pad, slots)
  for _ = 1, random(1, 4) do
    local slot = random(0, slots - 1)
    if not pad.kernel.id[slot] then
      if random(3) == 1 then pad.land(slot, random(0, 3), random(0, 3)) end
    elseif random(6) == 1 then
      pad.lift(slot)
    else
      local axis = AXES[random(#AXES)]
      pad.set(slot, axis, axis == E.ABS_MT_TOOL_TYPE and (random(10) == 1 and 2 or 0) or random(0, 3))
    end
  end
  if random(12) == 1 then pad.key(E.BTN_LEFT, random(2) == 1) end
  if random(20) == 1 then pad.event(E.MSC_TIMESTAMP, random(0, 1000)) end
  if random(5) == 1 then pad.word(random_word(pad)) end
  pad.report()
  context.pass(random(4) == 1 and random(0, 250000) or random(1000, 12000))
end

local function count_of(view)
  local n = 0
  for _ in pairs(view.id) do n = n + 1 end
  return n
end

-- The longest time for which a touch may come late once nothing is held: two thirds of a hold of 1.2 s, and a gap of 0.6 s after it.
local CAUGHT_UP = 1400000

-- Lifts all touches and ends all requests. Each slot in turn then lands where it was.
local function finish(context, pad, slots)
  for slot = 0, slots - 1 do
    if pad.kernel.id[slot] then pad.lift(slot) end
  end
  pad.key(E.BTN_LEFT, false)
  pad.report()
  pad.word(word("claim", 0))
  pad.word(word("delay", 0))
  pad.word(word("delay_ends", 0))
  pad.sync()
  context.pass(CAUGHT_UP)
  assert(not next(pad.view.id), "a touch stays down")
  for slot = 0, slots - 1 do
    local values = pad.kernel.values[slot] or {}
    pad.land(slot, values[E.ABS_MT_POSITION_X] or 1, values[E.ABS_MT_POSITION_Y] or 1)
    pad.report()
  end
  pad.check_same()
  for slot = 0, slots - 1 do pad.lift(slot) end
  pad.report()
  context.pass(1000000)
  assert(not next(pad.view.id), "a touch stays down")
end

local function formed(context, touchpad)
  local slots = random(2, 6)
  -- The slot selected before the opening may be that of the first landing, if a word has named it.
  local pad = pads.new(context, { touchpad = touchpad, slot = random(0, slots) })
  if pad.kernel.slot < slots then
    pad.word(word("slot", pad.kernel.slot))
    pad.sync()
  end
  for _ = 1, random(3) do
    for _ = 1, random(5, 25) do
      step(context, pad, slots)
      if count_of(pad.view) < count_of(pad.kernel) then hidden = hidden + 1 else shown = shown + 1 end
    end
    finish(context, pad, slots)
  end
  pad.device.remove()
end

-- Plays a semi-MT pad. libinput disables its slots, so it has keys and one position.
local function slotless(context)
  local pad = pads.new(context, { touchpad = true, free = true })
  local keys, place = {}, nil
  local function report(count)
    pad.key(E.BTN_TOUCH, count > 0)
    for i, usage in ipairs(libinput.TOOLS) do
      if i ~= count then pad.key(usage, false) end
    end
    if count > 0 then
      pad.key(libinput.TOOLS[count], true)
      local x = random(0, 3)
      if pad.kernel.plain[E.ABS_X] ~= x then pad.event(E.ABS_X, x) end
    end
    pad.sync()
  end
  local function look()
    for _, frame in ipairs(pad.take()) do
      for _, event in ipairs(frame.events) do
        if event.usage == E.ABS_X then place = event.value else keys[event.usage] = event.value ~= 0 or nil end
      end
      local tool = pads.tool_of({ keys = keys })
      assert((keys[E.BTN_TOUCH] or false) == (tool > 0), "BTN_TOUCH disagrees with BTN_TOOL_*")
    end
  end
  for _ = 1, random(5, 25) do
    if random(4) == 1 then pad.word(random_word(pad)) end
    report(random(3) == 1 and 0 or random(1, 5))
    context.pass(random(4) == 1 and random(0, 250000) or random(1000, 12000))
    look()
  end
  report(0)
  pad.word(word("claim", 0))
  pad.word(word("delay", 0))
  pad.word(word("delay_ends", 0))
  pad.sync()
  context.pass(CAUGHT_UP)
  look()
  assert(not next(keys), "a key stays down")
  report(1)
  look()
  assert(place == pad.kernel.plain[E.ABS_X] and keys[E.BTN_TOOL_FINGER], "one finger is not whole")
  pad.device.remove()
end

local USAGES = {}
for _, usage in pairs(E) do USAGES[#USAGES + 1] = usage end
table.sort(USAGES)

-- The daemon's own device, for a node that it cannot write. Its words are for the pad, for no pad, or are none.
local MODEL = 0xf001 << 16 | 2
local function signed(value) return value >= 0x80000000 and value - 0x100000000 or value end
local function say_by_control(control, pad, time)
  local frame = {}
  for _ = 1, random(1, 8) do
    local usage, value
    if random(4) == 1 then
      usage, value = E.MSC_SERIAL, random(8) == 1 and random(0, 0xffffffff) or MODEL
    elseif random(12) == 1 then
      usage, value = USAGES[random(#USAGES)], random(0, 0xffffffff)
    else
      usage, value = E.MSC_RAW, random(6) == 1 and random(0, 0xffffffff) or random_word(pad)
    end
    frame[#frame + 1] = { usage = usage, value = signed(value) }
  end
  control.frame(frame, time)
end

local function formless(context)
  local pad = pads.new(context, { touchpad = random(2) == 1, packets = random(2) == 1, free = true })
  local control = random(2) == 1 and context.add({
    name = "gestured control", info = { bustype = 6, vid = 0, pid = 0 }, properties = {}, see = function() end,
    usages = { [E.MSC_SERIAL] = true, [E.MSC_RAW] = true, [E.SW_KEYPAD_SLIDE] = true },
  })
  for _ = 1, random(1, 30) do
    for _ = 1, random(1, random(40) == 1 and 120 or 20) do
      local value = random(3) == 1 and random(-2, 12) or random(-2147483648, 2147483647)
      pad.events[#pad.events + 1] = { usage = USAGES[random(#USAGES)], value = value }
    end
    if random(3) == 1 then pad.word(random_word(pad)) end
    if control then say_by_control(control, pad, context.time) end
    pad.sync()
    context.pass(random(0, 150000))
    if control and random(12) == 1 then
      control.remove()
      control = nil
    end
  end
  if control then control.remove() end
  if random(2) == 1 then pad.device.remove() end
end

local context
for i = 1, sequences do
  math.randomseed(seed, i)
  -- A new context now and then, because each sequence begins with the state that the one before has left.
  if i % 200 == 1 then context = libinput.new(path) end
  local ok, why = xpcall(function()
    if i % 10 == 0 then slotless(context) elseif i % 5 == 0 then formless(context) else formed(context, i % 5 < 3) end
  end, debug.traceback)
  if not ok then
    print(("FAILED  sequence %d of seed %d: %s"):format(i, seed, why))
    os.exit(1)
  end
end
print(("ok      %d sequences; frames with something hidden: %d, with all shown: %d"):format(sequences, hidden, shown))
assert(sequences < 100 or hidden > sequences and shown > sequences, "the streams hide or show next to nothing")
