/* What Embedded Swift does not bring: the arguments of the program, and what its standard library needs. */
#include <stdlib.h>

#include "CSystem.h"

static char **arguments;

/* glibc calls constructors with the arguments of main(). */
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  (void)count;
  arguments = values;
}

char **gestured_arguments(void) { return arguments; }

/* What Double(text) calls: strtod(3) in the C locale, which is the only one of a program that does not call setlocale(3).
 * Returns the end of the number. Weak: the ordinary runtime has a function of this name. */
__attribute__((weak)) const char *_swift_stdlib_strtod_clocale(const char *text, double *value);
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end;
}
