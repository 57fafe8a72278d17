/* A JPEG's tables and quantized coefficients in a normal form, independent of their coding; numbers are little-endian.
*/
#include "session.h"

#include <string.h>

static void put(up_session *session, uint64_t number, int bytes) {
  unsigned char field[8];
  for (int i = 0; i < bytes; i++) field[i] = (unsigned char)(number >> (8 * i));
  up_put(session, field, (size_t)bytes);
}

/* Which of eight coefficients are not 0; the first is the lowest bit. */
static uint64_t present(const JCOEF *row) {
  typedef JCOEF row8 __attribute__((vector_size(DCTSIZE * sizeof(JCOEF))));
  typedef int8_t bytes8 __attribute__((vector_size(DCTSIZE)));
  row8 values;
  memcpy(&values, row, sizeof values);
  bytes8 bits = __builtin_convertvector(values != 0, bytes8) & (bytes8){1, 2, 4, 8, 16, 32, 64, -128};
  uint64_t mask = 0;
  for (int i = 0; i < DCTSIZE; i++) mask |= (uint8_t)bits[i];
  return mask;
}

/* Writes a mask of the nonzero coefficients, then these. */
static void put_block(up_session *session, const JCOEF *block) {
  unsigned char form[sizeof(uint64_t) + sizeof(JBLOCK)], *end = form + sizeof(uint64_t);
  uint64_t mask = 0;
  for (int row = 0; row < DCTSIZE; row++) mask |= present(block + row * DCTSIZE) << (row * DCTSIZE);
  for (int i = 0; i < (int)sizeof mask; i++) form[i] = (unsigned char)(mask >> (8 * i));
  for (; mask; mask &= mask - 1) {
    uint16_t value = (uint16_t)block[__builtin_ctzll(mask)];
    *end++ = (unsigned char)value;
    *end++ = (unsigned char)(value >> 8);
  }
  up_put(session, form, (size_t)(end - form));
}

static void put_component(up_session *session, struct up_view *view, const JQUANT_TBL *table) {
  if (!table) up_fail(session, UP_MALFORMED, "a component without data");
  put(session, (uint64_t)view->across, 1);
  put(session, (uint64_t)view->down, 1);
  put(session, view->width, 4);
  put(session, view->height, 4);
  for (int i = 0; i < DCTSIZE2; i++) {
    int place = view->swapped ? i % DCTSIZE * DCTSIZE + i / DCTSIZE : i;
    put(session, table->quantval[place], 2);
  }
  for (JDIMENSION y = 0; y < view->height; y++) {
    JBLOCKROW row = up_view_rows(view, y, 1)[0];
    if (y % UP_BAND == 0) up_check_interrupted(session);
    for (JDIMENSION x = 0; x < view->width; x++) put_block(session, row[x]);
  }
}

/* libjpeg's numbers may change; these must not. */
static int color_number(J_COLOR_SPACE space) {
  switch (space) {
    case JCS_GRAYSCALE: return 1;
    case JCS_RGB: return 2;
    case JCS_YCbCr: return 3;
    case JCS_CMYK: return 4;
    case JCS_YCCK: return 5;
    default: return 0;
  }
}

static void blocks_body(up_session *session, void *arguments) {
  const up_jpeg_orientation *turn = arguments;
  j_decompress_ptr decoder = &session->decoder;
  if (decoder->data_precision != 8) up_fail(session, UP_UNSUPPORTED, "samples of other than 8 bits");
  up_check_coefficients(session);
  up_jpeg_be_careful(session, FALSE);
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(decoder);
  boolean alone = decoder->num_components == 1;
  uint32_t block_x = DCTSIZE * (uint32_t)(alone ? 1 : decoder->max_h_samp_factor);
  uint32_t block_y = DCTSIZE * (uint32_t)(alone ? 1 : decoder->max_v_samp_factor);
  boolean cut_x = turn->reversed_x && (turn->swapped ? turn->height : turn->width) % block_x != 0;
  boolean cut_y = turn->reversed_y && (turn->swapped ? turn->width : turn->height) % block_y != 0;

  up_put(session, (const unsigned char *)"upright-dct1", 12);
  put(session, turn->width, 4);
  put(session, turn->height, 4);
  put(session, turn->swapped ? cut_y : cut_x, 1);
  put(session, turn->swapped ? cut_x : cut_y, 1);
  put(session, (uint64_t)color_number(decoder->jpeg_color_space), 1);
  put(session, turn->inverted != 0, 1);
  put(session, (uint64_t)decoder->num_components, 1);
  for (int i = 0; i < decoder->num_components; i++)
    put_component(session, up_view_make(session, turn, i, arrays[i]), decoder->comp_info[i].quant_table);
  up_flush(session);
}

up_status up_jpeg_blocks(up_session *session, const up_jpeg_orientation *turn) {
  return up_run_trapped(session, blocks_body, (void *)turn);
}
