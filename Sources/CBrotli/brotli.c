/* Calls libbrotlidec, which is loaded when it is first needed: few files have compressed boxes (dlopen(3)). */
#include "CBrotli.h"

#if UPRIGHT_JPEGXL

#include <brotli/decode.h>

#ifdef __linux__

#include <dlfcn.h>
#include <pthread.h>

static __typeof__(&BrotliDecoderDecompress) decompress;

static void load(void) {
  void *library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library) *(void **)&decompress = dlsym(library, "BrotliDecoderDecompress");
}

int up_brotli_decode(const uint8_t *from, size_t count, uint8_t *to, size_t *size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return decompress && decompress(count, from, size, to) == BROTLI_DECODER_RESULT_SUCCESS;
}

#else

int up_brotli_decode(const uint8_t *from, size_t count, uint8_t *to, size_t *size) {
  return BrotliDecoderDecompress(count, from, size, to) == BROTLI_DECODER_RESULT_SUCCESS;
}

#endif

#else

int up_brotli_decode(const uint8_t *from, size_t count, uint8_t *to, size_t *size) {
  (void)from, (void)count, (void)to, (void)size;
  return 0;
}

#endif
