/* Kernel interfaces that Swift cannot import by itself: headers that are not in the Glibc module, and
 * a function for each macro that does not import. Errors are returned as -errno, never through errno. */
#ifndef GESTURED_CEVDEV_H
#define GESTURED_CEVDEV_H

#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/types.h>

/* A function that uses what it is given during the call only: a string up to its NUL, or one value behind a pointer. Swift
 * can pass nothing else there without a mark of its own. */
#if __has_attribute(swift_attr)
#define GESTURED_SAFE __attribute__((swift_attr("@safe")))
#else
#define GESTURED_SAFE
#endif

/* Time and waiting. */

/* CLOCK_MONOTONIC in microseconds. */
int64_t gestured_now(void);
/* Waits for events. Their number, or -errno. */
int gestured_epoll_wait(int epoll, struct epoll_event *events, int capacity);
/* A non-blocking timerfd of CLOCK_MONOTONIC, or -errno. */
int gestured_timer(void);
/* Makes the timer readable at `time` (microseconds; INT64_MAX: never; a past time: at once). 0 or -errno. */
int gestured_timer_set(int fd, int64_t time);
/* Adds (EPOLL_CTL_ADD), changes or removes one descriptor; `key` is returned with its events. 0 or -errno. */
int gestured_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t key);

/* Signals. */

/* Blocks the `count` signals and returns a non-blocking signalfd for them, or -errno. */
int gestured_signalfd(const int *signals, int count);
/* The next pending signal, 0 if none. */
int gestured_signalfd_read(int fd);

/* Processes. */

/* The environment, for commands to inherit. */
char **gestured_environ(void);
/* A close-on-exec pidfd of a child, or -errno. */
int gestured_pidfd_open(pid_t pid);
/* Reaps the child of a pidfd if it has ended: 1 and `status` as of waitpid(2), 0 if it still runs, or -errno. The status of a
 * child that is gone already counts as 0. */
int gestured_pidfd_reap(int pidfd, int *status) GESTURED_SAFE;
/* Starts `path` in a new session with standard input `in` (-1: /dev/null), output `out` and errors `err`;
 * inherits no other descriptor, no blocked and no ignored signal. `words` and `environment` are blocks of strings that each
 * end with NUL; an environment of NULL is this process's own. The process id, or -errno, also of a failed exec. */
pid_t gestured_spawn(
    const char *path, const uint8_t *words, size_t words_size, const uint8_t *environment, size_t environment_size, int in,
    int out, int err);
/* Forks a process for work that may take long, with at most `seconds` of processor time; it ends with its parent.
 * Returns 0 in the child, which writes its result to `end` and has no other descriptors but 0, 1, 2 and `kept` (-1: none).
 * Returns the process id in the parent, which reads the result from `end` without blocking. Or -errno. */
pid_t gestured_fork_worker(int *end, int kept, int seconds) GESTURED_SAFE;
/* A pipe for the output of a command; both ends are close-on-exec, and the reader does not block. The writer's end can be
 * read too, so SIGPIPE does not kill a program that still writes when the reader has gone. 0 or -errno. */
int gestured_output_pipe(int *reader, int *writer) GESTURED_SAFE;
/* Ends reading from the pipe. Programs that still write get EAGAIN when it is full, and do not wait. */
void gestured_output_pipe_abandon(int writer);
/* A pipe for the input of a command. It holds about `capacity` bytes, and the writer does not block. 0 or -errno. */
int gestured_input_pipe(int *reader, int *writer, int capacity) GESTURED_SAFE;

/* Connects a non-blocking Unix socket, datagram or stream like the listening one; the descriptor or -errno. */
int gestured_connect_unix(const char *path, bool *is_stream) GESTURED_SAFE;

/* inotify_add_watch(2): the number of the watch, or -errno. */
int gestured_watch_path(int inotify, const char *path, uint32_t mask) GESTURED_SAFE;

/* Memory. */

/* Releases free heap memory, and the pages of the program and its libraries that are never written. The kernel reads such
 * a page from its cache again when it is used. */
void gestured_release_pages(void);

/* Sockets. */

/* The uid of the process at the other end of a connected Unix socket, or -errno. */
int64_t gestured_peer_uid(int fd);
/* The user whose session is active on a seat, from logind. -ENXIO or -ENODATA: none; -ENOSYS: no libsystemd. */
int64_t gestured_active_uid(const char *seat) GESTURED_SAFE;
/* The next connection of a listening socket, non-blocking and close-on-exec, or -errno. */
int gestured_accept(int fd);

/* evdev. */

/* Whether another program holds EVIOCGRAB, found by grabbing and releasing. False if that cannot be determined. */
bool gestured_is_grabbed(int fd);
/* EVIOCSMASK: lets only the codes of `type` whose bits are set reach this descriptor. 0 or -errno. */
int gestured_set_event_mask(int fd, uint32_t type, const uint64_t *bits, uint32_t size);
/* EVIOCGMTSLOTS: `request` is the code of an axis, then space for its value in each of `count` slots. 0 or -errno. */
int gestured_read_slots(int fd, int32_t *request, int count);
/* EVIOCGABS: the present value of an axis. 0 or -errno. */
int gestured_read_axis(int fd, uint32_t code, int32_t *value) GESTURED_SAFE;
/* EVIOCGBIT: the codes of a type that the device has, as bits. An error leaves the bits unchanged. */
void gestured_read_codes(int fd, uint32_t type, uint64_t *bits, size_t size);
/* EVIOCGKEY: the keys that are down, as bits. 0 or -errno. */
int gestured_read_keys(int fd, uint64_t *bits, size_t size);
/* Grabs the device or releases the grab: 0 or -errno. */
int gestured_grab(int fd, bool grabs);

/* The start of the `phys` of every twin. gestured finds its own by it. */
#define GESTURED_TWIN_MARK "gestured/"
/* A uinput device like `pad` with the same name, ids, properties and axes; `fuzz`: for each ABS code, -1 for the device's
 * own. A descriptor to which events are written without blocking; closing it removes the device. Or -errno. */
int gestured_twin_create(int pad, const int32_t *fuzz);

/* The `phys` of every other device that gestured makes and must not read. */
#define GESTURED_OWN_PHYS "gestured"
struct gestured_axis {
  uint16_t code;
  int32_t minimum, maximum, resolution;
};
/* A virtual device of gestured's own with keys, relative axes and absolute ones. `property` is an INPUT_PROP_*, or -1. A
 * descriptor to which its events are written without blocking; closing it removes the device. Or -errno. */
int gestured_virtual_create(
    const char *name, uint16_t bus, int property, const uint16_t *keys, int key_count, const uint16_t *relative,
    int relative_count, const struct gestured_axis *axes, int axis_count);

/* A number in memory that a forked process shares; NULL: none. */
volatile uint32_t *gestured_shared_counter(void);
void gestured_shared_counter_free(volatile uint32_t *counter);
/* A process that kills this one with SIGKILL if it leaves events of `pad` unread for `limit` microseconds; `reads` is
 * counted up with every read. When this process has died, the other one releases the grab, repeats the device's values for
 * its other readers, and ends; it also ends when the device is gone. It has a session and, where the user may make one, a
 * cgroup of its own. Its process id, or -errno. */
pid_t gestured_start_supervisor(int pad, volatile uint32_t *reads, int64_t limit);

#endif
