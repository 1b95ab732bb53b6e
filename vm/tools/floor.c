// floor NODE COMMAND [ARGUMENT...]: a minimal gesture daemon, with raw reads. SYN_DROPPED is not handled.
#define _GNU_SOURCE
#include "swipe.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int fd = open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC), epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event ready = {.events = EPOLLIN};
  if (fd < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &ready)) return perror(argv[1]), 1;
  signal(SIGCHLD, SIG_IGN);
  for (struct input_event events[64];;) {
    if (epoll_wait(epoll, &ready, 1, -1) < 1) continue;
    for (ssize_t size; (size = read(fd, events, sizeof events)) > 0;)
      for (size_t i = 0; i < size / sizeof events[0]; i++)
        handle(events[i].type, events[i].code, events[i].value, argv + 2);
  }
}
