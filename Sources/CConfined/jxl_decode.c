/* JPEG XL decoding by libjxl: a region of the stored image, in the file's colors (ISO 18181-1; ISO 18181-2). */
#include "libraries.h"

#if UPRIGHT_JPEGXL

#include <jxl/version.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { UC_JXL_PROFILE = 1 << 24 };

/* The ICC profile of the file or of the decoded pixels; before 0.9 the call has an unused argument. */
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define UC_JXL_OWN NULL, JXL_COLOR_PROFILE_TARGET_ORIGINAL
#define UC_JXL_TARGET NULL, JXL_COLOR_PROFILE_TARGET_DATA
#else
#define UC_JXL_OWN JXL_COLOR_PROFILE_TARGET_ORIGINAL
#define UC_JXL_TARGET JXL_COLOR_PROFILE_TARGET_DATA
#endif

struct uc_jxl {
  JxlDecoder *decoder;
  JxlBasicInfo info;
  unsigned char *file;
  uc_pass pass;
  size_t pixel;
  uint32_t next_row; /* in the pass */
  unsigned char *region;
  int knows_colors; /* decoded to the point where they are known */
};

static void close_jxl(uc_session *session) {
  struct uc_jxl *jxl = session->state;
  if (jxl->decoder) libjxl.JxlDecoderDestroy(jxl->decoder);
  free(jxl->region);
  free(jxl->file);
  free(jxl);
}

/* Passes the whole file. libjxl 0.7 calls valid codestreams damaged if a group of theirs arrives in pieces. */
static up_status feed(uc_session *session, struct uc_jxl *jxl) {
  jxl->file = uc_allocate(session, session->byte_count, 1);
  if (!jxl->file) return session->core.report.status;
  const size_t count = (size_t)session->byte_count, got = uc_read_source(session, 0, jxl->file, count);
  if (session->core.report.status != UP_OK) return session->core.report.status;
  if (got != count || count == 0) return uc_fail(session, UP_TRUNCATED, NULL);
  if (libjxl.JxlDecoderSetInput(jxl->decoder, jxl->file, count) != JXL_DEC_SUCCESS)
    return uc_fail(session, UP_FAILED, "libjxl takes no input");
  return UP_OK;
}

/* The next event; ends the session if there is none, after noting how far the decoder came. */
static JxlDecoderStatus next_event(uc_session *session, struct uc_jxl *jxl) {
  if (uc_check_interrupted(session) != UP_OK) return JXL_DEC_ERROR;
  errno = 0;
  JxlDecoderStatus status = libjxl.JxlDecoderProcessInput(jxl->decoder);
  if (status != JXL_DEC_ERROR && status != JXL_DEC_NEED_MORE_INPUT) return status;
  const int reason = errno;
  session->core.report.offset = session->byte_count - libjxl.JxlDecoderReleaseInput(jxl->decoder);
  errno = reason;
  if (status == JXL_DEC_NEED_MORE_INPUT) uc_fail(session, UP_TRUNCATED, NULL);
  else uc_fail_in_library(session, UP_MALFORMED, "the codestream breaks a rule");
  return JXL_DEC_ERROR;
}

/* Decodes up to an event and ignores other events. */
static up_status decode_to(uc_session *session, struct uc_jxl *jxl, JxlDecoderStatus event) {
  for (;;) {
    JxlDecoderStatus status = next_event(session, jxl);
    if (status == JXL_DEC_ERROR) return session->core.report.status;
    if (status == event) return UP_OK;
    if (status == JXL_DEC_SUCCESS) return uc_fail(session, UP_MALFORMED, "the codestream has no such part");
    if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER) return uc_fail(session, UP_FAILED, "nowhere to put pixels");
  }
}

static up_status read_info(uc_session *session, struct uc_jxl *jxl, uc_picture *picture) {
  if (decode_to(session, jxl, JXL_DEC_BASIC_INFO) != UP_OK) return session->core.report.status;
  const JxlBasicInfo *info = &jxl->info;
  if (libjxl.JxlDecoderGetBasicInfo(jxl->decoder, &jxl->info) != JXL_DEC_SUCCESS)
    return uc_fail(session, UP_FAILED, "libjxl knows no size");
  if (uc_check_pixels(session, info->xsize, info->ysize) != UP_OK) return session->core.report.status;
  if (info->exponent_bits_per_sample || info->bits_per_sample > 16)
    return uc_fail(session, UP_UNSUPPORTED, "JPEG XL whose samples are no whole numbers of up to 16 bits");
  if (info->num_extra_channels != (info->alpha_bits > 0))
    return uc_fail(session, UP_UNSUPPORTED, "JPEG XL with channels besides colours and opacity");
  picture->width = info->xsize;
  picture->height = info->ysize;
  picture->channels = info->alpha_bits ? 4 : info->num_color_channels;
  picture->depth = info->bits_per_sample > 8 ? 16 : 8;
  return UP_OK;
}

/* Decodes until the colors are known. By default, an XYB image with a profile instead of code points would be decoded
   to linear sRGB. That is too coarse in 8 bits and has too small a gamut: Display P3 with sRGB's curve holds more. */
static up_status know_colors(uc_session *session, struct uc_jxl *jxl) {
  if (jxl->knows_colors) return UP_OK;
  if (decode_to(session, jxl, JXL_DEC_COLOR_ENCODING) != UP_OK) return session->core.report.status;
  jxl->knows_colors = 1;
  JxlColorEncoding colors;
  if (jxl->info.uses_original_profile ||
      libjxl.JxlDecoderGetColorAsEncodedProfile(jxl->decoder, UC_JXL_OWN, &colors) == JXL_DEC_SUCCESS)
    return UP_OK;
  memset(&colors, 0, sizeof colors);
  colors.color_space = jxl->info.num_color_channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
  colors.white_point = JXL_WHITE_POINT_D65;
  colors.primaries = JXL_PRIMARIES_P3;
  colors.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
  colors.rendering_intent = JXL_RENDERING_INTENT_RELATIVE;
  if (libjxl.JxlDecoderSetPreferredColorProfile(jxl->decoder, &colors) != JXL_DEC_SUCCESS)
    return uc_fail(session, UP_UNSUPPORTED, "JPEG XL in colours that libjxl does not convert");
  return UP_OK;
}

/* Receives a run of pixels of a row, in any order; keeps those in the region. */
static void take(void *opaque, size_t x, size_t y, size_t count, const void *pixels) {
  struct uc_jxl *jxl = opaque;
  const uc_pass *pass = &jxl->pass;
  if (y < pass->y || y - pass->y >= pass->height) return;
  size_t first = x < pass->x ? pass->x : x, last = x + count, end = (size_t)pass->x + pass->width;
  if (last > end) last = end;
  if (first >= last) return;
  memcpy(jxl->region + ((y - pass->y) * pass->width + first - pass->x) * jxl->pixel,
         (const unsigned char *)pixels + (first - x) * jxl->pixel, (last - first) * jxl->pixel);
}

static up_status start_jxl(uc_session *session, const uc_pass *pass) {
  struct uc_jxl *jxl = session->state;
  if (jxl->region) return uc_fail(session, UP_FAILED, "a session has one pass");
  jxl->pass = *pass;
  jxl->pixel = (size_t)pass->channels * (size_t)pass->depth / 8;
  jxl->region = uc_allocate(session, (uint64_t)pass->width * pass->height, jxl->pixel);
  if (!jxl->region || know_colors(session, jxl) != UP_OK) return session->core.report.status;
  const JxlPixelFormat format = {
      pass->channels, pass->depth == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  for (;;) {
    JxlDecoderStatus status = next_event(session, jxl);
    if (status == JXL_DEC_ERROR) return session->core.report.status;
    if (status == JXL_DEC_FULL_IMAGE) return UP_OK;
    if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER &&
        libjxl.JxlDecoderSetImageOutCallback(jxl->decoder, &format, take, jxl) != JXL_DEC_SUCCESS)
      return uc_fail(session, UP_UNSUPPORTED, "these channels or this depth of a JPEG XL");
    if (status == JXL_DEC_SUCCESS) return uc_fail(session, UP_MALFORMED, "the codestream has no such part");
  }
}

static void drop(void *opaque, size_t x, size_t y, size_t count, const void *pixels) {
  (void)opaque, (void)x, (void)y, (void)count, (void)pixels;
}

up_status uc_jxl_seek(uc_session *session, uint32_t frame, uint32_t *found) {
  struct uc_jxl *jxl = session->state;
  *found = 0;
  if (know_colors(session, jxl) != UP_OK) return session->core.report.status;
  uint32_t channels = jxl->info.num_color_channels + (jxl->info.alpha_bits ? 1 : 0);
  const JxlPixelFormat format = {channels, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  for (;;) {
    JxlDecoderStatus status = next_event(session, jxl);
    if (status == JXL_DEC_ERROR) return session->core.report.status;
    if (status == JXL_DEC_SUCCESS) return UP_OK;
    if (status != JXL_DEC_NEED_IMAGE_OUT_BUFFER) continue;
    if (++*found == frame) return UP_OK;
    if (libjxl.JxlDecoderSetImageOutCallback(jxl->decoder, &format, drop, jxl) != JXL_DEC_SUCCESS)
      return uc_fail(session, UP_UNSUPPORTED, "these channels of a JPEG XL");
  }
}

static up_status read_jxl(uc_session *session, unsigned char *rows, size_t stride, uint32_t count) {
  struct uc_jxl *jxl = session->state;
  if (!jxl->region || count > jxl->pass.height - jxl->next_row) return uc_fail(session, UP_FAILED, "no more rows");
  size_t bytes = jxl->pass.width * jxl->pixel;
  for (uint32_t i = 0; i < count; i++, jxl->next_row++)
    memcpy(rows + i * stride, jxl->region + jxl->next_row * bytes, bytes);
  return session->core.report.status;
}

up_status uc_jxl_profile(uc_session *session, unsigned char *to, size_t *size) {
  struct uc_jxl *jxl = session->state;
  if (know_colors(session, jxl) != UP_OK) return session->core.report.status;
  size_t found = 0;
  if (libjxl.JxlDecoderGetICCProfileSize(jxl->decoder, UC_JXL_TARGET, &found) != JXL_DEC_SUCCESS || found == 0)
    return uc_fail(session, UP_UNSUPPORTED, "colours of a JPEG XL that no profile says");
  if (found > UC_JXL_PROFILE) return uc_fail(session, UP_UNSUPPORTED, "a profile of more than 16 MB");
  size_t room = *size;
  *size = found;
  if (room != found) return UP_OK;
  if (libjxl.JxlDecoderGetColorAsICCProfile(jxl->decoder, UC_JXL_TARGET, to, found) != JXL_DEC_SUCCESS)
    return uc_fail(session, UP_FAILED, "libjxl gives no profile");
  return UP_OK;
}

up_status uc_jxl_open(uc_session *session, uc_picture *picture) {
  static const struct uc_decoder decoder = {start_jxl, read_jxl, close_jxl};
  if (!uc_is_there(session, UC_LIBJXL)) return session->core.report.status;
  struct uc_jxl *jxl = calloc(1, sizeof *jxl);
  if (!jxl) return uc_fail(session, UP_NO_MEMORY, NULL);
  session->state = jxl;
  session->decoder = &decoder;
  jxl->decoder = libjxl.JxlDecoderCreate(NULL);
  if (!jxl->decoder) return uc_fail(session, UP_NO_MEMORY, NULL);
  int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE;
  if (libjxl.JxlDecoderSubscribeEvents(jxl->decoder, events) != JXL_DEC_SUCCESS ||
      libjxl.JxlDecoderSetKeepOrientation(jxl->decoder, JXL_TRUE) != JXL_DEC_SUCCESS ||
      libjxl.JxlDecoderSetUnpremultiplyAlpha(jxl->decoder, JXL_TRUE) != JXL_DEC_SUCCESS)
    return uc_fail(session, UP_FAILED, "libjxl takes no settings");
  if (feed(session, jxl) != UP_OK) return session->core.report.status;
  return read_info(session, jxl, picture);
}

#else

up_status uc_jxl_open(uc_session *session, uc_picture *picture) {
  (void)picture;
  return uc_fail(session, UP_UNSUPPORTED, "JPEG XL, because this was built without the package trait JPEGXL");
}

up_status uc_jxl_profile(uc_session *session, unsigned char *to, size_t *size) {
  (void)to;
  *size = 0;
  return uc_fail(session, UP_UNSUPPORTED, "JPEG XL, because this was built without the package trait JPEGXL");
}

up_status uc_jxl_seek(uc_session *session, uint32_t frame, uint32_t *found) {
  (void)frame;
  *found = 0;
  return uc_fail(session, UP_UNSUPPORTED, "JPEG XL, because this was built without the package trait JPEGXL");
}

#endif
