/* The same as samples.c for processors with AVX2 and BMI2 (Intel SDM). */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt"))), apply_to = function)
#define SET(name) name##_avx2
/* A block has two rows in turn: 0 and 4, 2 and 6, 1 and 7, 5 and 3. */
#define ROW_PLACE(row) (0x53617240u >> (row) * 4 & 7)
#define IN_BLOCK(index) (ROW_PLACE((index) / 8) / 2 * 16 + (index) % 8 * 2 + ROW_PLACE((index) / 8) % 2)
#define SAMPLE_TRANSFORMS "transforms_avx2.h"
#include "samples.h"
#pragma clang attribute pop
#else
typedef int samples_need_no_avx2;
#endif
