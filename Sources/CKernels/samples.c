/* Samples of a sequential JPEG's blocks, decoded at 1/1, 1/2, 1/4 or 1/8 of their size (ITU T.81, A.3.3). They are
 * libjpeg's, bit for bit (jidctint.c: jpeg_idct_islow; jidctred.c), or reported as unusual. */
#define SET(name) name##_any
#define IN_BLOCK(index) (index)
#define SAMPLE_TRANSFORMS "transforms.h"
#include "samples.h"

#if defined(__x86_64__)
#define CHOSEN(name) (to->kernels == UP_AVX2_KERNELS && has_avx2() ? name##_avx2 : name##_any)
ptrdiff_t up_read_samples_avx2(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count,
                               const up_scan_tables *tables, ptrdiff_t first, ptrdiff_t end, up_samples *to);
ptrdiff_t up_place_samples_avx2(const up_block_part *blocks, ptrdiff_t first_block, const int16_t *offsets,
                                ptrdiff_t slot_count, ptrdiff_t first, ptrdiff_t end, up_samples *to);
#else
#define CHOSEN(name) name##_any
#endif

ptrdiff_t up_read_samples(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count,
                          const up_scan_tables *tables, ptrdiff_t first, ptrdiff_t end, up_samples *to) {
  return CHOSEN(up_read_samples)(reader, predictors, bytes, count, tables, first, end, to);
}

ptrdiff_t up_place_samples(const up_block_part *blocks, ptrdiff_t first_block, const int16_t *offsets,
                           ptrdiff_t slot_count, ptrdiff_t first, ptrdiff_t end, up_samples *to) {
  return CHOSEN(up_place_samples)(blocks, first_block, offsets, slot_count, first, end, to);
}
