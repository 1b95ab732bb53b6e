-- Two pads, unplugged ones, and frames of many events.
local B, pads = require("bench"), require("pad")
local events_with, ID = B.events_with, B.ID
local case, E, MS, MAJOR, TYPE, THREE_UP, bench, equal, word = B.case, B.E, B.MS, B.MAJOR, B.TYPE, B.THREE_UP, B.bench, B.equal, B.word

case("two pads: a word is for the pad that it came from", function()
  local context = B.context()
  local first, second = pads.new(context, { touchpad = true }), pads.new(context, { touchpad = true })
  first.word(word("claim", THREE_UP))
  first.sync()
  for slot = 0, 2 do
    first.land(slot, 100 * slot, 50)
    second.land(slot, 100 * slot, 50)
  end
  first.report()
  second.report()
  equal(#first.take(), 0, "frames of the first")
  equal(#second.take(), 1, "frames of the second")
  second.check_same()
end)

case("two pads: both have deadlines, and there is one timer", function()
  local context = B.context()
  local both = { pads.new(context, { touchpad = true }), pads.new(context, { touchpad = true }) }
  for _, pad in ipairs(both) do
    pad.word(word("delay", 1 << 2))
    pad.sync()
    for slot = 0, 2 do pad.land(slot, 100 * slot, 50) end
    pad.report()
    context.pass(50 * MS)
  end
  context.pass(50 * MS)
  both[1].check_same()
  equal(#both[2].take(), 0, "frames of the second")
  context.pass(50 * MS)
  both[2].check_same()
end)

case("unplugged in the middle of a claim: nothing is written to it, and the next one works", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.drag(0, 2, 2)
  b.pad.device.remove()
  b.context.pass(1000 * MS)
  equal(#b.pad.take(), 0, "frames")
  local pad = pads.new(b.context, { touchpad = true })
  for slot = 0, 2 do pad.land(slot, 100 * slot, 50) end
  pad.report()
  pad.check_same()
end)

case("devices that are no touch device with contacts are left alone", function()
  local context = B.context()
  local device = context.add({ usages = { [E.BTN_LEFT] = true }, properties = { ID_INPUT_MOUSE = "1" } })
  equal(device.handlers["evdev-frame"], nil, "the mouse's handler")
  device = context.add({ usages = { [E.ABS_X] = true }, properties = { ID_INPUT_TOUCHPAD = "1" } })
  equal(device.handlers["evdev-frame"], nil, "the handler of a pad without contacts")
end)

case("a device gets the tool type palm, unless it has it", function()
  local context = B.context()
  equal(pads.new(context, { touchpad = true }).device.absinfos[TYPE].maximum, 2, "without the axis")
  local has = { [TYPE] = { minimum = 0, maximum = 2 } }
  equal(pads.new(context, { touchpad = true, absinfos = has }).device.absinfos[TYPE], nil, "with palm")
  has = { [TYPE] = { minimum = 0, maximum = 1 } }
  equal(pads.new(context, { touchpad = true, absinfos = has }).device.absinfos[TYPE].maximum, 2, "with pen alone")
end)

case("frames of ten fingers are cut where a slot begins, below libinput's 64 events", function()
  local b = bench({ touchpad = false })
  local id = b.land(0, 9)
  b.arm({ "delay", 1 << 9 })
  b.lift(0, 9)
  for slot = 0, 9 do
    b.pad.land(slot, 1000 + slot, 400 + slot)
    for i, usage in ipairs({ MAJOR, MAJOR + 1, MAJOR + 2, E.ABS_MT_PRESSURE }) do b.pad.set(slot, usage, slot * 10 + i) end
    if slot % 5 == 4 then b.pad.report() end
  end
  b.pad.take()
  equal(next(b.pad.view.id) ~= nil, true, "the first five are visible")
  for slot = 0, 9 do b.say("pass", b.pad.kernel.id[slot]) end
  b.pad.move(9, 2000, 500)
  b.pad.report()
  b.context.pass(10 * B.MS)
  b.pad.check_same()
end)

case("a frame of more than 63 events, as after SYN_DROPPED, is cut too", function()
  local b = bench({ touchpad = false })
  b.arm({ "claim", 15 | 255 << 8 })
  local id = b.land(0, 0)
  b.say("hide", id)
  b.lift(0, 0)
  for slot = 0, 9 do
    b.pad.land(slot, 1000 + slot, 400 + slot)
    for i = 0, 4 do b.pad.set(slot, MAJOR + i, slot * 10 + i) end
  end
  assert(#b.pad.events > 63, "the frame is too short for the case")
  b.pad.report()
  b.pad.check_same()
end)

case("a device that was touched before libinput opened it: after a claim is withdrawn, every touch has its own slot", function()
  local b = bench({ touchpad = true, slot = 2 })
  b.arm({ "claim", THREE_UP })
  local id = b.land(0, 2)
  b.say("claim", THREE_UP)
  b.say("hide", id)
  b.drag(0, 2, 5)
  b.say("claim", 0)
  b.lift(0, 2)
  equal(#b.pad.take(), 0, "frames of the claimed swipe")
  b.land(0, 2)
  b.drag(0, 2, 5)
  b.pad.check_same()
end)

-- Makes the first swipe after the opening. Its first touch lands in the slot that is selected already.
local function swipe_in_selected(slot, ...)
  local b = bench({ touchpad = true, slot = slot })
  b.arm(...)
  b.pad.land(slot, 500, 300)
  b.pad.report()
  for other = 0, 2 do
    if other ~= slot then b.pad.land(other, 100 + 200 * other, 300) end
  end
  b.pad.report()
  b.drag(0, 2, 5)
  return b
end

case("the first touch lands in the slot that was selected when libinput opened the device: a word names it", function()
  local b = swipe_in_selected(2, { "slot", 2 }, { "claim", THREE_UP })
  equal(next(b.pad.view.id), nil, "a touch of a claimed swipe that is shown")
  b.lift(0, 2)
  b.say("claim", 0)
  b.pad.sync()
  b.land(0, 2)
  b.drag(0, 2, 5)
  b.pad.check_same()
end)

case("the first touch in the selected slot: hidden and shown again, each finger is itself", function()
  local b = swipe_in_selected(1, { "slot", 1 }, { "claim", THREE_UP })
  b.context.pass(300 * MS)
  b.drag(0, 2, 5)
  b.pad.check_same()
end)

case("a word about the slot changes nothing once a frame has selected one", function()
  local b = bench()
  b.land(0, 1)
  b.say("slot", 7)
  b.drag(0, 1, 2)
  b.lift(0, 1)
  b.arm({ "slot", 7 }, { "claim", THREE_UP })
  b.land(0, 2)
  b.drag(0, 2, 5)
  equal(next(b.pad.view.id), nil, "a touch of a claimed swipe that is shown")
end)

-- Makes a pad on which `count` fingers were down before libinput opened it. The stream is not checked, because libinput has counted
-- their slots, but has begun no touch there.
local function touched_before(count)
  local b = bench({ touchpad = true, slot = count - 1, free = true })
  local kernel = b.pad.kernel
  for slot = 0, count - 1 do
    kernel.id[slot], b.pad.order[slot + 1] = b.pad.next_id, slot
    b.pad.next_id = b.pad.next_id + 1
    kernel.values[slot] = { [B.X] = 100 + 200 * slot, [E.ABS_MT_POSITION_Y] = 300 }
  end
  kernel.keys = { [E.BTN_TOUCH] = true, [B.libinput.TOOLS[count]] = true }
  return b
end

case("a compositor that starts in a claimed swipe, whose daemon is removed before the lift, has the next tap whole", function()
  local b = touched_before(3)
  b.arm({ "slot", 2 }, { "claim", THREE_UP })
  b.drag(0, 2, 5)
  b.say("claim", 0)
  b.lift(0, 2)
  b.context.pass(500 * MS)
  equal(events_with(b.pad.take(), ID, -1), 3, "lifts")
  local id = b.land(0, 0)
  b.context.pass(60 * MS)
  b.lift(0, 0)
  local frames = b.pad.take()
  equal(#frames, 2, "frames of the tap")
  equal(events_with(frames, ID, id), 1, "landings")
  equal(events_with(frames, ID, -1), 1, "lifts")
  equal(events_with(frames, E.BTN_TOOL_FINGER), 2, "changes of BTN_TOOL_FINGER")
end)

case("fingers that were down before the opening lift for libinput, although a claim hides the rest", function()
  local b = touched_before(4)
  b.arm({ "slot", 3 }, { "claim", THREE_UP })
  b.lift(3, 3)
  b.drag(0, 2, 5)
  b.lift(0, 2)
  equal(events_with(b.pad.take(), ID, -1), 4, "lifts")
end)
