// start COUNT PROGRAM [ARGUMENT...]: starts the program that often, one after another, and measures how long it takes
// from the spawn to the READY=1 that it sends to $NOTIFY_SOCKET (sd_notify(3)). Prints the median in ns of a clock and
// the median in ns of its processor time. What it writes elsewhere goes to /dev/null.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void fail(const char *what) { perror(what); exit(1); }

static int by_value(const void *a, const void *b) {
  long long x = *(const long long *)a, y = *(const long long *)b;
  return (x > y) - (x < y);
}

static long long processor_time(pid_t child) {
  char path[64];
  long long ns = 0;
  snprintf(path, sizeof path, "/proc/%d/schedstat", child);
  FILE *file = fopen(path, "r");
  if (!file || fscanf(file, "%lld", &ns) != 1) fail(path);
  fclose(file);
  return ns;
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[1]) : 0;
  if (count < 1) return 2;
  long long clock[count], processor[count];
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "/tmp/start-%d", getpid());
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address)) fail(address.sun_path);
  setenv("NOTIFY_SOCKET", address.sun_path, 1);
  posix_spawn_file_actions_t nowhere;
  posix_spawn_file_actions_init(&nowhere);
  for (int i = 0; i < 3; i++) posix_spawn_file_actions_addopen(&nowhere, i, "/dev/null", O_RDWR, 0);
  for (int i = 0; i < count; i++) {
    char text[512] = "";
    pid_t child;
    long long start = now();
    if (posix_spawnp(&child, argv[2], &nowhere, 0, argv + 2, environ)) fail(argv[2]);
    while (!strstr(text, "READY=1")) {
      ssize_t size = recv(fd, text, sizeof text - 1, 0);
      if (size < 0) fail("recv");
      text[size] = 0;
    }
    clock[i] = now() - start;
    processor[i] = processor_time(child);
    kill(child, SIGTERM); // not SIGKILL: a socket of its own would be in the next one's way
    waitpid(child, 0, 0);
  }
  unlink(address.sun_path);
  qsort(clock, count, sizeof *clock, by_value);
  qsort(processor, count, sizeof *processor, by_value);
  printf("%lld %lld\n", clock[count / 2], processor[count / 2]);
}
