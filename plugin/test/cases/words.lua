-- Words from the daemon, and frames without a daemon.
local B = require("bench")
local case, E, MS, X, THREE_UP, bench, equal, word = B.case, B.E, B.MS, B.X, B.THREE_UP, B.bench, B.equal, B.word

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

-- Adds the daemon's own device, which carries words for nodes that it cannot write, named by vendor and product.
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

case("control device: one that has said nothing takes no claim away when it goes", function()
  local b = bench()
  local _, _, say = add_control(b)
  local other = add_control(b)
  say(0xf001 * 65536 + 2 - 0x100000000, { "claim", 3 + 255 * 256 })
  other.remove()
  b.land(0, 2)
  equal(#b.pad.take(), 0, "frames of the next sequence")
end)

case("control device: it goes with the daemon, and with it the claim", function()
  local b = bench()
  local control, _, say = add_control(b)
  say(0xf001 * 65536 + 2 - 0x100000000, { "claim", 3 + 255 * 256 })
  control.remove()
  b.land(0, 2)
  equal(#b.pad.take() > 0, true, "frames of the next sequence")
end)
