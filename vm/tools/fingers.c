// fingers [-k touchpad|touchscreen|keyboard|mouse|pen] [-n NAME] [-s SLOTS] [-x MORE] [-f FUZZ] [-g UNITS] [-m] [-a] [-d] [-l LOG]
//
// A uinput device whose fingers are driven by lines on standard input. Prints "ready NODE SYSNAME" once the
// node exists, and "ok EVENTS" (written so far) after each line. Lengths are mm from the top left, times ms, rates Hz.
//
//   down N [X Y]          N more fingers land in a row around X,Y (default: the middle), all in one frame
//   drag DX DY MS [HZ]    all fingers move together
//   turn DEGREES MS [HZ]  around their centroid, clockwise positive
//   spread FACTOR MS [HZ] away from their centroid
//   circle RADIUS DEGREES MS [HZ]   their centroid goes round, from the left end of the circle
//   jump DX DY            one frame
//   up [I]                all fingers, or the I-th, lift in one frame
//   replace I X Y         finger I lifts and another lands in its slot, in one frame
//   hover MS [HZ]         (-d) one contact comes to 10 mm above the middle, moves, goes
//   burst FRAMES          frames as fast as the kernel takes them: overruns a reader that is not reading
//   wait MS               nothing
//   swipes COUNT FINGERS DX DY MS HZ GAP        whole swipes, each lift logged
//   press I FORCE         (-g) the force of finger I: grams, or units where the axis has none
//   motion FINGERS MS HZ  a small circle, for so long
//   key CODE              pressed and released
//   draw MS [HZ]          a pen in proximity goes round
//   raw TYPE CODE VALUE   one event as it is
//   quit                  (or the end of the input) the device goes away, its fingers as they are
//
// MORE: fingers that have no slot; BTN_TOOL_* counts them. -m: semi-MT. -a: protocol A. FUZZ: of the positions, in units.
// UNITS: a gram, of an axis of force to 1000 g; 0: INPUT_PROP_PRESSUREPAD, and an axis to 255 without a unit.
// LOG: a line a swipe, CLOCK_MONOTONIC in ns just before the write of the lift's frame.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { most_fingers = 16, most_events = 512 };

static struct {
  int fd, count, slots, slotless, fuzz, is_semi_mt, is_protocol_a, has_distance, has_force, force;
  int is_touchpad;
  double width, height, resolution; // mm, mm, units per mm
  long written;
  struct input_event frame[most_events];
} device = {.slots = 10};

static struct { int down; double x, y; } finger[most_fingers]; // the index is the slot
static int next_tracking_id = 1;
static FILE *lift_log;

static void fail(const char *what) { perror(what); exit(1); }

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void sleep_until(int64_t ns) {
  struct timespec t = {ns / 1000000000LL, ns % 1000000000LL};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, 0) == EINTR) {}
}

static void emit(int type, int code, int value) {
  if (device.count == most_events) abort();
  device.frame[device.count++] = (struct input_event){.type = type, .code = code, .value = value};
}

static void flush(void) {
  ssize_t size = device.count * sizeof device.frame[0];
  if (size && write(device.fd, device.frame, size) != size) fail("writing to uinput");
  device.written += device.count;
  device.count = 0;
}

static int units(double mm, double size) {
  double most = size * device.resolution - 1, u = mm * device.resolution;
  return (int)(u < 0 ? 0 : u > most ? most : u);
}

static int fingers_down(void) {
  int n = 0;
  for (int i = 0; i < most_fingers; i++) n += finger[i].down;
  return n;
}

// Without slots every frame has all contacts.
static void emit_contacts(void) {
  for (int i = 0; i < most_fingers; i++) {
    if (!finger[i].down) continue;
    emit(EV_ABS, ABS_MT_POSITION_X, units(finger[i].x, device.width));
    emit(EV_ABS, ABS_MT_POSITION_Y, units(finger[i].y, device.height));
    emit(EV_SYN, SYN_MT_REPORT, 0);
  }
  if (!fingers_down()) emit(EV_SYN, SYN_MT_REPORT, 0);
}

static void report(void) {
  if (device.is_protocol_a) emit_contacts();
  emit(EV_SYN, SYN_REPORT, 0);
  flush();
}

static void emit_position(int i) {
  if (i >= device.slots || device.is_protocol_a) return;
  int x = units(finger[i].x, device.width), y = units(finger[i].y, device.height);
  emit(EV_ABS, ABS_MT_SLOT, i);
  emit(EV_ABS, ABS_MT_POSITION_X, x);
  emit(EV_ABS, ABS_MT_POSITION_Y, y);
  if (i == 0) { emit(EV_ABS, ABS_X, x); emit(EV_ABS, ABS_Y, y); }
}

static void emit_landing(int i) {
  finger[i].down = 1;
  if (i >= device.slots || device.is_protocol_a) return;
  emit(EV_ABS, ABS_MT_SLOT, i);
  emit(EV_ABS, ABS_MT_TRACKING_ID, next_tracking_id++ & 0xffff);
  if (device.has_distance) emit(EV_ABS, ABS_MT_DISTANCE, 0);
  emit_position(i);
}

static void emit_lift(int i) {
  finger[i].down = 0;
  if (i >= device.slots || device.is_protocol_a) return;
  emit(EV_ABS, ABS_MT_SLOT, i);
  emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
}

static const int tool_keys[] = {
  0, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP,
};

static void emit_keys(int before, int after) {
  if (device.is_touchpad && before != after) {
    if (before > 0 && before <= 5) emit(EV_KEY, tool_keys[before], 0);
    if (after > 0 && after <= 5) emit(EV_KEY, tool_keys[after], 1);
  }
  if (!before != !after) emit(EV_KEY, BTN_TOUCH, after > 0);
}

static void down(int n, double x, double y) {
  const double gap = 16; // mm between neighbours, as a hand's
  int before = fingers_down();
  for (int i = 0, placed = 0; i < device.slots + device.slotless && i < most_fingers && placed < n; i++) {
    if (finger[i].down) continue;
    finger[i].x = x + (placed - (n - 1) / 2.0) * gap;
    finger[i].y = y + (placed & 1) * 2;
    emit_landing(i);
    placed++;
  }
  emit_keys(before, fingers_down());
  report();
}

static void up(int which) {
  int before = fingers_down();
  for (int i = 0; i < most_fingers; i++)
    if (finger[i].down && (which < 0 || which == i)) emit_lift(i);
  emit_keys(before, fingers_down());
  report();
}

static void centroid(double *x, double *y) {
  int n = 0;
  *x = *y = 0;
  for (int i = 0; i < most_fingers; i++)
    if (finger[i].down) { *x += finger[i].x; *y += finger[i].y; n++; }
  if (n) { *x /= n; *y /= n; }
}

// Where a finger that stood at (x, y) from the centroid is after `part` (0 to 1) of a movement.
typedef void Path(double part, const double *parameter, double *x, double *y);

static void drag(double part, const double *p, double *x, double *y) { *x += p[0] * part; *y += p[1] * part; }
static void turn(double part, const double *p, double *x, double *y) {
  double a = p[0] * part * M_PI / 180, rx = *x * cos(a) - *y * sin(a), ry = *x * sin(a) + *y * cos(a);
  *x = rx;
  *y = ry;
}
static void spread(double part, const double *p, double *x, double *y) {
  double factor = 1 + (p[0] - 1) * part;
  *x *= factor;
  *y *= factor;
}
static void circle(double part, const double *p, double *x, double *y) {
  double a = p[1] * part * M_PI / 180;
  *x += p[0] * (1 - cos(a));
  *y -= p[0] * sin(a);
}

static void move(Path *path, const double *parameter, int ms, int hz) {
  double cx, cy, x0[most_fingers], y0[most_fingers];
  centroid(&cx, &cy);
  for (int i = 0; i < most_fingers; i++) { x0[i] = finger[i].x - cx; y0[i] = finger[i].y - cy; }
  int64_t start = now(), period = 1000000000LL / hz;
  int frames = (int)((long)ms * hz / 1000);
  if (frames < 1) frames = 1;
  for (int f = 1; f <= frames; f++) {
    sleep_until(start + f * period);
    for (int i = 0; i < most_fingers; i++) {
      if (!finger[i].down) continue;
      double x = x0[i], y = y0[i];
      path((double)f / frames, parameter, &x, &y);
      finger[i].x = cx + x;
      finger[i].y = cy + y;
      emit_position(i);
    }
    report();
  }
}

static void swipes(int count, int n, double dx, double dy, int ms, int hz, int gap) {
  for (int k = 0; k < count; k++) {
    int64_t start = now();
    down(n, device.width / 2 - dx / 2, device.height / 2 - dy / 2);
    move(drag, (double[]){dx, dy}, ms, hz);
    sleep_until(now() + 1000000000LL / hz);
    int before = fingers_down();
    for (int i = 0; i < most_fingers; i++) if (finger[i].down) emit_lift(i);
    emit_keys(before, 0);
    emit(EV_SYN, SYN_REPORT, 0);
    int64_t t = now();
    flush();
    if (lift_log) { fprintf(lift_log, "%lld\n", (long long)t); fflush(lift_log); }
    sleep_until(start + (ms + gap) * 1000000LL);
  }
}

static void motion(int n, int ms, int hz) {
  down(n, device.width / 2, device.height / 2);
  // 0.3 mm in a millisecond: no frame is without news, which the kernel would not pass on.
  move(circle, (double[]){12, 360.0 * ms / 250}, ms, hz);
  up(-1);
}

static void burst(long frames) {
  for (long f = 1; f <= frames; f++) {
    for (int i = 0; i < most_fingers; i++) {
      if (!finger[i].down) continue;
      emit(EV_ABS, ABS_MT_SLOT, i);
      emit(EV_ABS, ABS_MT_POSITION_X, units(finger[i].x + (f & 1) * 0.2, device.width));
      emit(EV_ABS, ABS_MT_POSITION_Y, units(finger[i].y + (f & 1) * 0.2, device.height));
    }
    report();
  }
}

static void hover(int ms, int hz) {
  finger[0].x = device.width / 2;
  finger[0].y = device.height / 2;
  emit(EV_ABS, ABS_MT_SLOT, 0);
  emit(EV_ABS, ABS_MT_TRACKING_ID, next_tracking_id++ & 0xffff);
  emit(EV_ABS, ABS_MT_DISTANCE, (int)(10 * device.resolution));
  finger[0].down = 1;
  emit_position(0);
  report();
  move(drag, (double[]){10, 0}, ms, hz);
  up(0);
}

static void draw(int ms, int hz) {
  long frames = (long)ms * hz / 1000;
  for (long f = 1; f <= frames; f++) {
    emit(EV_ABS, ABS_X, units(device.width / 2 + 20 * cos(f / 20.0), device.width));
    emit(EV_ABS, ABS_Y, units(device.height / 2 + 20 * sin(f / 20.0), device.height));
    report();
    sleep_until(now() + 1000000000LL / hz);
  }
}

static void add_axis(int code, int most, int resolution) {
  struct uinput_abs_setup axis = {.code = code, .absinfo = {.maximum = most, .resolution = resolution}};
  if (resolution) axis.absinfo.fuzz = device.fuzz;
  if (ioctl(device.fd, UI_SET_ABSBIT, code) || ioctl(device.fd, UI_ABS_SETUP, &axis)) fail("axis");
}

static void add_touch_facts(void) {
  int x = (int)(device.width * device.resolution) - 1, y = (int)(device.height * device.resolution) - 1;
  int r = (int)device.resolution;
  ioctl(device.fd, UI_SET_EVBIT, EV_ABS);
  ioctl(device.fd, UI_SET_KEYBIT, BTN_TOUCH);
  if (device.is_touchpad) {
    for (int i = 1; i <= 5; i++) ioctl(device.fd, UI_SET_KEYBIT, tool_keys[i]);
    ioctl(device.fd, UI_SET_KEYBIT, BTN_LEFT);
    ioctl(device.fd, UI_SET_PROPBIT, INPUT_PROP_POINTER);
    ioctl(device.fd, UI_SET_PROPBIT, INPUT_PROP_BUTTONPAD);
    if (device.is_semi_mt) ioctl(device.fd, UI_SET_PROPBIT, INPUT_PROP_SEMI_MT);
  } else {
    ioctl(device.fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  }
  add_axis(ABS_X, x, r);
  add_axis(ABS_Y, y, r);
  if (!device.is_protocol_a) {
    add_axis(ABS_MT_SLOT, device.slots - 1, 0);
    add_axis(ABS_MT_TRACKING_ID, 65535, 0);
  }
  add_axis(ABS_MT_POSITION_X, x, r);
  add_axis(ABS_MT_POSITION_Y, y, r);
  if (device.has_distance) add_axis(ABS_MT_DISTANCE, (int)(30 * device.resolution), r);
  if (device.has_force) add_axis(ABS_MT_PRESSURE, device.force ? 1000 * device.force : 255, device.force);
  // Newer than the kernel's headers here (Linux 6.18); the kernel takes any number up to INPUT_PROP_MAX.
  if (device.has_force && !device.force) ioctl(device.fd, UI_SET_PROPBIT, 0x07 /* INPUT_PROP_PRESSUREPAD */);
}

static void add_pen_facts(void) {
  const int keys[] = {BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOUCH, BTN_STYLUS};
  for (int i = 0; i < 4; i++) ioctl(device.fd, UI_SET_KEYBIT, keys[i]);
  ioctl(device.fd, UI_SET_EVBIT, EV_ABS);
  ioctl(device.fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  add_axis(ABS_X, (int)(device.width * device.resolution) - 1, (int)device.resolution);
  add_axis(ABS_Y, (int)(device.height * device.resolution) - 1, (int)device.resolution);
}

static void add_mouse_facts(void) {
  ioctl(device.fd, UI_SET_KEYBIT, BTN_LEFT);
  ioctl(device.fd, UI_SET_KEYBIT, BTN_RIGHT);
  ioctl(device.fd, UI_SET_EVBIT, EV_REL);
  ioctl(device.fd, UI_SET_RELBIT, REL_X);
  ioctl(device.fd, UI_SET_RELBIT, REL_Y);
}

static void find_node(char *node, size_t size, char *name, size_t name_size) {
  char path[160];
  if (ioctl(device.fd, UI_GET_SYSNAME(name_size), name) < 0) fail("sysname");
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
  DIR *entries = opendir(path);
  if (!entries) fail(path);
  for (struct dirent *e; (e = readdir(entries));)
    if (!strncmp(e->d_name, "event", 5)) snprintf(node, size, "/dev/input/%.32s", e->d_name);
  closedir(entries);
}

static void create(const char *kind, const char *name) {
  if ((device.fd = open("/dev/uinput", O_RDWR | O_CLOEXEC)) < 0) fail("/dev/uinput");
  ioctl(device.fd, UI_SET_EVBIT, EV_KEY);
  struct uinput_setup setup = {.id = {.bustype = BUS_I2C, .vendor = 0x06cb, .product = 0x7a13, .version = 1}};
  if (!strcmp(kind, "touchpad")) {
    device.is_touchpad = 1;
    device.width = 100, device.height = 70, device.resolution = 40;
    add_touch_facts();
  } else if (!strcmp(kind, "touchscreen")) {
    device.width = 240, device.height = 135, device.resolution = 8;
    setup.id.product = 0x7a14;
    add_touch_facts();
  } else if (!strcmp(kind, "keyboard")) {
    for (int i = KEY_ESC; i <= KEY_COMPOSE; i++) ioctl(device.fd, UI_SET_KEYBIT, i);
  } else if (!strcmp(kind, "pen")) {
    device.width = 240, device.height = 135, device.resolution = 100;
    setup.id.product = 0x7a15;
    add_pen_facts();
  } else if (!strcmp(kind, "mouse")) {
    add_mouse_facts();
  } else {
    fprintf(stderr, "fingers: no kind '%s'\n", kind);
    exit(2);
  }
  snprintf(setup.name, sizeof setup.name, "%s", name);
  if (ioctl(device.fd, UI_DEV_SETUP, &setup) || ioctl(device.fd, UI_DEV_CREATE)) fail("creating the device");
}

static int obey(const char *line) {
  double a[7];
  char verb[16] = "";
  int used = 0;
  if (sscanf(line, "%15s %n", verb, &used) < 1) return 1;
  int n = sscanf(line + used, "%lf %lf %lf %lf %lf %lf %lf", a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6);
  if (n < 0) n = 0;
#define rate(i) (n > (i) ? (int)a[i] : 125)
  if (!strcmp(verb, "down") && n >= 1)
    down((int)a[0], n > 2 ? a[1] : device.width / 2, n > 2 ? a[2] : device.height / 2);
  else if (!strcmp(verb, "drag") && n >= 3) move(drag, a, (int)a[2], rate(3));
  else if (!strcmp(verb, "turn") && n >= 2) move(turn, a, (int)a[1], rate(2));
  else if (!strcmp(verb, "spread") && n >= 2) move(spread, a, (int)a[1], rate(2));
  else if (!strcmp(verb, "circle") && n >= 3) move(circle, a, (int)a[2], rate(3));
  else if (!strcmp(verb, "jump") && n == 2) move(drag, a, 0, 1000000);
  else if (!strcmp(verb, "up")) up(n > 0 ? (int)a[0] : -1);
  else if (!strcmp(verb, "replace") && n == 3) {
    int i = (int)a[0];
    emit_lift(i);
    finger[i].x = a[1], finger[i].y = a[2];
    emit_landing(i);
    report();
  } else if (!strcmp(verb, "hover") && n >= 1) hover((int)a[0], rate(1));
  else if (!strcmp(verb, "draw") && n >= 1) draw((int)a[0], rate(1));
  else if (!strcmp(verb, "burst") && n == 1) burst((long)a[0]);
  else if (!strcmp(verb, "wait") && n == 1) sleep_until(now() + (int64_t)(a[0] * 1e6));
  else if (!strcmp(verb, "swipes") && n == 7)
    swipes((int)a[0], (int)a[1], a[2], a[3], (int)a[4], (int)a[5], (int)a[6]);
  else if (!strcmp(verb, "motion") && n == 3) motion((int)a[0], (int)a[1], (int)a[2]);
  else if (!strcmp(verb, "key") && n == 1) {
    for (int value = 1; value >= 0; value--) { emit(EV_KEY, (int)a[0], value); report(); }
  } else if (!strcmp(verb, "raw") && n == 3) { emit((int)a[0], (int)a[1], (int)a[2]); flush(); }
  else if (!strcmp(verb, "press") && n == 2) {
    emit(EV_ABS, ABS_MT_SLOT, (int)a[0]);
    emit(EV_ABS, ABS_MT_PRESSURE, (int)(a[1] * (device.force ? device.force : 1)));
    report();
  } else if (!strcmp(verb, "quit")) return 0;
  else { fprintf(stderr, "fingers: cannot do '%s'\n", line); exit(2); }
  printf("ok %ld\n", device.written);
  fflush(stdout);
  return 1;
}

int main(int argc, char **argv) {
  const char *kind = "touchpad", *name = 0;
  for (int o; (o = getopt(argc, argv, "k:n:s:x:f:g:madl:")) != -1;) switch (o) {
    case 'k': kind = optarg; break;
    case 'n': name = optarg; break;
    case 's': device.slots = atoi(optarg); break;
    case 'x': device.slotless = atoi(optarg); break;
    case 'f': device.fuzz = atoi(optarg); break;
    case 'g': device.has_force = 1, device.force = atoi(optarg); break;
    case 'a': device.is_protocol_a = 1; break;
    case 'm': device.is_semi_mt = 1; break;
    case 'd': device.has_distance = 1; break;
    case 'l': if (!(lift_log = fopen(optarg, "a"))) fail(optarg); break;
    default: return 2;
  }
  create(kind, name ? name : kind);
  char node[64] = "", sysname[64] = "", line[256];
  find_node(node, sizeof node, sysname, sizeof sysname);
  printf("ready %s %s\n", node, sysname);
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) && obey(line)) {}
  ioctl(device.fd, UI_DEV_DESTROY);
  return 0;
}
