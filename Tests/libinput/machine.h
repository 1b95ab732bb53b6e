// A machine with one evdev device, in place of the kernel's and libudev's: for libinput in this process.
#include <linux/input.h>
#include <stdint.h>

struct machine {
  char name[256];
  struct input_id id;
  unsigned char properties[INPUT_PROP_CNT / 8];
  unsigned char codes[EV_CNT][KEY_CNT / 8 + 8]; // of each type; of EV_SYN the types
  struct input_absinfo axes[ABS_CNT];
  char modalias[1024]; // of the DMI
  int fd;               // libinput's end of the device, once it is open
  int64_t now;          // CLOCK_MONOTONIC, us
};
extern struct machine machine;

int machine_has(int type, int code);
int machine_is_touchpad(void);
// Opens the device; events that are written to *writer are read by libinput.
int machine_open(int *writer);
// When the next timer is due, us; 0: none.
int64_t machine_alarm(void);
// Sets the clock, and makes the timer that is due readable.
void machine_set_clock(int64_t now);
