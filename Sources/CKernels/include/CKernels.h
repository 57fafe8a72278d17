/* Inner loops with instructions that Swift cannot express, and those over coefficients of a JPEG. UprightRaster,
 * UprightMetadata and UprightJPEG, or the tests, have an equivalent Swift loop for each. */
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

/* The first 0xFF that no zero follows, or `count`. */
ptrdiff_t up_find_marker(const uint8_t *bytes, ptrdiff_t count);

/* Bits of entropy-coded data (ITU T.81, F.2.2.5): the next ones, the first one highest; how many of them are data; and
 * the next byte to be loaded. */
typedef struct {
  uint64_t buffer;
  int count;
  ptrdiff_t position;
} up_bit_reader;

/* Codes by length: for each, the first 16 bits that are no code of this length or a shorter one, and the index of the
 * first code's symbol less that code. */
typedef struct {
  uint32_t limits[17];
  int32_t bases[17];
  int32_t symbol_count;
  uint8_t symbols[256];
} up_long_codes;

/* A block of a unit: its component, 0…3, and where its tables begin. */
typedef struct {
  ptrdiff_t component, differences, runs, long_differences, long_runs;
} up_scan_slot;

/* The tables of a scan, by the next 12 bits: for differences, the code's length below its category, 0 if it is longer;
 * for other coefficients, 4 bits for how many to skip (0 if the code is longer), 8 bits from the ninth for the symbol, 16
 * for the value (0 if its bits follow). */
typedef struct {
  const uint8_t *differences;
  const uint32_t *coefficients;
  const up_long_codes *long_codes;
  const up_scan_slot *slots;
  ptrdiff_t slot_count;
} up_scan_tables;

/* What is read: for each block its first coefficient, and where its others end, counted from `first_entry`; those
 * packed, 128 elements for a block at most, of `entry_room`; for each unit its mark, if wanted. */
typedef struct {
  int16_t *levels;
  uint32_t *ends;
  uint16_t *entries;
  uint64_t *marks;
  ptrdiff_t entry_room, entry_count;
  uint32_t first_entry;
  bool is_beyond; /* a coefficient is larger than those of any image with 8 bits */
} up_coefficients;

/* Reads up to `units` units, for each of which there is room in `to` for its blocks, and returns how many. It ends before
 * a unit that is not whole, has an invalid code, or may have no room for its coefficients. `predictors` has 16 bits for
 * each component. */
ptrdiff_t up_read_units(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count,
                        const up_scan_tables *tables, ptrdiff_t units, up_coefficients *to);

/* Blocks that were read, in two parts; the second may be empty. `first_entry` is where the entries of a part's first block
 * begin. */
typedef struct {
  const int16_t *levels;
  const uint32_t *ends;
  const uint16_t *entries;
  ptrdiff_t count, first_entry, entry_count;
} up_block_part;
typedef struct {
  up_block_part parts[2];
} up_packed_blocks;

/* A component of a result: blocks of a unit, blocks that are not only there to fill the last units, and where the numbers
 * of its columns and of its rows begin. */
typedef struct {
  ptrdiff_t across, down, width, height, columns, rows;
} up_component_order;

/* Which block each block of a result is: the sum of its column's and its row's number. A coefficient's new place has 8
 * bits; above them is 1 if its sign changes. */
typedef struct {
  const up_component_order *components;
  ptrdiff_t component_count, units_across;
  const int32_t *numbers;
  uint16_t moves[64];
} up_block_order;

/* Bits that do not fill 32 yet, right-aligned, and room for bytes. */
typedef struct {
  uint64_t buffer;
  ptrdiff_t count;
  uint8_t *bytes;
  ptrdiff_t room, written;
} up_bit_writer;

/* The bytes that a block takes at most: 64 codes of 16 bits, each with 15 more, and 31 bits from before, all of them
 * stuffed. */
enum { UP_BLOCK_BYTES = 512 };

/* Writes the units first..<end with codes of each component, 16 for categories and 256 for symbols, whose bits are above
 * 8 bits for how many, which are 16 at most. It ends before a unit that may have no room, and returns how many were
 * written; -1 for a block that does not exist. */
ptrdiff_t up_write_units(const up_block_order *order, const up_packed_blocks *blocks, const uint32_t *differences,
                         const uint32_t *symbols, ptrdiff_t first, ptrdiff_t end, int16_t *predictors,
                         up_bit_writer *writer);

/* Writes the bits of other coded data, with its stuffed zeros where they now belong: two bytes of room for each of its
 * `count` bytes, and eight more. */
void up_append_bits(const uint8_t *bytes, ptrdiff_t count, up_bit_writer *writer);

/* Counts how often the units first..<end use each symbol of each of four tables; -1 for a block that does not exist. */
ptrdiff_t up_count_units(const up_block_order *order, const up_packed_blocks *blocks, const int32_t *tables,
                         ptrdiff_t first, ptrdiff_t end, int16_t *predictors, int64_t *differences, int64_t *symbols);

#endif
