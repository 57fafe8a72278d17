/* HEIF and AVIF decoding by libheif: the only image of a file, without its transforms (ISO 23008-12, 6). */
#include "heif_hevc.h"
#include "libraries.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if UPRIGHT_HEIF

/* One channel of the decoded image. */
struct uc_plane {
  const uint8_t *bytes; /* null if there is none */
  size_t stride;
  int bits;               /* per sample; of two bytes if more than 8 */
  const uint16_t *levels; /* what each value becomes; null if it stays */
};

struct uc_heif {
  unsigned char *bytes; /* of the file */
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  uint32_t width, height;
  unsigned traits;
  uc_pass pass;
  uint32_t next_row;         /* of the image */
  struct uc_plane planes[4]; /* red, green, blue, alpha */
  uint16_t *levels[2];       /* of colors, of alpha */
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
  free(heif->levels[0]);
  free(heif->levels[1]);
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

/* Takes a plane; returns whether it has the image's size. Planes of another size belong to another layer. */
static int take_plane(struct uc_heif *heif, enum heif_channel channel, struct uc_plane *plane) {
  int stride = 0;
  const uint8_t *bytes = libheif.heif_image_get_plane_readonly(heif->image, channel, &stride);
  int width = libheif.heif_image_get_width(heif->image, channel);
  int height = libheif.heif_image_get_height(heif->image, channel);
  int bits = libheif.heif_image_get_bits_per_pixel_range(heif->image, channel);
  if (!bytes || bits < 8 || bits > 16 || width != (int)heif->width || height != (int)heif->height || stride < 0 ||
      (size_t)stride < (size_t)heif->width * (bits > 8 ? 2 : 1))
    return 0;
  *plane = (struct uc_plane){bytes, (size_t)stride, bits, NULL};
  return 1;
}

/* Makes a plane whose samples have the limited range cover the whole range (ITU-T H.273, 8.3). */
static up_status widen(uc_session *session, struct uc_plane *plane, uint16_t **levels) {
  const int32_t top = (1 << plane->bits) - 1, black = 16 << (plane->bits - 8), range = 219 << (plane->bits - 8);
  if (!*levels) {
    *levels = uc_allocate(session, (uint64_t)top + 1, sizeof **levels);
    if (!*levels) return session->core.report.status;
    for (int32_t value = 0; value <= top; value++) {
      int64_t wide = ((int64_t)(value - black) * top * 2 + range) / (2 * range);
      (*levels)[value] = (uint16_t)(value <= black ? 0 : wide > top ? top : wide);
    }
  }
  plane->levels = *levels;
  return UP_OK;
}

/* Whether the decoder or the file states that samples have the limited range. */
static int is_limited(const struct uc_heif *heif) {
  struct heif_color_profile_nclx *colors = NULL;
  struct heif_error error = libheif.heif_image_get_nclx_color_profile(heif->image, &colors);
  int limited = error.code == heif_error_Ok && colors && !colors->full_range_flag;
  if (colors) libheif.heif_nclx_color_profile_free(colors);
  return limited;
}

static const char other_size[] = "the decoded image differs in size from its ispe property";

/* Takes the decoded planes. libheif 1.15 widens no luma without chroma, no colors that are coded as such, no alpha. */
static up_status take_planes(uc_session *session, struct uc_heif *heif) {
  static const enum heif_channel channels[3] = {heif_channel_R, heif_channel_G, heif_channel_B};
  int is_gray = libheif.heif_image_get_colorspace(heif->image) == heif_colorspace_monochrome;
  int limited = is_gray ? is_limited(heif) : (heif->traits & UC_LIMITED_COLORS) != 0;
  for (int i = 0; i < 3; i++) {
    struct uc_plane *plane = &heif->planes[i];
    if (!take_plane(heif, is_gray ? heif_channel_Y : channels[i], plane) || plane->bits != heif->planes[0].bits)
      return uc_fail(session, UP_MALFORMED, other_size);
    if (limited && widen(session, plane, &heif->levels[0]) != UP_OK) return session->core.report.status;
  }
  if (!libheif.heif_image_handle_has_alpha_channel(heif->handle)) return UP_OK;
  if (!take_plane(heif, heif_channel_Alpha, &heif->planes[3])) return uc_fail(session, UP_MALFORMED, other_size);
  return heif->traits & UC_LIMITED_ALPHA ? widen(session, &heif->planes[3], &heif->levels[1]) : UP_OK;
}

/* Whether the error concerns color code points that H.273 reserves; some phones write them. The container states the
   colors. */
static int is_about_color_numbers(struct heif_error error) {
  return error.subcode >= heif_suberror_Unknown_NCLX_color_primaries &&
         error.subcode <= heif_suberror_Unknown_NCLX_matrix_coefficients;
}

/* Decodes to planes; luma without chroma stays as it is. */
static struct heif_error decode(struct uc_heif *heif, int as_gray, struct heif_decoding_options *options) {
  enum heif_colorspace space = as_gray ? heif_colorspace_undefined : heif_colorspace_RGB;
  enum heif_chroma chroma = as_gray ? heif_chroma_undefined : heif_chroma_444;
  errno = 0;
  return libheif.heif_decode_image(heif->handle, &heif->image, space, chroma, options);
}

/* Notes damage that the decoder went on after; without tolerance, it ends the session. */
static up_status note_damage(uc_session *session, uint64_t faults) {
  if (faults == 0) return UP_OK;
  session->core.report.warnings += faults;
  uint64_t count = session->core.report.warnings, allowed = session->core.limits.warnings;
  if (allowed == 0) return uc_fail(session, UP_MALFORMED, "the coded image is damaged");
  return count > allowed ? uc_fail_limit(session, UP_WARNINGS, count, allowed) : UP_OK;
}

static up_status start_heif(uc_session *session, const uc_pass *pass) {
  struct uc_heif *heif = session->state;
  /* libde265 waits forever for a thread that it could not start, so this is checked as late as possible. */
  if (uc_are_threads_short()) return uc_fail(session, UP_NO_MEMORY, NULL);
  struct heif_decoding_options *options = libheif.heif_decoding_options_alloc();
  if (!options) return uc_fail(session, UP_NO_MEMORY, NULL);
  options->ignore_transformations = 1;
  options->strict_decoding = 1;
  int as_gray = (heif->traits & UC_GRAY) != 0;
  uc_hevc_faults();
  struct heif_error error = decode(heif, as_gray, options);
  if (is_about_color_numbers(error)) {
    options->strict_decoding = 0;
    error = decode(heif, as_gray, options);
  }
  if (as_gray && error.code == heif_error_Ok &&
      libheif.heif_image_get_colorspace(heif->image) != heif_colorspace_monochrome) {
    libheif.heif_image_release(heif->image);
    heif->image = NULL;
    uc_hevc_faults();
    error = decode(heif, 0, options);
  }
  const int reason = errno;
  libheif.heif_decoding_options_free(options);
  errno = reason;
  if (error.code != heif_error_Ok) return fault(session, error);
  if (note_damage(session, uc_hevc_faults() + (heif->traits & UC_EMPTY_END ? 1 : 0)) != UP_OK)
    return session->core.report.status;
  heif->pass = *pass;
  heif->next_row = pass->y;
  up_status status = take_planes(session, heif);
  close_source(heif);
  return status;
}

static uint32_t spread(uint32_t value, int bits, int depth) {
  uint32_t top = (1u << bits) - 1, wanted = (1u << depth) - 1;
  return top == wanted ? value : (uint32_t)(((uint64_t)value * wanted * 2 + top) / (2 * top));
}

/* A sample, or the highest value if there is no such plane. */
static uint32_t sample_at(const struct uc_plane *plane, uint32_t x, uint32_t y) {
  if (!plane->bytes) return (1u << plane->bits) - 1;
  const uint8_t *row = plane->bytes + y * plane->stride;
  uint32_t top = (1u << plane->bits) - 1, value = row[x];
  if (plane->bits > 8) value = (uint32_t)row[2 * (size_t)x] | (uint32_t)row[2 * (size_t)x + 1] << 8;
  if (value > top) value = top;
  return plane->levels ? plane->levels[value] : value;
}

static void put(unsigned char *to, uint32_t value, int depth) {
  uint16_t wide = (uint16_t)value;
  if (depth == 8) *to = (unsigned char)value;
  else memcpy(to, &wide, sizeof wide);
}

static uint32_t clamped(int32_t value, uint32_t top) {
  return value < 0 ? 0 : (uint32_t)value > top ? top : (uint32_t)value;
}

/* Red, green and blue of a pixel that was decoded as Cr, Y and Cb of YCgCo (ITU-T H.273, 8.3, equations 61 to 64). */
static void convert(uint32_t colors[3], int bits) {
  const int32_t middle = 1 << (bits - 1), luma = (int32_t)colors[1];
  const int32_t green = (int32_t)colors[2] - middle, orange = (int32_t)colors[0] - middle;
  const uint32_t top = (1u << bits) - 1;
  colors[0] = clamped(luma - green + orange, top);
  colors[1] = clamped(luma + green, top);
  colors[2] = clamped(luma - green - orange, top);
}

static void deliver_pixels(const struct uc_heif *heif, uint32_t y, unsigned char *to) {
  const uint32_t channels = heif->pass.channels, colors = channels == 1 ? 1 : 3;
  const int depth = heif->pass.depth, bits = heif->planes[0].bits, alpha_bits = heif->planes[3].bits;
  const size_t bytes = (size_t)depth / 8;
  const uint32_t top = (1u << bits) - 1, opaque = (1u << alpha_bits) - 1;
  for (uint32_t x = heif->pass.x; x < heif->pass.x + heif->pass.width; x++, to += channels * bytes) {
    uint32_t values[3] = {0}, opacity = sample_at(&heif->planes[3], x, y);
    for (int i = 0; i < 3; i++) values[i] = sample_at(&heif->planes[i], x, y);
    if (heif->traits & UC_YCGCO) convert(values, bits);
    for (uint32_t i = 0; i < colors; i++) {
      if (heif->traits & UC_MULTIPLIED)
        values[i] = opacity ? clamped((int32_t)(((uint64_t)values[i] * opaque * 2 + opacity) / (2 * (uint64_t)opacity)), top) : 0;
      put(to + i * bytes, spread(values[i], bits, depth), depth);
    }
    if (channels == 4) put(to + 3 * bytes, spread(opacity, alpha_bits, depth), depth);
  }
}

/* Delivers 8-bit samples that stay as they are. */
static void weave(const struct uc_heif *heif, uint32_t y, unsigned char *to) {
  const uint32_t channels = heif->pass.channels, width = heif->pass.width;
  const uint8_t *rows[4];
  for (uint32_t i = 0; i < channels; i++) rows[i] = heif->planes[i].bytes + y * heif->planes[i].stride + heif->pass.x;
  if (channels == 1) memcpy(to, rows[0], width);
  if (channels == 3)
    for (uint32_t x = 0; x < width; x++) {
      to[3 * x] = rows[0][x];
      to[3 * x + 1] = rows[1][x];
      to[3 * x + 2] = rows[2][x];
    }
  if (channels == 4)
    for (uint32_t x = 0; x < width; x++)
      for (int i = 0; i < 4; i++) to[4 * x + (uint32_t)i] = rows[i][x];
}

static int is_plain(const struct uc_heif *heif) {
  if (heif->pass.depth != 8 || heif->traits & (UC_MULTIPLIED | UC_YCGCO)) return 0;
  for (uint32_t i = 0; i < heif->pass.channels; i++) {
    const struct uc_plane *plane = &heif->planes[i];
    if (!plane->bytes || plane->bits != 8 || plane->levels) return 0;
  }
  return 1;
}

static up_status read_heif(uc_session *session, unsigned char *rows, size_t stride, uint32_t count) {
  struct uc_heif *heif = session->state;
  if (!heif->planes[2].bytes || count > heif->pass.y + heif->pass.height - heif->next_row)
    return uc_fail(session, UP_FAILED, "no more rows");
  const int plain = is_plain(heif);
  for (uint32_t i = 0; i < count; i++, heif->next_row++)
    if (plain) weave(heif, heif->next_row, rows + i * stride);
    else deliver_pixels(heif, heif->next_row, rows + i * stride);
  return UP_OK;
}

up_status uc_heif_open(
    uc_session *session, unsigned traits, uint32_t across, uint32_t down, uint32_t side, uc_picture *picture) {
  static const struct uc_decoder decoder = {start_heif, read_heif, close_heif};
  if (!uc_is_there(session, UC_LIBHEIF)) return session->core.report.status;
  /* Without enough memory, its decoders abort the process. */
  if (uc_is_memory_short((uint64_t)across * down)) return uc_fail(session, UP_NO_MEMORY, NULL);
  struct uc_heif *heif = calloc(1, sizeof *heif);
  if (!heif) return uc_fail(session, UP_NO_MEMORY, NULL);
  session->state = heif;
  session->decoder = &decoder;
  heif->traits = traits;
  heif->planes[3].bits = 8;
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
    uc_session *session, unsigned traits, uint32_t across, uint32_t down, uint32_t side, uc_picture *picture) {
  (void)traits, (void)across, (void)down, (void)side, (void)picture;
  return uc_fail(session, UP_UNSUPPORTED, "this build has no HEIF");
}

#endif
