#define _GNU_SOURCE
#include "CEvdev.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The same for every command, made once: a session of its own, no signal blocked (the daemon blocks those that
 * its signalfd takes) and none ignored. */
static const posix_spawnattr_t *attributes(void) {
  static posix_spawnattr_t made;
  static bool is_made = false;
  if (is_made) return &made;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_init(&made);
  posix_spawnattr_setsigmask(&made, &none);
  posix_spawnattr_setsigdefault(&made, &all);
  posix_spawnattr_setflags(&made, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  is_made = true;
  return &made;
}

pid_t gestured_spawn(const char *path, char *const argv[], char *const envp[], int in, int out, int err) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return -error;
  error = in < 0 ? posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                 : posix_spawn_file_actions_adddup2(&actions, in, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, out, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, err, 2);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  pid_t pid = 0;
  if (!error) error = posix_spawn(&pid, path, &actions, attributes(), argv, envp);
  posix_spawn_file_actions_destroy(&actions);
  return error ? -error : pid;
}

int gestured_output_pipe(int *reader, int *writer) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", ends[1]);
  int both = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (both >= 0) {
    close(ends[1]);
    ends[1] = both;
  }
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

int gestured_input_pipe(int *reader, int *writer, int capacity) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  fcntl(ends[1], F_SETPIPE_SZ, capacity);
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

static int connect_as(int type, const struct sockaddr_un *address) {
  int fd = socket(AF_UNIX, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  if (connect(fd, (const struct sockaddr *)address, sizeof *address) == 0) return fd;
  int error = errno;
  close(fd);
  return -error;
}

int gestured_connect_unix(const char *path, bool *is_stream) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (snprintf(address.sun_path, sizeof address.sun_path, "%s", path) >= (int)sizeof address.sun_path)
    return -ENAMETOOLONG;
  *is_stream = false;
  int fd = connect_as(SOCK_DGRAM, &address);
  if (fd != -EPROTOTYPE) return fd;
  *is_stream = true;
  return connect_as(SOCK_STREAM, &address);
}
