#define _GNU_SOURCE
#include "CFuzz.h"
#include <sys/mman.h>

int gestured_fuzz_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
