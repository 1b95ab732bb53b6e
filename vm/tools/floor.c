// floor NODE COMMAND [ARGUMENT...]: a minimal gesture daemon, with raw reads. SYN_DROPPED is not handled.
// floor NODE -s SOCKET: the same with one subscriber, which connects to SOCKET, instead of a command.
#define _GNU_SOURCE
#include "swipe.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int wait_for_subscriber(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  unlink(path);
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 1)) return -1;
  return accept4(fd, 0, 0, SOCK_CLOEXEC);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int fd = open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC), epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event ready = {.events = EPOLLIN};
  if (fd < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &ready)) return perror(argv[1]), 1;
  signal(SIGCHLD, SIG_IGN);
  if (argc == 4 && !strcmp(argv[2], "-s") && (subscriber = wait_for_subscriber(argv[3])) < 0) return perror(argv[3]), 1;
  for (struct input_event events[64];;) {
    if (epoll_wait(epoll, &ready, 1, -1) < 1) continue;
    /* One read a wake, unless the buffer was full. */
    ssize_t size;
    do {
      size = read(fd, events, sizeof events);
      for (ssize_t i = 0; i < size / (ssize_t)sizeof events[0]; i++)
        handle(events[i].type, events[i].code, events[i].value, argv + 2);
    } while (size == sizeof events);
  }
}
