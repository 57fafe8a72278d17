/* JPEG to JPEG by coefficients: a reorientation and a crop that decode no pixels. */
#include "session.h"

#include <string.h>

typedef uint16_t level8 __attribute__((vector_size(DCTSIZE * sizeof(JCOEF)))); /* wraps where a level must not */

/* Replaces the memory manager's function: the arrays that the encoder reads are views. */
static JBLOCKARRAY view_rows(
    j_common_ptr object, jvirt_barray_ptr array, JDIMENSION start, JDIMENSION count, boolean writable) {
  (void)object, (void)writable;
  return up_view_rows((struct up_view *)array, start, count);
}

static boolean same_codes(const JHUFF_TBL *one, const JHUFF_TBL *other) {
  if (!one || !other) return one == other;
  size_t symbols = 0;
  for (int i = 1; i <= 16; i++) symbols += one->bits[i];
  if (symbols > 256 || memcmp(one->bits + 1, other->bits + 1, 16)) return FALSE;
  return !memcmp(one->huffval, other->huffval, symbols);
}

/* Whether the source was coded with the tables of ITU T.81, K.3, which are the encoder's default. */
static boolean has_standard_codes(const up_session *session) {
  for (int i = 0; i < NUM_HUFF_TBLS; i++) {
    const JHUFF_TBL *dc = session->decoder.dc_huff_tbl_ptrs[i], *ac = session->decoder.ac_huff_tbl_ptrs[i];
    if (dc && !same_codes(dc, session->encoder.dc_huff_tbl_ptrs[i])) return FALSE;
    if (ac && !same_codes(ac, session->encoder.ac_huff_tbl_ptrs[i])) return FALSE;
  }
  return TRUE;
}

/* Rejects levels that no 8-bit image has and for which no codes exist, whatever the order of blocks. The library would
   detect some of them too late, others never. */
static void check_levels(up_session *session, jvirt_barray_ptr *arrays) {
  enum { MOST_DIFFERENCE = 2047, MOST = 1023 };
  j_decompress_ptr decoder = &session->decoder;
  for (int i = 0; i < decoder->num_components; i++) {
    const jpeg_component_info *component = &decoder->comp_info[i];
    int lowest = 0, highest = 0;
    level8 beyond = {0};
    for (JDIMENSION y = 0; y < component->height_in_blocks; y++) {
      JBLOCKROW row = decoder->mem->access_virt_barray((j_common_ptr)decoder, arrays[i], y, 1, FALSE)[0];
      for (JDIMENSION x = 0; x < component->width_in_blocks; x++) {
        level8 rows[DCTSIZE];
        memcpy(rows, row[x], sizeof rows);
        int level = row[x][0];
        if (level < lowest) lowest = level;
        if (level > highest) highest = level;
        rows[0][0] = 0;
        for (int v = 0; v < DCTSIZE; v++) beyond |= rows[v] + MOST > 2 * MOST;
      }
    }
    boolean wide = highest - lowest > MOST_DIFFERENCE;
    for (int u = 0; u < DCTSIZE; u++) wide |= beyond[u] != 0;
    if (wide) up_fail(session, UP_MALFORMED, "levels beyond those of 8 bits");
  }
}

static void swap_axes(j_compress_ptr encoder) {
  for (int i = 0; i < encoder->num_components; i++) {
    jpeg_component_info *component = &encoder->comp_info[i];
    int horizontal = component->h_samp_factor;
    component->h_samp_factor = component->v_samp_factor;
    component->v_samp_factor = horizontal;
  }
  for (int slot = 0; slot < NUM_QUANT_TBLS; slot++) {
    if (!encoder->quant_tbl_ptrs[slot]) continue;
    UINT16 *values = encoder->quant_tbl_ptrs[slot]->quantval;
    for (int row = 0; row < DCTSIZE; row++)
      for (int column = 0; column < row; column++) {
        UINT16 value = values[row * DCTSIZE + column];
        values[row * DCTSIZE + column] = values[column * DCTSIZE + row];
        values[column * DCTSIZE + row] = value;
      }
  }
}

/* Keeps restart markers: per row of blocks if the source has them so, otherwise at the same interval. */
static void keep_restarts(up_session *session) {
  j_decompress_ptr decoder = &session->decoder;
  JDIMENSION block = (JDIMENSION)(DCTSIZE * (decoder->num_components == 1 ? 1 : decoder->max_h_samp_factor));
  JDIMENSION per_row = (decoder->image_width + block - 1) / block;
  unsigned int interval = decoder->restart_interval;
  if (interval % per_row == 0) session->encoder.restart_in_rows = (int)(interval / per_row);
  else session->encoder.restart_interval = interval;
}

static void copy_settings(up_session *session, const up_jpeg_orientation *turn) {
  j_decompress_ptr decoder = &session->decoder;
  j_compress_ptr encoder = &session->encoder;
  jpeg_copy_critical_parameters(decoder, encoder);
  encoder->image_width = turn->width;
  encoder->image_height = turn->height;
#if JPEG_LIB_VERSION >= 70
  encoder->jpeg_width = turn->width;
  encoder->jpeg_height = turn->height;
#endif
  if (turn->swapped) swap_axes(encoder);
  if (encoder->num_components == 1) encoder->comp_info[0].h_samp_factor = encoder->comp_info[0].v_samp_factor = 1;
  encoder->write_JFIF_header = FALSE;
  encoder->write_Adobe_marker = FALSE;
  encoder->arith_code = decoder->arith_code;
  encoder->optimize_coding = !decoder->arith_code && !has_standard_codes(session);
  keep_restarts(session);
  if (decoder->progressive_mode) jpeg_simple_progression(encoder);
}

static void transform_body(up_session *session, void *arguments) {
  const up_jpeg_orientation *turn = arguments;
  j_decompress_ptr decoder = &session->decoder;
  j_compress_ptr encoder = &session->encoder;
  up_check_coefficients(session);
  up_jpeg_be_careful(session, FALSE);
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(decoder);
  check_levels(session, arrays);
  up_jpeg_encoder(session);
  copy_settings(session, turn);
  for (int i = 0; i < decoder->num_components; i++)
    arrays[i] = (jvirt_barray_ptr)up_view_make(session, turn, i, arrays[i]);
  encoder->mem->access_virt_barray = view_rows;
  jpeg_write_coefficients(encoder, arrays);
}

up_status up_jpeg_transform(up_session *session, const up_jpeg_orientation *turn) {
  return up_run_trapped(session, transform_body, (void *)turn);
}
