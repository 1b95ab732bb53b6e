#ifndef GESTURED_CFUZZ_H
#define GESTURED_CFUZZ_H
#include <stddef.h>
#include <stdint.h>

// libFuzzer's entry for programs that have a main of their own.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

// A file in memory alone; -1 if there is none.
int gestured_fuzz_file(const char *name);

#endif
