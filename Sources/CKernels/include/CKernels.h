/* Inner loops with instructions that Swift cannot express; UprightRaster and
 * UprightMetadata have an equivalent Swift loop for each. */
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `count` zeroed bytes that begin on a cache line; null if out of memory. Large blocks use huge pages if the system has
 * them. */
void *up_allocate(size_t count);

/* Frees a block of `up_allocate`, given its size in bytes. */
void up_release(void *block, size_t count);

/* The instruction sets with kernels. */
typedef enum {
  UP_NO_KERNELS = 0, /* none: the caller's own loops */
  UP_BASE_KERNELS,   /* the architecture's baseline: SSE2 on x86-64, NEON on arm64 */
  UP_AVX2_KERNELS    /* AVX2 on x86-64 */
} up_kernels;

/* The best instruction set that this processor and system support. */
up_kernels up_best_kernels(void);

/* Source and target positions of pixels, with steps in bytes. The pixel in `column` and `row` of the target is at row *
 * target_row_step + column * pixel_bytes and comes from row * source_row_step + column * source_column_step. */
typedef struct {
  ptrdiff_t columns, rows, pixel_bytes;
  ptrdiff_t target_row_step;
  ptrdiff_t source_column_step, source_row_step;
  bool past_caches; /* the target is too large to stay in the caches until it is read */
} up_walk;

/* Copies the pixels of a walk. Returns false without effect if this set has no kernel for it. `target` and `source` are
 * the positions of pixel (0, 0); the caller ensures that the whole walk stays in its memory. */
bool up_move(up_kernels kernels, void *target, const void *source, up_walk walk);

/* The memory layout of a pixel's samples. */
typedef struct {
  int channels, sample_bytes;
  float maximum;    /* the largest sample */
  bool has_opacity; /* the last of four channels is alpha, which weights the others */
} up_pixels;

/* Float rows between horizontal and vertical scaling: row r is in slot r modulo `slots`. */
typedef struct {
  ptrdiff_t slots, row_floats; /* the latter a multiple of 64 */
} up_ring;

/* The work memory of horizontal scaling: UP_WORK_ROWS floats for each sample of UP_WORK_COLUMNS pixels (or of `span`,
 * if more), plus UP_WORK_SPARE samples. */
enum { UP_WORK_ROWS = 8, UP_WORK_COLUMNS = 256, UP_WORK_SPARE = 16 };

/* Scales `rows` rows of `columns` pixels, `step` bytes apart, horizontally into the ring `floats`, as its rows from
 * `next`. Result i of `count` is the weighted sum of `span` pixels from starts[i], with 4 * groups weights. Returns
 * false without effect if this set has no kernel. */
bool up_scale_across(up_kernels kernels, const void *source, ptrdiff_t step, ptrdiff_t rows, ptrdiff_t columns,
                     up_pixels pixels, const ptrdiff_t *starts, const float *weights, ptrdiff_t groups,
                     ptrdiff_t span, ptrdiff_t count, float *floats, up_ring ring, ptrdiff_t next, float *work);

/* Makes `results` rows of `samples` samples, `step` bytes apart, from `first`, from the ring's rows. Returns false
 * without effect if this set has no kernel. */
bool up_scale_down(up_kernels kernels, const float *floats, up_ring ring, const ptrdiff_t *starts,
                   const float *weights, ptrdiff_t groups, ptrdiff_t first, ptrdiff_t results, void *target,
                   ptrdiff_t step, ptrdiff_t samples, up_pixels pixels);

/* Whether this processor has instructions for SHA-256. */
bool up_has_sha256(void);

/* Adds `count` blocks of 64 bytes to a SHA-256 whose state has eight words. Only if up_has_sha256(). */
void up_sha256(uint32_t *state, const void *blocks, size_t count);

#endif
