/* Sixteen pixels of YCbCr as RGB, in vectors of Clang, for any processor. */
/* The upper 16 bits of products. */
INLINE void high(const shorts *values, const int factor, shorts *to) {
  *to = __builtin_convertvector((__builtin_convertvector(*values, ints) * factor) >> 16, shorts);
}

INLINE void pack(shorts *v, octets *to) {
  *v = __builtin_elementwise_min(__builtin_elementwise_max(*v, (shorts){0}), (shorts){0} + 255);
  *to = __builtin_convertvector(*v, octets);
}

INLINE void colors_16(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, uint8_t *to) {
  shorts y, cb, cr, part;
  load(luma, &y);
  load(blue, &cb);
  load(red, &cr);
  cb -= 128;
  cr -= 128;
  const shorts twice_b = cb + cb, twice_r = cr + cr;
  octets r, g, b;
  high(&twice_r, 26345, &part);
  shorts sum = y + cr + ((part + 1) >> 1);
  pack(&sum, &r);
  high(&twice_b, -14942, &part);
  sum = y + twice_b + ((part + 1) >> 1);
  pack(&sum, &b);
  const ints rest = __builtin_convertvector(cb, ints) * -22554 + __builtin_convertvector(cr, ints) * 18734 + 32768;
  sum = y - cr + __builtin_convertvector(rest >> 16, shorts);
  pack(&sum, &g);
  const octets32 rg = __builtin_shufflevector(r, g, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25,
                                              10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const octets32 bb = __builtin_shufflevector(b, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0, 0,
                                              0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const octets first = __builtin_shufflevector(rg, bb, 0, 1, 32, 2, 3, 33, 4, 5, 34, 6, 7, 35, 8, 9, 36, 10);
  const octets second = __builtin_shufflevector(rg, bb, 11, 37, 12, 13, 38, 14, 15, 39, 16, 17, 40, 18, 19, 41, 20, 21);
  const octets third = __builtin_shufflevector(rg, bb, 42, 22, 23, 43, 24, 25, 44, 26, 27, 45, 28, 29, 46, 30, 31, 47);
  memcpy(to, &first, 16);
  memcpy(to + 16, &second, 16);
  memcpy(to + 32, &third, 16);
}
