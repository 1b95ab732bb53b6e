-- Touchscreens without slots (protocol A).
local B = require("bench")
local case, E, MS, TYPE, X, THREE_UP, bench, equal, events_with = B.case, B.E, B.MS, B.TYPE, B.X, B.THREE_UP, B.bench, B.equal, B.events_with

-- Sends a frame of contacts at positions from `x` on. A frame without contacts is an empty report.
local function screen()
  local b = bench({ touchpad = false, packets = true })
  function b.frame(count, x)
    for i = 1, count do
      b.pad.event(X, (x or 0) + 50 * i)
      b.pad.event(E.ABS_MT_POSITION_Y, 60)
      b.pad.event(E.SYN_MT_REPORT, 0)
    end
    if count == 0 then b.pad.event(E.SYN_MT_REPORT, 0) end
    return b.pad.sync()
  end
  function b.contacts(count, x)
    b.pad.key(E.BTN_TOUCH, count > 0)
    local unchanged = b.frame(count, x)
    b.context.pass(7 * MS)
    return unchanged
  end
  return b
end

case("protocol A: a claim shows no contact, and the next sequence is whole", function()
  local b = screen()
  for i = 1, 5 do assert(b.contacts(3, i), "changed without a claim") end
  b.contacts(0)
  b.pad.take()
  b.arm({ "claim", THREE_UP })
  b.contacts(3, 10)
  b.say("claim", THREE_UP)
  for i = 1, 40 do b.contacts(3, 10 + i) end
  b.contacts(0)
  equal(#b.pad.take(), 0, "frames")
  assert(b.contacts(2, 5), "the next sequence is changed")
  b.contacts(2, 6)
  b.pad.take()
  -- A finger lands late: the visible contacts become palms and end.
  b.contacts(3, 7)
  local frames = b.pad.take()
  equal(events_with({ frames[1] }, TYPE, 2), 2, "palms")
  equal(#frames[2].events, 2, "events of the empty frame")
  equal(frames[2].events[1].usage, E.SYN_MT_REPORT, "the empty frame")
  -- The daemon does not answer, so the contacts are shown again where they are.
  for i = 1, 40 do b.contacts(3, 7 + i) end
  frames = b.pad.take()
  equal(events_with({ frames[1] }, E.SYN_MT_REPORT), 3, "contacts given back")
  equal(events_with({ frames[1] }, E.BTN_TOUCH, 1), 1, "BTN_TOUCH given back")
  b.contacts(0)
  equal(events_with(b.pad.take(), E.BTN_TOUCH, 0), 1, "BTN_TOUCH at the lift")
end)

case("protocol A: BTN_TOUCH that was hidden is given with the next contacts", function()
  local b = screen()
  b.arm({ "claim", THREE_UP })
  b.pad.key(E.BTN_TOUCH, true)
  b.frame(3)
  b.frame(0)
  equal(#b.pad.take(), 0, "frames of the claim")
  b.frame(1)
  equal(events_with(b.pad.take(), E.BTN_TOUCH, 1), 1, "BTN_TOUCH")
end)

case("protocol A: held contacts are passed, hidden, or shown as a tap", function()
  local b = screen()
  b.arm({ "delay", 1 << 2 })
  b.contacts(3)
  b.contacts(3)
  equal(#b.pad.take(), 0, "frames while held")
  b.say("pass", 0)
  b.contacts(3)
  b.context.pass(100 * MS)
  equal(events_with(b.pad.take(), E.BTN_TOUCH, 1), 1, "BTN_TOUCH after the pass")
  b.contacts(0)
  b.context.pass(100 * MS)
  b.pad.take()
  b.contacts(3)
  b.say("hide", 0)
  b.contacts(3)
  b.contacts(0)
  equal(#b.pad.take(), 0, "frames hidden")
  b.contacts(3)
  b.contacts(0)
  equal(#b.pad.take(), 0, "frames of the held tap")
  b.context.pass(200 * MS)
  local frames = b.pad.take()
  equal(events_with(frames, E.BTN_TOUCH, 1), 1, "the tap's landing")
  equal(events_with(frames, E.BTN_TOUCH, 0), 1, "the tap's lift")
end)
