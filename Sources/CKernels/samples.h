/* What samples.c and samples_avx2.c compile: blocks read and transformed, with the transforms of each. */
#include "reading.h"

/* Which rows of a block have coefficients besides the first, as bits, and which columns, as those from the 9th on; and
 * whether a value is so large that libjpeg's loops with and without SIMD differ. */
typedef struct {
  unsigned used;
  int beyond;
} block_use;

/* The second half of the rows and columns. */
enum { LATER_HALF = 0xF0F0 };

/* Where a coefficient is in rows, by its place in zigzag order; above 8 bits where it is in a block; and above 16 bits its
 * row and column as in `used`. A run beyond the last place ends there; what ends a block goes nowhere. */
#define AT(index) ((index) | IN_BLOCK(index) << 8 | (1u << (index) / 8 | 256u << (index) % 8) << 16)
#define AT_8(a, b, c, d, e, f, g, h) AT(a), AT(b), AT(c), AT(d), AT(e), AT(f), AT(g), AT(h)
#define NOWHERE (64 | 64 << 8)
#define NOWHERE_8 NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE
static const uint32_t places[144] = {
    AT_8(0, 1, 8, 16, 9, 2, 3, 10),          AT_8(17, 24, 32, 25, 18, 11, 4, 5),
    AT_8(12, 19, 26, 33, 40, 48, 41, 34),    AT_8(27, 20, 13, 6, 7, 14, 21, 28),
    AT_8(35, 42, 49, 56, 57, 50, 43, 36),    AT_8(29, 22, 15, 23, 30, 37, 44, 51),
    AT_8(58, 59, 52, 45, 38, 31, 39, 46),    AT_8(53, 60, 61, 54, 47, 55, 62, 63),
    AT_8(63, 63, 63, 63, 63, 63, 63, 63),    AT_8(63, 63, 63, 63, 63, 63, 63, 63),
    NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8};

/* Puts a coefficient, multiplied by its divisor, into a block of 65. */
INLINE void put(unsigned place, int value, const int16_t *divisors, int16_t *block, block_use *use) {
  const unsigned where = places[place];
  const int product = value * divisors[where & 255];
  block[where >> 8 & 255] = (int16_t)product;
  use->used |= where >> 16;
  use->beyond |= (product + 16384) & ~32767;
}

/* Reads the other coefficients of a block; false if there is no such code. */
INLINE bool read_products(bits_in *from, const up_scan_tables *tables, const up_scan_slot *slot, const int16_t *divisors,
                          int16_t *block, block_use *use) {
  bits_in bits = *from;
  block_use found = *use;
  EACH_COEFFICIENT(64, tables, slot, bits, put(place, value, divisors, block, &found);)
  *use = found;
  *from = bits;
  return true;
}

#include SAMPLE_TRANSFORMS
#include "means.h"

INLINE uint8_t limit(int value, int *beyond) {
  *beyond |= (value + 512) & ~1023;
  const int sample = value + 128;
  return (uint8_t)(sample < 0 ? 0 : sample > 255 ? 255 : sample);
}

INLINE int odd_2(int one, int three, int five, int seven) {
  return 29692 * one - 10426 * three + 6967 * five - 5906 * seven;
}

/* Two rows of two samples (jidctred.c: jpeg_idct_2x2), of rows and columns 0, 1, 3, 5 and 7. */
INLINE void inverse_2(const int16_t *block, uint8_t *to, ptrdiff_t stride, int *beyond) {
  static const int columns[5] = {0, 1, 3, 5, 7};
  int upper[5], lower[5];
  for (int i = 0; i < 5; i++) {
    const int column = columns[i];
    const int first = block[IN_BLOCK(column)] * 32768;
    const int rest = odd_2(block[IN_BLOCK(8 + column)], block[IN_BLOCK(24 + column)], block[IN_BLOCK(40 + column)],
                           block[IN_BLOCK(56 + column)]);
    upper[i] = (first + rest + 4096) >> 13;
    lower[i] = (first - rest + 4096) >> 13;
    *beyond |= (upper[i] + 16384 | lower[i] + 16384) & ~32767;
  }
  for (int y = 0; y < 2; y++) {
    const int *w = y == 0 ? upper : lower;
    const int64_t first = (int64_t)w[0] * 32768 + 524288, rest = 29692 * (int64_t)w[1] - 10426 * (int64_t)w[2] + 6967 * (int64_t)w[3] - 5906 * (int64_t)w[4];
    to[y * stride] = limit((int)((first + rest) >> 20), beyond);
    to[y * stride + 1] = limit((int)((first - rest) >> 20), beyond);
  }
}

/* Writes a block's samples. */
INLINE void transform(const int16_t *block, block_use *use, ptrdiff_t side, uint8_t *to, ptrdiff_t stride) {
  if (side == 1 || use->used == 0) {
    const uint8_t sample = limit((block[0] + 4) >> 3, &use->beyond);
    for (ptrdiff_t y = 0; y < side; y++) memset(to + y * stride, sample, (size_t)side);
  } else if (side == 8) {
    inverse_8(block, use->used, to, stride, &use->beyond);
  } else if (side == 4) {
    inverse_4(block, to, stride, &use->beyond);
  } else {
    inverse_2(block, to, stride, &use->beyond);
  }
}

/* The first coefficient of a block. */
INLINE block_use begin(int16_t level, const int16_t *divisors, int16_t *block) {
  block_use use = {0, 0};
  const int product = level * divisors[0];
  block[0] = (int16_t)product;
  use.beyond = (product + 16384) & ~32767;
  return use;
}

/* Writes the samples of a unit's block, unless libjpeg has to, and clears `block`. */
INLINE void finish(int16_t *block, block_use *use, const up_sample_slot *slot, ptrdiff_t unit, up_samples *to) {
  if (use->beyond == 0)
    transform(block, use, slot->side, to->samples + slot->start + unit * slot->step, slot->stride);
  if (use->used != 0) memset(block, 0, 64 * sizeof *block);
  to->is_unusual |= use->beyond != 0;
}

ptrdiff_t SET(up_read_samples)(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes,
                                     ptrdiff_t count, const up_scan_tables *tables, ptrdiff_t first, ptrdiff_t end,
                                     up_samples *to) {
  int16_t levels[4], block[72] __attribute__((aligned(32))) = {0};
  lowest_part part = {{0}, 0};
  memcpy(levels, predictors, sizeof levels);
  data_chunk chunk;
  bits_in bits = begun(&chunk, reader, bytes, count);
  ptrdiff_t unit = first;
  for (; unit < end; unit++) {
    prepare(&chunk, &bits, bytes, count);
    const bits_in before = bits;
    uint64_t packed;
    memcpy(&packed, levels, sizeof packed);
    const bool is_wanted = unit >= to->first_unit && unit < to->end_unit, was_unusual = to->is_unusual;
    bool is_whole = true;
    for (ptrdiff_t index = 0; is_whole && index < tables->slot_count; index++) {
      const up_scan_slot *slot = &tables->slots[index];
      const up_sample_slot *target = &to->slots[index];
      const int16_t *divisors = to->divisors + target->divisors;
      int difference;
      is_whole = read_difference(&bits, tables, slot, &difference);
      if (!is_whole) break;
      int16_t *level = &levels[slot->component & 3];
      *level = (int16_t)(uint16_t)(*level + difference);
      if (is_wanted && target->are_means) {
        begin_means(*level, divisors, &part);
        is_whole = read_lowest(&bits, tables, slot, counted(target), divisors, &part);
        if (is_whole) finish_means(&part, target, unit, to);
        continue;
      }
      block_use use = begin(*level, divisors, block);
      if (is_wanted && target->side > 1)
        is_whole = read_products(&bits, tables, slot, divisors, block, &use);
      else
        is_whole = skip_from(&bits, tables, slot, 1);
      if (is_wanted && is_whole) finish(block, &use, target, unit, to);
    }
    if (!is_whole || !is_inside(&chunk, &bits)) {
      bits = before;
      memcpy(levels, &packed, sizeof levels);
      to->is_unusual = was_unusual;
      break;
    }
  }
  memcpy(predictors, levels, sizeof levels);
  *reader = ended(&chunk, bits);
  return unit - first;
}

/* Puts packed coefficients into a block. */
INLINE void unpack(const uint16_t *from, const uint16_t *end, const int16_t *divisors, int16_t *block, block_use *use) {
  while (from < end) {
    const unsigned bits = *from++;
    int value = (int)(bits & 1023) - 512;
    if (__builtin_expect(value == -512, 0)) {
      if (from == end) break;
      value = (int16_t)*from++;
    }
    put(bits >> 10, value, divisors, block, use);
  }
}

ptrdiff_t SET(up_place_samples)(const up_block_part *blocks, ptrdiff_t first_block, const int16_t *offsets,
                                      ptrdiff_t slot_count, ptrdiff_t first, ptrdiff_t end, up_samples *to) {
  int16_t block[72] __attribute__((aligned(32))) = {0};
  lowest_part part = {{0}, 0};
  ptrdiff_t index = first_block;
  if (first_block < 0 || (end - first) * slot_count > blocks->count - first_block) return -1;
  for (ptrdiff_t unit = first; unit < end; unit++) {
    const bool is_wanted = unit >= to->first_unit && unit < to->end_unit;
    for (ptrdiff_t slot = 0; slot < slot_count; slot++, index++) {
      const up_sample_slot *target = &to->slots[slot];
      const ptrdiff_t start = index == 0 ? blocks->first_entry : blocks->ends[index - 1], stop = blocks->ends[index];
      if (start > stop || stop > blocks->entry_count) return -1;
      if (!is_wanted) continue;
      const int16_t *divisors = to->divisors + target->divisors;
      const int16_t level = (int16_t)(uint16_t)(blocks->levels[index] + offsets[slot]);
      if (target->are_means) {
        begin_means(level, divisors, &part);
        unpack_lowest(blocks->entries + start, blocks->entries + stop, counted(target), divisors, &part);
        finish_means(&part, target, unit, to);
        continue;
      }
      block_use use = begin(level, divisors, block);
      if (target->side > 1) unpack(blocks->entries + start, blocks->entries + stop, divisors, block, &use);
      finish(block, &use, target, unit, to);
    }
  }
  return end - first;
}

