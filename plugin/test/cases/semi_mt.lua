-- Semi-MT touchpads: two slots are the corners of a bounding box, and keys count the fingers.
local B = require("bench")
local case, E, MS, THREE_UP, bench, equal, events_with, libinput = B.case, B.E, B.MS, B.THREE_UP, B.bench, B.equal, B.events_with, B.libinput

-- Makes a semi-MT pad. libinput disables its slots, so that frames have keys and ABS_X alone.
local function semi(words)
  local b = bench({ touchpad = true, fewer_slots = true, free = true })
  if words then b.arm(table.unpack(words)) end
  function b.fingers(count, x)
    b.pad.key(E.BTN_TOUCH, count > 0)
    for i, usage in ipairs(libinput.TOOLS) do
      if i ~= count then b.pad.key(usage, false) end
    end
    if count > 0 then b.pad.key(libinput.TOOLS[count], true) end
    if x and b.pad.kernel.plain[E.ABS_X] ~= x then b.pad.event(E.ABS_X, x) end
    local unchanged = b.pad.sync()
    b.context.pass(7 * MS)
    return unchanged
  end
  function b.swipe(count, x)
    b.fingers(count, x)
    for i = 1, 5 do
      if i == 1 then b.say("claim", THREE_UP) end
      b.fingers(count, x + i)
    end
    b.fingers(0)
  end
  return b
end

case("semi-MT: a claim shows neither keys nor places, and one finger after it is whole", function()
  local b = semi({ { "claim", THREE_UP } })
  b.swipe(3, 100)
  b.swipe(4, 200)
  b.context.pass(500 * MS)
  equal(#b.pad.take(), 0, "frames")
  b.fingers(1, 300)
  local frames = b.pad.take()
  equal(events_with(frames, E.ABS_X, 300), 1, "the place")
  equal(events_with(frames, E.BTN_TOUCH, 1), 1, "BTN_TOUCH")
  assert(b.fingers(1, 301), "a motion is changed")
  b.fingers(0)
  -- The next touch has the position of the claimed one, because the kernel does not repeat it.
  b.swipe(3, 400)
  b.pad.take()
  b.fingers(1, 405)
  equal(events_with(b.pad.take(), E.ABS_X, 405), 1, "a place that was swallowed")
end)

case("semi-MT: a late finger lifts all, and an unanswered claim gives back", function()
  local b = semi({ { "claim", THREE_UP } })
  for i = 1, 10 do b.fingers(2, i) end
  b.pad.take()
  b.fingers(3, 20)
  local frames = b.pad.take()
  equal(events_with(frames, E.BTN_TOUCH, 0), 1, "the lift")
  for i = 1, 35 do b.fingers(3, 20 + i) end
  frames = b.pad.take()
  equal(events_with(frames, E.BTN_TOOL_TRIPLETAP, 1), 1, "three fingers given back")
  equal(events_with(frames, E.BTN_TOUCH, 1), 1, "BTN_TOUCH given back")
  assert(b.fingers(3, 90), "a motion is changed")
end)

case("semi-MT: held frames are hidden, passed, or shown as a tap", function()
  local b = semi({ { "delay", 1 << 2 } })
  b.fingers(3, 10)
  b.fingers(3, 11)
  equal(#b.pad.take(), 0, "frames while held")
  b.say("hide", 7)
  b.fingers(3, 12)
  b.fingers(0)
  equal(#b.pad.take(), 0, "frames hidden")
  b.fingers(3, 20)
  b.say("pass", 8)
  b.fingers(3, 21)
  equal(events_with(b.pad.take(), E.BTN_TOOL_TRIPLETAP, 1), 1, "three fingers passed")
  b.fingers(0)
  b.pad.take()
  b.fingers(3, 30)
  b.fingers(0)
  equal(#b.pad.take(), 0, "frames of the held tap")
  b.context.pass(200 * MS)
  local frames = b.pad.take()
  equal(events_with({ frames[1] }, E.BTN_TOOL_TRIPLETAP, 1), 1, "the tap's landing")
  equal(events_with({ frames[#frames] }, E.BTN_TOUCH, 0), 1, "the tap's lift")
end)
