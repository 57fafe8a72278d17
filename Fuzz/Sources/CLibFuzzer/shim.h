// What libFuzzer lets a program call (LLVM, "libFuzzer", sections "Using libFuzzer as a library" and "Structure-aware fuzzing").
#pragma once
#include <stddef.h>
#include <stdint.h>

// Runs campaigns: `argv` as of the program, `test` gets every input; 0 lets it into the corpus, -1 keeps it out.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

// Changes `data` in place as libFuzzer does without a mutator of one's own; the new length, at most `limit`.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
