#define _GNU_SOURCE
#include "CEvdev.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { longest_phys = 200, most_codes = KEY_CNT };

/* LEDs, sounds, force feedback and key repeat stay with the real device. */
static const struct {
  unsigned type, count;
  unsigned long set;
} copied[] = {
    {EV_KEY, KEY_CNT, UI_SET_KEYBIT}, {EV_REL, REL_CNT, UI_SET_RELBIT}, {EV_ABS, ABS_CNT, UI_SET_ABSBIT},
    {EV_MSC, MSC_CNT, UI_SET_MSCBIT}, {EV_SW, SW_CNT, UI_SET_SWBIT},
};

static bool has_bit(const unsigned char *bits, unsigned bit) { return bits[bit / 8] >> (bit % 8) & 1; }

static int copy_axis(int pad, int twin, unsigned code, const int32_t *fuzz) {
  struct uinput_abs_setup axis = {.code = (uint16_t)code};
  if (ioctl(pad, EVIOCGABS(code), &axis.absinfo) < 0) return -errno;
  axis.absinfo.value = 0;
  if (fuzz[code] >= 0) axis.absinfo.fuzz = fuzz[code];
  if (code == ABS_MT_TOOL_TYPE && axis.absinfo.maximum < MT_TOOL_PALM) axis.absinfo.maximum = MT_TOOL_PALM;
  return ioctl(twin, UI_ABS_SETUP, &axis) < 0 ? -errno : 0;
}

static int copy_codes(int pad, int twin, const int32_t *fuzz) {
  unsigned char types[EV_CNT / 8 + 1] = {0};
  if (ioctl(pad, EVIOCGBIT(0, sizeof types), types) < 0) return -errno;
  for (size_t i = 0; i < sizeof copied / sizeof copied[0]; i++) {
    unsigned char codes[most_codes / 8 + 1] = {0};
    if (!has_bit(types, copied[i].type)) continue;
    if (ioctl(pad, EVIOCGBIT(copied[i].type, sizeof codes), codes) < 0) return -errno;
    if (ioctl(twin, UI_SET_EVBIT, copied[i].type) < 0) return -errno;
    for (unsigned code = 0; code < copied[i].count; code++) {
      if (!has_bit(codes, code)) continue;
      if (ioctl(twin, copied[i].set, code) < 0) return -errno;
      int result = copied[i].type == EV_ABS ? copy_axis(pad, twin, code, fuzz) : 0;
      if (result < 0) return result;
    }
  }
  return 0;
}

/* Adds ABS_MT_TOOL_TYPE to devices with slots that lack it, so that the twin can report a touch as a palm. */
static int add_tool_type(int pad, int twin) {
  unsigned char axes[ABS_CNT / 8 + 1] = {0};
  if (ioctl(pad, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0) return -errno;
  if (!has_bit(axes, ABS_MT_SLOT) || has_bit(axes, ABS_MT_TOOL_TYPE)) return 0;
  struct uinput_abs_setup axis = {.code = ABS_MT_TOOL_TYPE, .absinfo = {.maximum = MT_TOOL_PALM}};
  if (ioctl(twin, UI_SET_ABSBIT, ABS_MT_TOOL_TYPE) < 0) return -errno;
  return ioctl(twin, UI_ABS_SETUP, &axis) < 0 ? -errno : 0;
}

static int copy_properties(int pad, int twin) {
  unsigned char properties[INPUT_PROP_CNT / 8 + 1] = {0};
  if (ioctl(pad, EVIOCGPROP(sizeof properties), properties) < 0) return -errno;
  for (unsigned bit = 0; bit < INPUT_PROP_CNT; bit++)
    if (has_bit(properties, bit) && ioctl(twin, UI_SET_PROPBIT, bit) < 0) return -errno;
  return 0;
}

/* Keeps the name and ids of the device, because quirks and settings match on them. The mark is in `phys`. */
static int set_up(int pad, int twin) {
  struct uinput_setup setup = {0};
  char phys[longest_phys + sizeof GESTURED_TWIN_MARK] = GESTURED_TWIN_MARK;
  if (ioctl(pad, EVIOCGID, &setup.id) < 0 || ioctl(pad, EVIOCGNAME(sizeof setup.name - 1), setup.name) < 0)
    return -errno;
  ioctl(pad, EVIOCGPHYS(longest_phys), phys + strlen(phys)); /* may have none */
  if (ioctl(twin, UI_SET_PHYS, phys) < 0 || ioctl(twin, UI_DEV_SETUP, &setup) < 0) return -errno;
  return ioctl(twin, UI_DEV_CREATE) < 0 ? -errno : 0;
}

int gestured_twin_create(int pad, const int32_t *fuzz) {
  int twin = open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (twin < 0) return -errno;
  int result = copy_codes(pad, twin, fuzz);
  if (result == 0) result = add_tool_type(pad, twin);
  if (result == 0) result = copy_properties(pad, twin);
  if (result == 0) result = set_up(pad, twin);
  if (result == 0) return twin;
  close(twin);
  return result;
}

int gestured_grab(int fd, bool grabs) {
  return ioctl(fd, EVIOCGRAB, (void *)(intptr_t)grabs) < 0 ? -errno : 0;
}
