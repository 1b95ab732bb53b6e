// judge [PLUGINS]: libinput with the Lua plugins of a directory, on a touch device that the lines of standard input
// describe and move; prints each of libinput's events as a line. Its clock stands still between the lines.
//
//   device touchpad|touchscreen   a new device, in a new libinput; the one before it goes
//   at TIME                       the clock, in microseconds since the device came: timers up to then expire on the way
//   event TYPE CODE VALUE         an event of the next frame
//   frame                         libinput reads them, with SYN_REPORT
//   end                           prints "end"
#include "machine.h"
#include <libinput.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t start = 1000000000; // libinput takes 0 for "never"
static struct libinput *input;
static int writer = -1;
static const char *plugins;

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "judge: %s\n", what);
  exit(1);
}

static int open_node(const char *path, int flags, void *data) {
  return (void)path, (void)flags, (void)data, machine_open(&writer);
}
static void close_node(int fd, void *data) { (void)data, close(fd); }
static const struct libinput_interface interface = {open_node, close_node};

static void log_line(struct libinput *li, enum libinput_log_priority priority, const char *format, va_list arguments) {
  (void)li, (void)priority;
  vfprintf(stderr, format, arguments);
}

static void has(int type, int code) { machine.codes[type][code / 8] |= 1 << code % 8; }

static void has_axis(int code, int maximum, int resolution) {
  has(EV_ABS, code);
  machine.axes[code] = (struct input_absinfo){.maximum = maximum, .resolution = resolution};
}

// 100 mm x 60 mm, ten slots, no pressure.
static void describe(int is_touchpad) {
  memset(&machine.codes, 0, sizeof machine.codes);
  memset(&machine.properties, 0, sizeof machine.properties);
  strcpy(machine.name, "test pad");
  machine.id = (struct input_id){BUS_USB, 0xf001, 2, 1};
  int types[] = {EV_SYN, EV_KEY, EV_ABS}, tools[] = {
    BTN_LEFT, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) has(EV_SYN, types[i]);
  has(EV_KEY, BTN_TOUCH);
  for (size_t i = 0; is_touchpad && i < sizeof tools / sizeof *tools; i++) has(EV_KEY, tools[i]);
  int property = is_touchpad ? INPUT_PROP_BUTTONPAD : INPUT_PROP_DIRECT;
  machine.properties[property / 8] |= 1 << property % 8;
  if (is_touchpad) machine.properties[INPUT_PROP_POINTER / 8] |= 1 << INPUT_PROP_POINTER % 8;
  has_axis(ABS_X, 4000, 40), has_axis(ABS_Y, 2400, 40);
  has_axis(ABS_MT_POSITION_X, 4000, 40), has_axis(ABS_MT_POSITION_Y, 2400, 40);
  has_axis(ABS_MT_SLOT, 9, 0), has_axis(ABS_MT_TRACKING_ID, 65535, 0);
}

static void open_device(int is_touchpad) {
  if (input) libinput_unref(input);
  if (writer >= 0) close(writer);
  describe(is_touchpad);
  machine_set_clock(start);
  input = libinput_path_create_context(&interface, NULL);
  if (!input) fail("libinput gives no context");
  if (getenv("PLAY_LOG")) libinput_log_set_priority(input, LIBINPUT_LOG_PRIORITY_DEBUG);
  libinput_log_set_handler(input, log_line);
  if (plugins) {
    libinput_plugin_system_append_path(input, plugins);
    if (libinput_plugin_system_load_plugins(input, 0)) fail("libinput loads no plugins");
  }
  struct libinput_device *device = libinput_path_add_device(input, "/dev/null");
  if (!device) fail("libinput refuses the device");
  libinput_device_config_tap_set_enabled(device, LIBINPUT_CONFIG_TAP_ENABLED);
}

static void print_event(struct libinput_event *event) {
  double now = (machine.now - start) / 1e6;
  enum libinput_event_type type = libinput_event_get_type(event);
  struct libinput_event_gesture *gesture = NULL;
  if (type >= LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN && type <= LIBINPUT_EVENT_GESTURE_HOLD_END)
    gesture = libinput_event_get_gesture_event(event);
  const char *name;
  switch (type) {
  case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: name = "swipe-begin"; break;
  case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: name = "swipe"; break;
  case LIBINPUT_EVENT_GESTURE_SWIPE_END: name = "swipe-end"; break;
  case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: name = "pinch-begin"; break;
  case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: name = "pinch"; break;
  case LIBINPUT_EVENT_GESTURE_PINCH_END: name = "pinch-end"; break;
  case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: name = "hold-begin"; break;
  case LIBINPUT_EVENT_GESTURE_HOLD_END: name = "hold-end"; break;
  case LIBINPUT_EVENT_POINTER_MOTION: name = "motion"; break;
  case LIBINPUT_EVENT_POINTER_SCROLL_FINGER: name = "scroll"; break;
  case LIBINPUT_EVENT_POINTER_BUTTON: {
    struct libinput_event_pointer *pointer = libinput_event_get_pointer_event(event);
    printf("%.3f button %x %s\n", now, libinput_event_pointer_get_button(pointer),
           libinput_event_pointer_get_button_state(pointer) ? "down" : "up");
    return;
  }
  case LIBINPUT_EVENT_TOUCH_DOWN: name = "touch-down"; break;
  case LIBINPUT_EVENT_TOUCH_UP: name = "touch-up"; break;
  case LIBINPUT_EVENT_TOUCH_MOTION: name = "touch"; break;
  case LIBINPUT_EVENT_TOUCH_CANCEL: name = "touch-cancel"; break;
  default: return;
  }
  printf("%.3f %s", now, name);
  if (gesture) printf(" %d", libinput_event_gesture_get_finger_count(gesture));
  size_t length = strlen(name);
  if (gesture && length > 4 && !strcmp(name + length - 4, "-end") && libinput_event_gesture_get_cancelled(gesture))
    printf(" cancelled");
  printf("\n");
}

static void dispatch(void) {
  libinput_dispatch(input);
  struct libinput_event *event;
  while ((event = libinput_get_event(input))) {
    print_event(event);
    libinput_event_destroy(event);
  }
}

static void run_until(int64_t time) {
  int64_t alarm;
  while ((alarm = machine_alarm()) && alarm <= time) {
    machine_set_clock(alarm);
    dispatch();
  }
  machine_set_clock(time);
}

static struct input_event frame[256];
static size_t count;

static void add(int type, int code, int value) {
  if (count == sizeof frame / sizeof *frame) fail("a frame has too many events");
  frame[count] = (struct input_event){.type = type, .code = code, .value = value};
  frame[count].input_event_sec = machine.now / 1000000;
  frame[count++].input_event_usec = machine.now % 1000000;
}

int main(int argc, char **argv) {
  plugins = argc > 1 ? argv[1] : NULL;
  char line[256], word[32];
  while (fgets(line, sizeof line, stdin)) {
    int type, code, value;
    long long time;
    if (sscanf(line, "event %d %d %d", &type, &code, &value) == 3) add(type, code, value);
    else if (sscanf(line, "at %lld", &time) == 1) run_until(start + time);
    else if (sscanf(line, "device %31s", word) == 1) open_device(!strcmp(word, "touchpad"));
    else if (!strcmp(line, "end\n")) printf("end\n"), fflush(stdout);
    else if (!strcmp(line, "frame\n")) {
      add(EV_SYN, SYN_REPORT, 0);
      if (write(writer, frame, count * sizeof *frame) != (ssize_t)(count * sizeof *frame)) fail("the device is full");
      count = 0;
      dispatch();
    } else fail(line);
  }
  return 0;
}
