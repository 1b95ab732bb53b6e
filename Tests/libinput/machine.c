// What libinput, libevdev and mtdev call of the kernel and of libudev: definitions in the program take precedence over
// those of shared libraries.
#include "machine.h"
#include <errno.h>
#include <libudev.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

struct machine machine = {.fd = -1, .modalias = "dmi:"};

static int alarm_fd = -1;
static int64_t alarm_time; // us, 0: none

int machine_has(int type, int code) { return machine.codes[type][code / 8] >> code % 8 & 1; }

static int has_property(int code) { return machine.properties[code / 8] >> code % 8 & 1; }

// As udev's input_id decides.
int machine_is_touchpad(void) { return machine_has(EV_KEY, BTN_TOOL_FINGER) && !has_property(INPUT_PROP_DIRECT); }

int machine_open(int *writer) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  *writer = ends[1];
  return machine.fd = ends[0];
}

// The clock.

int64_t machine_alarm(void) { return alarm_time; }

void machine_set_clock(int64_t now) {
  machine.now = now;
  if (alarm_time == 0 || alarm_time > now) return;
  alarm_time = 0;
  uint64_t one = 1;
  if (write(alarm_fd, &one, sizeof one) != sizeof one) perror("timer");
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_MONOTONIC) return syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){.tv_sec = machine.now / 1000000, .tv_nsec = machine.now % 1000000 * 1000};
  return 0;
}

int timerfd_create(clockid_t clock, int flags) {
  (void)clock, (void)flags;
  return alarm_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  (void)flags, (void)old;
  uint64_t fired;
  if (read(fd, &fired, sizeof fired) < 0 && errno != EAGAIN) return -1;
  alarm_time = new->it_value.tv_sec * 1000000LL + new->it_value.tv_nsec / 1000;
  return 0;
}

// The device node.

static int give(void *to, size_t room, const void *from, size_t size) {
  memset(to, 0, room);
  memcpy(to, from, size < room ? size : room);
  return size < room ? size : room;
}

// Nothing is held at the beginning, and no slot has a contact.
static int give_slots(int32_t *request, size_t room) {
  for (size_t slot = 1; slot < room / sizeof *request; slot++) request[slot] = *request == ABS_MT_TRACKING_ID ? -1 : 0;
  return 0;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *to = va_arg(arguments, void *);
  va_end(arguments);
  if (fd != machine.fd) return syscall(SYS_ioctl, fd, request, to);
  if (_IOC_TYPE(request) != 'E') return errno = EINVAL, -1;
  unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
  if (number >= 0x40 && number < 0x40 + ABS_CNT) {
    struct input_absinfo axis = machine.axes[number - 0x40];
    axis.fuzz = 0; // libinput's udev rules move it to a property
    return give(to, size, &axis, sizeof axis), 0;
  }
  if (number >= 0x20 && number < 0x20 + EV_CNT)
    return give(to, size, machine.codes[number - 0x20], sizeof machine.codes[0]);
  switch (number) {
  case 0x01: return give(to, size, &(int){EV_VERSION}, sizeof(int)), 0;
  case 0x02: return give(to, size, &machine.id, sizeof machine.id), 0;
  case 0x06: return give(to, size, machine.name, strlen(machine.name) + 1);
  case 0x07: case 0x08: errno = ENOENT; return -1; // no physical place, no unique name
  case 0x09: return give(to, size, machine.properties, sizeof machine.properties);
  case 0x0a: return give_slots(to, size);
  case 0x03: case 0x18: case 0x19: case 0x1a: case 0x1b: return give(to, size, "", 1);
  case 0x90: case 0x91: case 0x93: case 0xa0: return 0; // grab, revoke, mask, clock
  }
  errno = EINVAL;
  return -1;
}

// libudev: every object is the one of its kind.

struct udev { int unused; };
struct udev_device { int is_dmi; };
struct udev_enumerate { int unused; };
static struct udev the_udev;
static struct udev_device the_device, the_machine = {.is_dmi = 1};

struct udev *udev_new(void) { return &the_udev; }
struct udev *udev_ref(struct udev *u) { return u; }
struct udev *udev_unref(struct udev *u) { return (void)u, NULL; }
struct udev_device *udev_device_ref(struct udev_device *d) { return d; }
struct udev_device *udev_device_unref(struct udev_device *d) { return (void)d, NULL; }
struct udev *udev_device_get_udev(struct udev_device *d) { return (void)d, &the_udev; }
struct udev_device *udev_device_new_from_devnum(struct udev *u, char type, dev_t number) {
  return (void)u, (void)type, (void)number, &the_device;
}
struct udev_device *udev_device_new_from_syspath(struct udev *u, const char *path) {
  return (void)u, strstr(path, "dmi") ? &the_machine : &the_device;
}
struct udev_device *udev_device_get_parent(struct udev_device *d) { return (void)d, NULL; }
struct udev_device *udev_device_get_parent_with_subsystem_devtype(
    struct udev_device *d, const char *subsystem, const char *type) {
  return (void)d, (void)subsystem, (void)type, NULL;
}
int udev_device_get_is_initialized(struct udev_device *d) { return (void)d, 1; }
const char *udev_device_get_action(struct udev_device *d) { return (void)d, "add"; }
const char *udev_device_get_devnode(struct udev_device *d) { return (void)d, "/dev/null"; }
const char *udev_device_get_sysname(struct udev_device *d) { return (void)d, "event0"; }
const char *udev_device_get_syspath(struct udev_device *d) { return (void)d, "/sys/class/input/event0"; }
const char *udev_device_get_property_value(struct udev_device *d, const char *key) {
  if (d->is_dmi) return strcmp(key, "MODALIAS") ? NULL : machine.modalias;
  if (!strcmp(key, "ID_INPUT")) return "1";
  if (!strcmp(key, "ID_INPUT_TOUCHPAD")) return machine_is_touchpad() ? "1" : NULL;
  if (!strcmp(key, "ID_INPUT_TOUCHSCREEN")) return machine_is_touchpad() ? NULL : "1";
  // What libinput's quirks match; it is the parent's in a real machine.
  static char name[sizeof machine.name + 2], product[32], fuzz[16];
  if (!strcmp(key, "NAME")) {
    snprintf(name, sizeof name, "\"%s\"", machine.name);
    return name;
  }
  if (!strcmp(key, "PRODUCT")) {
    const struct input_id *id = &machine.id;
    snprintf(product, sizeof product, "%x/%x/%x/%x", id->bustype, id->vendor, id->product, id->version);
    return product;
  }
  unsigned axis;
  if (sscanf(key, "LIBINPUT_FUZZ_%x", &axis) != 1 || axis >= ABS_CNT || machine.axes[axis].fuzz == 0) return NULL;
  snprintf(fuzz, sizeof fuzz, "%d", machine.axes[axis].fuzz);
  return fuzz;
}

// The properties that plugins of libinput see.

struct udev_list_entry { const char *name; struct udev_list_entry *next; };

struct udev_list_entry *udev_device_get_properties_list_entry(struct udev_device *d) {
  static struct udev_list_entry kind, input = {"ID_INPUT", &kind};
  (void)d, kind.name = machine_is_touchpad() ? "ID_INPUT_TOUCHPAD" : "ID_INPUT_TOUCHSCREEN";
  return &input;
}
struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *e) { return e->next; }
const char *udev_list_entry_get_name(struct udev_list_entry *e) { return e->name; }
const char *udev_list_entry_get_value(struct udev_list_entry *e) { return (void)e, "1"; }
