// floor-libevdev NODE COMMAND [ARGUMENT...]: floor, by libevdev, which handles SYN_DROPPED.
// LINK: -levdev
#define _GNU_SOURCE
#include "swipe.h"
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int fd = open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC), epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event ready = {.events = EPOLLIN};
  struct libevdev *device;
  if (fd < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &ready)) return perror(argv[1]), 1;
  if (libevdev_new_from_fd(fd, &device) < 0) return fprintf(stderr, "%s: no evdev device\n", argv[1]), 1;
  signal(SIGCHLD, SIG_IGN);
  for (struct input_event e;;) {
    if (epoll_wait(epoll, &ready, 1, -1) < 1) continue;
    for (int mode = LIBEVDEV_READ_FLAG_NORMAL, status; (status = libevdev_next_event(device, mode, &e)) >= 0;) {
      mode = status == LIBEVDEV_READ_STATUS_SYNC ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL;
      handle(e.type, e.code, e.value, argv + 2);
    }
  }
}
