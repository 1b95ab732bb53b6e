/* Functions that Embedded Swift lacks: access to the program's arguments, and functions that its standard library calls. */
#include <stdlib.h>

#include "CSystem.h"

static char **arguments;

/* glibc calls constructors with the arguments of main(). */
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  (void)count;
  arguments = values;
}

char **gestured_arguments(void) { return arguments; }

/* Double(text) calls this function. It is strtod(3) in the C locale, the only locale of a program that never calls
 * setlocale(3), and returns the end of the number. The symbol is weak, because the ordinary runtime has a function of this
 * name. */
__attribute__((weak)) const char *_swift_stdlib_strtod_clocale(const char *text, double *value);
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end;
}
