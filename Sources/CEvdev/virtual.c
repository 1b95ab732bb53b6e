#include "CEvdev.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int add_codes(int fd, unsigned type, unsigned long set, const uint16_t *codes, int count) {
  if (count > 0 && ioctl(fd, UI_SET_EVBIT, type) < 0) return -errno;
  for (int i = 0; i < count; i++)
    if (ioctl(fd, set, codes[i]) < 0) return -errno;
  return 0;
}

static int add_axes(int fd, const struct gestured_axis *axes, int count) {
  if (count > 0 && ioctl(fd, UI_SET_EVBIT, EV_ABS) < 0) return -errno;
  for (int i = 0; i < count; i++) {
    struct uinput_abs_setup axis = {
        .code = axes[i].code,
        .absinfo = {.minimum = axes[i].minimum, .maximum = axes[i].maximum, .resolution = axes[i].resolution},
    };
    if (ioctl(fd, UI_ABS_SETUP, &axis) < 0) return -errno; /* sets the axis' bit too */
  }
  return 0;
}

static int create(int fd, const char *name, uint16_t bus, int property) {
  struct uinput_setup setup = {.id = {.bustype = bus}};
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (property >= 0 && ioctl(fd, UI_SET_PROPBIT, property) < 0) return -errno;
  if (ioctl(fd, UI_SET_PHYS, GESTURED_OWN_PHYS) < 0 || ioctl(fd, UI_DEV_SETUP, &setup) < 0) return -errno;
  return ioctl(fd, UI_DEV_CREATE) < 0 ? -errno : 0;
}

int gestured_virtual_create(
    const char *name, uint16_t bus, int property, const uint16_t *keys, int key_count, const uint16_t *relative,
    int relative_count, const struct gestured_axis *axes, int axis_count) {
  int fd = open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -errno;
  int result = add_codes(fd, EV_KEY, UI_SET_KEYBIT, keys, key_count);
  if (result == 0) result = add_codes(fd, EV_REL, UI_SET_RELBIT, relative, relative_count);
  if (result == 0) result = add_axes(fd, axes, axis_count);
  if (result == 0) result = create(fd, name, bus, property);
  if (result == 0) return fd;
  close(fd);
  return result;
}
