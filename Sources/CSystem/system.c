/* Functions that Embedded Swift lacks: access to the program's arguments, and functions that its standard library calls. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

#include "CSystem.h"

extern char **environ;
static char **arguments;

/* The kernel leaves the count of the arguments, the arguments, NULL and the environment on the stack, in this order (System V
 * ABI, process initialization), and a C library's `environ` points there until the environment is changed. glibc also calls
 * constructors with the arguments; musl does not. */
__attribute__((constructor)) static void keep_arguments(void) {
  intptr_t count = 0;
  char **first = environ - 1;
  while ((intptr_t)first[-1] != count) {
    first--;
    count++;
  }
  arguments = first;
}

char **gestured_arguments(void) { return arguments; }

/* Embedded Swift takes the seed of its hash tables from arc4random(3), which glibc has since 2.36. These take its place, so
 * that the programs need glibc 2.35 alone (_dl_find_object of GCC's unwinder), which Ubuntu 22.04 has. They read 256 bytes at most,
 * which getrandom(2) gives whole. */
void arc4random_buf(void *bytes, size_t count) {
  for (uint8_t *next = bytes; count > 0;) {
    size_t part = count < 256 ? count : 256;
    if (getrandom(next, part, 0) != (ssize_t)part) abort();
    next += part;
    count -= part;
  }
}

uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

/* Double(text) calls this function. It is strtod(3) in the C locale, the only locale of a program that never calls
 * setlocale(3), and returns the end of the number. The symbol is weak, because the ordinary runtime has a function of this
 * name. */
__attribute__((weak)) const char *_swift_stdlib_strtod_clocale(const char *text, double *value);
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end;
}
