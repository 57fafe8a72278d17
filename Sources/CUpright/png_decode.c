/* PNG decoding by libpng's row interface: the source, the header, and a region's rows (ISO 15948, 7, 8 and 13). */
#include "png_unpack.h"

#include <stdlib.h>
#include <string.h>

static void png_failed(png_structp png, png_const_charp message) {
  up_fail(png_get_error_ptr(png), UP_MALFORMED, message);
}

/* A wrong checksum damages the image only in the chunk with the transparent color. */
static int is_about_metadata(png_const_charp message) {
  static const char fault[] = ": CRC error";
  return strlen(message) == 3 + sizeof fault && strcmp(message + 4, fault) == 0 && memcmp(message, "tRNS", 4) != 0;
}

/* Only the bits of the depth matter in transparent samples (ISO 15948, 11.3.2.1), and libpng accepts no others. */
static int is_about_unused_bits(png_const_charp message) {
  return strcmp(message, "tRNS chunk has out-of-range samples for bit_depth") == 0;
}

/* Rows beyond the last one are not part of the image. Writers that count rows wrongly add them; other readers ignore
   them, too. */
static int is_about_surplus(png_const_charp message) { return strcmp(message, "IDAT: Too much image data") == 0; }

/* If no warnings are allowed, the first one means that the source is damaged. */
static void png_warned(png_structp png, png_const_charp message) {
  up_session *session = png_get_error_ptr(png);
  uint64_t allowed = session->core.limits.warnings;
  if (is_about_metadata(message) || is_about_unused_bits(message) || is_about_surplus(message)) return;
  if (++session->core.report.warnings <= allowed) return;
  if (allowed == 0) up_fail(session, UP_MALFORMED, message);
  up_fail_limit(session, UP_WARNINGS, session->core.report.warnings, allowed);
}

/* A failed allocation is not a fault of the source. */
static png_voidp png_take(png_structp png, png_alloc_size_t count) {
  up_session *session = png_get_mem_ptr(png);
  if (count > session->core.limits.memory) up_fail_limit(session, UP_MEMORY, count, session->core.limits.memory);
  void *block = malloc(count);
  if (!block) up_fail(session, UP_NO_MEMORY, NULL);
  return block;
}

static void png_give(png_structp png, png_voidp block) {
  (void)png;
  free(block);
}

/* Whether decompressing the pixels in advance is worth a thread. */
static int is_large(up_session *session) {
  size_t row = png_get_rowbytes(session->png, session->info);
  return row > 0 && png_get_image_height(session->png, session->info) >= UP_PNG_LARGE / row;
}

/* libpng reads a chunk's length and name in one call; otherwise no chunk would be recognized as pixels. */
static int opens_pixels(up_session *session, const unsigned char *bytes, size_t count) {
  uint64_t start = session->png_taken - count;
  if (start != session->png_boundary || count != 8) return 0;
  uint32_t left = png_get_uint_32(bytes);
  session->png_boundary = start + 12 + left;
  return memcmp(bytes + 4, "IDAT", 4) == 0 && left <= PNG_UINT_31_MAX;
}

static void png_fetch(png_structp png, png_bytep bytes, size_t count) {
  up_session *session = png_get_io_ptr(png);
  if (session->unpack) {
    up_unpack_take(session, bytes, count);
    return;
  }
  if (up_read_plain(session, bytes, count) < count) up_fail(session, UP_TRUNCATED, NULL);
  session->png_taken += count;
  if (!opens_pixels(session, bytes, count) || !session->png_threads) return;
  /* Decided at the first chunk of pixels: later chunks continue the stream, and by then rows have their output length.
  */
  session->png_threads = 0;
  if (!is_large(session)) return;
  up_unpack_begin(session, png_get_uint_32(bytes));
  if (session->unpack) up_unpack_take(session, bytes, count);
}

/* Metadata is read elsewhere; apart from coded pixels, libpng gets only PLTE and tRNS. */
static void pass_over_metadata(png_structp png) {
  static const png_byte spoken[] =
      "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0zTXt";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, spoken, (int)(sizeof spoken / 5));
}

static void open_body(up_session *session, void *arguments) {
  up_png_header *header = arguments;
  session->reads_png = 1;
  session->png_boundary = 8;
  session->png = png_create_read_struct_2(
      PNG_LIBPNG_VER_STRING, session, png_failed, png_warned, session, png_take, png_give);
  if (!session->png) up_fail(session, UP_NO_MEMORY, NULL);
  png_structp png = session->png;
  session->info = png_create_info_struct(png);
  if (!session->info) up_fail(session, UP_NO_MEMORY, NULL);
  png_set_read_fn(png, session, png_fetch);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  /* Chunks of any length are skipped, and those that are kept are short. */
  png_set_chunk_malloc_max(png, 0);
  pass_over_metadata(png);
  png_read_info(png, session->info);

  int color = png_get_color_type(png, session->info);
  int sees_through = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, session->info, PNG_INFO_tRNS);
  header->width = png_get_image_width(png, session->info);
  header->height = png_get_image_height(png, session->info);
  header->channels = sees_through ? 4 : color & PNG_COLOR_MASK_COLOR ? 3 : 1;
  header->depth = png_get_bit_depth(png, session->info) == 16 ? 16 : 8;
  header->interlaced = png_get_interlace_type(png, session->info) != PNG_INTERLACE_NONE;
  up_check_pixels(session, header->width, header->height);
}

up_status up_png_open(up_session *session, up_png_header *header, int threads) {
  session->png_threads = threads;
  return up_run_trapped(session, open_body, header);
}

/* Converts any coding to gray, RGB or RGBA in whole bytes. */
static void set_conversions(up_session *session) {
  png_structp png = session->png;
  const up_png_pass *pass = &session->png_pass;
  int color = png_get_color_type(png, session->info);
  int has_key = png_get_valid(png, session->info, PNG_INFO_tRNS) != 0;
  const uint16_t one = 1;
  if (pass->coded) {
    if (color != PNG_COLOR_TYPE_PALETTE && color != PNG_COLOR_TYPE_GRAY) up_fail(session, UP_UNSUPPORTED, "these samples as coded");
    png_set_packing(png);
    return;
  }
  if (color == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (color == PNG_COLOR_TYPE_GRAY) png_set_expand_gray_1_2_4_to_8(png);
  if (has_key) png_set_tRNS_to_alpha(png);
  if (pass->channels > 1 && !(color & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
  if (pass->channels == 4 && !has_key && !(color & PNG_COLOR_MASK_ALPHA)) png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
  if (png_get_bit_depth(png, session->info) == 16) {
    if (pass->depth == 8) png_set_scale_16(png);
    else if (*(const unsigned char *)&one) png_set_swap(png);
  }
}

/* Seven passes fill the region's rows; all passes must be done before the first row is complete (ISO 15948, 8.2). */
static void read_interlaced(up_session *session, int passes) {
  const up_png_pass *pass = &session->png_pass;
  uint32_t height = png_get_image_height(session->png, session->info);
  uint64_t bytes = (uint64_t)session->png_row_bytes * pass->height;
  if (bytes > session->core.limits.memory) up_fail_limit(session, UP_MEMORY, bytes, session->core.limits.memory);
  session->png_rows = calloc(pass->height, session->png_row_bytes);
  if (!session->png_rows) up_fail(session, UP_NO_MEMORY, NULL);
  for (int i = 0; i < passes; i++)
    for (uint32_t y = 0; y < height; y++) {
      uint32_t row = y - pass->y;
      int wanted = y >= pass->y && row < pass->height;
      if (y % UP_PNG_WATCH == 0) up_check_interrupted(session);
      png_read_row(session->png, wanted ? session->png_rows + row * session->png_row_bytes : NULL, NULL);
    }
}

static void start_body(up_session *session, void *arguments) {
  session->png_pass = *(const up_png_pass *)arguments;
  const up_png_pass *pass = &session->png_pass;
  png_structp png = session->png;
  set_conversions(session);
  if (session->unpack) {
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_NO_CHANGE);
#ifdef PNG_IGNORE_ADLER32
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
  }
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, session->info);
  session->png_pixel = pass->channels * (uint32_t)pass->depth / 8;
  session->png_row_bytes = png_get_rowbytes(png, session->info);
  if (session->png_row_bytes != (size_t)png_get_image_width(png, session->info) * session->png_pixel)
    up_fail(session, UP_UNSUPPORTED, "these channels or this depth of a PNG");
  session->next_row = 0;
  if (passes > 1) {
    read_interlaced(session, passes);
    return;
  }
  session->png_rows = malloc(session->png_row_bytes);
  if (!session->png_rows) up_fail(session, UP_NO_MEMORY, NULL);
  for (uint32_t y = 0; y < pass->y; y++) {
    if (y % UP_PNG_WATCH == 0) up_check_interrupted(session);
    png_read_row(png, NULL, NULL);
  }
}

up_status up_png_start(up_session *session, const up_png_pass *pass) {
  return up_run_trapped(session, start_body, (void *)pass);
}

static void read_body(up_session *session, void *arguments) {
  const struct up_rows *rows = arguments;
  const up_png_pass *pass = &session->png_pass;
  size_t left = (size_t)pass->x * session->png_pixel, count = (size_t)pass->width * session->png_pixel;
  int interlaced = png_get_interlace_type(session->png, session->info) != PNG_INTERLACE_NONE;
  up_check_interrupted(session);
  if (rows->count > pass->height - session->next_row) up_fail(session, UP_FAILED, "no more rows");
  for (uint32_t y = 0; y < rows->count; y++, session->next_row++) {
    unsigned char *to = rows->bytes + y * rows->stride;
    const unsigned char *row = session->png_rows + (interlaced ? session->next_row * session->png_row_bytes : 0);
    if (!interlaced && count == session->png_row_bytes) png_read_row(session->png, to, NULL);
    else {
      if (!interlaced) png_read_row(session->png, session->png_rows, NULL);
      memcpy(to, row + left, count);
    }
  }
}

up_status up_png_read(up_session *session, unsigned char *bytes, size_t stride, uint32_t count) {
  struct up_rows rows = {bytes, stride, count};
  return up_run_trapped(session, read_body, &rows);
}
