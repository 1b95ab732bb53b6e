// How both floors handle an event: follow the slots and, when the last of three or more fingers lifts after a move to
// the right, spawn the command, or write a message to the subscriber. This is the minimum for any daemon.
#include <linux/input.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

enum { most_slots = 32, least_move = 64 /* units: 8 mm of the touchscreen of vm/tools/fingers.c */ };

static struct {
  int slot, down[most_slots], x0[most_slots], x[most_slots];
  int fingers, most, moved;
} pad;

static int subscriber = -1;

static void act(char **argv) {
  pid_t child;
  if (subscriber >= 0) {
    if (write(subscriber, "swipe", 6) != 6) exit(1);
    return;
  }
  posix_spawn(&child, argv[0], 0, 0, argv, environ);
}

static void follow(int code, int value) {
  int s = pad.slot;
  switch (code) {
    case ABS_MT_SLOT: pad.slot = value & (most_slots - 1); break;
    case ABS_MT_TRACKING_ID:
      if (value >= 0 && !pad.down[s]) { pad.down[s] = 1; pad.fingers++; pad.x0[s] = -1; }
      else if (value < 0 && pad.down[s]) { pad.down[s] = 0; pad.fingers--; }
      if (pad.fingers > pad.most) pad.most = pad.fingers;
      break;
    case ABS_MT_POSITION_X:
      if (pad.x0[s] < 0) pad.x0[s] = value;
      pad.x[s] = value;
      if (value - pad.x0[s] > least_move) pad.moved = 1;
      break;
    default: break;
  }
}

static void handle(int type, int code, int value, char **command) {
  if (type == EV_ABS) follow(code, value);
  else if (type == EV_SYN && code == SYN_REPORT && pad.fingers == 0 && pad.most) {
    if (pad.most >= 3 && pad.moved) act(command);
    pad.most = pad.moved = 0;
  }
}
