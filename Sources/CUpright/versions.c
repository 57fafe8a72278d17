/* The versions of the linked libraries, as they report them. */
#include "session.h"

#if UPRIGHT_WEBP
#include <webp/decode.h>
#endif

uint32_t up_version(up_library library) {
  switch (library) {
  case UP_LIBJPEG: {
    /* 2.1.5 is 2001005; libjpeg-turbo reports it only at compile time. */
#ifdef LIBJPEG_TURBO_VERSION_NUMBER
    uint32_t number = LIBJPEG_TURBO_VERSION_NUMBER;
    return number / 1000000 << 16 | number / 1000 % 1000 << 8 | number % 1000;
#else
    return JPEG_LIB_VERSION / 10 << 16;
#endif
  }
  case UP_LIBPNG: {
    uint32_t number = png_access_version_number();
    return number / 10000 << 16 | number / 100 % 100 << 8 | number % 100;
  }
  case UP_LIBWEBP:
#if UPRIGHT_WEBP
    return (uint32_t)WebPGetDecoderVersion();
#else
    return 0;
#endif
  }
  return 0;
}
