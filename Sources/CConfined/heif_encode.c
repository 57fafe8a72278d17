/* AVIF encoding by libheif and its AV1 encoder. */
#include "libraries.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if UPRIGHT_HEIF

struct writing {
  struct heif_context *context;
  struct heif_image *image;
  struct heif_encoder *encoder;
  struct heif_image_handle *handle;
};

static up_status fault(uc_session *session, struct heif_error error) {
  if (error.code == heif_error_Ok) return UP_OK;
  return uc_fail_in_library(
      session, error.code == heif_error_Memory_allocation_error ? UP_NO_MEMORY : UP_FAILED, error.message);
}

static struct heif_error write_bytes(struct heif_context *context, const void *bytes, size_t size, void *user) {
  (void)context;
  uc_session *session = user;
  struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, "written"};
  if (session->core.io.write(session->core.io.context, bytes, size)) {
    uc_fail(session, UP_WRITE_STOPPED, NULL);
    error.code = heif_error_Encoding_error;
    error.subcode = heif_suberror_Cannot_write_output_data;
  }
  return error;
}

/* sRGB by code points unless there is a profile; always full range, with the matrix that most decoders use. */
static struct heif_error set_colors(struct writing *writing, const uc_packet *profile) {
  struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, ""};
  if (profile->size)
    return libheif.heif_image_set_raw_color_profile(writing->image, "prof", profile->bytes, profile->size);
  struct heif_color_profile_nclx *colors = libheif.heif_nclx_color_profile_alloc();
  if (!colors) return error;
  colors->color_primaries = heif_color_primaries_ITU_R_BT_709_5;
  colors->transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1;
  colors->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6;
  colors->full_range_flag = 1;
  error = libheif.heif_image_set_nclx_color_profile(writing->image, colors);
  libheif.heif_nclx_color_profile_free(colors);
  return error;
}

static up_status fill(
    uc_session *session, struct writing *writing, const uc_avif *settings, const unsigned char *rows, size_t stride) {
  int is_gray = settings->channels == 1;
  enum heif_chroma chroma = is_gray                   ? heif_chroma_monochrome
                            : settings->channels == 4 ? heif_chroma_interleaved_RGBA
                                                      : heif_chroma_interleaved_RGB;
  enum heif_colorspace space = is_gray ? heif_colorspace_monochrome : heif_colorspace_RGB;
  enum heif_channel channel = is_gray ? heif_channel_Y : heif_channel_interleaved;
  int width = (int)settings->width, height = (int)settings->height, step = 0;
  if (fault(session, libheif.heif_image_create(width, height, space, chroma, &writing->image)) != UP_OK ||
      fault(session, libheif.heif_image_add_plane(writing->image, channel, width, height, 8)) != UP_OK)
    return session->core.report.status;
  uint8_t *plane = libheif.heif_image_get_plane(writing->image, channel, &step);
  if (!plane || step < 0) return uc_fail(session, UP_NO_MEMORY, NULL);
  size_t count = (size_t)settings->width * settings->channels;
  for (uint32_t y = 0; y < settings->height; y++) memcpy(plane + y * (size_t)step, rows + y * stride, count);
  return UP_OK;
}

static up_status configure(uc_session *session, struct writing *writing, const uc_avif *settings) {
  struct heif_error error =
      libheif.heif_context_get_encoder_for_format(writing->context, heif_compression_AV1, &writing->encoder);
  if (error.code != heif_error_Ok) return uc_fail(session, UP_UNSUPPORTED, "writing AVIF: the library has no encoder of AV1");
  if (fault(session, libheif.heif_encoder_set_lossy_quality(writing->encoder, settings->quality)) != UP_OK)
    return session->core.report.status;
  /* Parameters unknown to the encoder are ignored; it then uses its defaults. */
  libheif.heif_encoder_set_parameter(writing->encoder, "chroma", settings->subsampled ? "420" : "444");
  libheif.heif_encoder_set_parameter_integer(writing->encoder, "speed", settings->speed);
  libheif.heif_encoder_set_parameter_integer(writing->encoder, "threads", settings->threads);
  return UP_OK;
}

static up_status encode(uc_session *session, struct writing *writing, const uc_packet *exif, const uc_packet *xmp) {
  errno = 0;
  struct heif_error error =
      libheif.heif_context_encode_image(writing->context, writing->image, writing->encoder, NULL, &writing->handle);
  if (fault(session, error) != UP_OK) return session->core.report.status;
  if (exif->size)
    error = libheif.heif_context_add_exif_metadata(
        writing->context, writing->handle, exif->bytes, (int)exif->size);
  if (fault(session, error) != UP_OK) return session->core.report.status;
  if (xmp->size)
    error = libheif.heif_context_add_XMP_metadata(writing->context, writing->handle, xmp->bytes, (int)xmp->size);
  if (fault(session, error) != UP_OK) return session->core.report.status;
  struct heif_writer writer = {1, write_bytes};
  return fault(session, libheif.heif_context_write(writing->context, &writer, session));
}

up_status uc_avif_write(
    uc_session *session, const uc_avif *settings, const uc_packet *profile, const uc_packet *exif, const uc_packet *xmp,
    const unsigned char *rows, size_t stride) {
  struct writing writing = {0};
  if (!uc_is_there(session, UC_LIBHEIF) || uc_check_pixels(session, settings->width, settings->height) != UP_OK || uc_check_interrupted(session) != UP_OK)
    return session->core.report.status;
  if (uc_is_memory_short((uint64_t)settings->width * settings->height) || uc_are_threads_short())
    return uc_fail(session, UP_NO_MEMORY, NULL);
  if (settings->width > 65535 || settings->height > 65535 || exif->size > INT32_MAX || xmp->size > INT32_MAX)
    return uc_fail(session, UP_UNSUPPORTED, "an AVIF as large as this");
  errno = 0;
  writing.context = libheif.heif_context_alloc();
  if (!writing.context) return uc_fail(session, UP_NO_MEMORY, NULL);
  if (fill(session, &writing, settings, rows, stride) == UP_OK &&
      fault(session, set_colors(&writing, profile)) == UP_OK && configure(session, &writing, settings) == UP_OK)
    encode(session, &writing, exif, xmp);
  if (writing.handle) libheif.heif_image_handle_release(writing.handle);
  if (writing.encoder) libheif.heif_encoder_release(writing.encoder);
  if (writing.image) libheif.heif_image_release(writing.image);
  libheif.heif_context_free(writing.context);
  return session->core.report.status;
}

#else

up_status uc_avif_write(
    uc_session *session, const uc_avif *settings, const uc_packet *profile, const uc_packet *exif, const uc_packet *xmp,
    const unsigned char *rows, size_t stride) {
  (void)settings, (void)profile, (void)exif, (void)xmp, (void)rows, (void)stride;
  return uc_fail(session, UP_UNSUPPORTED, "this build has no AVIF");
}

#endif
