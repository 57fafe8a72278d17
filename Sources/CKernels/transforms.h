/* The transforms of samples.h in vectors of Clang, for any processor. */
typedef int32_t ints __attribute__((vector_size(32)));
typedef int16_t shorts __attribute__((vector_size(16)));
typedef uint8_t octets __attribute__((vector_size(8)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));

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
  if (*beyond != 0) return;
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
  if (*beyond != 0) return;
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

