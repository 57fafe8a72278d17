/* SHA-256 (FIPS 180-4, section 6.2.2) with the processor's instructions for it (Intel SDM, SHA256RNDS2, SHA256MSG1 and
 * SHA256MSG2). */
#include "CKernels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

bool up_has_sha256(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
};

/* The instructions keep the words a, b, e, f in one register and c, d, g, h in the other, the first word on top. */
__attribute__((target("sha,sse4.1,ssse3"))) void up_sha256(uint32_t *state, const void *blocks, size_t count) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state + 1), 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);

  const __m128i *from = blocks;
  for (; count > 0; count--, from += 4) {
    const __m128i old_abef = abef, old_cdgh = cdgh;
    __m128i words[4];
    for (int i = 0; i < 4; i++) words[i] = _mm_shuffle_epi8(_mm_loadu_si128(from + i), swap);
#pragma clang loop unroll(full)
    for (int four = 0; four < 16; four++) {
      const __m128i now = words[four % 4], last = words[(four + 3) % 4];
      const __m128i sum = _mm_add_epi32(now, _mm_loadu_si128((const __m128i *)constants + four));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      if (four < 12) {
        /* The four words that come sixteen later. */
        const __m128i mixed = _mm_sha256msg1_epu32(now, words[(four + 1) % 4]);
        const __m128i middle = _mm_alignr_epi8(last, words[(four + 2) % 4], 4);
        words[four % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(mixed, middle), last);
      }
    }
    abef = _mm_add_epi32(abef, old_abef);
    cdgh = _mm_add_epi32(cdgh, old_cdgh);
  }

  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)state + 1, _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool up_has_sha256(void) { return false; }
void up_sha256(uint32_t *state, const void *blocks, size_t count) { (void)state, (void)blocks, (void)count; }

#endif
