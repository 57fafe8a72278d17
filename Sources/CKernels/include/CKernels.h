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

/* A block of a unit: its component, 0…3, where its tables begin, and how many coefficients are wanted in zigzag order, 1
 * to 64; a few more may come. */
typedef struct {
  ptrdiff_t component, differences, runs, symbols, long_differences, long_runs;
  ptrdiff_t places;
} up_scan_slot;

/* Bits that tables are looked up by; more bits than any value of other coefficients of 8 bits has (ITU T.81, F.1.2.2), the
 * run for the end of a block, and elements that the packed coefficients of a block take at most. */
enum { UP_WIDTH = 12, UP_SYMBOL_WIDTH = 11, UP_MOST_BITS = 10, UP_BLOCK_ENDS = 80, UP_BLOCK_ENTRIES = 128 };

/* The tables of a scan. For differences, by UP_WIDTH bits: the code's length below its category, 0 if it is longer. For
 * other coefficients, by UP_SYMBOL_WIDTH bits: 8 bits each for the bits of code and value, for those of the code, for the
 * run, and for those of the value; 0 if the code is longer, or the value has more than UP_MOST_BITS. To skip them, by
 * UP_WIDTH bits: how many bits (5), how many coefficients (7, 127 if not even one fits), and whether the block ends (1). */
typedef struct {
  const uint8_t *differences;
  const uint32_t *symbols;
  const uint16_t *runs;
  const up_long_codes *long_codes;
  const up_scan_slot *slots;
  ptrdiff_t slot_count;
} up_scan_tables;

/* What is read: for each block its first coefficient, and where its others end, counted from `first_entry`; those
 * packed, of `entry_room` elements; for each unit its mark, if wanted. */
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

/* Units that are marked, strictly ascending, counted from the first one of a call; NULL for all. There are `count` of
 * them, and room for as many marks: of those that were found, the reader's position above 8 bits for its count, and the
 * predictors. */
typedef struct {
  const ptrdiff_t *units;
  uint64_t *marks;
  ptrdiff_t count, found;
} up_unit_marks;

/* Skips up to `units` units, and returns how many: it ends before a unit as `up_read_units`. */
ptrdiff_t up_skip_units(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count,
                        const up_scan_tables *tables, ptrdiff_t units, up_unit_marks *to);

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

/* Where the samples of a unit's block go: the first one of unit 0, from unit to unit, and from row to row; how many there
 * are across and down (1, 2, 4 or 8), and where the divisors of its component begin. If they are means, two and four are
 * made of the first UP_MEANS_OF_2 and UP_MEANS_OF_4 coefficients in zigzag order. */
enum { UP_MEANS_OF_2 = 5, UP_MEANS_OF_4 = 10 };
typedef struct {
  ptrdiff_t start, step, stride, side, divisors;
  bool are_means;
} up_sample_slot;

/* The samples of a row of units, of which those of the units first_unit..<end_unit are written. Divisors are in rows, 65
 * for a component, of which the last is not used. `is_unusual` is set if libjpeg's samples may be others. */
typedef struct {
  uint8_t *samples;
  const up_sample_slot *slots;
  const int16_t *divisors;
  ptrdiff_t first_unit, end_unit;
  up_kernels kernels; /* at most up_best_kernels() */
  bool is_unusual;
} up_samples;

/* Reads the units first..<end of a row, and returns how many: it ends before a unit as `up_read_units`. */
ptrdiff_t up_read_samples(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count,
                          const up_scan_tables *tables, ptrdiff_t first, ptrdiff_t end, up_samples *to);

/* The same of blocks that were read, from `first_block` on, to whose first coefficients `offsets` are added, one for each
 * block of a unit; -1 for a block that does not exist. */
ptrdiff_t up_place_samples(const up_block_part *blocks, ptrdiff_t first_block, const int16_t *offsets,
                           ptrdiff_t slot_count, ptrdiff_t first, ptrdiff_t end, up_samples *to);

/* The samples of a component for a row of pixels: where the nearest row of them begins, and the next nearest (negative
 * for none); how many it has; how many pixels each covers, and whether they are interpolated, which needs two. */
typedef struct {
  ptrdiff_t near, far, columns, across;
  bool is_smooth;
} up_row_plane;

/* A row of pixels: `is_luma` if three planes are YCbCr; `channels` (1 or 3) of one plane. */
typedef struct {
  up_row_plane planes[3];
  int plane_count, channels;
  bool is_luma;
  up_kernels kernels; /* at most up_best_kernels() */
} up_row;

/* Writes the columns first..<end of a row. Samples are read up to UP_ROW_SLACK beyond each row of them. `work` is
 * aligned to 2 bytes and has room for 8 * (columns + UP_ROW_SLACK). */
enum { UP_ROW_SLACK = 64 };
void up_write_row(const up_row *row, const uint8_t *samples, ptrdiff_t first, ptrdiff_t end, uint8_t *work, uint8_t *to);

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
