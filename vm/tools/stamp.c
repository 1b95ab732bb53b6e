// stamp FILE: appends CLOCK_MONOTONIC (ns), read with its first instructions, to FILE: the command that the bench's
// gesture runs.
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  if (argc != 2) return 2;
  char line[64];
  int size = snprintf(line, sizeof line, "%lld\n", t.tv_sec * 1000000000LL + t.tv_nsec);
  int fd = open(argv[1], O_WRONLY | O_APPEND | O_CREAT, 0666);
  return fd < 0 || write(fd, line, size) != size;
}
