/* Inner loops that need instructions Swift does not reach; UprightRaster has a loop of its own beside each of them. */
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sets of instructions there are kernels for. */
typedef enum {
  UP_NO_KERNELS = 0, /* none: the caller's own loops */
  UP_BASE_KERNELS,   /* what every processor of the architecture has: SSE2 of x86-64, NEON of arm64 */
  UP_AVX2_KERNELS    /* AVX2 of x86-64 */
} up_kernels;

/* The best set that this processor and its system have. */
up_kernels up_best_kernels(void);

/* Where pixels go and come from, steps in bytes: the one in `column` and `row` of the target lies at
 * row * target_row_step + column * pixel_bytes and comes from row * source_row_step + column * source_column_step. */
typedef struct {
  ptrdiff_t columns, rows, pixel_bytes;
  ptrdiff_t target_row_step;
  ptrdiff_t source_column_step, source_row_step;
  bool past_caches; /* the target is so large that caches would not hold it until it is read */
} up_walk;

/* Copies the pixels of a walk, or returns false and has done nothing where this set has no kernel for it.
 * `target` and `source` are where pixel (0, 0) lies; the caller knows that the whole walk stays inside its memory. */
bool up_move(up_kernels kernels, void *target, const void *source, up_walk walk);

#endif
