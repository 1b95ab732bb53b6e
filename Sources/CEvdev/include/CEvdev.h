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

/* Time and waiting. */

/* CLOCK_MONOTONIC in microseconds. */
int64_t gestured_now(void);
/* Waits for events or until `deadline` (CLOCK_MONOTONIC, microseconds; INT64_MAX: no limit; past: does not wait).
 * The number of events, or -errno; -EINTR counts as 0. */
int gestured_epoll_wait(int epoll, struct epoll_event *events, int capacity, int64_t deadline);
/* A non-blocking timerfd of CLOCK_MONOTONIC, or -errno. */
int gestured_timer(void);
/* Readable from `time` on (microseconds; INT64_MAX: never; past: at once), and not before. 0 or -errno. */
int gestured_timer_set(int fd, int64_t time);
/* Adds (EPOLL_CTL_ADD), changes or removes one descriptor; `key` is returned with its events. 0 or -errno. */
int gestured_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t key);
uint64_t gestured_epoll_key(const struct epoll_event *event);

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
/* Reaps the child of a pidfd if it has ended: 1 and `status` as of waitpid(2), 0 if it still runs, or -errno. */
int gestured_pidfd_reap(int pidfd, int *status);
/* Starts `path` in a new session with standard input `in` (-1: /dev/null), output `out` and errors `err`;
 * inherits no other descriptor, no blocked and no ignored signal. The process id, or -errno, also of a failed exec. */
pid_t gestured_spawn(const char *path, char *const argv[], char *const envp[], int in, int out, int err);
/* A process for work that may take long, with at most `seconds` of processor time; it ends with its parent. In the child
 * 0, and `end` is where it writes its result; it has no other descriptors but 0, 1 and 2. In the parent the process id,
 * and `end` is where the result is read, without blocking. -errno. */
pid_t gestured_fork_worker(int *end, int seconds);
/* A pipe for what a command writes; both ends are close-on-exec, the reader does not block. The writer's end can be read
 * as well, so that a program that still writes when nothing reads is not killed by SIGPIPE. 0 or -errno. */
int gestured_output_pipe(int *reader, int *writer);
/* Nothing reads the pipe from here on: programs that still write get EAGAIN when it is full, and do not wait. */
void gestured_output_pipe_abandon(int writer);
/* A pipe for what a command reads: the writer non-blocking, holding about `capacity` bytes. 0 or -errno. */
int gestured_input_pipe(int *reader, int *writer, int capacity);

/* Connects a non-blocking Unix socket, datagram or stream like the listening one; the descriptor or -errno. */
int gestured_connect_unix(const char *path, bool *is_stream);

/* Memory. */

/* Releases the pages of the program and its libraries that are never written (the kernel brings those that are used
 * again back from its cache), and free heap. */
void gestured_release_pages(void);

/* Sockets. */

/* The uid of the process at the other end of a connected Unix socket, or -errno. */
int64_t gestured_peer_uid(int fd);
/* The user whose session is active on a seat, by logind; -ENXIO or -ENODATA: none, -ENOSYS: there is no libsystemd. */
int64_t gestured_active_uid(const char *seat);
/* The next connection of a listening socket, non-blocking and close-on-exec, or -errno. */
int gestured_accept(int fd);

/* evdev. */

/* Whether another program holds EVIOCGRAB: tested by grabbing and releasing. False if it cannot be determined. */
bool gestured_is_grabbed(int fd);
/* EVIOCSMASK: of events of `type` only the codes whose bits are set reach this descriptor. 0 or -errno. */
int gestured_set_event_mask(int fd, uint32_t type, const uint64_t *bits, uint32_t size);
/* EVIOCGMTSLOTS: `request` is the code of an axis, then room for its value in each of `count` slots. 0 or -errno. */
int gestured_read_slots(int fd, int32_t *request, int count);
/* EVIOCGABS: the present value of an axis. 0 or -errno. */
int gestured_read_axis(int fd, uint32_t code, int32_t *value);
/* EVIOCGBIT: the codes that the device has of a type, as bits; without effect on error. */
void gestured_read_codes(int fd, uint32_t type, uint64_t *bits, size_t size);
/* Grabs the device or releases the grab: 0 or -errno. */
int gestured_grab(int fd, bool grabs);

/* The start of `phys` of every twin, by which gestured finds its own. */
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
/* What a virtual device of gestured's own has; `property` is an INPUT_PROP_*, -1: none. */
struct gestured_virtual {
  const char *name;
  uint16_t bus;
  int property;
  const uint16_t *keys, *relative;
  int key_count, relative_count;
  const struct gestured_axis *axes;
  int axis_count;
};
/* A descriptor to which its events are written without blocking; closing it removes the device. Or -errno. */
int gestured_virtual_create(const struct gestured_virtual *device);

/* A number in memory that a forked process shares; NULL: none. */
volatile uint32_t *gestured_shared_counter(void);
void gestured_shared_counter_free(volatile uint32_t *counter);
/* A process that kills this one with SIGKILL if it leaves events of `pad` unread for `limit` microseconds, which
 * releases a grab; `reads` is counted up with every read. It ends with its parent, and when the device is gone. Its
 * process id, or -errno. */
pid_t gestured_start_supervisor(int pad, volatile uint32_t *reads, int64_t limit);

#endif
