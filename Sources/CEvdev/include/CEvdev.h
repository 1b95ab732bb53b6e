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

/* Marks a function that uses its pointer arguments during the call only. Each of them points to one value, or to a string that
 * ends with NUL. Swift may pass values and strings to it without `unsafe`, and cannot pass other pointers without it. */
#if __has_attribute(swift_attr)
#define GESTURED_SAFE __attribute__((swift_attr("@safe")))
#else
#define GESTURED_SAFE
#endif

/* Time and waiting. */

/* CLOCK_MONOTONIC in microseconds. */
int64_t gestured_now(void);
/* Waits for events. Returns their number, or -errno. */
int gestured_epoll_wait(int epoll, struct epoll_event *events, int capacity);
/* A non-blocking timerfd of CLOCK_MONOTONIC, or -errno. */
int gestured_timer(void);
/* Makes the timer readable at `time` (microseconds): never for INT64_MAX, at once for a past time. Returns 0 or -errno. */
int gestured_timer_set(int fd, int64_t time);
/* Adds (EPOLL_CTL_ADD), changes or removes one descriptor. Its events carry `key`. Returns 0 or -errno. */
int gestured_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t key);

/* Signals. */

/* Blocks the `count` signals and returns a non-blocking signalfd for them, or -errno. */
int gestured_signalfd(const int *signals, int count);
/* The next pending signal; 0 if none is pending. */
int gestured_signalfd_read(int fd);

/* Processes. */

/* This process's environment, which commands inherit. */
char **gestured_environ(void);
/* A close-on-exec pidfd of a child, or -errno. */
int gestured_pidfd_open(pid_t pid);
/* Reaps the child of a pidfd if it has ended, and sets `status` as waitpid(2) does. False if the child still runs. A child that
 * was already reaped gets the status 0. */
bool gestured_pidfd_reap(int pidfd, int *status) GESTURED_SAFE;
/* Starts `path` in a new session with standard input `in` (-1: /dev/null), output `out` and errors `err`. The program inherits
 * no other descriptor, and no blocked or ignored signal. `words` and `environment` are blocks of strings that each end with
 * NUL; NULL for `environment` passes on this process's own. With `ends_with_parent` it gets SIGTERM when this process ends, however
 * that is. Returns the process id, or -errno, also if exec failed. */
pid_t gestured_spawn(
    const char *path, const uint8_t *words, size_t words_size, const uint8_t *environment, size_t environment_size, int in,
    int out, int err, bool ends_with_parent);
/* Forks a worker that may use `seconds` of processor time and ends with its parent. Returns 0 in the child, which writes its
 * result to `end`; its other descriptors are 0, 1, 2 and `kept` (-1: none). Returns the process id in the parent, which reads
 * the result from `end` without blocking. Returns -errno on failure. */
pid_t gestured_fork_worker(int *end, int kept, int seconds) GESTURED_SAFE;
/* Takes from this process what a worker does not need that reads a text of others: it can read and write what is open, allocate
 * memory, see whether a file exists, and exit. Every other system call fails with EPERM; where the kernel has Landlock, no file
 * can be opened by it, either. There is no way back. Returns 0, or -errno if the kernel has no filter of system calls. */
int gestured_confine(void);
/* Makes this process the parent of descendants whose own parents have ended (PR_SET_CHILD_SUBREAPER). Returns 0 or -errno. */
int gestured_adopt_descendants(void);
/* Makes a pipe for the output of a command. Both ends are close-on-exec, and the reader does not block. The write end is also
 * open for reading, so a program that writes after this process has closed its end does not get SIGPIPE. Returns 0 or -errno. */
int gestured_output_pipe(int *reader, int *writer) GESTURED_SAFE;
/* Call this when the output is no longer read. A program that still writes then gets EAGAIN from a full pipe instead of
 * waiting. */
void gestured_output_pipe_abandon(int writer);
/* Makes a pipe for the input of a command. It holds about `capacity` bytes, and the writer does not block. Returns 0 or
 * -errno. */
int gestured_input_pipe(int *reader, int *writer, int capacity) GESTURED_SAFE;

/* Connects a non-blocking Unix socket of the listener's kind, datagram or stream. Returns the descriptor or -errno. */
int gestured_connect_unix(const char *path, bool *is_stream) GESTURED_SAFE;

/* The same for a socket whose file belongs to this user and is no link. Whatever is at the path later, the file that was looked at
 * is the one that is connected to. Returns -EPERM for a file of another user. */
int gestured_connect_own(const char *path, bool *is_stream) GESTURED_SAFE;

/* The process that listens on a Unix stream socket and belongs to `uid`: its number. 0 if it belongs to another user, -EAGAIN
 * if the socket's queue is full, -ECONNREFUSED if no process listens. The connection is closed at once. */
pid_t gestured_listener(const char *path, uid_t uid) GESTURED_SAFE;

/* inotify_add_watch(2). Returns the watch's number, or -errno. */
int gestured_watch_path(int inotify, const char *path, uint32_t mask) GESTURED_SAFE;

/* Memory. */

/* Releases free heap memory and the read-only pages of the program and its libraries. The kernel reads such a page from its
 * cache again when the program uses it. */
void gestured_release_pages(void);

/* Sockets. */

/* The uid of the process at the other end of a connected Unix socket, or -errno. */
int64_t gestured_peer_uid(int fd);
/* Its process id, or -errno. */
int64_t gestured_peer_pid(int fd);
/* The uid of the user whose session is active on a seat, from logind. -ENXIO or -ENODATA if no session is active, -ENOSYS
 * without libsystemd. */
int64_t gestured_active_uid(const char *seat) GESTURED_SAFE;
/* Accepts the next connection of a listening socket. Returns a non-blocking, close-on-exec descriptor, or -errno. */
int gestured_accept(int fd);

/* evdev. */

/* Whether another program holds EVIOCGRAB. Tests this by grabbing and releasing the device. False if that cannot be
 * determined. */
bool gestured_is_grabbed(int fd);
/* EVIOCSMASK: lets only the codes of `type` whose bits are set reach this descriptor. 0 or -errno. */
int gestured_set_event_mask(int fd, uint32_t type, const uint64_t *bits, uint32_t size);
/* EVIOCGMTSLOTS: `request` is the code of an axis, then space for its value in each of `count` slots. 0 or -errno. */
int gestured_read_slots(int fd, int32_t *request, int count);
/* EVIOCGABS: reads the current value of an axis. 0 or -errno. */
int gestured_read_axis(int fd, uint32_t code, int32_t *value) GESTURED_SAFE;
/* EVIOCGKEY: reads which keys are down, as bits. 0 or -errno. */
int gestured_read_keys(int fd, uint64_t *bits, size_t size);
/* Gives each message of libevdev to `take`, of at most 511 bytes. The library writes them to standard error otherwise. */
void gestured_log_libevdev(void (*take)(const char *text));
/* Grabs the device or releases the grab: 0 or -errno. */
int gestured_grab(int fd, bool grabs);

/* The prefix of every twin's `phys`, by which gestured recognizes its twins. */
#define GESTURED_TWIN_MARK "gestured/"
/* Makes a uinput device with the name, ids, properties and axes of `pad`. `fuzz` has a value for each ABS code; -1 keeps the
 * device's own. Returns a non-blocking descriptor to which events are written, or -errno. Closing it removes the device. */
int gestured_twin_create(int pad, const int32_t *fuzz);

/* The `phys` of gestured's other virtual devices, which gestured must not read. */
#define GESTURED_OWN_PHYS "gestured"
struct gestured_axis {
  uint16_t code;
  int32_t minimum, maximum, resolution;
};
/* Makes a virtual device with keys, relative axes and absolute axes. `property` is an INPUT_PROP_*, or -1. Returns a
 * non-blocking descriptor to which events are written, or -errno. Closing it removes the device. */
int gestured_virtual_create(
    const char *name, uint16_t bus, int property, const uint16_t *keys, int key_count, const uint16_t *relative,
    int relative_count, const struct gestured_axis *axes, int axis_count);

/* Allocates a number in memory that is shared with forked processes; NULL without memory. */
volatile uint32_t *gestured_shared_counter(void);
void gestured_shared_counter_free(volatile uint32_t *counter);
/* The frames that wait for a verdict of this process, in memory that is shared with its supervisor; NULL without memory. */
struct gestured_left;
struct gestured_left *gestured_left_new(void);
void gestured_left_free(struct gestured_left *left);
/* Makes a new list beside the present one, which holds until `commit`. */
void gestured_left_begin(struct gestured_left *left);
/* Adds a frame, without its SYN_REPORT. A list that is longer than its memory has nothing. */
void gestured_left_append(struct gestured_left *left, const struct input_event *events, int count);
void gestured_left_commit(struct gestured_left *left);
/* Starts a supervisor, which kills this process with SIGKILL if events of `pad`, a device or a timer, stay unread for `limit` microseconds. This
 * process must increment `reads` with every read. After this process has ended, the supervisor releases the grab, repeats the
 * device's values for its other readers, writes what is left to `twin`, and exits. It also exits when the device is gone. It has its own
 * session and, where the user may create one, its own cgroup. `twin` is -1 and `left` NULL without one. Returns its process id, or
 * -errno. */
pid_t gestured_start_supervisor(
    int pad, volatile uint32_t *reads, int64_t limit, int twin, const struct gestured_left *left);

/* musl lacks both. Linux before 5.9 lacks the system call. */
#ifndef __GLIBC__
#include <sys/syscall.h>
#include <unistd.h>
static inline int close_range(unsigned first, unsigned last, int flags) { return (int)syscall(SYS_close_range, first, last, flags); }
static inline int malloc_trim(size_t pad) { return pad != 0; }
#endif

#endif
