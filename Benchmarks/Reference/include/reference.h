#pragma once
#include <stdint.h>

// The reference of `make bench`: the work of the core in plain C. Events in, gestures out; slots, frames
// in millimetres and eight recognizers, without the arbitration, filters and velocities that recognizers.md specifies.

// Laid out as the kernel's struct input_event, and as GestureCore's InputEvent.
struct reference_event {
  int64_t seconds, microseconds;
  uint16_t type;
  uint16_t code;
  int32_t value;
};

enum reference_gesture {
  REFERENCE_TAP,
  REFERENCE_DOUBLE_TAP,
  REFERENCE_LONG_PRESS,
  REFERENCE_PAN,
  REFERENCE_SWIPE,
  REFERENCE_PINCH,
  REFERENCE_ROTATION,
  REFERENCE_EDGE_PAN,
  REFERENCE_GESTURES
};

struct reference;

// units: device units a millimetre, the same on both axes; width of the stage in millimetres.
struct reference *reference_new(double units, double width);
void reference_free(struct reference *reference);
// Feeds a batch; returns how many gesture events it made (began, changed, ended and recognized alike).
int64_t reference_feed(struct reference *reference, const struct reference_event *events, int64_t count);
// How often a gesture was recognized or began.
int64_t reference_recognized(const struct reference *reference, enum reference_gesture gesture);

// Allocations of this whole process so far: the executable's malloc family counts, then calls glibc's.
int64_t reference_allocations(void);
