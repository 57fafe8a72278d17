/* The versions of the libraries, as they report them. */
#include "libraries.h"

#include <stdio.h>

#if UPRIGHT_TIFF
#include <tiffio.h>
#endif
#if UPRIGHT_LCMS
#include <lcms2.h>
#endif
#if UPRIGHT_GIF
#include <stdbool.h>
#include <stddef.h>

#include <gif_lib.h>
#endif

uint32_t uc_version(uc_library library) {
  switch (library) {
  case UC_LIBTIFF: {
    unsigned version[3] = {0};
#if UPRIGHT_TIFF
    if (sscanf(TIFFGetVersion(), "LIBTIFF, Version %u.%u.%u", &version[0], &version[1], &version[2]) < 2) return 0;
#endif
    return version[0] << 16 | (version[1] & 255) << 8 | (version[2] & 255);
  }
  case UC_LIBHEIF:
#if UPRIGHT_HEIF
    return uc_load(library) ? 0 : libheif.heif_get_version_number() >> 8;
#else
    return 0;
#endif
  case UC_LIBJXL: {
#if UPRIGHT_JPEGXL
    uint32_t number = uc_load(library) ? 0 : libjxl.JxlDecoderVersion();
    return number / 1000000 << 16 | number / 1000 % 1000 << 8 | number % 1000;
#else
    return 0;
#endif
  }
  case UC_GIFLIB: /* it does not report its version at run time */
#if UPRIGHT_GIF
    return GIFLIB_MAJOR << 16 | GIFLIB_MINOR << 8 | GIFLIB_RELEASE;
#else
    return 0;
#endif
  case UC_LCMS: {
#if UPRIGHT_LCMS
    uint32_t number = (uint32_t)cmsGetEncodedCMMversion(); /* 2.14 is 2140 */
    return number / 1000 << 16 | number % 1000 / 10 << 8;
#else
    return 0;
#endif
  }
  }
  return 0;
}
