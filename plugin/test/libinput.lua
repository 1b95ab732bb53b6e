-- Replaces libinput's Lua plugin API, version 1, and the state that libinput keeps of a device. It is strict where libinput is.
-- Where libinput would unload the plugin (an error, a frame too long, a call at the wrong time), the test fails.
local M = {}

local function code(type, number) return type * 65536 + number end

M.evdev = {
  SYN_CONFIG = code(0, 1), SYN_MT_REPORT = code(0, 2),
  BTN_0 = code(1, 0x100), BTN_LEFT = code(1, 0x110), BTN_RIGHT = code(1, 0x111), BTN_MIDDLE = code(1, 0x112),
  BTN_TOOL_FINGER = code(1, 0x145), BTN_TOOL_QUINTTAP = code(1, 0x148), BTN_TOUCH = code(1, 0x14a),
  BTN_TOOL_DOUBLETAP = code(1, 0x14d), BTN_TOOL_TRIPLETAP = code(1, 0x14e), BTN_TOOL_QUADTAP = code(1, 0x14f),
  ABS_X = code(3, 0), ABS_Y = code(3, 1), ABS_MT_SLOT = code(3, 0x2f), ABS_MT_TOUCH_MAJOR = code(3, 0x30),
  ABS_MT_POSITION_X = code(3, 0x35), ABS_MT_POSITION_Y = code(3, 0x36), ABS_MT_TOOL_TYPE = code(3, 0x37),
  ABS_MT_TRACKING_ID = code(3, 0x39), ABS_MT_PRESSURE = code(3, 0x3a), MSC_TIMESTAMP = code(4, 5), MSC_SERIAL = code(4, 0),
  MSC_RAW = code(4, 3), SW_KEYPAD_SLIDE = code(5, 10), BUS_USB = 3,
}
local E = M.evdev
M.TOOLS = {
  E.BTN_TOOL_FINGER, E.BTN_TOOL_DOUBLETAP, E.BTN_TOOL_TRIPLETAP, E.BTN_TOOL_QUADTAP, E.BTN_TOOL_QUINTTAP,
}
local LONGEST = 63

local function check_integer(value, what)
  if math.type(value) ~= "integer" then error(what .. " is no integer: " .. tostring(value), 3) end
end

-- Reads a frame as lua_pop_evdev_frame does, in the order of `next`.
local function read_frame(frame)
  assert(type(frame) == "table", "a frame is no table")
  local events = {}
  for key, event in next, frame do
    assert(key == #events + 1, "the events of a frame are not in the order of next()")
    assert(type(event) == "table", "an event is no table")
    check_integer(event.usage, "usage")
    check_integer(event.value, "value")
    assert(event.value >= -2147483648 and event.value <= 2147483647, "a value has more than 32 bits")
    events[#events + 1] = { usage = event.usage, value = event.value }
  end
  assert(#events <= LONGEST, "a frame of " .. #events .. " events")
  return events
end

-- Makes a context with the plugin, which has the globals of libinput's sandbox.
function M.new(path)
  local context = { time = 1000000, timer = nil, log = {}, devices = {}, phase = nil, next_id = 1 }
  local api = {}
  function api.register(_, versions)
    assert(versions[1] == 1, "version 1 is not requested")
    context.registered = true
  end
  function api.connect(_, name, handler)
    assert(name == "new-evdev-device" or name == "timer-expired", "no signal " .. tostring(name))
    context[name] = handler
  end
  function api.now() return context.time end
  function api.timer_set_absolute(_, time)
    check_integer(time, "the timer's time")
    context.timer = time
  end
  function api.timer_cancel() context.timer = nil end
  function api.log_info(_, text) context.log[#context.log + 1] = text end
  local globals = { evdev = M.evdev, math = math, table = table, string = string }
  for _, name in ipairs({ "assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "tostring", "type" }) do
    globals[name] = _G[name]
  end
  local function locked(methods, what)
    return setmetatable({}, {
      __index = function(_, name) return methods[name] or error("no method " .. tostring(name) .. " of " .. what, 2) end,
      __newindex = function() error("attempt to modify a read-only table", 2) end,
    })
  end
  globals.libinput = locked(api, "libinput")
  setmetatable(globals, {
    __index = function(_, name) error("no global " .. tostring(name), 2) end,
    __newindex = function(_, name) error("a global is set: " .. tostring(name), 2) end,
  })
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  assert(load(text, "@" .. path, "t", globals))()
  assert(context.registered, "the plugin has not registered")

  -- usages: set of codes; touchpad: what udev says; see: called with each frame that libinput's own code would get.
  function context.add(description)
    local device = { handlers = {}, absinfos = {}, description = description }
    local methods = {}
    function methods.info() return description.info or { bustype = E.BUS_USB, vid = 0xf001, pid = 2 } end
    function methods.name() return description.name or "test pad" end
    function methods.enable_evdev_usage(_, usage)
      assert(context.phase == "new", "enable_evdev_usage comes too late")
      check_integer(usage, "usage")
      device.enabled = usage
    end
    function methods.usages()
      local copy = {}
      for usage in pairs(description.usages) do copy[usage] = true end
      return copy
    end
    function methods.absinfos() return description.absinfos or {} end
    function methods.udev_properties()
      if description.properties then return description.properties end
      return { ID_INPUT = "1", [description.touchpad and "ID_INPUT_TOUCHPAD" or "ID_INPUT_TOUCHSCREEN"] = "1" }
    end
    function methods.set_absinfo(_, usage, info)
      assert(context.phase == "new", "set_absinfo comes too late")
      device.absinfos[usage] = info
    end
    function methods.connect(_, name, handler)
      assert(name == "evdev-frame" or name == "device-removed", "no signal " .. tostring(name))
      device.handlers[name] = handler
    end
    function methods.append_frame(_, frame)
      assert(context.phase == "frame" or context.phase == "timer", "append_frame outside of a frame and the timer")
      assert(not device.removed, "append_frame to a device that is gone")
      device.added[#device.added + 1] = read_frame(frame)
    end
    device.added = {}
    device.proxy = locked(methods, "a device")
    context.devices[#context.devices + 1] = device
    context.phase = "new"
    context["new-evdev-device"](device.proxy)
    context.phase = nil

    local function deliver(frames, time)
      for _, frame in ipairs(frames) do
        if #frame > 0 then description.see(frame, time) end
      end
    end

    -- Passes a frame of the kernel through the plugin to libinput. Returns whether it was unchanged.
    function device.frame(events, time)
      local copy = {}
      for i, event in ipairs(events) do copy[i] = { usage = event.usage, value = event.value } end
      local handler = device.handlers["evdev-frame"]
      if not handler then
        description.see(events, time)
        return true
      end
      context.phase = "frame"
      local answer = handler(device.proxy, copy, time)
      context.phase = nil
      for i, event in ipairs(events) do
        assert(copy[i].usage == event.usage and copy[i].value == event.value, "the plugin has changed libinput's table")
      end
      local added = device.added
      device.added = {}
      if answer == nil then
        assert(#added == 0 or #events <= LONGEST, "a frame too long is passed with others")
        deliver({ events }, time)
      else
        deliver({ read_frame(answer) }, time)
      end
      deliver(added, context.time)
      return answer == nil and #added == 0
    end
    function device.take_added()
      local added = device.added
      device.added = {}
      deliver(added, context.time)
    end
    function device.remove()
      device.removed = true
      local handler = device.handlers["device-removed"]
      context.phase = "removed"
      if handler then handler(device.proxy) end
      context.phase = nil
      for i, other in ipairs(context.devices) do
        if other == device then table.remove(context.devices, i) end
      end
    end
    return device
  end

  -- Lets time pass, in microseconds. A timer that is due expires at its time.
  function context.pass(duration)
    local goal = context.time + duration
    while context.timer and context.timer <= goal do
      context.time = math.max(context.time, context.timer)
      context.timer = nil
      context.phase = "timer"
      context["timer-expired"](context.time)
      context.phase = nil
      for _, device in ipairs(context.devices) do device.take_added() end
    end
    context.time = goal
  end
  return context
end

return M
