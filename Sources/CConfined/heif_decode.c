/* HEIF and AVIF decoding by libheif: the only image of a file, without its transforms (ISO 23008-12, 6). */
#include "libraries.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if UPRIGHT_HEIF

struct uc_heif {
  unsigned char *bytes; /* of the file */
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  uint32_t width, height;
  int multiplied;
  uc_pass pass;
  uint32_t next_row; /* of the image */
  const uint8_t *plane;
  size_t stride;
  uint32_t samples; /* per decoded pixel: 3 or 4 */
  int bits;
  const uint8_t *colors[3]; /* 8-bit planes of red, green and blue, in place of interleaved pixels */
  size_t color_strides[3];
};

static void close_source(struct uc_heif *heif) {
  if (heif->handle) libheif.heif_image_handle_release(heif->handle);
  if (heif->context) libheif.heif_context_free(heif->context);
  free(heif->bytes);
  heif->handle = NULL;
  heif->context = NULL;
  heif->bytes = NULL;
}

static void close_heif(uc_session *session) {
  struct uc_heif *heif = session->state;
  if (heif->image) libheif.heif_image_release(heif->image);
  close_source(heif);
  free(heif);
}

/* The status for a library error; errno was 0 before the call. */
static up_status fault(uc_session *session, struct heif_error error) {
  switch (error.code) {
  case heif_error_Ok: return UP_OK;
  case heif_error_Unsupported_filetype:
  case heif_error_Unsupported_feature: return uc_fail_in_library(session, UP_UNSUPPORTED, error.message);
  case heif_error_Memory_allocation_error: /* the image's stated size was checked before */
    return uc_fail(
        session, error.subcode == heif_suberror_Security_limit_exceeded ? UP_MALFORMED : UP_NO_MEMORY, error.message);
  default: return uc_fail_in_library(session, UP_MALFORMED, error.message);
  }
}

/* Takes the three 8-bit color planes; returns whether they have the image's size. Planes of another size belong to
   another layer. */
static int take_colors(struct uc_heif *heif) {
  static const enum heif_channel channels[3] = {heif_channel_R, heif_channel_G, heif_channel_B};
  for (int i = 0; i < 3; i++) {
    int stride = 0;
    heif->colors[i] = libheif.heif_image_get_plane_readonly(heif->image, channels[i], &stride);
    int width = libheif.heif_image_get_width(heif->image, channels[i]);
    int height = libheif.heif_image_get_height(heif->image, channels[i]);
    int bits = libheif.heif_image_get_bits_per_pixel_range(heif->image, channels[i]);
    if (!heif->colors[i] || bits != 8 || width != (int)heif->width || height != (int)heif->height || stride < width)
      return 0;
    heif->color_strides[i] = (size_t)stride;
  }
  return 1;
}

/* Whether the error concerns color code points that H.273 reserves; some phones write them. The container states the
   colors. */
static int is_about_color_numbers(struct heif_error error) {
  return error.subcode >= heif_suberror_Unknown_NCLX_color_primaries &&
         error.subcode <= heif_suberror_Unknown_NCLX_matrix_coefficients;
}

static const char other_size[] = "the decoded image differs in size from its ispe property";

static up_status start_heif(uc_session *session, const uc_pass *pass) {
  struct uc_heif *heif = session->state;
  /* libde265 waits forever for a thread that it could not start, so this is checked as late as possible. */
  if (uc_are_threads_short()) return uc_fail(session, UP_NO_MEMORY, NULL);
  struct heif_decoding_options *options = libheif.heif_decoding_options_alloc();
  if (!options) return uc_fail(session, UP_NO_MEMORY, NULL);
  options->ignore_transformations = 1;
  options->strict_decoding = 1;
  int deep = libheif.heif_image_handle_get_luma_bits_per_pixel(heif->handle) > 8;
  heif->samples = libheif.heif_image_handle_has_alpha_channel(heif->handle) ? 4 : 3;
  enum heif_chroma chroma = heif->samples == 4
                                ? (deep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA)
                                : (deep ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RGB);
  /* The library makes planes first and interleaves them in a second pass, slower than `deliver` does. */
  int is_plain = heif->samples == 3 && !deep && pass->channels == 3 && pass->depth == 8;
  if (is_plain) chroma = heif_chroma_444;
  errno = 0;
  struct heif_error error = libheif.heif_decode_image(heif->handle, &heif->image, heif_colorspace_RGB, chroma, options);
  if (is_about_color_numbers(error)) {
    options->strict_decoding = 0;
    errno = 0;
    error = libheif.heif_decode_image(heif->handle, &heif->image, heif_colorspace_RGB, chroma, options);
  }
  const int reason = errno;
  libheif.heif_decoding_options_free(options);
  errno = reason;
  if (error.code != heif_error_Ok) return fault(session, error);
  close_source(heif);
  heif->pass = *pass;
  heif->next_row = pass->y;
  if (is_plain)
    return take_colors(heif) ? UP_OK : uc_fail(session, UP_MALFORMED, other_size);
  int stride = 0;
  int width = libheif.heif_image_get_width(heif->image, heif_channel_interleaved);
  int height = libheif.heif_image_get_height(heif->image, heif_channel_interleaved);
  heif->plane = libheif.heif_image_get_plane_readonly(heif->image, heif_channel_interleaved, &stride);
  heif->bits = libheif.heif_image_get_bits_per_pixel_range(heif->image, heif_channel_interleaved);
  size_t needed = (size_t)heif->samples * (heif->bits > 8 ? 2 : 1) * heif->width;
  if (!heif->plane || width != (int)heif->width || height != (int)heif->height || stride < 0 || (size_t)stride < needed ||
      heif->bits < 8 || heif->bits > 16)
    return uc_fail(session, UP_MALFORMED, other_size);
  heif->stride = (size_t)stride;
  return UP_OK;
}

static uint32_t spread(uint32_t value, int bits, int depth) {
  uint32_t top = (1u << bits) - 1, wanted = (1u << depth) - 1;
  if (value > top) value = top;
  return top == wanted ? value : (uint32_t)(((uint64_t)value * wanted * 2 + top) / (2 * top));
}

static uint32_t sample_at(const struct uc_heif *heif, const uint8_t *row, size_t index) {
  return heif->bits > 8 ? (uint32_t)row[2 * index] | (uint32_t)row[2 * index + 1] << 8 : row[index];
}

static unsigned char *put(unsigned char *to, uint32_t value, int depth) {
  uint16_t wide = (uint16_t)value;
  if (depth == 8) *to = (unsigned char)value;
  else memcpy(to, &wide, sizeof wide);
  return to + depth / 8;
}

static void weave(const struct uc_heif *heif, uint32_t y, unsigned char *to) {
  const uint8_t *red = heif->colors[0] + y * heif->color_strides[0] + heif->pass.x;
  const uint8_t *green = heif->colors[1] + y * heif->color_strides[1] + heif->pass.x;
  const uint8_t *blue = heif->colors[2] + y * heif->color_strides[2] + heif->pass.x;
  for (uint32_t x = 0; x < heif->pass.width; x++) {
    to[3 * x] = red[x];
    to[3 * x + 1] = green[x];
    to[3 * x + 2] = blue[x];
  }
}

static void deliver(const struct uc_heif *heif, const uint8_t *row, unsigned char *to) {
  uint32_t channels = heif->pass.channels, colors = channels == 1 ? 1 : 3;
  int depth = heif->pass.depth;
  if (channels == heif->samples && depth == 8 && heif->bits == 8 && !heif->multiplied) {
    memcpy(to, row + (size_t)heif->pass.x * channels, (size_t)heif->pass.width * channels);
    return;
  }
  for (uint32_t x = heif->pass.x; x < heif->pass.x + heif->pass.width; x++) {
    size_t first = (size_t)x * heif->samples;
    uint32_t top = (1u << heif->bits) - 1, opacity = heif->samples == 4 ? sample_at(heif, row, first + 3) : top;
    for (uint32_t i = 0; i < colors; i++) {
      uint32_t value = sample_at(heif, row, first + i);
      if (heif->multiplied) value = opacity ? (uint32_t)(((uint64_t)value * top * 2 + opacity) / (2 * (uint64_t)opacity)) : 0;
      to = put(to, spread(value, heif->bits, depth), depth);
    }
    if (channels == 4) to = put(to, spread(opacity, heif->bits, depth), depth);
  }
}

static up_status read_heif(uc_session *session, unsigned char *rows, size_t stride, uint32_t count) {
  struct uc_heif *heif = session->state;
  if ((!heif->plane && !heif->colors[2]) || count > heif->pass.y + heif->pass.height - heif->next_row)
    return uc_fail(session, UP_FAILED, "no more rows");
  for (uint32_t i = 0; i < count; i++, heif->next_row++)
    if (heif->colors[2]) weave(heif, heif->next_row, rows + i * stride);
    else deliver(heif, heif->plane + heif->next_row * heif->stride, rows + i * stride);
  return UP_OK;
}

up_status uc_heif_open(
    uc_session *session, int multiplied, uint32_t across, uint32_t down, uint32_t side, uc_picture *picture) {
  static const struct uc_decoder decoder = {start_heif, read_heif, close_heif};
  if (!uc_is_there(session, UC_LIBHEIF)) return session->core.report.status;
  /* Without enough memory, its decoders abort the process. */
  if (uc_is_memory_short((uint64_t)across * down)) return uc_fail(session, UP_NO_MEMORY, NULL);
  struct uc_heif *heif = calloc(1, sizeof *heif);
  if (!heif) return uc_fail(session, UP_NO_MEMORY, NULL);
  session->state = heif;
  session->decoder = &decoder;
  heif->multiplied = multiplied;
  if (uc_check_pixels(session, across, down) != UP_OK) return session->core.report.status;
  heif->bytes = uc_allocate(session, session->byte_count, 1);
  if (!heif->bytes) return session->core.report.status;
  if (uc_read_source(session, 0, heif->bytes, session->byte_count) != session->byte_count)
    return uc_fail(session, UP_TRUNCATED, NULL);
  heif->context = libheif.heif_context_alloc();
  if (!heif->context) return uc_fail(session, UP_NO_MEMORY, NULL);
  /* In libheif 1.15 the limit applies to each side, and an overlay must stay below it; in later versions it applies to
     the area. */
  libheif.heif_context_set_maximum_image_size_limit(heif->context, side < INT32_MAX ? (int)side + 1 : INT32_MAX);
  libheif.heif_context_set_max_decoding_threads(heif->context, 0);
  errno = 0;
  struct heif_error error =
      libheif.heif_context_read_from_memory_without_copy(heif->context, heif->bytes, session->byte_count, NULL);
  if (error.code != heif_error_Ok) return fault(session, error);
  error = libheif.heif_context_get_primary_image_handle(heif->context, &heif->handle);
  if (error.code != heif_error_Ok) return fault(session, error);
  int width = libheif.heif_image_handle_get_width(heif->handle);
  int height = libheif.heif_image_handle_get_height(heif->handle);
  if (width <= 0 || height <= 0) return uc_fail(session, UP_MALFORMED, "a picture without a size");
  heif->width = (uint32_t)width;
  heif->height = (uint32_t)height;
  picture->width = heif->width;
  picture->height = heif->height;
  picture->channels = libheif.heif_image_handle_has_alpha_channel(heif->handle) ? 4 : 3;
  picture->depth = libheif.heif_image_handle_get_luma_bits_per_pixel(heif->handle) > 8 ? 16 : 8;
  return uc_check_pixels(session, heif->width, heif->height);
}

#else

up_status uc_heif_open(
    uc_session *session, int multiplied, uint32_t across, uint32_t down, uint32_t side, uc_picture *picture) {
  (void)multiplied, (void)across, (void)down, (void)side, (void)picture;
  return uc_fail(session, UP_UNSUPPORTED, "this build has no HEIF");
}

#endif
