#define _GNU_SOURCE
#include "CEvdev.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t gestured_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int gestured_epoll_wait(int epoll, struct epoll_event *events, int capacity) {
  int count = epoll_wait(epoll, events, capacity, -1);
  return count < 0 ? -errno : count;
}

int gestured_timer(void) {
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int gestured_timer_set(int fd, int64_t time) {
  struct itimerspec when = {{0}, {0}};
  if (time < 1) time = 1; /* 0 would disarm it */
  if (time != INT64_MAX) {
    when.it_value.tv_sec = time / 1000000;
    when.it_value.tv_nsec = time % 1000000 * 1000;
  }
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL) < 0 ? -errno : 0;
}

int gestured_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t key) {
  struct epoll_event event = {.events = events, .data = {.u64 = key}};
  return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

int gestured_signalfd(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -errno;
  int fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int gestured_signalfd_read(int fd) {
  struct signalfd_siginfo siginfo;
  return read(fd, &siginfo, sizeof siginfo) == (ssize_t)sizeof siginfo ? (int)siginfo.ssi_signo : 0;
}

char **gestured_environ(void) { return environ; }

int gestured_watch_path(int inotify, const char *path, uint32_t mask) {
  int number = inotify_add_watch(inotify, path, mask);
  return number < 0 ? -errno : number;
}

int gestured_pidfd_open(pid_t pid) {
  int fd = (int)syscall(SYS_pidfd_open, pid, 0); /* close-on-exec by itself */
  return fd < 0 ? -errno : fd;
}

bool gestured_pidfd_reap(int pidfd, int *status) {
  siginfo_t info = {0};
  if (waitid((idtype_t)3 /* P_PIDFD */, (id_t)pidfd, &info, WEXITED | WNOHANG) < 0) {
    /* A child that another call has reaped has ended too. Without this case, a loop that waits for it would spin. */
    *status = 0;
    return true;
  }
  if (info.si_pid == 0) return false;
  *status = info.si_code == CLD_EXITED ? (info.si_status & 0xff) << 8
            : info.si_code == CLD_DUMPED ? info.si_status | 0x80
                                         : info.si_status;
  return true;
}

bool gestured_is_grabbed(int fd) {
  if (ioctl(fd, EVIOCGRAB, (void *)1) < 0) return errno == EBUSY;
  ioctl(fd, EVIOCGRAB, (void *)0);
  return false;
}

int gestured_set_event_mask(int fd, uint32_t type, const uint64_t *bits, uint32_t size) {
  struct input_mask mask = {.type = type, .codes_size = size, .codes_ptr = (uintptr_t)bits};
  return ioctl(fd, EVIOCSMASK, &mask) < 0 ? -errno : 0;
}

int gestured_read_slots(int fd, int32_t *request, int count) {
  return ioctl(fd, EVIOCGMTSLOTS((count + 1) * sizeof *request), request) < 0 ? -errno : 0;
}

int gestured_read_axis(int fd, uint32_t code, int32_t *value) {
  struct input_absinfo axis;
  if (ioctl(fd, EVIOCGABS(code), &axis) < 0) return -errno;
  *value = axis.value;
  return 0;
}

int gestured_read_keys(int fd, uint64_t *bits, size_t size) {
  return ioctl(fd, EVIOCGKEY(size), bits) < 0 ? -errno : 0;
}

static void (*take_message)(const char *text);

__attribute__((format(printf, 6, 0))) static void log_message(
    enum libevdev_log_priority priority, void *data, const char *file, int line, const char *function, const char *format,
    va_list values) {
  (void)priority, (void)data, (void)file, (void)line, (void)function;
  char text[512];
  vsnprintf(text, sizeof text, format, values);
  take_message(text);
}

void gestured_log_libevdev(void (*take)(const char *text)) {
  take_message = take;
  libevdev_set_log_function(log_message, NULL);
}

int64_t gestured_peer_uid(int fd) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -errno;
  return peer.uid;
}

int64_t gestured_peer_pid(int fd) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -errno;
  return peer.pid;
}

int gestured_accept(int fd) {
  int connection = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return connection < 0 ? -errno : connection;
}

static int release_read_only_pages(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    /* Relocated pages lie in a writable segment. Pages of the other segments are the same as in their file. */
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz + page - 1) & ~(page - 1);
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void gestured_release_pages(void) {
  malloc_trim(0);
  dl_iterate_phdr(release_read_only_pages, NULL);
}
