/* Scaling rows: the vector types, and the choice of the instruction set. */
#include "CKernels.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline, unused))

typedef unsigned char byte;
typedef byte b16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint16_t w8 __attribute__((vector_size(16), aligned(2), may_alias));
typedef float f4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t i4 __attribute__((vector_size(16)));

/* The samples and weights of each result: `span` samples from starts[i], with 4 * groups weights. */
typedef struct {
  const ptrdiff_t *starts;
  const float *weights;
  ptrdiff_t groups, span, count;
} taps_of;

/* Floats of a result that are computed together. */
enum { PART = 64 };

#define ZIP_LOW_bytes(one, other) \
  __builtin_shufflevector(one, other, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define ZIP_HIGH_bytes(one, other) \
  __builtin_shufflevector(one, other, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define ZIP_LOW_words(one, other) __builtin_shufflevector(one, other, 0, 8, 1, 9, 2, 10, 3, 11)
#define ZIP_HIGH_words(one, other) __builtin_shufflevector(one, other, 4, 12, 5, 13, 6, 14, 7, 15)
#define ZIP_LOW_floats(one, other) __builtin_shufflevector(one, other, 0, 4, 1, 5)
#define ZIP_HIGH_floats(one, other) __builtin_shufflevector(one, other, 2, 6, 3, 7)

INLINE ptrdiff_t smaller(ptrdiff_t one, ptrdiff_t other) { return one < other ? one : other; }

#if defined(__x86_64__) || defined(__aarch64__)
#define SET(name) name##_base
#define ROWS 4
#include "scale.h"
#undef SET
#undef ROWS
#undef SPREAD
#endif

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define SET(name) name##_avx2
#define ROWS 8
#include "scale.h"
#pragma clang attribute pop
#endif

bool up_scale_across(up_kernels kernels, const void *source, ptrdiff_t step, ptrdiff_t rows, ptrdiff_t columns,
                     up_pixels pixels, const ptrdiff_t *starts, const float *weights, ptrdiff_t groups,
                     ptrdiff_t span, ptrdiff_t count, float *floats, up_ring ring, ptrdiff_t next, float *work) {
  const taps_of taps = {starts, weights, groups, span, count};
  switch (kernels) {
#if defined(__x86_64__)
  case UP_AVX2_KERNELS:
    across_avx2(source, step, rows, columns, pixels, taps, floats, ring, next, work);
    return true;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  case UP_BASE_KERNELS:
    across_base(source, step, rows, columns, pixels, taps, floats, ring, next, work);
    return true;
#endif
  default: return false;
  }
}

bool up_scale_down(up_kernels kernels, const float *floats, up_ring ring, const ptrdiff_t *starts,
                   const float *weights, ptrdiff_t groups, ptrdiff_t first, ptrdiff_t results, void *target,
                   ptrdiff_t step, ptrdiff_t samples, up_pixels pixels) {
  const taps_of taps = {starts, weights, groups, 4 * groups, first + results};
  switch (kernels) {
#if defined(__x86_64__)
  case UP_AVX2_KERNELS:
    down_avx2(floats, ring, taps, first, target, step, samples, pixels);
    return true;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  case UP_BASE_KERNELS:
    down_base(floats, ring, taps, first, target, step, samples, pixels);
    return true;
#endif
  default: return false;
  }
}
