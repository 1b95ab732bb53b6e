-- Shared parts of the cases: a plugged pad with its usual functions, and how frames are counted.
local libinput, pads, words = require("libinput"), require("pad"), require("words")
local B = { libinput = libinput, E = libinput.evdev, MS = 1000, THREE_UP = 3 | 255 << 8, cases = {}, names = {} }
local E = B.E
B.MAJOR, B.TYPE, B.X, B.ID = E.ABS_MT_TOUCH_MAJOR, E.ABS_MT_TOOL_TYPE, E.ABS_MT_POSITION_X, E.ABS_MT_TRACKING_ID
local path = arg[1]
local word = words.maker(path)
B.word = word

function B.case(name, body)
  B.cases[name] = body
  B.names[#B.names + 1] = name
end

-- Makes a libinput context with the plugin and no device.
function B.context() return libinput.new(path) end

-- Makes a context with a touchpad and its usual functions.
function B.bench(options)
  options = options or { touchpad = true }
  local context = B.context()
  local pad = pads.new(context, options)
  local b = { context = context, pad = pad }
  function b.say(name, argument) pad.word(word(name, argument)) end
  function b.land(first, last)
    local id
    for slot = first, last do id = pad.land(slot, 100 + 200 * slot, 300) end
    return id, pad.report()
  end
  function b.drag(first, last, frames, step)
    for _ = 1, frames do
      context.pass(7 * B.MS)
      for slot = first, last do pad.move(slot, pad.kernel.values[slot][B.X] + (step or 10), 300) end
      pad.report()
    end
  end
  function b.lift(first, last)
    for slot = first, last do pad.lift(slot) end
    return pad.report()
  end
  -- Writes words in a frame that has no other events.
  function b.arm(...)
    local pairs_of_words = { ... }
    -- Each word is put before all events in the queue.
    for i = #pairs_of_words, 1, -1 do pad.word(word(pairs_of_words[i][1], pairs_of_words[i][2])) end
    pad.sync()
  end
  return b
end

function B.equal(found, wanted, what)
  if found ~= wanted then error(("%s: %s instead of %s"):format(what, tostring(found), tostring(wanted)), 2) end
end

-- The numbers of the frames that have an event, from 1.
function B.frames_with(frames, usage, value)
  local found = {}
  for i, frame in ipairs(frames) do
    for _, event in ipairs(frame.events) do
      if event.usage == usage and (value == nil or event.value == value) then
        found[#found + 1] = i
        break
      end
    end
  end
  return found
end

function B.events_with(frames, usage, value)
  local n = 0
  for _, frame in ipairs(frames) do
    for _, event in ipairs(frame.events) do
      if event.usage == usage and (value == nil or event.value == value) then n = n + 1 end
    end
  end
  return n
end

return B
