/* Inner loops that need instructions Swift does not reach; UprightRaster has a loop of its own beside each of them. */
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `count` zeroed bytes that begin on a cache line, or null where they are not to be had. Large blocks lie in huge pages
 * where the system has them. */
void *up_allocate(size_t count);

/* Gives back what `up_allocate` gave for so many bytes. */
void up_release(void *block, size_t count);

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

/* How a pixel's samples lie in memory. */
typedef struct {
  int channels, sample_bytes;
  float maximum;    /* the largest sample */
  bool has_opacity; /* the last of four channels: the others are weighed by it */
} up_pixels;

/* Rows of floats between scaling across and down: row r lies in slot r modulo `slots`. */
typedef struct {
  ptrdiff_t slots, row_floats; /* the latter a multiple of 64 */
} up_ring;

/* The work memory of scaling across: UP_WORK_ROWS floats for each sample of UP_WORK_COLUMNS pixels, or of `span` where
 * that is more, and for UP_WORK_SPARE samples. */
enum { UP_WORK_ROWS = 8, UP_WORK_COLUMNS = 256, UP_WORK_SPARE = 16 };

/* Scales `rows` rows of `columns` pixels, `step` bytes apart, across, into the ring `floats`, as its rows from `next`.
 * Result i of `count` is the sum of `span` pixels from starts[i] on, each times its weight, of which there are
 * 4 * groups. Returns false and has done nothing where this set has no kernel. */
bool up_scale_across(up_kernels kernels, const void *source, ptrdiff_t step, ptrdiff_t rows, ptrdiff_t columns,
                     up_pixels pixels, const ptrdiff_t *starts, const float *weights, ptrdiff_t groups,
                     ptrdiff_t span, ptrdiff_t count, float *floats, up_ring ring, ptrdiff_t next, float *work);

/* Makes `results` rows of `samples` samples, `step` bytes apart, from `first` on, of the rows of the ring.
 * Returns false and has done nothing where this set has no kernel. */
bool up_scale_down(up_kernels kernels, const float *floats, up_ring ring, const ptrdiff_t *starts,
                   const float *weights, ptrdiff_t groups, ptrdiff_t first, ptrdiff_t results, void *target,
                   ptrdiff_t step, ptrdiff_t samples, up_pixels pixels);

#endif
