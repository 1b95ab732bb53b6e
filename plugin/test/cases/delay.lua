-- Frames that are held until they are hidden or passed.
local B = require("bench")
local case, E, MS, ID, bench, equal, events_with = B.case, B.E, B.MS, B.ID, B.bench, B.equal, B.events_with

case("delay: held frames that are hidden were never there", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  local id = b.land(0, 2)
  b.drag(0, 2, 10)
  equal(#b.pad.take(), 0, "frames while held")
  b.say("hide", id)
  b.drag(0, 2, 40)
  b.lift(0, 2)
  b.context.pass(1000 * MS)
  equal(#b.pad.take(), 0, "frames")
  equal(#b.context.log, 0, "lines logged")
end)

case("delay: what is passed comes as it was, and what the hand does now comes after it", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  local id = b.land(0, 2)
  b.drag(0, 2, 5)
  b.say("pass", id)
  b.drag(0, 2, 1)
  b.context.pass(100 * MS)
  local frames = b.pad.take()
  equal(#frames, 7, "frames")
  equal(events_with({ frames[1] }, ID), 3, "landings")
  equal(events_with({ frames[1] }, B.X, 100), 1, "the place of the first landing")
  for i = 2, 6 do
    local interval = frames[i].time - frames[i - 1].time
    assert(interval >= 7 * MS * 2 // 3 and interval <= 7 * MS, "an interval of " .. interval)
  end
  b.pad.check_same()
  b.drag(0, 2, 5)
  equal(#b.pad.take(), 5, "frames after")
end)

case("delay: only the counts that were named are held, the fingers before them go on", function()
  local b = bench()
  b.arm({ "delay", 1 << 3 }, { "patience", 150 })
  b.land(0, 2)
  b.drag(0, 2, 5)
  equal(#b.pad.take(), 6, "frames of three fingers")
  b.land(3, 3)
  b.drag(0, 3, 5)
  equal(#b.pad.take(), 0, "frames of four")
  assert(b.pad.view.id[0] and not b.pad.view.id[3], "three stay visible at rest")
end)

case("delay: no verdict in time releases, and after two unanswered ones it is off", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  for round = 1, 2 do
    b.land(0, 2)
    b.drag(0, 2, 21)
    equal(#b.pad.take(), 0, "frames in 147 ms")
    b.drag(0, 2, 1)
    assert(#b.pad.take() > 0, "nothing was released")
    b.lift(0, 2)
    b.context.pass(300 * MS)
    equal(next(b.pad.view.id), nil, "visible touches")
    b.pad.take()
    equal(#b.context.log, round - 1, "lines logged")
  end
  b.context.pass(1000 * MS)
  b.land(0, 2)
  b.pad.check_same()
  b.lift(0, 2)
  b.pad.take()
  b.arm({ "patience", 150 })
  b.land(0, 2)
  equal(#b.pad.take(), 0, "frames once the daemon is back")
end)

case("delay: the hold begins anew with each landing", function()
  local b = bench()
  b.arm({ "delay", 1 << 0 }, { "patience", 120 })
  b.land(0, 0)
  b.say("delay", 1 << 0)
  b.drag(0, 0, 4)
  b.lift(0, 0)
  b.context.pass(50 * MS)
  local id = b.land(0, 0)
  b.say("delay", 1 << 0)
  b.drag(0, 0, 14)
  equal(#b.pad.take(), 0, "frames until the second tap lifts")
  b.say("hide", id)
  b.say("hide", id - 1)
  b.lift(0, 0)
  b.context.pass(1000 * MS)
  equal(#b.pad.take(), 0, "frames of two taps")
end)

case("delay: the hold ends with its patience after the last landing", function()
  local b = bench()
  b.arm({ "delay", 1 << 0 }, { "patience", 120 })
  b.land(0, 0)
  b.say("delay", 1 << 0)
  b.lift(0, 0)
  b.context.pass(50 * MS)
  b.land(0, 0)
  b.say("delay", 1 << 0)
  b.drag(0, 0, 16)
  equal(#b.pad.take(), 0, "frames in 112 ms")
  b.drag(0, 0, 2)
  assert(#b.pad.take() > 0, "nothing was released")
  b.context.pass(400 * MS)
  b.pad.check_same()
end)

case("delay: a landing gives a silent daemon no more time", function()
  local b = bench()
  b.arm({ "delay", 1 << 0 }, { "patience", 120 })
  b.land(0, 0)
  b.drag(0, 0, 4)
  b.lift(0, 0)
  b.context.pass(50 * MS)
  b.land(0, 0)
  equal(#b.pad.take(), 0, "frames in the hold")
  b.drag(0, 0, 8)
  assert(#b.pad.take() > 0, "nothing was released")
  b.context.pass(400 * MS)
  b.pad.check_same()
end)

case("delay: an answered timeout is no silence", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  for _ = 1, 4 do
    b.land(0, 2)
    b.say("delay", 1 << 2)
    b.drag(0, 2, 30)
    b.context.pass(400 * MS)
    b.pad.check_same()
    b.lift(0, 2)
    b.pad.take()
  end
  b.land(0, 2)
  equal(#b.pad.take(), 0, "frames of the fifth")
  equal(#b.context.log, 0, "lines logged")
end)

case("delay: a tap that is passed is shown as a landing and a lift", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  local id = b.land(0, 2)
  b.drag(0, 2, 3, 1)
  b.lift(0, 2)
  equal(#b.pad.take(), 0, "frames while held")
  b.arm({ "pass", id })
  b.context.pass(100 * MS)
  local frames = b.pad.take()
  equal(#frames, 5, "frames")
  equal(events_with({ frames[1] }, ID), 3, "landings in the first")
  equal(events_with({ frames[1] }, E.BTN_TOOL_TRIPLETAP, 1), 1, "BTN_TOOL_TRIPLETAP in the first")
  equal(events_with({ frames[5] }, ID, -1), 3, "lifts in the last")
  equal((frames[5].time - frames[1].time) // MS, 14, "the time from the landing to the lift, of 21 ms")
  equal(next(b.pad.view.id), nil, "visible touches")
end)

case("delay: a tap without a verdict is shown when its time is over", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  b.land(0, 2)
  b.drag(0, 2, 3, 1)
  b.lift(0, 2)
  b.context.pass(200 * MS)
  equal(events_with(b.pad.take(), ID, -1), 3, "lifts")
end)

case("delay: a tap that is hidden after its lift was never there", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  local id = b.land(0, 2)
  b.lift(0, 2)
  b.arm({ "hide", id })
  b.context.pass(1000 * MS)
  equal(#b.pad.take(), 0, "frames")
  b.land(0, 1)
  b.pad.check_same()
end)

case("delay: a click in the held frames comes with the touches, or not at all", function()
  for _, verdict in ipairs({ "pass", "hide" }) do
    local b = bench()
    b.arm({ "delay", 1 << 2 }, { "patience", 150 })
    local id = b.land(0, 2)
    b.pad.key(E.BTN_LEFT, true)
    b.pad.report()
    equal(#b.pad.take(), 0, "frames while held")
    b.say(verdict, id)
    b.drag(0, 2, 1)
    b.pad.key(E.BTN_LEFT, false)
    b.pad.report()
    b.context.pass(100 * MS)
    local frames = b.pad.take()
    local presses = verdict == "pass" and 1 or 0
    equal(events_with(frames, E.BTN_LEFT, 1), presses, "presses")
    equal(events_with(frames, E.BTN_LEFT, 0), presses, "releases")
  end
end)

case("delay: a finger more that is claimed ends the hold unseen", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "claim", 4 | 255 << 8 })
  b.land(0, 2)
  b.drag(0, 2, 3)
  b.land(3, 3)
  b.say("claim", 4 | 255 << 8)
  b.drag(0, 3, 40)
  b.lift(0, 3)
  equal(#b.pad.take(), 0, "frames")
end)

-- On a pad: each touch of finger 0, as { x, time of the landing, time of the lift }, and the verdicts { time, word, number }.
local function taps(options, list, verdicts)
  local b = bench(options)
  b.arm({ "delay", 1 << 0 }, { "patience", 1000 })
  local start, ids, steps = b.context.time, {}, {}
  for number, tap in ipairs(list) do
    steps[#steps + 1] = { tap[2], function()
      ids[number] = b.pad.land(0, tap[1], 300)
      b.say("delay", 1 << 0)
    end }
    steps[#steps + 1] = { tap[3], function() b.pad.lift(0) end }
  end
  for _, verdict in ipairs(verdicts) do
    steps[#steps + 1] = { verdict[1], function() b.say(verdict[2], ids[verdict[3]]) end }
  end
  table.sort(steps, function(one, other) return one[1] < other[1] end)
  for _, step in ipairs(steps) do
    b.context.pass(start + step[1] * MS - b.context.time)
    step[2]()
    b.pad.report()
  end
  b.context.pass(3000 * MS)
  local found, id, x, landed = {}, nil, nil, nil
  for _, frame in ipairs(b.pad.take()) do
    for _, event in ipairs(frame.events) do
      if event.usage == B.X then x = event.value end
      if event.usage == ID and event.value >= 0 then id, landed = event.value, frame.time end
      if event.usage == ID and event.value < 0 then
        found[#found + 1] = ("%d for %d"):format(x, (frame.time - landed) // MS)
      end
    end
  end
  return table.concat(found, ", "), b
end

case("delay: taps at other places come one after another, each with two thirds of its time at least", function()
  for _, options in ipairs({ { touchpad = true }, { touchpad = false } }) do
    local five = {}
    for i = 1, 5 do five[i] = { 100 * i, 120 * i, 120 * i + 60 } end
    equal(taps(options, five, { { 900, "pass", 1 }, { 901, "pass", 2 }, { 902, "pass", 3 }, { 903, "pass", 4 }, { 904, "pass", 5 } }),
          "100 for 40, 200 for 40, 300 for 40, 400 for 40, 500 for 40", "five taps")
    equal(taps(options, five, { { 300, "pass", 1 }, { 310, "pass", 2 }, { 420, "pass", 3 }, { 545, "pass", 4 }, { 700, "pass", 5 } }),
          "100 for 40, 200 for 40, 300 for 40, 400 for 40, 500 for 40", "five taps, each passed by the next")
  end
end)

case("delay: a tap that was used is missing, and the one before it is whole", function()
  for _, touchpad in ipairs({ true, false }) do
    local hide = touchpad and "hide" or "hide_touch"
    local two = { { 100, 0, 60 }, { 200, 120, 180 } }
    equal(taps({ touchpad = touchpad }, two, { { 185, hide, 2 }, { 190, "pass", 1 } }), "100 for 40", "the first")
    equal(taps({ touchpad = touchpad }, two, { { 185, hide, 1 }, { 190, "pass", 2 } }), "200 for 40", "the second")
    equal(taps({ touchpad = touchpad }, two, { { 185, hide, 1 }, { 190, hide, 2 } }), "", "none")
  end
end)

case("delay: a press of a second is no tap", function()
  equal(taps({ touchpad = true }, { { 100, 0, 900 } }, { { 950, "pass", 1 } }), "100 for 600", "the press")
end)

case("delay: on a touchscreen a finger that was there before goes on", function()
  local b = bench({ touchpad = false })
  b.land(0, 0)
  b.arm({ "delay", 1 << 0 }, { "patience", 150 })
  b.pad.take()
  local id = b.pad.land(1, 900, 300)
  b.pad.report()
  for i = 1, 4 do
    b.context.pass(10 * MS)
    b.pad.move(0, 100 + 10 * i, 300)
    b.pad.move(1, 900 + 10 * i, 300)
    b.pad.report()
    equal(b.pad.view.values[0][B.X], 100 + 10 * i, "the place of the first finger")
    equal(b.pad.view.id[1], nil, "the second")
  end
  b.pad.lift(0)
  b.pad.report()
  equal(next(b.pad.view.id), nil, "visible touches")
  b.say("pass", id)
  b.pad.move(1, 950, 300)
  b.pad.report()
  b.context.pass(100 * MS)
  b.pad.check_same()
end)

case("delay: on a touchscreen one touch is cancelled, and the other goes on", function()
  local b = bench({ touchpad = false })
  local id = b.land(0, 1)
  b.pad.take()
  b.say("hide_touch", id)
  b.drag(0, 1, 3)
  local frames = b.pad.take()
  equal(events_with(frames, B.TYPE, 2), 1, "palms")
  equal(events_with(frames, ID, -1), 1, "lifts")
  equal(b.pad.view.values[0][B.X], 130, "the place of the other")
  b.lift(0, 1)
  b.context.pass(100 * MS)
  b.land(0, 1)
  b.pad.check_same()
end)

case("delay: more than 512 frames are shown, and it is said once", function()
  local b = bench()
  b.arm({ "delay", 1 << 0 }, { "patience", 1000 })
  b.land(0, 0)
  for i = 1, 511 do
    b.pad.move(0, 1000 + i, 300)
    b.pad.report()
  end
  equal(#b.pad.take(), 0, "frames while held")
  b.pad.move(0, 10, 300)
  b.pad.report()
  b.context.pass(50 * MS)
  equal(#b.pad.take(), 513, "frames")
  equal(#b.context.log, 1, "lines logged")
  b.pad.check_same()
end)
