/* The same as colors.c for processors with AVX2 (Intel SDM). */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt"))), apply_to = function)
#define SET(name) name##_avx2
#define COLORS "colors_16_avx2.h"
#include "colors.h"
#pragma clang attribute pop
#else
typedef int colors_need_no_avx2;
#endif
