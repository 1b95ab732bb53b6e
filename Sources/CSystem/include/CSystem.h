/* The C library for the daemon's targets, because Embedded Swift has no module Glibc. Swift cannot import macros and variadic
 * functions, so they are inline functions here, under their names in the module Glibc. */
#ifndef GESTURED_CSYSTEM_H
#define GESTURED_CSYSTEM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
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

/* Marks a function that uses its pointer arguments during the call only. Each of them points to one value, or to a string that
 * ends with NUL. Swift may pass values and strings to it without `unsafe`, and cannot pass other pointers without it. */
#if __has_attribute(swift_attr)
#define GESTURED_SAFE __attribute__((swift_attr("@safe")))
#else
#define GESTURED_SAFE
#endif

/* Ignores a signal from now on (SIG_IGN of signal(2)). */
static inline void gestured_ignore_signal(int number) { signal(number, SIG_IGN); }

/* Restores a signal's default effect (SIG_DFL of signal(2)), even if the parent process ignored the signal. */
static inline void gestured_restore_signal(int number) { signal(number, SIG_DFL); }

/* The arguments of the program as main() gets them, with a final NULL. */
char **gestured_arguments(void);

/* The version of the programs, such as "1.0.0" or, between two releases, "1.0.0+1a2b3c4d5". */
const char *gestured_version(void);

static inline int gestured_open(const char *path, int flags) GESTURED_NAME("open(_:_:)") GESTURED_SAFE;
static inline int gestured_open(const char *path, int flags) { return open(path, flags); }
static inline int gestured_open_mode(const char *path, int flags, mode_t mode) GESTURED_NAME("open(_:_:_:)") GESTURED_SAFE;
static inline int gestured_open_mode(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int gestured_open_at(int directory, const char *path, int flags) GESTURED_NAME("open(in:_:_:)") GESTURED_SAFE;
static inline int gestured_open_at(int directory, const char *path, int flags) { return openat(directory, path, flags); }

static inline int gestured_fcntl(int fd, int command) GESTURED_NAME("fcntl(_:_:)");
static inline int gestured_fcntl(int fd, int command) { return fcntl(fd, command); }
static inline int gestured_fcntl_value(int fd, int command, int value) GESTURED_NAME("fcntl(_:_:_:)");
static inline int gestured_fcntl_value(int fd, int command, int value) { return fcntl(fd, command, value); }

/* File modes, as mode_t. */
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
