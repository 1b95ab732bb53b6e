#define _GNU_SOURCE
#include "CEvdev.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The supervisor process, which watches a grab, or what virtual devices hold down. It has one thread, and shares the open file of
 * the device, or of a timer in its place, with the daemon. */

volatile uint32_t *gestured_shared_counter(void) {
  void *page = mmap(NULL, sizeof(uint32_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? NULL : page;
}

void gestured_shared_counter_free(volatile uint32_t *counter) { munmap((void *)counter, sizeof *counter); }

/* Twice the longest queue of the daemon, so that a list can be made while the other one holds. */
enum { most_left = 8192 };
struct gestured_left {
  _Atomic uint32_t current;
  uint32_t counts[2];
  struct input_event events[2][most_left];
};

struct gestured_left *gestured_left_new(void) {
  void *pages = mmap(NULL, sizeof(struct gestured_left), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

void gestured_left_free(struct gestured_left *left) { munmap(left, sizeof *left); }

static uint32_t other_list(struct gestured_left *left) { return 1 - atomic_load(&left->current); }

void gestured_left_begin(struct gestured_left *left) { left->counts[other_list(left)] = 0; }

void gestured_left_append(struct gestured_left *left, const struct input_event *events, int count) {
  uint32_t list = other_list(left), used = left->counts[list];
  if (count < 1 || used > most_left) return;
  if (used + (uint32_t)count + 1 > most_left) {
    left->counts[list] = most_left + 1;
    return;
  }
  memcpy(left->events[list] + used, events, (size_t)count * sizeof *events);
  struct input_event end = events[count - 1];
  end.type = EV_SYN, end.code = SYN_REPORT, end.value = 0;
  left->events[list][used + (uint32_t)count] = end;
  left->counts[list] = used + (uint32_t)count + 1;
}

void gestured_left_commit(struct gestured_left *left) { atomic_store(&left->current, other_list(left)); }

static int64_t microseconds(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000 + event->input_event_usec;
}

/* Shows what waited for a verdict when the daemon ended, in two thirds of its time, as the daemon shows what is late. */
static void play_left(int twin, const struct gestured_left *left) {
  enum { longest_gap = 600000 };
  if (left == NULL) return;
  uint32_t list = atomic_load(&left->current) & 1;
  uint32_t count = left->counts[list] > most_left ? 0 : left->counts[list];
  int64_t last = count > 0 ? microseconds(&left->events[list][0]) : 0;
  for (uint32_t start = 0, end = 0; end < count; start = end) {
    int64_t wait = microseconds(&left->events[list][start]) - last;
    last += wait;
    wait = (wait < 0 ? 0 : wait > longest_gap ? longest_gap : wait) * 2 / 3;
    struct timespec pause = {.tv_sec = wait / 1000000, .tv_nsec = wait % 1000000 * 1000};
    nanosleep(&pause, NULL);
    /* Without a time, an event has that of its write. */
    do {
      struct input_event event = left->events[list][end];
      event.input_event_sec = 0, event.input_event_usec = 0;
      if (write(twin, &event, sizeof event) < 0) return;
    } while (left->events[list][end++].type != EV_SYN && end < count);
  }
}

/* Finds the mount point of the unified cgroup hierarchy; "" if there is none. */
static void find_cgroups(char *path, size_t size) {
  path[0] = 0;
  FILE *mounts = fopen("/proc/self/mountinfo", "re");
  if (mounts == NULL) return;
  char line[4096];
  while (path[0] == 0 && fgets(line, sizeof line, mounts) != NULL) {
    /* A line has id, parent, device, root, mount point, …, "-", type. Spaces in a path are \040. */
    char point[2048];
    if (strstr(line, " - cgroup2 ") != NULL && sscanf(line, "%*s %*s %*s %*s %2047s", point) == 1)
      snprintf(path, size, "%s", point);
  }
  fclose(mounts);
}

/* The parent directory of this process's cgroup; false if the process is in the root cgroup. */
static bool parent_cgroup(char *path, size_t size) {
  char root[2048], line[2048], *last = NULL;
  find_cgroups(root, sizeof root);
  FILE *own = fopen("/proc/self/cgroup", "re");
  if (own == NULL) return false;
  bool found = false;
  while (!found && fgets(line, sizeof line, own) != NULL) found = strncmp(line, "0::/", 4) == 0;
  fclose(own);
  if (!found || root[0] == 0 || (last = strrchr(line + 3, '/')) == NULL || last[1] == '\n') return false;
  *last = 0;
  return snprintf(path, size, "%s%s", root, line + 3) < (int)size;
}

/* A cgroup's freezer stops all processes in it. This process moves to a cgroup of its own beside the daemon's, if the user
 * may create one (as in a user service), and stays otherwise. It removes the empty cgroups of earlier supervisors. */
static void leave_cgroup(void) {
  static const char prefix[] = "gestured-grab-";
  char parent[4096];
  if (!parent_cgroup(parent, sizeof parent)) return;
  int directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = opendir(parent);
  if (directory >= 0 && entries != NULL) {
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
      if (strncmp(entry->d_name, prefix, sizeof prefix - 1) == 0) unlinkat(directory, entry->d_name, AT_REMOVEDIR);
    char name[64], file[96];
    snprintf(name, sizeof name, "%s%d", prefix, (int)getpid());
    snprintf(file, sizeof file, "%s/cgroup.procs", name);
    if (mkdirat(directory, name, 0755) == 0) {
      int processes = openat(directory, file, O_WRONLY | O_CLOEXEC);
      if (processes < 0 || write(processes, "0", 1) != 1) unlinkat(directory, name, AT_REMOVEDIR);
      if (processes >= 0) close(processes);
    }
  }
  if (entries != NULL) closedir(entries);
  if (directory >= 0) close(directory);
}

/* A value near `value` that the kernel does not filter out: they differ by at least the fuzz. */
static int32_t neighbor(const struct input_absinfo *axis, int32_t value) {
  int64_t away = (int64_t)axis->fuzz * 2 + 1;
  if (away < 1) away = 1;
  int64_t other = value > axis->minimum ? value - away : value + away;
  return (int32_t)(other < INT32_MIN ? INT32_MIN : other > INT32_MAX ? INT32_MAX : other);
}

enum { most_slots = 64, most_axes = ABS_MT_TOOL_Y - ABS_MT_SLOT };

/* Adds two events for an axis of a slot: away from its value, and back. */
static int announce_axis(struct input_event *events, unsigned code, const struct input_absinfo *axis, int32_t value) {
  events[0] = (struct input_event){.type = EV_ABS, .code = (uint16_t)code, .value = neighbor(axis, value)};
  events[1] = (struct input_event){.type = EV_ABS, .code = (uint16_t)code, .value = value};
  return 2;
}

/* Repeats the device's values for its other readers. They missed the events of the grab, and the kernel does not send
 * unchanged values. */
static void announce_values(int pad) {
  struct input_absinfo slots, axis;
  if (ioctl(pad, EVIOCGABS(ABS_MT_SLOT), &slots) < 0 || slots.maximum < 1) return;
  int count = slots.maximum < most_slots ? slots.maximum + 1 : most_slots;
  for (int slot = 0; slot < count; slot++) {
    struct input_event events[2 + 2 * most_axes] = {{.type = EV_ABS, .code = ABS_MT_SLOT, .value = slot}};
    int used = 1;
    for (unsigned code = ABS_MT_SLOT + 1; code <= ABS_MT_TOOL_Y; code++) {
      int32_t request[1 + most_slots] = {(int32_t)code};
      if (code == ABS_MT_TRACKING_ID || ioctl(pad, EVIOCGABS(code), &axis) < 0) continue;
      if (ioctl(pad, EVIOCGMTSLOTS((count + 1) * sizeof *request), request) < 0) continue;
      used += announce_axis(events + used, code, &axis, request[1 + slot]);
    }
    /* The kernel ignores an axis that the device lacks. The end of this function restores the selected slot. */
    if (slot == count - 1) {
      struct input_event last[2] = {{.type = EV_ABS, .code = ABS_MT_SLOT, .value = slots.value}, {.type = EV_SYN}};
      if (write(pad, events, (size_t)used * sizeof *events) < 0 || write(pad, last, sizeof last) < 0) return;
    } else {
      events[used++] = (struct input_event){.type = EV_SYN, .code = SYN_REPORT};
      if (write(pad, events, (size_t)used * sizeof *events) < 0) return;
    }
  }
}

/* The daemon has ended, and this process has the last reference to the grab, and to the twin. */
static _Noreturn void end_grab(int pad, int twin, const struct gestured_left *left) {
  if (ioctl(pad, EVIOCGRAB, (void *)0) == 0) announce_values(pad);
  play_left(twin, left);
  _exit(0);
}

/* Whether the parent leaves events unread for `limit`, in microseconds. */
static bool leaves_unread(const volatile uint32_t *reads, uint32_t before, int64_t limit, struct pollfd *parent) {
  enum { steps = 8 };
  int64_t step = limit / steps;
  struct timespec wait = {.tv_sec = step / 1000000, .tv_nsec = step % 1000000 * 1000};
  for (int i = 0; i < steps; i++) {
    /* Without a pidfd, this only waits. */
    if (ppoll(parent, 1, &wait, NULL) > 0) return false;
    if (*reads != before) return false;
  }
  return true;
}

/* Runs in the child. It shares the open file of the device with the parent, so an event that is unread here is unread in the
 * parent. The child sleeps until there is an event, so it does not run while no finger is down. */
static _Noreturn void watch(
    int pad, const volatile uint32_t *reads, pid_t parent, int pidfd, int64_t limit, int twin,
    const struct gestured_left *left) {
  struct pollfd both[] = {{.fd = pad, .events = POLLIN}, {.fd = pidfd, .events = POLLIN}};
  for (;;) {
    /* Read before the wait. If the counter is still the same later, the parent has read nothing since the event came. */
    uint32_t before = *reads;
    if (poll(both, 2, -1) < 0) continue;
    if (both[1].revents != 0) end_grab(pad, twin, left);
    if (both[0].revents & (POLLERR | POLLHUP | POLLNVAL)) _exit(0);
    if (!leaves_unread(reads, before, limit, &both[1])) continue;
    kill(parent, SIGKILL);
    if (pidfd >= 0) poll(&both[1], 1, 1000);
    end_grab(pad, twin, left);
  }
}

/* Closes all descriptors except these two. The second may be -1. */
static void close_all_but(int one, int other) {
  int low = one < other ? one : other, high = one < other ? other : one;
  if (low > 0) close_range(0, (unsigned)low - 1, 0);
  if (high > low + 1) close_range((unsigned)(low + 1), (unsigned)high - 1, 0);
  close_range((unsigned)high + 1, ~0U, 0);
}

pid_t gestured_start_supervisor(
    int pad, volatile uint32_t *reads, int64_t limit, int twin, const struct gestured_left *left) {
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid != 0) return pid < 0 ? -errno : pid;
  close_all_but(pad, twin);
  /* The grab lasts until every process has closed the file. Without a pidfd, the kernel therefore ends this process with the
   * daemon. */
  int pidfd = (int)syscall(SYS_pidfd_open, parent, 0);
  /* `pkill -STOP gestured` stops this process too. The end of the daemon continues it, so that it lets go of the device. */
  if (prctl(PR_SET_PDEATHSIG, pidfd < 0 ? SIGKILL : SIGCONT) < 0) _exit(1);
  if (getppid() != parent) _exit(1);
  /* A terminal or a signal to the process group can stop the daemon. It must not stop this process too. */
  setsid();
  leave_cgroup();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_NAME, "gestured-grab");
  watch(pad, reads, parent, pidfd, limit, twin, left);
}
