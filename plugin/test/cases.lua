-- What the plugin does, rule by rule: lua5.4 cases.lua PLUGIN [NAME…]; without names all of them, --list prints them.
local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. package.path
local libinput, pads, words = require("libinput"), require("pad"), require("words")
local E = libinput.evdev
local path = arg[1]
local word = words.maker(path)
local cases, names = {}, {}

local function case(name, body)
  cases[name] = body
  names[#names + 1] = name
end

local MS = 1000
local MAJOR, TYPE, X, ID = E.ABS_MT_TOUCH_MAJOR, E.ABS_MT_TOOL_TYPE, E.ABS_MT_POSITION_X, E.ABS_MT_TRACKING_ID

-- A context, a touchpad and its usual verbs.
local function bench(options)
  options = options or { touchpad = true }
  local context = libinput.new(path)
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
      context.pass(7 * MS)
      for slot = first, last do pad.move(slot, pad.kernel.values[slot][X] + (step or 10), 300) end
      pad.report()
    end
  end
  function b.lift(first, last)
    for slot = first, last do pad.lift(slot) end
    return pad.report()
  end
  -- Words that ride on a frame of nothing else.
  function b.arm(...)
    for _, pair in ipairs({ ... }) do pad.word(word(pair[1], pair[2])) end
    pad.sync()
  end
  return b
end

local function equal(found, wanted, what)
  if found ~= wanted then error(("%s: %s instead of %s"):format(what, tostring(found), tostring(wanted)), 2) end
end

-- The frames that have a certain event, as numbers from 1.
local function frames_with(frames, usage, value)
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

local function events_with(frames, usage, value)
  local n = 0
  for _, frame in ipairs(frames) do
    for _, event in ipairs(frame.events) do
      if event.usage == usage and (value == nil or event.value == value) then n = n + 1 end
    end
  end
  return n
end

local THREE_UP = 3 | 255 << 8

case("no daemon: every frame goes on as it is", function()
  for _, touchpad in ipairs({ true, false }) do
    local b = bench({ touchpad = touchpad })
    for fingers = 1, 5 do
      local _, same = b.land(0, fingers - 1)
      assert(same, "the landing was changed")
      for _ = 1, 20 do
        b.context.pass(7 * MS)
        for slot = 0, fingers - 1 do b.pad.move(slot, b.pad.kernel.values[slot][X] + 5, 300) end
        assert(b.pad.report(), "a motion was changed")
      end
      assert(b.lift(0, fingers - 1), "the lift was changed")
      b.context.pass(1000 * MS)
    end
    equal(#b.context.log, 0, "lines logged")
  end
end)

case("no daemon: a SYN_CONFIG that is no word goes on as it is", function()
  local b = bench()
  for _, value in ipairs({ 0, 1, -1, 0x66ffffff, 0x68000000, 0x7fffffff, -2147483648 }) do
    b.pad.event(E.SYN_CONFIG, value)
    assert(b.pad.sync(), "the frame was changed")
  end
end)

case("words: those of another version and unknown ones do nothing and are removed", function()
  local b = bench()
  local version = word("claim", THREE_UP) ~ 1 << 20 ~ 2 << 20
  for _, value in ipairs({ version, word("claim", 0) | 15 << 16, 0x67000000, 0x67ffffff }) do
    b.pad.word(value)
    b.land(0, 2)
    equal(#b.pad.take(), 1, "frames")
    b.drag(0, 2, 3)
    b.lift(0, 2)
    equal(#b.pad.take(), 4, "frames")
    b.context.pass(1000 * MS)
  end
  equal(#b.context.log, 0, "lines logged")
end)

case("claim: fingers that land in one frame give no event at all", function()
  for count = 3, 5 do
    local b = bench()
    b.arm({ "claim", THREE_UP })
    b.land(0, count - 1)
    b.say("claim", THREE_UP)
    b.drag(0, count - 1, 30)
    b.lift(0, count - 1)
    b.context.pass(1000 * MS)
    equal(#b.pad.take(), 0, "frames shown")
    b.land(0, 1)
    b.drag(0, 1, 5)
    b.pad.check_same()
    b.lift(0, 1)
    equal(#b.pad.take(), 7, "frames of the two-finger scroll after it")
    b.pad.check_same()
  end
end)

case("claim: a slot that keeps its contact after the keys are released does not keep the claim", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.say("claim", THREE_UP)
  b.drag(0, 2, 5)
  b.pad.lift(0)
  b.pad.lift(1)
  -- The device's fault: the contact is gone, no tracking id of -1 says so.
  b.pad.kernel.id[2] = nil
  table.remove(b.pad.order)
  b.pad.report()
  b.context.pass(1000 * MS)
  equal(#b.pad.take(), 0, "frames shown")
  b.land(0, 1)
  b.drag(0, 1, 5)
  b.pad.check_same()
  b.lift(0, 1)
  equal(#b.pad.take(), 7, "frames of the two-finger scroll after it")
end)

case("slots that keep their contact while nothing is hidden are not counted in a claim", function()
  local b = bench({ touchpad = true, free = true })
  b.arm({ "claim", THREE_UP })
  b.land(0, 0)
  b.pad.kernel.id[0] = nil
  table.remove(b.pad.order)
  b.pad.report()
  b.pad.take()
  b.land(1, 2)
  b.drag(1, 2, 5)
  equal(#b.pad.take(), 6, "frames of the two-finger scroll")
end)

-- The daemon's own device, for nodes that it cannot write: words for the devices of one vendor and product.
local function add_control(b)
  local passed = {}
  local control = b.context.add({
    name = "gestured control", info = { bustype = 6, vid = 0, pid = 0 }, usages = { [E.MSC_RAW] = true, [E.MSC_SERIAL] = true },
    properties = { ID_INPUT_SWITCH = "1" }, see = function(frame) passed[#passed + 1] = frame end,
  })
  return control, passed, function(model, ...)
    local frame = { { usage = E.MSC_SERIAL, value = model } }
    for _, pair in ipairs({ ... }) do frame[#frame + 1] = { usage = E.MSC_RAW, value = word(pair[1], pair[2]) } end
    control.frame(frame, b.context.time)
    b.context.pass(10)
  end
end

case("control device: its words count for devices of that vendor and product, and none of its frames goes on", function()
  local b = bench()
  local control, passed, say = add_control(b)
  equal(control.enabled, E.SW_KEYPAD_SLIDE, "the switch by which libinput keeps it")
  say(0xf001 * 65536 + 3 - 0x100000000, { "claim", 3 + 255 * 256 })
  b.land(0, 2)
  equal(#b.pad.take() > 0, true, "frames for another product's claim")
  b.lift(0, 2)
  say(0xf001 * 65536 + 2 - 0x100000000, { "claim", 3 + 255 * 256 })
  b.pad.take()
  b.land(0, 2)
  b.context.pass(10 * MS)
  say(0xf001 * 65536 + 2 - 0x100000000, { "claim", 3 + 255 * 256 })
  b.drag(0, 2, 40)
  b.lift(0, 2)
  equal(#b.pad.take(), 0, "frames of a claimed sequence")
  equal(#passed, 0, "frames of the control device")
end)

case("control device: it goes with the daemon, and with it the claim", function()
  local b = bench()
  local control, _, say = add_control(b)
  say(0xf001 * 65536 + 2 - 0x100000000, { "claim", 3 + 255 * 256 })
  control.remove()
  b.land(0, 2)
  equal(#b.pad.take() > 0, true, "frames of the next sequence")
end)

case("claim: two fingers, and what is outside of a range, go on", function()
  local b = bench()
  b.arm({ "claim", 3 | 3 << 8 })
  for _, count in ipairs({ 1, 2, 4, 5 }) do
    b.land(0, count - 1)
    b.drag(0, count - 1, 3)
    b.lift(0, count - 1)
    equal(#b.pad.take(), 5, "frames of " .. count)
    b.context.pass(1000 * MS)
  end
end)

case("claim: a count that falls into the range begins nothing", function()
  local b = bench()
  b.arm({ "claim", 3 | 3 << 8 })
  b.land(0, 3)
  b.drag(0, 3, 3)
  b.lift(3, 3)
  b.drag(0, 2, 3)
  b.pad.check_same()
end)

case("claim: within 30 ms of the landing all are palms at once and then lifted", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 1)
  b.drag(0, 1, 3)
  b.pad.take()
  b.context.pass(7 * MS)
  b.land(2, 2)
  local frames = b.pad.take()
  equal(#frames, 2, "frames")
  equal(events_with({ frames[1] }, TYPE, 2), 2, "palms in the first")
  equal(events_with({ frames[2] }, ID, -1), 2, "lifts in the second")
  b.say("claim", THREE_UP)
  b.drag(0, 2, 30)
  b.lift(0, 2)
  b.context.pass(1000 * MS)
  equal(#b.pad.take(), 0, "frames after")
end)

case("claim: a late finger palms one touch, freezes the other, and lifts both after 105 ms", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 1)
  b.drag(0, 1, 20)
  b.pad.take()
  b.context.pass(7 * MS)
  b.land(2, 2)
  local start = b.context.time
  local frames = b.pad.take()
  equal(#frames, 1, "frames at the landing")
  equal(events_with(frames, TYPE, 2), 1, "palms")
  equal(events_with(frames, ID), 0, "landings and lifts")
  b.say("claim", THREE_UP)
  b.drag(0, 2, 14)
  equal(#b.pad.take(), 0, "frames while the others rest")
  b.drag(0, 2, 2)
  frames = b.pad.take()
  equal(#frames, 2, "frames at the end of the rest")
  equal(frames[1].time - start, 105 * MS, "the rest")
  equal(events_with({ frames[1] }, TYPE, 2), 2, "palms")
  equal(events_with({ frames[2] }, ID, -1), 2, "lifts")
  b.lift(0, 2)
  equal(#b.pad.take(), 0, "frames after")
  b.land(0, 0)
  b.pad.check_same()
  equal(b.pad.view.values[0][TYPE], 0, "the tool type of the next touch")
end)

case("claim: unanswered, the touches are given back where they are after 200 ms, and it is off", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.drag(0, 2, 28)
  equal(#b.pad.take(), 0, "frames in the first 196 ms")
  b.drag(0, 2, 2)
  local frames = b.pad.take()
  equal(events_with({ frames[1] }, ID), 3, "landings")
  equal(#b.context.log, 1, "lines logged")
  b.pad.check_same()
  b.drag(0, 2, 5)
  b.lift(0, 2)
  equal(#b.pad.take(), 6, "frames after")
  b.context.pass(500 * MS)
  b.land(0, 2)
  b.drag(0, 2, 2)
  b.pad.check_same()
  b.lift(0, 2)
  b.pad.take()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  equal(#b.pad.take(), 0, "frames once the daemon is back")
end)

case("claim: an unanswered tap turns it off for the next", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.drag(0, 2, 3)
  b.lift(0, 2)
  b.context.pass(1000 * MS)
  equal(#b.pad.take(), 0, "frames of the first")
  b.land(0, 2)
  b.pad.check_same()
end)

case("claim: fingers at rest send no frame that could bring the answer, so the lease waits for one", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.context.pass(900 * MS)
  b.say("claim", THREE_UP)
  b.drag(0, 2, 40)
  b.lift(0, 2)
  equal(#b.pad.take(), 0, "frames")
end)

case("claim: taken back while its touches are down it holds to their lift", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.say("claim", 0)
  b.drag(0, 2, 40)
  b.lift(0, 2)
  equal(#b.pad.take(), 0, "frames")
  b.land(0, 2)
  b.pad.check_same()
end)

case("claim: palms by tool type are not counted", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.pad.land(0, 100, 300)
  b.pad.set(0, TYPE, 2)
  b.land(1, 2)
  b.drag(1, 2, 3)
  b.pad.check_same()
  b.context.pass(7 * MS)
  b.pad.set(0, TYPE, 0)
  b.pad.report()
  assert(not next(b.pad.view.id) or events_with(b.pad.take(), TYPE, 2) > 0, "the third finger claimed nothing")
end)

case("claim: fingers without slots count, and all or nothing is hidden", function()
  local b = bench({ touchpad = true, fewer_slots = true })
  b.arm({ "claim", THREE_UP })
  b.pad.land(0, 100, 300)
  b.pad.land(1, 300, 300)
  b.pad.report(1)
  b.say("claim", THREE_UP)
  b.context.pass(7 * MS)
  b.pad.move(0, 150, 300)
  b.pad.report(1)
  equal(#b.pad.take(), 0, "frames")
  b.lift(0, 1)
  equal(#b.pad.take(), 0, "frames at the lift")
  b.arm({ "claim", 0 })
  b.pad.land(0, 100, 300)
  b.pad.land(1, 300, 300)
  b.pad.report(1)
  b.pad.check_same()
end)

case("hide: on a touchpad a running gesture is ended in two steps, with nothing in between", function()
  local b = bench()
  local id = b.land(0, 2)
  b.drag(0, 2, 20)
  b.pad.take()
  b.say("hide", id)
  b.drag(0, 2, 30)
  local frames = b.pad.take()
  equal(#frames, 3, "frames")
  equal(events_with({ frames[1] }, TYPE, 2), 1, "palms at once")
  equal(events_with({ frames[3] }, ID, -1), 3, "lifts at the end")
  equal(frames[2].time - frames[1].time, 105 * MS, "the time between")
  b.lift(0, 2)
  equal(#b.pad.take(), 0, "frames at the lift")
  b.land(0, 2)
  b.pad.check_same()
end)

case("hide: on a touchscreen all are palms at once", function()
  local b = bench({ touchpad = false })
  local id = b.land(0, 1)
  b.drag(0, 1, 20)
  b.pad.take()
  b.say("hide", id)
  b.drag(0, 1, 1)
  local frames = b.pad.take()
  equal(#frames, 2, "frames")
  equal(events_with({ frames[1] }, TYPE, 2), 2, "palms in the first")
  equal(events_with({ frames[2] }, ID, -1), 2, "lifts in the second")
  b.drag(0, 1, 10)
  b.lift(0, 1)
  equal(#b.pad.take(), 0, "frames after")
  b.land(0, 1)
  b.pad.check_same()
end)

case("hide: a touch that lands in a hidden sequence is hidden too", function()
  local b = bench({ touchpad = false })
  local id = b.land(0, 1)
  b.say("hide", id)
  b.drag(0, 1, 1)
  b.pad.take()
  b.land(2, 4)
  b.lift(0, 0)
  b.drag(1, 4, 3)
  b.lift(1, 4)
  equal(#b.pad.take(), 0, "frames")
end)

case("hide: a word that comes after its touches have lifted hides nothing", function()
  local b = bench()
  local id = b.land(0, 2)
  b.lift(0, 2)
  b.say("hide", id)
  b.land(0, 2)
  b.drag(0, 2, 5)
  b.pad.check_same()
  b.say("hide", id)
  b.drag(0, 2, 5)
  b.pad.check_same()
end)

case("hide: tracking ids are compared by 16 bits", function()
  local b = bench()
  b.pad.next_id = 70000
  local id = b.land(0, 2)
  b.say("hide", id)
  b.drag(0, 2, 40)
  equal(next(b.pad.view.id), nil, "visible touches")
end)

case("hide: one touch of three leaves the others, and comes back with the next landing", function()
  local b = bench()
  b.land(0, 1)
  local id = b.land(2, 2)
  b.drag(0, 2, 20)
  b.say("hide_touch", id)
  b.drag(0, 2, 5)
  equal(b.pad.view.id[2], nil, "the hidden touch")
  assert(b.pad.view.id[0] and b.pad.view.id[1], "the others are gone")
  b.lift(2, 2)
  b.pad.check_same()
  b.land(2, 2)
  b.pad.check_same()
  equal(b.pad.view.values[2][TYPE], 0, "its tool type")
end)

case("hide: one touch stays hidden when the others are held and released", function()
  local b = bench()
  b.land(0, 1)
  local id = b.land(2, 2)
  b.say("hide_touch", id)
  b.say("delay", 1 << 3)
  b.drag(0, 2, 5)
  b.land(3, 3)
  b.drag(0, 3, 30)
  assert(b.pad.view.id[0] and b.pad.view.id[1] and b.pad.view.id[3], "the others are not shown")
  equal(b.pad.view.id[2], nil, "the hidden touch")
end)

case("hide: a finger that lands while libinput still counts the hidden ones is shown afterwards", function()
  local b = bench()
  local id = b.land(0, 2)
  b.drag(0, 2, 20)
  b.say("hide", id)
  b.drag(0, 2, 3)
  b.lift(0, 2)
  b.pad.take()
  b.land(0, 0)
  b.drag(0, 0, 3)
  equal(#b.pad.take(), 0, "frames before")
  b.context.pass(105 * MS)
  b.pad.check_same()
  b.drag(0, 0, 1)
  b.pad.check_same()
end)

case("hide: values that were swallowed are given when the slot is shown next", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.say("claim", THREE_UP)
  b.drag(0, 2, 5)
  b.pad.set(1, MAJOR, 77)
  b.pad.report()
  b.lift(0, 2)
  equal(#b.pad.take(), 0, "frames")
  -- The same places: the kernel repeats nothing.
  b.pad.land(1, b.pad.kernel.values[1][X], 300)
  b.pad.report()
  equal(b.pad.view.values[1][MAJOR], 77, "the size of the touch")
  b.pad.check_same()
  b.lift(1, 1)
  b.pad.land(2, b.pad.kernel.values[2][X], 300)
  b.pad.report()
  b.pad.check_same()
end)

case("hide: while nothing is hidden any more frames go on as they are again", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.say("claim", THREE_UP)
  b.drag(0, 2, 5)
  b.lift(0, 2)
  b.land(0, 0)
  b.context.pass(7 * MS)
  b.pad.move(0, 999, 300)
  assert(b.pad.report(), "a motion was changed")
end)

case("buttons: one pressed while hidden stays hidden with its release", function()
  local b = bench()
  b.arm({ "claim", THREE_UP })
  b.land(0, 2)
  b.say("claim", THREE_UP)
  b.pad.key(E.BTN_LEFT, true)
  b.pad.report()
  b.lift(0, 2)
  b.pad.key(E.BTN_LEFT, false)
  b.pad.report()
  equal(#b.pad.take(), 0, "frames")
  b.land(0, 0)
  b.pad.key(E.BTN_LEFT, true)
  b.pad.report()
  equal(events_with(b.pad.take(), E.BTN_LEFT), 1, "the press after it")
end)

case("buttons: one pressed before is released, and a trackpoint's are never hidden", function()
  local b = bench()
  local id = b.land(0, 2)
  b.pad.key(E.BTN_LEFT, true)
  b.pad.report()
  b.say("hide", id)
  b.drag(0, 2, 3)
  b.pad.take()
  b.pad.key(E.BTN_LEFT, false)
  b.pad.key(E.BTN_0, true)
  b.pad.report()
  local frames = b.pad.take()
  equal(events_with(frames, E.BTN_LEFT, 0), 1, "the release")
  equal(events_with(frames, E.BTN_0, 1), 1, "the other button")
end)

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

case("delay: what is passed lands at its present place and goes on", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  local id = b.land(0, 2)
  b.drag(0, 2, 5)
  b.say("pass", id)
  b.drag(0, 2, 1)
  local frames = b.pad.take()
  equal(events_with({ frames[1] }, ID), 3, "landings")
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
    b.pad.check_same()
    assert(#b.pad.take() > 0, "nothing was released")
    b.lift(0, 2)
    b.pad.take()
    equal(#b.context.log, round - 1, "lines logged")
  end
  b.land(0, 2)
  b.pad.check_same()
  b.lift(0, 2)
  b.pad.take()
  b.arm({ "patience", 150 })
  b.land(0, 2)
  equal(#b.pad.take(), 0, "frames once the daemon is back")
end)

case("delay: an answered timeout is no silence", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  for _ = 1, 4 do
    b.land(0, 2)
    b.say("delay", 1 << 2)
    b.drag(0, 2, 30)
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
  local frames = b.pad.take()
  equal(#frames, 2, "frames")
  equal(events_with({ frames[1] }, ID), 3, "landings in the first")
  equal(events_with({ frames[1] }, E.BTN_TOOL_TRIPLETAP, 1), 1, "BTN_TOOL_TRIPLETAP in the first")
  equal(events_with({ frames[2] }, ID, -1), 3, "lifts in the second")
  equal(next(b.pad.view.id), nil, "visible touches")
end)

case("delay: a tap without a verdict is shown when its time is over", function()
  local b = bench()
  b.arm({ "delay", 1 << 2 }, { "patience", 150 })
  b.land(0, 2)
  b.drag(0, 2, 3, 1)
  b.lift(0, 2)
  b.context.pass(150 * MS)
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

-- Semi-MT: libinput disables the slots, so that frames have keys and ABS_X alone.
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
  -- The place of a claimed touch is the next one's: the kernel does not repeat it.
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

case("two pads: a word is for the pad that it came from", function()
  local context = libinput.new(path)
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
  local context = libinput.new(path)
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
  local context = libinput.new(path)
  local device = context.add({ usages = { [E.BTN_LEFT] = true }, properties = { ID_INPUT_MOUSE = "1" } })
  equal(device.handlers["evdev-frame"], nil, "the mouse's handler")
  device = context.add({ usages = { [E.ABS_X] = true }, properties = { ID_INPUT_TOUCHPAD = "1" } })
  equal(device.handlers["evdev-frame"], nil, "the handler of a pad without contacts")
end)

case("a device gets the tool type palm, unless it has it", function()
  local context = libinput.new(path)
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
  b.say("pass", b.pad.kernel.id[3])
  b.pad.move(9, 2000, 500)
  b.pad.report()
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

case("protocol A: a claim shows no contact, and the next sequence is whole", function()
  local b = bench({ touchpad = false, packets = true })
  local function contacts(count, x)
    for i = 1, count do
      b.pad.event(X, x + 50 * i)
      b.pad.event(E.ABS_MT_POSITION_Y, 60)
      b.pad.event(E.SYN_MT_REPORT, 0)
    end
    if count == 0 then b.pad.event(E.SYN_MT_REPORT, 0) end
    b.pad.key(E.BTN_TOUCH, count > 0)
    local unchanged = b.pad.sync()
    b.context.pass(7 * MS)
    return unchanged
  end
  for i = 1, 5 do assert(contacts(3, i), "changed without a claim") end
  contacts(0)
  b.pad.take()
  b.arm({ "claim", THREE_UP })
  contacts(3, 10)
  b.say("claim", THREE_UP)
  for i = 1, 40 do contacts(3, 10 + i) end
  contacts(0)
  equal(#b.pad.take(), 0, "frames")
  assert(contacts(2, 5), "the next sequence is changed")
  contacts(2, 6)
  b.pad.take()
  -- A late one: what was visible is palm and then gone.
  contacts(3, 7)
  local frames = b.pad.take()
  equal(events_with({ frames[1] }, TYPE, 2), 2, "palms")
  equal(#frames[2].events, 2, "events of the empty frame")
  equal(frames[2].events[1].usage, E.SYN_MT_REPORT, "the empty frame")
  -- Unanswered: shown again where they are.
  for i = 1, 40 do contacts(3, 7 + i) end
  frames = b.pad.take()
  equal(events_with({ frames[1] }, E.SYN_MT_REPORT), 3, "contacts given back")
  equal(events_with({ frames[1] }, E.BTN_TOUCH, 1), 1, "BTN_TOUCH given back")
  contacts(0)
  equal(events_with(b.pad.take(), E.BTN_TOUCH, 0), 1, "BTN_TOUCH at the lift")
end)

case("protocol A: BTN_TOUCH that was hidden is given with the next contacts", function()
  local b = bench({ touchpad = false, packets = true })
  local function frame(count)
    for i = 1, count do
      b.pad.event(X, 50 * i)
      b.pad.event(E.SYN_MT_REPORT, 0)
    end
    if count == 0 then b.pad.event(E.SYN_MT_REPORT, 0) end
    b.pad.sync()
  end
  b.arm({ "claim", THREE_UP })
  b.pad.key(E.BTN_TOUCH, true)
  frame(3)
  frame(0)
  equal(#b.pad.take(), 0, "frames of the claim")
  frame(1)
  equal(events_with(b.pad.take(), E.BTN_TOUCH, 1), 1, "BTN_TOUCH")
end)

case("protocol A: held contacts are passed, hidden, or shown as a tap", function()
  local b = bench({ touchpad = false, packets = true })
  local function contacts(count)
    for i = 1, count do
      b.pad.event(X, 50 * i)
      b.pad.event(E.SYN_MT_REPORT, 0)
    end
    if count == 0 then b.pad.event(E.SYN_MT_REPORT, 0) end
    b.pad.key(E.BTN_TOUCH, count > 0)
    b.pad.sync()
    b.context.pass(7 * MS)
  end
  b.arm({ "delay", 1 << 2 })
  contacts(3)
  contacts(3)
  equal(#b.pad.take(), 0, "frames while held")
  b.say("pass", 0)
  contacts(3)
  equal(events_with(b.pad.take(), E.BTN_TOUCH, 1), 1, "BTN_TOUCH after the pass")
  contacts(0)
  b.pad.take()
  contacts(3)
  b.say("hide", 0)
  contacts(3)
  contacts(0)
  equal(#b.pad.take(), 0, "frames hidden")
  contacts(3)
  contacts(0)
  equal(#b.pad.take(), 0, "frames of the held tap")
  b.context.pass(200 * MS)
  local frames = b.pad.take()
  equal(events_with(frames, E.BTN_TOUCH, 1), 1, "the tap's landing")
  equal(events_with(frames, E.BTN_TOUCH, 0), 1, "the tap's lift")
end)

if arg[2] == "--list" then
  for _, name in ipairs(names) do print(name) end
  os.exit(0)
end
local failed = 0
for _, name in ipairs(#arg > 1 and { table.unpack(arg, 2) } or names) do
  local ok, why = xpcall(cases[name] or function() error("no such case") end, debug.traceback)
  print((ok and "ok      " or "FAILED  ") .. name .. (ok and "" or ": " .. why))
  if not ok then failed = failed + 1 end
end
os.exit(failed == 0 and 0 or 1)
