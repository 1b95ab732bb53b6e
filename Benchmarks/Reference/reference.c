#include "reference.h"

#include <linux/input-event-codes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 10, OUTPUTS = 64 };
enum phase { STILL, BEGAN, MOVED, ENDED };
enum state { POSSIBLE, ACTIVE, FAILED, DONE };

struct point {
  double x, y;
};

struct slot {
  bool down, began, moved, ended;
  int32_t x, y;
};

struct touch {
  struct point at, before, start;
  double wandered;  // the largest distance from where it landed
};

// The input of all recognizers: one report, in millimetres.
struct frame {
  int64_t time;
  int down, landed, lifted, most;  // most: fingers at once since the first landed
  int64_t began;                   // when the first of them landed
  struct point centre, step;       // centroid of the remaining touches, and its motion
  double spread, turn;             // mean distance to the centroid; turn since the last frame
  double wandered;                 // the largest distance of any touch
  bool edge;                       // the first touch landed at the left edge
};

struct output {
  int64_t time;
  int gesture;
  int state;
  struct point at, moved, velocity;
  double scale, rotation;
};

struct tap {
  enum state state;
  int wanted, done;
  int64_t lifted;
  struct point first;
};

struct motion {
  enum state state;
  struct point moved;
  double spread, turned;
  int64_t started;
};

struct reference {
  double per_unit, width;
  int slot;
  struct slot slots[SLOTS];
  struct touch touches[SLOTS];
  bool changed;
  struct frame frame;
  struct tap tap, double_tap;
  struct motion press, pan, swipe, pinch, rotation, edge;
  struct output outputs[OUTPUTS];
  int output_count;
  int64_t recognized[REFERENCE_GESTURES];
};

struct reference *reference_new(double units, double width) {
  struct reference *r = calloc(1, sizeof *r);
  if (!r) abort();
  r->per_unit = 1 / units;
  r->width = width;
  r->tap.wanted = 1;
  r->double_tap.wanted = 2;
  return r;
}

void reference_free(struct reference *r) { free(r); }

int64_t reference_recognized(const struct reference *r, enum reference_gesture gesture) {
  return r->recognized[gesture];
}

static struct output *emit(struct reference *r, int gesture, int state) {
  struct output *out = &r->outputs[r->output_count < OUTPUTS - 1 ? r->output_count : OUTPUTS - 1];
  r->output_count++;
  out->time = r->frame.time;
  out->gesture = gesture;
  out->state = state;
  out->at = r->frame.centre;
  return out;
}

static double length(double x, double y) { return sqrt(x * x + y * y); }

static double distance(struct point a, struct point b) { return length(a.x - b.x, a.y - b.y); }

// Taps: all fingers up again within 750 ms, none of them farther than 7 mm; the next within 350 ms and 10 mm.
static void tap(struct reference *r, struct tap *t, int gesture) {
  struct frame *f = &r->frame;
  if (t->state == FAILED || t->state == DONE) {
    if (f->landed != f->down || !f->landed) return;
    t->state = POSSIBLE;
    t->done = 0;
  }
  if (t->done && f->time - t->lifted > 350000) t->done = 0;
  if (f->most > 1 || f->wandered > 7 || (f->down && f->time - f->began >= 750000)) {
    t->state = FAILED;
    return;
  }
  if (f->landed && t->done && distance(f->centre, t->first) > 10) t->done = 0;
  if (f->landed && !t->done) t->first = f->centre;
  if (f->lifted && !f->down) {
    t->lifted = f->time;
    if (++t->done < t->wanted) return;
    t->state = DONE;
    r->recognized[gesture]++;
    emit(r, gesture, DONE);
  }
}

// One finger rests for 500 ms within 1.6 mm.
static void long_press(struct reference *r) {
  struct frame *f = &r->frame;
  struct motion *m = &r->press;
  switch (m->state) {
    case POSSIBLE:
      if (f->most > 1 || f->wandered > 1.6 || !f->down) {
        if (f->most) m->state = FAILED;
      } else if (f->time - f->began >= 500000) {
        m->state = ACTIVE;
        r->recognized[REFERENCE_LONG_PRESS]++;
        emit(r, REFERENCE_LONG_PRESS, ACTIVE);
      }
      break;
    case ACTIVE:
      if (!f->down) {
        m->state = DONE;
        emit(r, REFERENCE_LONG_PRESS, DONE);
      }
      break;
    case FAILED:
    case DONE:
      break;
  }
}

// Follows one measure of the fingers from a threshold on: shared by pan, pinch, rotation and edge pan.
static void follow(struct reference *r, struct motion *m, int gesture, bool fits, bool reached) {
  struct frame *f = &r->frame;
  switch (m->state) {
    case POSSIBLE:
      if (!fits || !reached) return;
      m->state = ACTIVE;
      r->recognized[gesture]++;
      break;
    case ACTIVE:
      if (fits) break;
      m->state = DONE;
      emit(r, gesture, DONE);
      return;
    case FAILED:
    case DONE:
      return;
  }
  struct output *out = emit(r, gesture, ACTIVE);
  out->moved = m->moved;
  out->velocity.x = f->step.x * 100;
  out->velocity.y = f->step.y * 100;
  out->scale = m->spread > 0 ? f->spread / m->spread : 1;
  out->rotation = m->turned;
}

static void pan(struct reference *r) {
  struct frame *f = &r->frame;
  struct motion *m = &r->pan;
  m->moved.x += f->step.x;
  m->moved.y += f->step.y;
  follow(r, m, REFERENCE_PAN, f->down > 0, length(m->moved.x, m->moved.y) >= 1.6);
}

// Three fingers, 12 mm at no more than 35 degrees off an axis, within 500 ms.
static void swipe(struct reference *r) {
  struct frame *f = &r->frame;
  struct motion *m = &r->swipe;
  if (m->state != POSSIBLE) return;
  if (f->most > 3 || f->lifted || f->time - f->began >= 500000) {
    if (f->most) m->state = FAILED;
    return;
  }
  if (f->down != 3) return;
  m->moved.x += f->step.x;
  m->moved.y += f->step.y;
  double x = fabs(m->moved.x), y = fabs(m->moved.y);
  double along = x > y ? x : y, across = x > y ? y : x;
  if (along < 12) return;
  if (across > along * 0.7) {
    m->state = FAILED;
    return;
  }
  m->state = DONE;
  r->recognized[REFERENCE_SWIPE]++;
  emit(r, REFERENCE_SWIPE, DONE)->moved = m->moved;
}

static void pinch(struct reference *r) {
  struct frame *f = &r->frame;
  struct motion *m = &r->pinch;
  if (f->down == 2 && f->landed) m->spread = f->spread;
  follow(r, m, REFERENCE_PINCH, f->down == 2, fabs(f->spread - m->spread) >= 1.5);
}

static void rotation(struct reference *r) {
  struct frame *f = &r->frame;
  struct motion *m = &r->rotation;
  if (f->down == 2) m->turned += f->turn;
  double turned = fabs(m->turned);
  follow(r, m, REFERENCE_ROTATION, f->down == 2, turned >= 0.087 && turned * f->spread >= 3);
}

static void edge_pan(struct reference *r) {
  struct frame *f = &r->frame;
  struct motion *m = &r->edge;
  if (!f->edge) return;
  m->moved.x += f->step.x;
  m->moved.y += f->step.y;
  follow(r, m, REFERENCE_EDGE_PAN, f->down == 1, m->moved.x >= 1.6);
}

static void begin_sequence(struct reference *r) {
  struct frame *f = &r->frame;
  struct motion fresh = {0};
  r->press = r->pan = r->swipe = r->pinch = r->rotation = r->edge = fresh;
  f->began = f->time;
  f->most = 0;
  f->wandered = 0;
}

// One report: touches in millimetres, their common values, then every recognizer.
static void report(struct reference *r, int64_t time) {
  struct frame *f = &r->frame;
  int before = f->down, staying = 0;
  struct point centre = {0, 0}, old = {0, 0};
  f->time = time;
  f->landed = f->lifted = 0;
  for (int i = 0; i < SLOTS; i++) {
    struct slot *s = &r->slots[i];
    struct touch *t = &r->touches[i];
    if (s->ended) f->lifted++;
    if (!s->down) continue;
    struct point at = {s->x * r->per_unit, s->y * r->per_unit};
    t->before = s->began ? at : t->at;
    t->at = at;
    if (s->began) {
      t->start = at;
      t->wandered = 0;
      f->landed++;
    } else if (s->moved) {
      double far = distance(at, t->start);
      if (far > t->wandered) t->wandered = far;
    }
    staying++;
    centre.x += at.x;
    centre.y += at.y;
    old.x += t->before.x;
    old.y += t->before.y;
  }
  f->down = staying;
  if (!before && f->landed) begin_sequence(r);
  if (staying > f->most) f->most = staying;
  f->step = (struct point){0, 0};
  f->turn = 0;
  if (staying) {
    centre.x /= staying, centre.y /= staying, old.x /= staying, old.y /= staying;
    if (before == staying) f->step = (struct point){centre.x - old.x, centre.y - old.y};
    f->centre = centre;
    if (!before) f->edge = centre.x <= 4;
    double spread = 0, cross = 0, dot = 0;
    for (int i = 0; i < SLOTS; i++) {
      if (!r->slots[i].down) continue;
      struct touch *t = &r->touches[i];
      double x = t->at.x - centre.x, y = t->at.y - centre.y;
      double u = t->before.x - old.x, v = t->before.y - old.y;
      spread += length(x, y);
      cross += u * y - v * x;
      dot += u * x + v * y;
      if (t->wandered > f->wandered) f->wandered = t->wandered;
    }
    f->spread = spread / staying;
    if (staying > 1 && before == staying) f->turn = atan2(cross, dot);
  }
  tap(r, &r->tap, REFERENCE_TAP);
  tap(r, &r->double_tap, REFERENCE_DOUBLE_TAP);
  long_press(r);
  pan(r);
  swipe(r);
  pinch(r);
  rotation(r);
  edge_pan(r);
  for (int i = 0; i < SLOTS; i++) r->slots[i].began = r->slots[i].moved = r->slots[i].ended = false;
}

static void axis(struct reference *r, const struct reference_event *e) {
  struct slot *s = &r->slots[r->slot];
  switch (e->code) {
    case ABS_MT_SLOT:
      if (e->value >= 0 && e->value < SLOTS) r->slot = e->value;
      break;
    case ABS_MT_TRACKING_ID:
      if (e->value >= 0) {
        s->began = !s->down;
        s->down = true;
      } else {
        s->ended = s->down;
        s->down = false;
      }
      r->changed = true;
      break;
    case ABS_MT_POSITION_X:
      s->x = e->value;
      r->changed = s->moved = true;
      break;
    case ABS_MT_POSITION_Y:
      s->y = e->value;
      r->changed = s->moved = true;
      break;
  }
}

int64_t reference_feed(struct reference *r, const struct reference_event *events, int64_t count) {
  int64_t made = 0;
  for (int64_t i = 0; i < count; i++) {
    const struct reference_event *e = &events[i];
    if (e->type == EV_ABS) {
      axis(r, e);
    } else if (e->type == EV_SYN && e->code == SYN_REPORT && r->changed) {
      report(r, e->seconds * 1000000 + e->microseconds);
      r->changed = false;
      made += r->output_count;
      r->output_count = 0;
    }
  }
  return made;
}
