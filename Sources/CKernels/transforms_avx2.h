/* The transforms of samples.h with products of pairs (vpmaddwd): four registers hold the pairs of rows 0 and 4, 2 and 6, 1
 * and 7, 5 and 3 of eight columns, or of columns of eight rows. The sums are those of jidctint.c and jidctred.c, whose
 * order does not matter for integers. */
typedef __m256i wide;

/* One factor for the first of each pair, one for the second. */
INLINE wide pairs(wide values, int first, int second) {
  return _mm256_madd_epi16(values, _mm256_set1_epi32((int)((unsigned)second << 16 | ((unsigned)first & 0xFFFF))));
}

INLINE wide sum(wide one, wide other) { return _mm256_add_epi32(one, other); }

/* One dimension: eight results, in order. */
INLINE void transform_8(const wide in[4], wide to[8], const int bits, const int more) {
  const wide rounding = _mm256_set1_epi32((1 << (bits - 1)) + (more << bits));
  const wide s0 = sum(pairs(in[0], 8192, 8192), rounding), s1 = sum(pairs(in[0], 8192, -8192), rounding);
  const wide t2 = pairs(in[1], 4433, 4433 - 15137), t3 = pairs(in[1], 4433 + 6270, 4433);
  const wide even[4] = {sum(s0, t3), sum(s1, t2), _mm256_sub_epi32(s1, t2), _mm256_sub_epi32(s0, t3)};
  const wide both = _mm256_add_epi16(in[2], in[3]);
  const wide z4 = pairs(both, 9633 - 3196, 9633), z3 = pairs(both, 9633, 9633 - 16069);
  const wide odd[4] = {
      sum(pairs(in[2], 12299 - 7373, -7373), z4), sum(pairs(in[3], -20995, 25172 - 20995), z3),
      sum(pairs(in[3], 16819 - 20995, -20995), z4), sum(pairs(in[2], -7373, 2446 - 7373), z3)};
  for (int i = 0; i < 4; i++) {
    to[i] = _mm256_srai_epi32(sum(even[i], odd[i]), bits);
    to[7 - i] = _mm256_srai_epi32(_mm256_sub_epi32(even[i], odd[i]), bits);
  }
}

/* The pairs of columns 0 and 4, 2 and 6, 1 and 7, 5 and 3 of eight rows. */
INLINE void exchange(const wide rows[8], wide to[4]) {
  wide w[4];
  for (int i = 0; i < 4; i++) {
    const wide left = _mm256_permute2x128_si256(rows[i], rows[i + 4], 0x20);
    const wide right = _mm256_permute2x128_si256(rows[i], rows[i + 4], 0x31);
    w[i] = _mm256_blend_epi16(left, _mm256_slli_epi32(right, 16), 0xAA);
  }
  const wide a = _mm256_unpacklo_epi32(w[0], w[1]), b = _mm256_unpackhi_epi32(w[0], w[1]);
  const wide c = _mm256_unpacklo_epi32(w[2], w[3]), d = _mm256_unpackhi_epi32(w[2], w[3]);
  const wide one_five = _mm256_unpackhi_epi64(a, c), three_seven = _mm256_unpackhi_epi64(b, d);
  to[0] = _mm256_unpacklo_epi64(a, c);
  to[1] = _mm256_unpacklo_epi64(b, d);
  to[2] = _mm256_blend_epi16(one_five, three_seven, 0xAA);
  to[3] = _mm256_blend_epi16(_mm256_srli_epi32(one_five, 16), _mm256_slli_epi32(three_seven, 16), 0xAA);
}

/* Whether values with `bias` have bits besides those of `range`. */
INLINE int outside(const wide *values, int count, int bias, int range) {
  wide all = _mm256_setzero_si256();
  for (int i = 0; i < count; i++) all = _mm256_or_si256(all, sum(values[i], _mm256_set1_epi32(bias)));
  return !_mm256_testz_si256(all, _mm256_set1_epi32(~range));
}

INLINE void load_rows(const int16_t *block, wide rows[4]) {
  for (int i = 0; i < 4; i++) rows[i] = _mm256_load_si256((const wide *)(const void *)(block + 16 * i));
}

INLINE void inverse_8(const int16_t *block, unsigned used, uint8_t *to, ptrdiff_t stride, int *beyond) {
  (void)used;
  wide in[4], v[8];
  load_rows(block, in);
  transform_8(in, v, 11, 0);
  *beyond |= outside(v, 8, 16384, 32767);
  exchange(v, in);
  transform_8(in, v, 18, 128);
  *beyond |= outside(v, 8, 384, 1023);
  /* Columns to rows of bytes: rows 0…3 in the lower half, 4…7 in the upper. */
  const wide even = _mm256_packus_epi16(_mm256_packs_epi32(v[0], v[4]), _mm256_packs_epi32(v[1], v[5]));
  const wide odd = _mm256_packus_epi16(_mm256_packs_epi32(v[2], v[6]), _mm256_packs_epi32(v[3], v[7]));
  const wide low = _mm256_unpacklo_epi8(even, odd), high = _mm256_unpackhi_epi8(even, odd);
  const wide left = _mm256_unpacklo_epi8(low, high), right = _mm256_unpackhi_epi8(low, high);
  const wide first = _mm256_unpacklo_epi32(left, right), second = _mm256_unpackhi_epi32(left, right);
  for (int half = 0; half < 2; half++) {
    const __m128i one = half ? _mm256_extracti128_si256(first, 1) : _mm256_castsi256_si128(first);
    const __m128i other = half ? _mm256_extracti128_si256(second, 1) : _mm256_castsi256_si128(second);
    uint8_t *row = to + 4 * half * stride;
    _mm_storel_epi64((__m128i *)(void *)row, one);
    _mm_storel_epi64((__m128i *)(void *)(row + stride), _mm_unpackhi_epi64(one, one));
    _mm_storel_epi64((__m128i *)(void *)(row + 2 * stride), other);
    _mm_storel_epi64((__m128i *)(void *)(row + 3 * stride), _mm_unpackhi_epi64(other, other));
  }
}

/* One dimension of four results (jidctred.c: jpeg_idct_4x4), without the fifth input. */
INLINE void transform_4(const wide in[4], wide to[4], const int bits, const int more) {
  const wide rounding = _mm256_set1_epi32((1 << (bits - 1)) + (more << bits));
  const wide first = sum(pairs(in[0], 16384, 0), rounding), even = pairs(in[1], 15137, -6270);
  const wide odd0 = sum(pairs(in[2], 8697, -1730), pairs(in[3], 11893, -17799));
  const wide odd2 = sum(pairs(in[2], 20995, -4176), pairs(in[3], -4926, 7373));
  const wide plus = sum(first, even), minus = _mm256_sub_epi32(first, even);
  to[0] = _mm256_srai_epi32(sum(plus, odd2), bits);
  to[3] = _mm256_srai_epi32(_mm256_sub_epi32(plus, odd2), bits);
  to[1] = _mm256_srai_epi32(sum(minus, odd0), bits);
  to[2] = _mm256_srai_epi32(_mm256_sub_epi32(minus, odd0), bits);
}

INLINE void inverse_4(const int16_t *block, uint8_t *to, ptrdiff_t stride, int *beyond) {
  wide in[4], v[8];
  for (int i = 4; i < 8; i++) v[i] = _mm256_setzero_si256();
  load_rows(block, in);
  transform_4(in, v, 12, 0);
  /* The fifth column, which nothing uses. */
  for (int i = 0; i < 4; i++) v[i] = _mm256_blend_epi32(v[i], v[4], 0x10);
  *beyond |= outside(v, 4, 16384, 32767);
  exchange(v, in);
  transform_4(in, v, 19, 128);
  for (int i = 0; i < 4; i++) v[i] = _mm256_permute2x128_si256(v[i], v[i], 0x80);
  wide kept[4];
  for (int i = 0; i < 4; i++) kept[i] = _mm256_blend_epi32(v[i], _mm256_set1_epi32(128), 0xF0);
  *beyond |= outside(kept, 4, 384, 1023);
  /* Columns 0, 1, 2, 3 of four rows to bytes. */
  const wide bytes = _mm256_packus_epi16(_mm256_packs_epi32(v[0], v[2]), _mm256_packs_epi32(v[1], v[3]));
  const __m128i columns = _mm256_castsi256_si128(bytes);
  const __m128i order = _mm_setr_epi8(0, 8, 4, 12, 1, 9, 5, 13, 2, 10, 6, 14, 3, 11, 7, 15);
  uint8_t rows[16];
  _mm_storeu_si128((__m128i *)(void *)rows, _mm_shuffle_epi8(columns, order));
  for (int y = 0; y < 4; y++) memcpy(to + y * stride, rows + 4 * y, 4);
}

