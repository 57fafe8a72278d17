/* Samples of a sequential JPEG's blocks, decoded at 1/1, 1/2, 1/4 or 1/8 of their size (ITU T.81, A.3.3). They are
 * libjpeg's, bit for bit (jidctint.c: jpeg_idct_islow; jidctred.c), or reported as unusual. */
#include "reading.h"

typedef int32_t ints __attribute__((vector_size(32)));
typedef int16_t shorts __attribute__((vector_size(16)));
typedef uint8_t octets __attribute__((vector_size(8)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));

/* Which rows of a block have coefficients besides the first, as bits, and which columns, as those from the 17th on; and
 * whether a value is so large that libjpeg's loops with and without SIMD differ. */
typedef struct {
  unsigned used;
  int beyond;
} block_use;

/* The second half of the rows and columns. */
enum { LATER_HALF = 0xF000F0 };

/* Where a coefficient is in rows, by its place in zigzag order, and above 8 bits its row and column as in `used`. A run
 * beyond the last place ends there; what ends a block goes nowhere. */
#define AT(index) ((index) | (1u << (index) / 8 | 65536u << (index) % 8) << 8)
#define AT_8(a, b, c, d, e, f, g, h) AT(a), AT(b), AT(c), AT(d), AT(e), AT(f), AT(g), AT(h)
#define NOWHERE_8 64, 64, 64, 64, 64, 64, 64, 64
static const uint32_t places[144] = {
    AT_8(0, 1, 8, 16, 9, 2, 3, 10),          AT_8(17, 24, 32, 25, 18, 11, 4, 5),
    AT_8(12, 19, 26, 33, 40, 48, 41, 34),    AT_8(27, 20, 13, 6, 7, 14, 21, 28),
    AT_8(35, 42, 49, 56, 57, 50, 43, 36),    AT_8(29, 22, 15, 23, 30, 37, 44, 51),
    AT_8(58, 59, 52, 45, 38, 31, 39, 46),    AT_8(53, 60, 61, 54, 47, 55, 62, 63),
    AT_8(63, 63, 63, 63, 63, 63, 63, 63),    AT_8(63, 63, 63, 63, 63, 63, 63, 63),
    NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8, NOWHERE_8};

/* Puts a coefficient, multiplied by its divisor, into a block of 65. */
INLINE void put(unsigned place, int value, const int16_t *divisors, int16_t *block, block_use *use) {
  const unsigned where = places[place], to = where & 255;
  const int product = value * divisors[to];
  block[to] = (int16_t)product;
  use->used |= where >> 8;
  use->beyond |= (product + 16384) & ~32767;
}

/* Reads the other coefficients of a block; false if there is no such code. */
INLINE bool read_products(bits_in *from, const up_scan_tables *tables, const up_scan_slot *slot, const int16_t *divisors,
                          int16_t *block, block_use *use) {
  bits_in bits = *from;
  block_use found = *use;
  EACH_COEFFICIENT(tables, slot, bits, put(place, value, divisors, block, &found);)
  *use = found;
  *from = bits;
  return true;
}

/* One dimension (jidctint.c), of columns or rows side by side; the last four inputs are 0 if `half`. */
INLINE void transform_8(ints v[8], const bool half, const int bits, const int more) {
  const ints rounding = (ints){0} + ((1 << (bits - 1)) + (more << bits));
  ints even2, even3;
  if (half) {
    even2 = v[2] * 4433;
    even3 = v[2] * (4433 + 6270);
  } else {
    const ints z = (v[2] + v[6]) * 4433;
    even2 = z - v[6] * 15137;
    even3 = z + v[2] * 6270;
  }
  const ints sum = (half ? v[0] : v[0] + v[4]) * 8192 + rounding, rest = (half ? v[0] : v[0] - v[4]) * 8192 + rounding;
  const ints e0 = sum + even3, e3 = sum - even3, e1 = rest + even2, e2 = rest - even2;
  ints o0, o1, o2, o3;
  if (half) {
    const ints z5 = (v[3] + v[1]) * 9633;
    const ints z3 = z5 - v[3] * 16069, z4 = z5 - v[1] * 3196;
    o0 = z3 - v[1] * 7373;
    o1 = z4 - v[3] * 20995;
    o2 = v[3] * (25172 - 20995) + z3;
    o3 = v[1] * (12299 - 7373) + z4;
  } else {
    const ints z5 = (v[7] + v[3] + v[5] + v[1]) * 9633;
    const ints z1 = (v[7] + v[1]) * 7373, z2 = (v[5] + v[3]) * 20995;
    const ints z3 = z5 - (v[7] + v[3]) * 16069, z4 = z5 - (v[5] + v[1]) * 3196;
    o0 = v[7] * 2446 - z1 + z3;
    o1 = v[5] * 16819 - z2 + z4;
    o2 = v[3] * 25172 - z2 + z3;
    o3 = v[1] * 12299 - z1 + z4;
  }
  v[0] = (e0 + o3) >> bits;
  v[7] = (e0 - o3) >> bits;
  v[1] = (e1 + o2) >> bits;
  v[6] = (e1 - o2) >> bits;
  v[2] = (e2 + o1) >> bits;
  v[5] = (e2 - o1) >> bits;
  v[3] = (e3 + o0) >> bits;
  v[4] = (e3 - o0) >> bits;
}

/* Swaps rows and columns. */
INLINE void exchange(ints v[8]) {
  ints a[8], b[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = __builtin_shufflevector(v[i], v[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    a[i + 1] = __builtin_shufflevector(v[i], v[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = 0; k < 2; k++) {
      b[i + k] = __builtin_shufflevector(a[i + k], a[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      b[i + k + 2] = __builtin_shufflevector(a[i + k], a[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; i++) {
    v[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    v[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

INLINE void limit_all(ints *v) { *v = __builtin_elementwise_min(__builtin_elementwise_max(*v, (ints){0}), (ints){0} + 255); }

/* Bits outside the range of values that was or-ed. */
INLINE int outside(const ints *all, int range) {
  const ints high = *all & ~range;
  int found = 0;
  for (int i = 0; i < 8; i++) found |= high[i];
  return found;
}

INLINE void store_columns(ints v[8], uint8_t *to, ptrdiff_t stride) {
  octets c[8];
  for (int i = 0; i < 8; i++) c[i] = __builtin_convertvector(v[i], octets);
  bytes16 a[4], b[4], d[4];
  for (int i = 0; i < 4; i++)
    a[i] = __builtin_shufflevector(c[2 * i], c[2 * i + 1], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  for (int i = 0; i < 4; i += 2) {
    b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
    b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
  }
  for (int i = 0; i < 2; i++) {
    d[2 * i] = __builtin_shufflevector(b[i], b[i + 2], 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    d[2 * i + 1] = __builtin_shufflevector(b[i], b[i + 2], 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  }
  for (int i = 0; i < 4; i++) {
    memcpy(to + 2 * i * stride, &d[i], 8);
    memcpy(to + (2 * i + 1) * stride, (const uint8_t *)&d[i] + 8, 8);
  }
}

INLINE void inverse_8_of(const int16_t *block, uint8_t *to, ptrdiff_t stride, const bool few_rows,
                         const bool few_columns, int *beyond) {
  ints v[8], all = {0};
  for (int i = 0; i < 8; i++) {
    if (few_rows && i > 3) {
      v[i] = (ints){0};
      continue;
    }
    shorts row;
    memcpy(&row, block + 8 * i, 16);
    v[i] = __builtin_convertvector(row, ints);
  }
  transform_8(v, few_rows, 11, 0);
  for (int i = 0; i < 8; i++) all |= v[i] + 16384;
  *beyond |= outside(&all, 32767);
  exchange(v);
  transform_8(v, few_columns, 18, 128);
  all = (ints){0};
  for (int i = 0; i < 8; i++) {
    all |= v[i] + 384;
    limit_all(&v[i]);
  }
  *beyond |= outside(&all, 1023);
  store_columns(v, to, stride);
}

INLINE void inverse_8(const int16_t *block, unsigned used, uint8_t *to, ptrdiff_t stride, int *beyond) {
  if ((used & LATER_HALF) == 0)
    inverse_8_of(block, to, stride, true, true, beyond);
  else
    inverse_8_of(block, to, stride, false, false, beyond);
}

/* One dimension of four results (jidctred.c: jpeg_idct_4x4), without the fifth input. */
INLINE void transform_4(const ints v[8], ints to[4], const int bits, const int more) {
  const ints first = v[0] * 16384 + ((1 << (bits - 1)) + (more << bits)), even = v[2] * 15137 - v[6] * 6270;
  const ints odd0 = v[7] * -1730 + v[5] * 11893 - v[3] * 17799 + v[1] * 8697;
  const ints odd2 = v[7] * -4176 - v[5] * 4926 + v[3] * 7373 + v[1] * 20995;
  to[0] = (first + even + odd2) >> bits;
  to[3] = (first + even - odd2) >> bits;
  to[1] = (first - even + odd0) >> bits;
  to[2] = (first - even - odd0) >> bits;
}

INLINE void inverse_4(const int16_t *block, uint8_t *to, ptrdiff_t stride, int *beyond) {
  ints v[8], w[8] = {{0}}, all = {0};
  for (int i = 0; i < 8; i++) {
    shorts row;
    memcpy(&row, block + 8 * i, 16);
    v[i] = __builtin_convertvector(row, ints);
  }
  transform_4(v, w, 12, 0);
  for (int i = 0; i < 4; i++) all |= w[i] + 16384;
  all[4] = 0;
  *beyond |= outside(&all, 32767);
  exchange(w);
  ints r[4];
  transform_4(w, r, 19, 128);
  all = (ints){0};
  for (int i = 0; i < 4; i++) all |= r[i] + 384;
  all[4] = all[5] = all[6] = all[7] = 0;
  *beyond |= outside(&all, 1023);
  for (int i = 0; i < 4; i++) limit_all(&r[i]);
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 4; x++) to[y * stride + x] = (uint8_t)r[x][y];
}

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
    const int16_t *c = block + columns[i];
    const int first = c[0] * 32768, rest = odd_2(c[8], c[24], c[40], c[56]);
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

/* Writes the samples of a unit's block, and clears `block`. */
INLINE void finish(int16_t *block, block_use *use, const up_sample_slot *slot, ptrdiff_t unit, up_samples *to) {
  transform(block, use, slot->side, to->samples + slot->start + unit * slot->step, slot->stride);
  if (use->used != 0) memset(block, 0, 64 * sizeof *block);
  to->is_unusual |= use->beyond != 0;
}

INLINE ptrdiff_t up_read_samples_any(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes,
                                     ptrdiff_t count, const up_scan_tables *tables, ptrdiff_t first, ptrdiff_t end,
                                     up_samples *to) {
  int16_t levels[4], block[72] __attribute__((aligned(32))) = {0};
  memcpy(levels, predictors, sizeof levels);
  data_chunk chunk;
  bits_in bits = begun(&chunk, reader, bytes, count, end - first);
  ptrdiff_t unit = first;
  for (; unit < end; unit++) {
    prepare(&chunk, &bits, bytes, count);
    const bits_in before = bits;
    uint64_t packed;
    memcpy(&packed, levels, sizeof packed);
    const bool is_wanted = unit >= to->first_unit && unit < to->end_unit;
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
      block_use use = begin(*level, divisors, block);
      if (is_wanted && target->side > 1)
        is_whole = read_products(&bits, tables, slot, divisors, block, &use);
      else
        is_whole = skip_others(&bits, tables, slot);
      if (is_wanted) finish(block, &use, target, unit, to);
    }
    if (!is_whole || !is_inside(&chunk, &bits)) {
      bits = before;
      memcpy(levels, &packed, sizeof levels);
      break;
    }
  }
  memcpy(predictors, levels, sizeof levels);
  *reader = ended(&chunk, bits);
  return unit - first;
}

TWICE(ptrdiff_t, up_read_samples,
      (up_bit_reader * reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count, const up_scan_tables *tables,
       ptrdiff_t first, ptrdiff_t end, up_samples *to),
      (reader, predictors, bytes, count, tables, first, end, to))

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

INLINE ptrdiff_t up_place_samples_any(const up_block_part *blocks, ptrdiff_t first_block, const int16_t *offsets,
                                      ptrdiff_t slot_count, ptrdiff_t first, ptrdiff_t end, up_samples *to) {
  int16_t block[72] __attribute__((aligned(32))) = {0};
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
      block_use use = begin((int16_t)(uint16_t)(blocks->levels[index] + offsets[slot]), divisors, block);
      if (target->side > 1) unpack(blocks->entries + start, blocks->entries + stop, divisors, block, &use);
      finish(block, &use, target, unit, to);
    }
  }
  return end - first;
}

TWICE(ptrdiff_t, up_place_samples,
      (const up_block_part *blocks, ptrdiff_t first_block, const int16_t *offsets, ptrdiff_t slot_count, ptrdiff_t first,
       ptrdiff_t end, up_samples *to),
      (blocks, first_block, offsets, slot_count, first, end, to))
