/* JPEG XL encoding by libjxl: lossy or lossless, upright, with Exif and XMP in boxes (ISO 18181-1; ISO 18181-2, 9). */
#include "libraries.h"

#if UPRIGHT_JPEGXL

#include <stdlib.h>
#include <string.h>

/* The compression effort, 1 to 9. */
enum { UC_JXL_EFFORT = 5, UC_JXL_OUTPUT = 1 << 16 };

struct request {
  const uc_jxl_settings *settings;
  const unsigned char *metadata, *rows;
  size_t count;
};

static void describe(const uc_jxl_settings *settings, JxlBasicInfo *info) {
  libjxl.JxlEncoderInitBasicInfo(info);
  info->xsize = settings->width;
  info->ysize = settings->height;
  info->bits_per_sample = (uint32_t)settings->depth;
  info->num_color_channels = settings->channels == 1 ? 1 : 3;
  info->num_extra_channels = settings->channels == 4;
  info->alpha_bits = settings->channels == 4 ? (uint32_t)settings->depth : 0;
  info->uses_original_profile = settings->distance <= 0;
}

static int set_colors(JxlEncoder *encoder, const struct request *request) {
  size_t profile = request->settings->profile;
  if (profile) return libjxl.JxlEncoderSetICCProfile(encoder, request->metadata, profile) == JXL_ENC_SUCCESS;
  JxlColorEncoding colors;
  libjxl.JxlColorEncodingSetToSRGB(&colors, request->settings->channels == 1);
  return libjxl.JxlEncoderSetColorEncoding(encoder, &colors) == JXL_ENC_SUCCESS;
}

static int add_box(JxlEncoder *encoder, const char type[4], const unsigned char *bytes, size_t count) {
  return !count || libjxl.JxlEncoderAddBox(encoder, type, bytes, count, JXL_FALSE) == JXL_ENC_SUCCESS;
}

/* Sets everything except the output. */
static int fill(JxlEncoder *encoder, const struct request *request) {
  const uc_jxl_settings *settings = request->settings;
  const unsigned char *exif = request->metadata + settings->profile;
  JxlBasicInfo info;
  describe(settings, &info);
  if ((settings->exif || settings->xmp) && libjxl.JxlEncoderUseBoxes(encoder) != JXL_ENC_SUCCESS) return 0;
  if (libjxl.JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS || !set_colors(encoder, request)) return 0;
  if (libjxl.JxlEncoderGetRequiredCodestreamLevel(encoder) == 10 &&
      libjxl.JxlEncoderSetCodestreamLevel(encoder, 10) != JXL_ENC_SUCCESS)
    return 0;
  if (!add_box(encoder, "Exif", exif, settings->exif) ||
      !add_box(encoder, "xml ", exif + settings->exif, settings->xmp))
    return 0;
  JxlEncoderFrameSettings *frame = libjxl.JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (!frame || libjxl.JxlEncoderFrameSettingsSetOption(
                    frame, JXL_ENC_FRAME_SETTING_EFFORT, UC_JXL_EFFORT) != JXL_ENC_SUCCESS)
    return 0;
  if (settings->distance <= 0 ? libjxl.JxlEncoderSetFrameLossless(frame, JXL_TRUE) != JXL_ENC_SUCCESS
                              : libjxl.JxlEncoderSetFrameDistance(frame, settings->distance) != JXL_ENC_SUCCESS)
    return 0;
  const JxlPixelFormat format = {
      settings->channels, settings->depth == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  if (libjxl.JxlEncoderAddImageFrame(frame, &format, request->rows, request->count) != JXL_ENC_SUCCESS) return 0;
  libjxl.JxlEncoderCloseInput(encoder);
  return 1;
}

static up_status put(uc_session *session, JxlEncoder *encoder) {
  unsigned char *buffer = malloc(UC_JXL_OUTPUT);
  if (!buffer) return uc_fail(session, UP_NO_MEMORY, NULL);
  JxlEncoderStatus status = JXL_ENC_NEED_MORE_OUTPUT;
  while (status == JXL_ENC_NEED_MORE_OUTPUT && uc_check_interrupted(session) == UP_OK) {
    unsigned char *next = buffer;
    size_t room = UC_JXL_OUTPUT;
    status = libjxl.JxlEncoderProcessOutput(encoder, &next, &room);
    if (status == JXL_ENC_ERROR) uc_fail(session, UP_FAILED, "libjxl refuses the picture");
    else if (next > buffer && session->core.io.write(session->core.io.context, buffer, (size_t)(next - buffer)))
      uc_fail(session, UP_WRITE_STOPPED, NULL);
  }
  free(buffer);
  return session->core.report.status;
}

up_status uc_jxl_encode(
    uc_session *session, const uc_jxl_settings *settings, const unsigned char *metadata, const unsigned char *rows,
    size_t count) {
  struct request request = {settings, metadata, rows, count};
  if (!uc_is_there(session, UC_LIBJXL) || uc_check_interrupted(session) != UP_OK) return session->core.report.status;
  if (uc_check_pixels(session, settings->width, settings->height) != UP_OK) return session->core.report.status;
  uint64_t needed = (uint64_t)settings->width * settings->height * settings->channels * (uint64_t)settings->depth / 8;
  if (needed != count) return uc_fail(session, UP_FAILED, "rows lie apart");
  JxlEncoder *encoder = libjxl.JxlEncoderCreate(NULL);
  if (!encoder) return uc_fail(session, UP_NO_MEMORY, NULL);
  if (fill(encoder, &request)) put(session, encoder);
  else uc_fail(session, UP_FAILED, "libjxl rejects the image or its metadata");
  libjxl.JxlEncoderDestroy(encoder);
  return session->core.report.status;
}

#else

up_status uc_jxl_encode(
    uc_session *session, const uc_jxl_settings *settings, const unsigned char *metadata, const unsigned char *rows,
    size_t count) {
  (void)settings, (void)metadata, (void)rows, (void)count;
  return uc_fail(session, UP_UNSUPPORTED, "JPEG XL, because this was built without the package trait JPEGXL");
}

#endif
