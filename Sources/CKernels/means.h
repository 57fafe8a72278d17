/* Samples at 1/4 and 1/2 that are means of the pixels they cover, as far as the lowest frequencies of a block give them:
 * closer to those of a whole image, scaled, than the samples of jidctred.c, and most coefficients need not be read. */

/* The lowest coefficients, multiplied by their divisors: the columns of a square of four; and whether a value is so large
 * that no image has it. */
typedef struct {
  int32_t values[16] __attribute__((aligned(16)));
  int beyond;
} lowest_part;

/* Where a coefficient is there, by its place in zigzag order, and in rows of a block. */
static const uint8_t lowest_places[UP_MEANS_OF_4] = {0, 4, 1, 2, 5, 8, 12, 9, 6, 3};
static const uint8_t lowest_rows[UP_MEANS_OF_4] = {0, 1, 8, 16, 9, 2, 3, 10, 17, 24};

/* How many coefficients count for the means of a block. */
INLINE unsigned counted(const up_sample_slot *slot) { return slot->side == 2 ? UP_MEANS_OF_2 : UP_MEANS_OF_4; }

/* Those from `limit` on do not count, however they came here. */
INLINE void put_lowest(unsigned place, int value, unsigned limit, const int16_t *divisors, lowest_part *part) {
  if (place >= limit) return;
  const int product = value * divisors[lowest_rows[place]];
  part->values[lowest_places[place]] = product;
  part->beyond |= (product + 16384) & ~32767;
}

INLINE void begin_means(int16_t level, const int16_t *divisors, lowest_part *part) {
  part->beyond = 0;
  put_lowest(0, level, UP_MEANS_OF_2, divisors, part);
}

INLINE bool read_lowest(bits_in *from, const up_scan_tables *tables, const up_scan_slot *slot, unsigned limit,
                        const int16_t *divisors, lowest_part *to) {
  bits_in bits = *from;
  EACH_COEFFICIENT(limit, tables, slot, bits, put_lowest(place, value, limit, divisors, to);)
  *from = bits;
  return true;
}

/* The same of packed coefficients. */
INLINE void unpack_lowest(const uint16_t *from, const uint16_t *end, unsigned limit, const int16_t *divisors,
                          lowest_part *to) {
  while (from < end && *from >> 10 < limit) {
    const unsigned bits = *from++;
    int value = (int)(bits & 1023) - 512;
    if (__builtin_expect(value == -512, 0)) {
      if (from == end) break;
      value = (int16_t)*from++;
    }
    put_lowest(bits >> 10, value, limit, divisors, to);
  }
}

typedef int32_t four __attribute__((vector_size(16)));

/* Four sums of four frequencies: the means of pairs of their cosines. */
INLINE void means_4(const four *values, int shift, four *to) {
  const four even = values[0] * 8192 + (1 << (shift - 1)), second = values[2] * 7568;
  const four near = values[1] * 10498 + values[3] * 3686, far = values[1] * 4348 - values[3] * 8900;
  to[0] = (even + second + near) >> shift;
  to[1] = (even - second + far) >> shift;
  to[2] = (even - second - far) >> shift;
  to[3] = (even + second - near) >> shift;
}

/* Writes four rows of four means. */
INLINE void write_4(lowest_part *part, uint8_t *to, ptrdiff_t stride) {
  four values[4], sums[4], rows[4];
  memcpy(values, part->values, sizeof values);
  means_4(values, 13, sums);
  const four beyond = (sums[0] + 16384 | sums[1] + 16384 | sums[2] + 16384 | sums[3] + 16384) & ~32767;
  part->beyond |= beyond[0] | beyond[1] | beyond[2] | beyond[3];
  if (part->beyond != 0) return;
  const four low_01 = __builtin_shufflevector(sums[0], sums[1], 0, 4, 1, 5);
  const four low_23 = __builtin_shufflevector(sums[2], sums[3], 0, 4, 1, 5);
  const four high_01 = __builtin_shufflevector(sums[0], sums[1], 2, 6, 3, 7);
  const four high_23 = __builtin_shufflevector(sums[2], sums[3], 2, 6, 3, 7);
  values[0] = __builtin_shufflevector(low_01, low_23, 0, 1, 4, 5);
  values[1] = __builtin_shufflevector(low_01, low_23, 2, 3, 6, 7);
  values[2] = __builtin_shufflevector(high_01, high_23, 0, 1, 4, 5);
  values[3] = __builtin_shufflevector(high_01, high_23, 2, 3, 6, 7);
  means_4(values, 16, rows);
  for (int y = 0; y < 4; y++) {
    typedef uint8_t four_bytes __attribute__((vector_size(4)));
    const four limited =
        __builtin_elementwise_min(__builtin_elementwise_max(rows[y] + 128, (four){0}), (four){0} + 255);
    const four_bytes row = __builtin_convertvector(limited, four_bytes);
    memcpy(to + y * stride, &row, 4);
  }
}

INLINE uint8_t limited(int value) { return (uint8_t)(value < -128 ? 0 : value > 127 ? 255 : value + 128); }

/* Writes two rows of two means. */
INLINE void write_2(const lowest_part *part, uint8_t *to, ptrdiff_t stride) {
  const int mean = part->values[0] * 8192 + 32768, across = part->values[4] * 7423, down = part->values[1] * 7423,
            both = part->values[5] * 6726;
  to[0] = limited((mean + across + down + both) >> 16);
  to[1] = limited((mean - across + down - both) >> 16);
  to[stride] = limited((mean + across - down - both) >> 16);
  to[stride + 1] = limited((mean - across - down + both) >> 16);
}

/* Writes the means of a unit's block, unless no image has it, and clears `part`. */
INLINE void finish_means(lowest_part *part, const up_sample_slot *slot, ptrdiff_t unit, up_samples *to) {
  uint8_t *samples = to->samples + slot->start + unit * slot->step;
  if (part->beyond == 0) {
    if (slot->side == 4)
      write_4(part, samples, slot->stride);
    else
      write_2(part, samples, slot->stride);
  }
  memset(part->values, 0, sizeof part->values);
  to->is_unusual |= part->beyond != 0;
}
