#include "include/CEvdev.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

int64_t gestured_active_uid(const char *seat) {
  /* Loaded at run time, so that other programs with this file do not depend on libsystemd. */
  static int (*get_active)(const char *, char **, uid_t *);
  if (get_active == NULL) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libelogind.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return -ENOSYS;
    get_active = (int (*)(const char *, char **, uid_t *))dlsym(library, "sd_seat_get_active");
    if (get_active == NULL) return -ENOSYS;
  }
  uid_t uid = 0;
  int result = get_active(seat, NULL, &uid);
  return result < 0 ? result : (int64_t)uid;
}
