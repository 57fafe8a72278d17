/* Calls libbrotlidec, linked by the trait JPEGXL (RFC 7932). */
#include "CBrotli.h"

#if UPRIGHT_JPEGXL

#include <brotli/decode.h>

int up_brotli_decode(const uint8_t *from, size_t count, uint8_t *to, size_t *size) {
  return BrotliDecoderDecompress(count, from, size, to) == BROTLI_DECODER_RESULT_SUCCESS;
}

#else

int up_brotli_decode(const uint8_t *from, size_t count, uint8_t *to, size_t *size) {
  (void)from, (void)count, (void)to, (void)size;
  return 0;
}

#endif
