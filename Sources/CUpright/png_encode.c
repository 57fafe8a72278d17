/* PNG encoding by libpng's row interface. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

static void png_failed(png_structp png, png_const_charp message) {
  up_fail(png_get_error_ptr(png), UP_FAILED, message);
}

static void png_warned(png_structp png, png_const_charp message) {
  (void)message;
  up_session *session = png_get_error_ptr(png);
  session->core.report.warnings++;
}

static void png_put(png_structp png, png_bytep bytes, size_t count) { up_put(png_get_io_ptr(png), bytes, count); }

static void png_flushed(png_structp png) { (void)png; }

struct request {
  const up_png_settings *settings;
  const unsigned char *profile;
  size_t profile_size;
};

static void encode_body(up_session *session, void *arguments) {
  const struct request *request = arguments;
  const up_png_settings *settings = request->settings;
  static const int colors[5] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
  up_check_pixels(session, settings->width, settings->height);
  session->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, session, png_failed, png_warned);
  if (!session->png) up_fail(session, UP_NO_MEMORY, NULL);
  session->info = png_create_info_struct(session->png);
  if (!session->info) up_fail(session, UP_NO_MEMORY, NULL);
  png_structp png = session->png;
  png_set_write_fn(png, session, png_put, png_flushed);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_benign_errors(png, 1);
  int color = settings->coded == 2 ? PNG_COLOR_TYPE_PALETTE : colors[settings->channels];
  png_set_IHDR(png, session->info, settings->width, settings->height, settings->depth, color,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (request->profile && request->profile_size <= PNG_UINT_31_MAX)
    png_set_iCCP(png, session->info, "ICC Profile", PNG_COMPRESSION_TYPE_BASE, request->profile,
                 (png_uint_32)request->profile_size);
  if (settings->coded) {
    /* Some chunks must precede the palette (ISO 15948, 5.6). */
    png_write_info_before_PLTE(png, session->info);
    return;
  }
  png_write_info(png, session->info);
  const uint16_t one = 1;
  if (settings->depth == 16 && *(const unsigned char *)&one) png_set_swap(png);
}

up_status up_png_encode(
    up_session *session, const up_png_settings *settings, const unsigned char *profile, size_t profile_size) {
  struct request request = {settings, profile, profile_size};
  return up_run_trapped(session, encode_body, &request);
}

static void palette_body(up_session *session, void *arguments) {
  const up_png_palette *given = arguments;
  png_structp png = session->png;
  int is_palette = png_get_color_type(png, session->info) == PNG_COLOR_TYPE_PALETTE;
  if (is_palette) {
    /* What exceeds the depth or the palette describes no pixel; libpng reads it so, too. */
    size_t most = (size_t)1 << png_get_bit_depth(png, session->info), count = given->colors_size / 3;
    if (count > most) count = most;
    size_t alpha = given->alpha_size < count ? given->alpha_size : count;
    png_color colors[PNG_MAX_PALETTE_LENGTH];
    if (count == 0) up_fail(session, UP_MALFORMED, "the palette is empty");
    for (size_t i = 0; i < count; i++) {
      const unsigned char *color = given->colors + 3 * i;
      colors[i] = (png_color){color[0], color[1], color[2]};
    }
    png_set_PLTE(png, session->info, colors, (int)count);
    if (alpha) png_set_tRNS(png, session->info, given->alpha, (int)alpha, NULL);
  } else if (given->alpha_size == 2) {
    png_color_16 gray = {.gray = (png_uint_16)(given->alpha[0] << 8 | given->alpha[1])};
    png_set_tRNS(png, session->info, NULL, 0, &gray);
  }
  png_write_info(png, session->info);
  png_set_packing(png);
}

up_status up_png_put_palette(up_session *session, const up_png_palette *palette) {
  return up_run_trapped(session, palette_body, (void *)palette);
}

struct bytes {
  const unsigned char *name, *first;
  size_t stride, count;
};

static void chunk_body(up_session *session, void *arguments) {
  const struct bytes *chunk = arguments;
  png_write_chunk(session->png, chunk->name, chunk->first, chunk->count);
}

up_status up_png_chunk(up_session *session, const unsigned char name[4], const unsigned char *bytes, size_t count) {
  struct bytes chunk = {name, bytes, 0, count};
  return up_run_trapped(session, chunk_body, &chunk);
}

/* The first and last sample of every RGBA pixel. */
static const unsigned char *gray_row(up_session *session, const unsigned char *row) {
  size_t sample = png_get_bit_depth(session->png, session->info) / 8;
  size_t width = png_get_image_width(session->png, session->info);
  unsigned char *to = session->png_rows;
  for (size_t x = 0; x < width; x++, row += 4 * sample, to += 2 * sample) {
    memcpy(to, row, sample);
    memcpy(to + sample, row + 3 * sample, sample);
  }
  return session->png_rows;
}

static void write_body(up_session *session, void *arguments) {
  const struct bytes *rows = arguments;
  int as_gray = png_get_color_type(session->png, session->info) == PNG_COLOR_TYPE_GRAY_ALPHA;
  if (as_gray && !session->png_rows) session->png_rows = malloc(rows->stride);
  if (as_gray && !session->png_rows) up_fail(session, UP_NO_MEMORY, NULL);
  for (size_t y = 0; y < rows->count; y++) {
    const unsigned char *row = rows->first + y * rows->stride;
    up_check_interrupted(session);
    png_write_row(session->png, as_gray ? gray_row(session, row) : row);
  }
}

up_status up_png_write(up_session *session, const unsigned char *rows, size_t stride, uint32_t count) {
  struct bytes arguments = {NULL, rows, stride, count};
  return up_run_trapped(session, write_body, &arguments);
}

static void end_body(up_session *session, void *arguments) {
  (void)arguments;
  png_write_end(session->png, NULL);
  up_flush(session);
}

up_status up_png_end(up_session *session) { return up_run_trapped(session, end_body, NULL); }
