/* The C library, for what the daemon is made of: Embedded Swift has no module Glibc. What does not import by itself
 * (a macro, a variadic function) is an inline function, under the name that the module Glibc has for it. */
#ifndef GESTURED_CSYSTEM_H
#define GESTURED_CSYSTEM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GESTURED_NAME(name) __attribute__((swift_name(name)))

static inline int gestured_errno(void) GESTURED_NAME("getter:errno()");
static inline int gestured_errno(void) { return errno; }

static inline void gestured_set_errno(int error) GESTURED_NAME("setter:errno(_:)");
static inline void gestured_set_errno(int error) { errno = error; }

/* A function that uses what it is given during the call only: a string up to its NUL, or one value behind a pointer. Swift
 * can pass nothing else there without a mark of its own. */
#if __has_attribute(swift_attr)
#define GESTURED_SAFE __attribute__((swift_attr("@safe")))
#else
#define GESTURED_SAFE
#endif

/* Of signal(2): the signal is ignored from here on. */
static inline void gestured_ignore_signal(int number) { signal(number, SIG_IGN); }

/* Of signal(2): the signal has its default effect, also if the parent process ignored it. */
static inline void gestured_restore_signal(int number) { signal(number, SIG_DFL); }

/* The arguments of the program, as main() has them, up to NULL. */
char **gestured_arguments(void);

static inline int gestured_open(const char *path, int flags) GESTURED_NAME("open(_:_:)") GESTURED_SAFE;
static inline int gestured_open(const char *path, int flags) { return open(path, flags); }
static inline int gestured_open_mode(const char *path, int flags, mode_t mode) GESTURED_NAME("open(_:_:_:)") GESTURED_SAFE;
static inline int gestured_open_mode(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

static inline int gestured_fcntl(int fd, int command) GESTURED_NAME("fcntl(_:_:)");
static inline int gestured_fcntl(int fd, int command) { return fcntl(fd, command); }
static inline int gestured_fcntl_value(int fd, int command, int value) GESTURED_NAME("fcntl(_:_:_:)");
static inline int gestured_fcntl_value(int fd, int command, int value) { return fcntl(fd, command, value); }

/* Modes of files, as mode_t. */
#define GESTURED_MODE(name) static const mode_t gestured_##name GESTURED_NAME(#name) = name
GESTURED_MODE(S_IFMT);
GESTURED_MODE(S_IFREG);
GESTURED_MODE(S_IFDIR);
GESTURED_MODE(S_IFSOCK);
GESTURED_MODE(S_IFCHR);
GESTURED_MODE(S_IFBLK);
GESTURED_MODE(S_IFLNK);
GESTURED_MODE(S_IWGRP);
GESTURED_MODE(S_IWOTH);

#endif
