/* Rows of pixels from rows of component samples: chroma interpolated as by libjpeg's triangle filter (jdsample.c), YCbCr
 * as in JFIF 1.02 in 65536ths (jdcolor.c). */
#define SET(name) name##_any
#define COLORS "colors_any.h"
#include "colors.h"

#if defined(__x86_64__)
void up_write_row_avx2(const up_row *row, const uint8_t *samples, ptrdiff_t first, ptrdiff_t end, uint8_t *work,
                       uint8_t *to);
#endif

void up_write_row(const up_row *row, const uint8_t *samples, ptrdiff_t first, ptrdiff_t end, uint8_t *work, uint8_t *to) {
#if defined(__x86_64__)
  if (row->kernels == UP_AVX2_KERNELS && has_avx2()) {
    up_write_row_avx2(row, samples, first, end, work, to);
    return;
  }
#endif
  up_write_row_any(row, samples, first, end, work, to);
}
