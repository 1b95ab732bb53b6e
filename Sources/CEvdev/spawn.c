#define _GNU_SOURCE
#include "CEvdev.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* The signals that this process ignores, found at the first spawn. exec resets handlers, but leaves these ignored. */
static sigset_t ignored_signals;
static int is_known = 0;

static void find_ignored_signals(void) {
  sigemptyset(&ignored_signals);
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) sigaddset(&ignored_signals, number);
  }
  is_known = 1;
}

/* Runs in the child. It shares the parent's memory until exec, so it makes system calls only and never returns. */
__attribute__((noinline)) static _Noreturn void become(
    const char *path, char *const argv[], char *const envp[], int in, int out, int err, pid_t parent, volatile int *error) {
  setsid();
  /* If the parent has already ended, its death signal will never arrive. */
  if (parent > 0 && (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0 || getppid() != parent)) goto failed;
  for (int number = 1; number < NSIG; number++)
    if (sigismember(&ignored_signals, number)) signal(number, SIG_DFL);
  int input = in < 0 ? open("/dev/null", O_RDONLY) : in;
  if (input < 0 || dup2(input, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) goto failed;
  /* Closes inherited descriptors; this program's own are close-on-exec. Linux before 5.9 lacks close_range and keeps them
   * open. */
  close_range(3, ~0U, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(path, argv, envp);
failed:
  *error = errno;
  _exit(127);
}

/* Splits a block into the array of strings that execve(2) takes, which the caller frees. NULL without memory. */
static char **split(const uint8_t *block, size_t size) {
  size_t count = 0;
  for (size_t i = 0; i < size; i++) count += block[i] == 0;
  char **strings = malloc((count + 1) * sizeof *strings);
  if (strings == NULL) return NULL;
  const char *next = (const char *)block;
  for (size_t i = 0; i < count; i++, next += strlen(next) + 1) strings[i] = (char *)next;
  strings[count] = NULL;
  return strings;
}

/* Uses vfork, which takes 75 us of the event loop's time. posix_spawn takes 99 us (both with a pipe), because it sets each
 * signal separately and maps its own stack. All signals are blocked meanwhile, so no signal handler runs in the child. */
__attribute__((noinline)) static pid_t start(
    const char *path, char *const argv[], char *const envp[], int in, int out, int err, bool ends_with_parent) {
  pid_t parent = ends_with_parent ? getpid() : 0;
  if (argv == NULL || envp == NULL) return -ENOMEM;
  if (!is_known) find_ignored_signals();
  volatile int error = 0;
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t pid = vfork();
  if (pid == 0) become(path, argv, envp, in, out, err, parent, &error);
  if (pid < 0) error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (error == 0) return pid;
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
  return -error;
}

pid_t gestured_spawn(
    const char *path, const uint8_t *words, size_t words_size, const uint8_t *environment, size_t environment_size, int in,
    int out, int err, bool ends_with_parent) {
  char **argv = split(words, words_size);
  char **envp = environment == NULL ? environ : split(environment, environment_size);
  pid_t pid = start(path, argv, envp, in, out, err, ends_with_parent);
  free(argv);
  if (environment != NULL) free(envp);
  return pid;
}

/* Closes all descriptors except 0, 1, 2 and two others, in any order; -1 means no descriptor. Linux before 5.9 lacks
 * close_range. */
static void close_others(int one, int other) {
  int low = one < other ? one : other, high = one < other ? other : one;
  if (low > 3) close_range(3, (unsigned)low - 1, 0);
  if (high > low + 1) close_range(low < 3 ? 3 : (unsigned)low + 1, (unsigned)high - 1, 0);
  close_range(high < 3 ? 3 : (unsigned)high + 1, ~0U, 0);
}

pid_t gestured_fork_worker(int *end, int kept, int seconds) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0) {
    /* If the parent has already ended, its death signal will never arrive. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent) _exit(1);
    struct rlimit limit = {.rlim_cur = (rlim_t)seconds, .rlim_max = (rlim_t)seconds};
    setrlimit(RLIMIT_CPU, &limit);
    setpriority(PRIO_PROCESS, 0, 10);
    close_others(ends[1], kept);
    *end = ends[1];
    return 0;
  }
  int error = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return -error;
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *end = ends[0];
  return pid;
}

int gestured_output_pipe(int *reader, int *writer) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", ends[1]);
  int both = open(path, O_RDWR | O_CLOEXEC);
  if (both >= 0) {
    close(ends[1]);
    ends[1] = both;
  }
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

void gestured_output_pipe_abandon(int writer) { fcntl(writer, F_SETFL, O_NONBLOCK); }

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

static int connect_to(const struct sockaddr_un *address, bool *is_stream) {
  *is_stream = false;
  int fd = connect_as(SOCK_DGRAM, address);
  if (fd != -EPROTOTYPE) return fd;
  *is_stream = true;
  return connect_as(SOCK_STREAM, address);
}

int gestured_connect_unix(const char *path, bool *is_stream) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (snprintf(address.sun_path, sizeof address.sun_path, "%s", path) >= (int)sizeof address.sun_path)
    return -ENAMETOOLONG;
  return connect_to(&address, is_stream);
}

int gestured_connect_own(const char *path, bool *is_stream) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  struct stat facts;
  int file = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return -errno;
  int result = fstat(file, &facts) < 0       ? -errno
               : S_ISLNK(facts.st_mode)      ? -ELOOP
               : !S_ISSOCK(facts.st_mode)    ? -ENOTSOCK
               : facts.st_uid != geteuid()   ? -EPERM
                                             : 0;
  if (result == 0) {
    /* A socket is connected to by a path. This one names the open file. */
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", file);
    result = connect_to(&address, is_stream);
  }
  close(file);
  return result;
}

int gestured_adopt_descendants(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0 ? -errno : 0; }

pid_t gestured_listener(const char *path, uid_t uid) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (snprintf(address.sun_path, sizeof address.sun_path, "%s", path) >= (int)sizeof address.sun_path) return -ENAMETOOLONG;
  int fd = connect_as(SOCK_STREAM, &address);
  if (fd < 0) return fd;
  /* At this end of the connection these are the credentials of the process that called listen(2). */
  struct ucred peer;
  socklen_t length = sizeof peer;
  int result = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0 ? -errno : peer.uid == uid ? peer.pid : 0;
  close(fd);
  return result;
}
