/* Sixteen pixels of YCbCr as RGB with instructions of 256 bits. */

/* Values times a factor in 65536ths, halved once more than twice the values, rounded. */
INLINE __m256i rounded(__m256i twice, int factor) {
  const __m256i product = _mm256_mulhi_epi16(twice, _mm256_set1_epi16((short)factor));
  return _mm256_srai_epi16(_mm256_add_epi16(product, _mm256_set1_epi16(1)), 1);
}

INLINE __m256i green(__m256i both) {
  const __m256i sums = _mm256_madd_epi16(both, _mm256_set1_epi32((int)((18734u << 16) | ((unsigned)-22554 & 0xFFFF))));
  return _mm256_srai_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(32768)), 16);
}

INLINE __m256i widened(const uint8_t *from) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)from));
}

INLINE void colors_16(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, uint8_t *to) {
  const __m256i y = widened(luma), middle = _mm256_set1_epi16(128);
  const __m256i cb = _mm256_sub_epi16(widened(blue), middle), cr = _mm256_sub_epi16(widened(red), middle);
  const __m256i twice_b = _mm256_add_epi16(cb, cb), twice_r = _mm256_add_epi16(cr, cr);
  const __m256i r = _mm256_add_epi16(_mm256_add_epi16(y, cr), rounded(twice_r, 26345));
  const __m256i b = _mm256_add_epi16(_mm256_add_epi16(y, twice_b), rounded(twice_b, -14942));
  const __m256i rest = _mm256_packs_epi32(green(_mm256_unpacklo_epi16(cb, cr)), green(_mm256_unpackhi_epi16(cb, cr)));
  const __m256i g = _mm256_add_epi16(_mm256_sub_epi16(y, cr), rest);
  const __m256i rg = _mm256_packus_epi16(r, g), bb = _mm256_packus_epi16(b, b);
  const __m256i first_rg = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 8, -1, 1, 9, -1, 2, 10, -1, 3, 11, -1, 4, 12, -1, 5));
  const __m256i first_b = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(-1, -1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1));
  const __m256i second_rg = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(13, -1, 6, 14, -1, 7, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1));
  const __m256i second_b = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(-1, 5, -1, -1, 6, -1, -1, 7, -1, -1, -1, -1, -1, -1, -1, -1));
  const __m256i first = _mm256_or_si256(_mm256_shuffle_epi8(rg, first_rg), _mm256_shuffle_epi8(bb, first_b));
  const __m256i second = _mm256_or_si256(_mm256_shuffle_epi8(rg, second_rg), _mm256_shuffle_epi8(bb, second_b));
  _mm_storeu_si128((__m128i *)(void *)to, _mm256_castsi256_si128(first));
  _mm_storel_epi64((__m128i *)(void *)(to + 16), _mm256_castsi256_si128(second));
  _mm_storeu_si128((__m128i *)(void *)(to + 24), _mm256_extracti128_si256(first, 1));
  _mm_storel_epi64((__m128i *)(void *)(to + 40), _mm256_extracti128_si256(second, 1));
}
