/* Converts colors of a profile to sRGB, by Little CMS (ICC.1:2022; IEC 61966-2-1). */
#include "session.h"

#if UPRIGHT_LCMS
#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

static void quiet(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)context, (void)code, (void)text;
}

/* A gray profile that matches sRGB: sRGB's curve, with the profile white point. */
static cmsHPROFILE gray_of_srgb(cmsContext context) {
  const cmsFloat64Number curve[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *tone = cmsBuildParametricToneCurve(context, 4, curve);
  if (!tone) return NULL;
  cmsHPROFILE profile = cmsCreateGrayProfileTHR(context, cmsD50_xyY(), tone);
  cmsFreeToneCurve(tone);
  return profile;
}

/* Little CMS's pixel type for this number of channels, with its color space; 0 for none. */
static cmsUInt32Number pixel_type(uint32_t channels, int depth, cmsColorSpaceSignature *space) {
  const int wide = depth == 16;
  switch (channels) {
  case 1: *space = cmsSigGrayData; return wide ? TYPE_GRAY_16 : TYPE_GRAY_8;
  case 3: *space = cmsSigRgbData; return wide ? TYPE_RGB_16 : TYPE_RGB_8;
  case 4: *space = cmsSigRgbData; return wide ? TYPE_RGBA_16 : TYPE_RGBA_8;
  case 5: *space = cmsSigCmykData; return wide ? TYPE_CMYK_16 : TYPE_CMYK_8;
  default: return 0;
  }
}

/* The type for gray stored as RGB: red is converted, and green and blue are treated as extra channels. */
static cmsUInt32Number spread_gray_type(int depth) {
  return COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(depth / 8);
}

/* Copies red to green and blue. */
static void spread_gray(unsigned char *row, uint32_t width, size_t sample) {
  for (uint32_t x = 0; x < width; x++, row += 4 * sample) {
    memcpy(row + sample, row, sample);
    memcpy(row + 2 * sample, row, sample);
  }
}

static cmsHTRANSFORM transform(
    cmsContext context, const uc_colors *colors, cmsHPROFILE from, cmsHPROFILE to, cmsUInt32Number type) {
  cmsColorSpaceSignature space;
  const cmsUInt32Number into = colors->channels == 5 ? pixel_type(3, colors->depth, &space) : type;
  /* A lookup table in place of a curve is too coarse for dark gray. */
  const cmsUInt32Number exact = T_COLORSPACE(type) == PT_GRAY ? cmsFLAGS_NOOPTIMIZE : 0;
  const cmsUInt32Number flags = cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_COPY_ALPHA | exact;
  return cmsCreateTransformTHR(context, from, type, to, into, INTENT_RELATIVE_COLORIMETRIC, flags);
}

up_status uc_to_srgb(const uc_colors *colors, const unsigned char *from, unsigned char *to) {
  cmsColorSpaceSignature space;
  cmsUInt32Number type = pixel_type(colors->channels, colors->depth, &space);
  cmsContext context = cmsCreateContext(NULL, NULL);
  if (!context) return UP_NO_MEMORY;
  cmsSetLogErrorHandlerTHR(context, quiet);
  up_status status = UP_UNSUPPORTED;
  cmsHTRANSFORM change = NULL;
  cmsHPROFILE source = cmsOpenProfileFromMemTHR(context, colors->profile, (cmsUInt32Number)colors->profile_size);
  const int is_spread = colors->channels == 4 && source && cmsGetColorSpace(source) == cmsSigGrayData;
  if (is_spread) type = spread_gray_type(colors->depth), space = cmsSigGrayData;
  cmsHPROFILE target = colors->channels == 1 || is_spread ? gray_of_srgb(context) : cmsCreate_sRGBProfileTHR(context);
  if (type && source && target && cmsGetColorSpace(source) == space) change = transform(context, colors, source, target, type);
  if (change) {
    for (uint32_t row = 0; row < colors->height; row++) {
      unsigned char *made = to + row * colors->stride_to;
      cmsDoTransform(change, from + row * colors->stride_from, made, colors->width);
      if (is_spread) spread_gray(made, colors->width, (size_t)colors->depth / 8);
    }
    cmsDeleteTransform(change);
    status = UP_OK;
  }
  if (source) cmsCloseProfile(source);
  if (target) cmsCloseProfile(target);
  cmsDeleteContext(context);
  return status == UP_UNSUPPORTED && uc_is_memory_short(0) ? UP_NO_MEMORY : status;
}
#else
up_status uc_to_srgb(const uc_colors *colors, const unsigned char *from, unsigned char *to) {
  (void)colors, (void)from, (void)to;
  return UP_UNSUPPORTED;
}
#endif
