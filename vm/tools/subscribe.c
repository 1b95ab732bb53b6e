// subscribe SOCKET FILE [REQUEST]: connects to the socket, writes the request, and appends to FILE a line for each message
// that comes (they end with a NUL byte): CLOCK_MONOTONIC in ns when it had been read.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, argv[1], sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address)) return perror(argv[1]), 1;
  if (argc > 3 && write(fd, argv[3], strlen(argv[3]) + 1) < 0) return perror(argv[1]), 1;
  FILE *file = fopen(argv[2], "a");
  if (!file) return perror(argv[2]), 1;
  char bytes[65536];
  for (ssize_t size; (size = read(fd, bytes, sizeof bytes)) > 0;) {
    long long time = now();
    for (ssize_t i = 0; i < size; i++)
      if (!bytes[i]) fprintf(file, "%lld\n", time);
    fflush(file);
  }
  return 0;
}
