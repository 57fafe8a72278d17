/* The search for markers in the coded data of a JPEG (ITU T.81, B.1.1.3 and B.1.1.5). */
#include "CKernels.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

ptrdiff_t up_find_marker(const uint8_t *bytes, ptrdiff_t count) {
  ptrdiff_t at = 0;
#if defined(__SSE2__)
  const __m128i ones = _mm_set1_epi8(-1);
  for (; at + 17 <= count; at += 16) {
    const __m128i first = _mm_loadu_si128((const __m128i *)(bytes + at));
    const __m128i next = _mm_loadu_si128((const __m128i *)(bytes + at + 1));
    const __m128i is_stuffed = _mm_cmpeq_epi8(next, _mm_setzero_si128());
    const int found = _mm_movemask_epi8(_mm_andnot_si128(is_stuffed, _mm_cmpeq_epi8(first, ones)));
    if (found != 0) return at + __builtin_ctz((unsigned)found);
  }
#endif
  while (at < count) {
    const uint8_t *ff = memchr(bytes + at, 0xFF, (size_t)(count - at));
    if (ff == NULL) return count;
    at = ff - bytes;
    if (at + 1 >= count || ff[1] != 0) return at;
    at += 2;
  }
  return count;
}
