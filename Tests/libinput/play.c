// play [-p] FILE: plays an evemu recording to libinput, with the recording's clock, and prints each of
// libinput's events as a line of JSON. Lengths are mm as the finger moved them, times seconds of the recording.
// -p: the device has no pressure.
// "physical" marks a button that the device itself pressed or released; others are taps.
#include "machine.h"
#include <errno.h>
#include <libinput.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t start = 1000000000; // the clock at the recording's zero, us: libinput takes 0 for "never"
// Of scroll and gesture motion: units of a mouse of 1000 dpi, slowed by libinput's filter for touchpads. The factor was
// measured: a pad of 12, 20 or 40 units a mm whose fingers move 20 mm.
static const double units_per_mm = 1000 / 25.4 * 0.2625;
static struct libinput *input;
static struct libinput_device *device;
static int writer;
static int hides_pressure;
static int is_button_frame; // the present frame presses or releases a button

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "play: %s\n", what);
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

// The description of the device.

static void read_bits(unsigned char *bits, size_t size, const char *line, size_t at) {
  int value, used;
  for (; sscanf(line, "%x%n", &value, &used) == 1; line += used, at++)
    if (at < size) bits[at] = value;
}

static void read_description(const char *line) {
  static size_t bytes[EV_CNT], properties;
  static unsigned described; // the axis of the comments
  struct input_absinfo axis = {0};
  unsigned type, code, bus, vendor, product, version;
  int value;
  if (sscanf(line, "# Event code %u (ABS", &described) == 1) return;
  if (sscanf(line, "# Value %d", &value) == 1 && described < ABS_CNT) machine.axes[described].value = value;
  if (sscanf(line, "# DMI: %1023[^\n]", machine.modalias) == 1) return;
  if (sscanf(line, "N: %255[^\n]", machine.name) == 1) return;
  if (sscanf(line, "I: %x %x %x %x", &bus, &vendor, &product, &version) == 4)
    machine.id = (struct input_id){bus, vendor, product, version};
  else if (!strncmp(line, "P:", 2))
    read_bits(machine.properties, sizeof machine.properties, line + 2, properties), properties += 8;
  else if (sscanf(line, "B: %x", &type) == 1 && type < EV_CNT)
    read_bits(machine.codes[type], sizeof machine.codes[type], line + 5, bytes[type]), bytes[type] += 8;
  else if (sscanf(line, "A: %x %d %d %d %d %d", &code, &axis.minimum, &axis.maximum, &axis.fuzz, &axis.flat,
                  &axis.resolution) >= 5 && code < ABS_CNT) {
    axis.value = machine.axes[code].value;
    machine.axes[code] = axis;
  }
}

static int is_pressure(unsigned type, unsigned code) {
  return type == EV_ABS && (code == ABS_PRESSURE || code == ABS_MT_PRESSURE);
}

static void hide(int type, int code) { machine.codes[type][code / 8] &= ~(1 << code % 8); }

static void open_device(void) {
  if (hides_pressure) hide(EV_ABS, ABS_PRESSURE), hide(EV_ABS, ABS_MT_PRESSURE);
  input = libinput_path_create_context(&interface, NULL);
  if (!input) fail("libinput gives no context");
  if (getenv("PLAY_LOG")) libinput_log_set_priority(input, LIBINPUT_LOG_PRIORITY_DEBUG);
  libinput_log_set_handler(input, log_line);
  device = libinput_path_add_device(input, "/dev/null");
  if (!device) fail("libinput refuses the device");
  libinput_device_config_tap_set_enabled(device, LIBINPUT_CONFIG_TAP_ENABLED);
}

// The events.

static void print_head(int64_t time, const char *name) {
  printf("{\"time\": %.6f, \"event\": \"%s\"", (time - start) / 1e6, name);
}

static void print_gesture(struct libinput_event *event, const char *name, int is_end) {
  struct libinput_event_gesture *gesture = libinput_event_get_gesture_event(event);
  print_head(libinput_event_gesture_get_time_usec(gesture), name);
  printf(", \"fingers\": %d", libinput_event_gesture_get_finger_count(gesture));
  if (is_end) printf(", \"cancelled\": %s", libinput_event_gesture_get_cancelled(gesture) ? "true" : "false");
  else if (strncmp(name, "hold", 4))
    printf(", \"dx\": %.4f, \"dy\": %.4f", libinput_event_gesture_get_dx_unaccelerated(gesture) / units_per_mm,
           libinput_event_gesture_get_dy_unaccelerated(gesture) / units_per_mm);
  if (!strncmp(name, "pinch", 5))
    printf(", \"scale\": %.4f, \"angle\": %.4f", libinput_event_gesture_get_scale(gesture),
           is_end ? 0 : libinput_event_gesture_get_angle_delta(gesture));
  printf("}\n");
}

// Unaccelerated motion of the pointer is in units of the axis.
static double axis_mm(double way, int code, double assumed_mm) {
  const struct input_absinfo *axis = &machine.axes[code];
  return way / (axis->resolution ? axis->resolution : (axis->maximum - axis->minimum) / assumed_mm);
}

static void print_pointer(struct libinput_event *event, const char *name) {
  struct libinput_event_pointer *pointer = libinput_event_get_pointer_event(event);
  print_head(libinput_event_pointer_get_time_usec(pointer), name);
  switch (libinput_event_get_type(event)) {
  case LIBINPUT_EVENT_POINTER_MOTION:
    printf(", \"dx\": %.4f, \"dy\": %.4f",
           axis_mm(libinput_event_pointer_get_dx_unaccelerated(pointer), ABS_X, 69),
           axis_mm(libinput_event_pointer_get_dy_unaccelerated(pointer), ABS_Y, 50));
    break;
  case LIBINPUT_EVENT_POINTER_BUTTON:
    printf(", \"button\": %u, \"pressed\": %s, \"physical\": %s", libinput_event_pointer_get_button(pointer),
           libinput_event_pointer_get_button_state(pointer) ? "true" : "false", is_button_frame ? "true" : "false");
    break;
  default: {
    double way[2] = {0, 0};
    for (int axis = 0; axis < 2; axis++) // LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL is 0
      if (libinput_event_pointer_has_axis(pointer, axis))
        way[1 - axis] = libinput_event_pointer_get_scroll_value(pointer, axis) / units_per_mm;
    printf(", \"dx\": %.4f, \"dy\": %.4f", way[0], way[1]);
  }
  }
  printf("}\n");
}

static void print_event(struct libinput_event *event) {
  switch (libinput_event_get_type(event)) {
  case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: print_gesture(event, "swipe-begin", 0); break;
  case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE: print_gesture(event, "swipe", 0); break;
  case LIBINPUT_EVENT_GESTURE_SWIPE_END: print_gesture(event, "swipe-end", 1); break;
  case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: print_gesture(event, "pinch-begin", 0); break;
  case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE: print_gesture(event, "pinch", 0); break;
  case LIBINPUT_EVENT_GESTURE_PINCH_END: print_gesture(event, "pinch-end", 1); break;
  case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: print_gesture(event, "hold-begin", 0); break;
  case LIBINPUT_EVENT_GESTURE_HOLD_END: print_gesture(event, "hold-end", 1); break;
  case LIBINPUT_EVENT_POINTER_MOTION: print_pointer(event, "motion"); break;
  case LIBINPUT_EVENT_POINTER_BUTTON: print_pointer(event, "button"); break;
  case LIBINPUT_EVENT_POINTER_SCROLL_FINGER: print_pointer(event, "scroll"); break;
  default: break; // touches of a touchscreen are no gestures
  }
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

static void play(FILE *file) {
  static struct input_event frame[1024];
  size_t count = 0;
  char line[2048];
  unsigned type, code;
  int64_t time = start;
  while (fgets(line, sizeof line, file)) {
    long seconds, micros;
    int value;
    if (sscanf(line, "E: %ld.%ld %x %x %d", &seconds, &micros, &type, &code, &value) != 5) {
      if (!device) read_description(line);
      continue;
    }
    if (!device) open_device();
    time = start + seconds * 1000000LL + micros;
    if (hides_pressure && is_pressure(type, code)) continue;
    if (count == sizeof frame / sizeof *frame) fail("a frame has too many events");
    frame[count] = (struct input_event){.type = type, .code = code, .value = value};
    frame[count].input_event_sec = time / 1000000;
    frame[count++].input_event_usec = time % 1000000;
    is_button_frame |= type == EV_KEY && code >= BTN_LEFT && code <= BTN_TASK;
    if (type != EV_SYN || code != SYN_REPORT) continue;
    int pressed = is_button_frame;
    is_button_frame = 0;
    run_until(time);
    is_button_frame = pressed;
    if (write(writer, frame, count * sizeof *frame) != (ssize_t)(count * sizeof *frame)) fail("the device is full");
    dispatch();
    count = is_button_frame = 0;
  }
  if (device) run_until(time + 3000000);
}

int main(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "p")) != -1)
    if (option == 'p') hides_pressure = 1;
    else return 2;
  FILE *file = optind + 1 == argc ? fopen(argv[optind], "r") : NULL;
  if (!file) fail("usage: play [-p] FILE");
  play(file);
  if (input) libinput_unref(input);
  return 0;
}
