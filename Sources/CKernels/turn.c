/* Reorienting pixels: the vector types, and the choice of the instruction set. */
#include "CKernels.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define INLINE static inline __attribute__((always_inline, unused))

typedef unsigned char byte;

/* Bytes of a cache line, and of a block that is reoriented while it is in the caches. */
enum { LINE = 64, BLOCK = 34 << 10 };

INLINE ptrdiff_t smaller(ptrdiff_t one, ptrdiff_t other) { return one < other ? one : other; }

/* Swaps axes pixel by pixel. */
INLINE void exchange_each(int bytes, byte *to, ptrdiff_t to_step, const byte *from, ptrdiff_t from_step,
                          ptrdiff_t columns, ptrdiff_t rows) {
  for (ptrdiff_t column = 0; column < columns; column++)
    for (ptrdiff_t row = 0; row < rows; row++)
      memcpy(to + column * to_step + row * bytes, from + row * from_step + column * bytes, bytes);
}

#if defined(__x86_64__)

INLINE void fetch(const byte *from) { _mm_prefetch((const char *)from, _MM_HINT_T0); }

/* Copies with streaming stores: whole lines go to memory without being read first. */
INLINE void copy_far(byte *to, const byte *from, ptrdiff_t count) {
  ptrdiff_t done = smaller(-(uintptr_t)to % LINE, count);
  memcpy(to, from, done);
  for (; done + LINE <= count; done += LINE)
    for (ptrdiff_t place = done; place < done + LINE; place += 16)
      _mm_stream_si128((__m128i *)(to + place), _mm_loadu_si128((const __m128i *)(from + place)));
  memcpy(to + done, from + done, count - done);
}

#define SET(name) name##_sse2
#define LANES 1
typedef __m128i vec_sse2;
INLINE vec_sse2 load_sse2(const byte *from, ptrdiff_t next) {
  (void)next;
  return _mm_loadu_si128((const __m128i *)from);
}
INLINE void store_sse2(byte *to, vec_sse2 pixels) { _mm_storeu_si128((__m128i *)to, pixels); }
#define ZIP_LOW(bits, one, other) _mm_unpacklo_epi##bits(one, other)
#define ZIP_HIGH(bits, one, other) _mm_unpackhi_epi##bits(one, other)
#include "turn.h"
#undef SET
#undef LANES
#undef ZIP_LOW
#undef ZIP_HIGH
#undef vec
#undef half
#undef EXCHANGE

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define SET(name) name##_avx2
#define LANES 2
#define SHUFFLES
typedef __m256i vec_avx2;
typedef __m128i half_avx2;
INLINE half_avx2 load_half_avx2(const byte *from) { return _mm_loadu_si128((const __m128i *)from); }
INLINE void store_half_avx2(byte *to, half_avx2 pixels) { _mm_storeu_si128((__m128i *)to, pixels); }
INLINE half_avx2 shuffle_half_avx2(half_avx2 bytes, half_avx2 places) { return _mm_shuffle_epi8(bytes, places); }
INLINE vec_avx2 load_avx2(const byte *from, ptrdiff_t next) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(load_half_avx2(from)), load_half_avx2(from + next), 1);
}
INLINE void store_avx2(byte *to, vec_avx2 pixels) { _mm256_storeu_si256((__m256i *)to, pixels); }
INLINE vec_avx2 shuffle_avx2(vec_avx2 bytes, half_avx2 places) {
  return _mm256_shuffle_epi8(bytes, _mm256_broadcastsi128_si256(places));
}
/* The first twelve bytes of each lane. */
INLINE void store_twelves_avx2(byte *to, vec_avx2 pixels) {
  const __m256i joined = _mm256_permutevar8x32_epi32(pixels, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
  store_half_avx2(to, _mm256_castsi256_si128(joined));
  _mm_storel_epi64((__m128i *)(to + 16), _mm256_extracti128_si256(joined, 1));
}
#define ZIP_LOW(bits, one, other) _mm256_unpacklo_epi##bits(one, other)
#define ZIP_HIGH(bits, one, other) _mm256_unpackhi_epi##bits(one, other)
#include "turn.h"
#pragma clang attribute pop

#elif defined(__aarch64__)

INLINE void fetch(const byte *from) { __builtin_prefetch(from); }
INLINE void copy_far(byte *to, const byte *from, ptrdiff_t count) { memcpy(to, from, count); }

#define SET(name) name##_neon
#define LANES 1
#define SHUFFLES
typedef uint8x16_t vec_neon, half_neon;
INLINE half_neon load_half_neon(const byte *from) { return vld1q_u8(from); }
INLINE void store_half_neon(byte *to, half_neon pixels) { vst1q_u8(to, pixels); }
INLINE half_neon shuffle_half_neon(half_neon bytes, half_neon places) { return vqtbl1q_u8(bytes, places); }
INLINE vec_neon load_neon(const byte *from, ptrdiff_t next) {
  (void)next;
  return vld1q_u8(from);
}
INLINE void store_neon(byte *to, vec_neon pixels) { vst1q_u8(to, pixels); }
INLINE vec_neon shuffle_neon(vec_neon bytes, half_neon places) { return vqtbl1q_u8(bytes, places); }
/* The first twelve bytes. */
INLINE void store_twelves_neon(byte *to, vec_neon pixels) {
  const uint32_t last = vgetq_lane_u32(vreinterpretq_u32_u8(pixels), 2);
  vst1_u8(to, vget_low_u8(pixels));
  memcpy(to + 8, &last, sizeof last);
}
#define vreinterpretq_u8_u8(pixels) (pixels)
#define AS(bits, pixels) vreinterpretq_u##bits##_u8(pixels)
#define ZIP_LOW(bits, one, other) vreinterpretq_u8_u##bits(vzip1q_u##bits(AS(bits, one), AS(bits, other)))
#define ZIP_HIGH(bits, one, other) vreinterpretq_u8_u##bits(vzip2q_u##bits(AS(bits, one), AS(bits, other)))
#include "turn.h"

#endif

up_kernels up_best_kernels(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") ? UP_AVX2_KERNELS : UP_BASE_KERNELS;
#elif defined(__aarch64__)
  return UP_BASE_KERNELS;
#else
  return UP_NO_KERNELS;
#endif
}

#if defined(__x86_64__) || defined(__aarch64__)
/* Copies rows unchanged. */
static void move_rows(byte *target, const byte *source, up_walk walk) {
  const ptrdiff_t count = walk.columns * walk.pixel_bytes;
  for (; walk.rows > 0; walk.rows--) {
    if (walk.past_caches)
      copy_far(target, source, count);
    else
      memcpy(target, source, count);
    target += walk.target_row_step;
    source += walk.source_row_step;
  }
}

/* A walk with ascending source rows, which processors prefetch best. */
static bool move(up_kernels kernels, byte *target, const byte *source, up_walk walk) {
  if (walk.source_column_step == walk.pixel_bytes) {
    move_rows(target, source, walk);
    return true;
  }
#if defined(__x86_64__)
  return kernels == UP_AVX2_KERNELS ? move_avx2(target, source, walk) : move_sse2(target, source, walk);
#else
  (void)kernels;
  return move_neon(target, source, walk);
#endif
}
#endif

bool up_move(up_kernels kernels, void *target, const void *source, up_walk walk) {
#if defined(__x86_64__) || defined(__aarch64__)
  if (kernels == UP_NO_KERNELS) return false;
  byte *to = target;
  const byte *from = source;
  if (walk.source_row_step < 0) {
    to += (walk.rows - 1) * walk.target_row_step;
    from += (walk.rows - 1) * walk.source_row_step;
    walk.target_row_step = -walk.target_row_step;
    walk.source_row_step = -walk.source_row_step;
  }
  const bool done = move(kernels, to, from, walk);
#if defined(__x86_64__)
  if (done && walk.past_caches) _mm_sfence();
#endif
  return done;
#else
  (void)kernels, (void)target, (void)source, (void)walk;
  return false;
#endif
}
