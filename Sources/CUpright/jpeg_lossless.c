/* JPEG to JPEG by coefficients: a turn and a crop that decode no pixel. */
#include "session.h"

#include <string.h>

/* Block rows of the result that are turned in one go: where axes swap, so many neighbours are read at once. */
enum { BAND = 8 };

/* One component of the source, seen as the result will have it. */
struct view {
  JBLOCKROW *source;         /* every block row of the source */
  long first_x, first_y;     /* the source block that the result's first block comes from */
  int step_x, step_y;        /* and the way from there, 1 or -1 */
  boolean swapped;
  JDIMENSION width, height;  /* of the result, in blocks */
  JBLOCKROW band[BAND];      /* some block rows of the result */
  JDIMENSION band_start, band_rows;
  JCOEF sign[2][DCTSIZE];    /* of even and odd rows: odd frequencies along a reversed axis change theirs */
};

typedef JCOEF row8 __attribute__((vector_size(DCTSIZE * sizeof(JCOEF))));
typedef uint16_t level8 __attribute__((vector_size(DCTSIZE * sizeof(JCOEF)))); /* wraps where row8 must not */

/* Interleaving the halves three times is a transposition. */
static void transpose(row8 rows[DCTSIZE]) {
  for (int round = 0; round < 3; round++) {
    row8 mixed[DCTSIZE];
    for (int i = 0; i < 4; i++) {
      mixed[2 * i] = __builtin_shufflevector(rows[i], rows[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      mixed[2 * i + 1] = __builtin_shufflevector(rows[i], rows[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    memcpy(rows, mixed, sizeof mixed);
  }
}

static void turn_block(const struct view *view, const JCOEF *from, JCOEF *to) {
  row8 rows[DCTSIZE], sign[2];
  memcpy(rows, from, sizeof rows);
  memcpy(sign, view->sign, sizeof sign);
  if (view->swapped) transpose(rows);
  for (int i = 0; i < DCTSIZE; i++) rows[i] *= sign[i % 2];
  memcpy(to, rows, sizeof rows);
}

static void fill_band(struct view *view, JDIMENSION start) {
  JDIMENSION rows = view->height - start < BAND ? view->height - start : BAND;
  view->band_start = start;
  view->band_rows = rows;
  for (JDIMENSION x = 0; view->swapped && x < view->width; x++) {
    JBLOCKROW row = view->source[view->first_y + (long)x * view->step_y];
    for (JDIMENSION y = 0; y < rows; y++)
      turn_block(view, row[view->first_x + (long)(start + y) * view->step_x], view->band[y][x]);
  }
  for (JDIMENSION y = 0; !view->swapped && y < rows; y++) {
    JBLOCKROW row = view->source[view->first_y + (long)(start + y) * view->step_y];
    for (JDIMENSION x = 0; x < view->width; x++)
      turn_block(view, row[view->first_x + (long)x * view->step_x], view->band[y][x]);
  }
}

/* Stands in for the memory manager: what the encoder takes for its arrays are our views. */
static JBLOCKARRAY view_rows(
    j_common_ptr object, jvirt_barray_ptr array, JDIMENSION start, JDIMENSION count, boolean writable) {
  (void)object, (void)writable;
  struct view *view = (struct view *)array;
  JDIMENSION end = start + count < view->height ? start + count : view->height;
  if (start < view->band_start || end > view->band_start + view->band_rows) fill_band(view, start);
  return view->band + (start - view->band_start);
}

static struct view *make_view(up_session *session, const up_jpeg_turn *turn, int index, jvirt_barray_ptr array) {
  j_decompress_ptr decoder = &session->decoder;
  j_common_ptr owner = (j_common_ptr)decoder;
  const jpeg_component_info *from = &decoder->comp_info[index], *to = &session->encoder.comp_info[index];
  boolean alone = decoder->num_components == 1;
  int h = alone ? 1 : from->h_samp_factor, v = alone ? 1 : from->v_samp_factor;
  struct view *view = decoder->mem->alloc_small(owner, JPOOL_IMAGE, sizeof *view);
  memset(view, 0, sizeof *view);
  view->swapped = turn->swapped;
  view->first_x = (long)turn->block_x * h - (turn->reversed_x ? 1 : 0);
  view->first_y = (long)turn->block_y * v - (turn->reversed_y ? 1 : 0);
  view->step_x = turn->reversed_x ? -1 : 1;
  view->step_y = turn->reversed_y ? -1 : 1;
  boolean odd_rows = turn->swapped ? turn->reversed_x : turn->reversed_y;
  boolean odd_columns = turn->swapped ? turn->reversed_y : turn->reversed_x;
  for (int i = 0; i < 2 * DCTSIZE; i++)
    view->sign[i / DCTSIZE][i % DCTSIZE] = (odd_rows && i / DCTSIZE) != (odd_columns && i % 2) ? -1 : 1;

  int unit_x = (alone ? 1 : turn->swapped ? decoder->max_v_samp_factor : decoder->max_h_samp_factor) * DCTSIZE;
  int unit_y = (alone ? 1 : turn->swapped ? decoder->max_h_samp_factor : decoder->max_v_samp_factor) * DCTSIZE;
  view->width = (JDIMENSION)(((uint64_t)turn->width * to->h_samp_factor + unit_x - 1) / unit_x);
  view->height = (JDIMENSION)(((uint64_t)turn->height * to->v_samp_factor + unit_y - 1) / unit_y);
  view->source = decoder->mem->alloc_large(owner, JPOOL_IMAGE, from->height_in_blocks * sizeof(JBLOCKROW));
  for (JDIMENSION y = 0; y < from->height_in_blocks; y++)
    view->source[y] = decoder->mem->access_virt_barray(owner, array, y, 1, FALSE)[0];
  for (int y = 0; y < BAND; y++)
    view->band[y] = decoder->mem->alloc_large(owner, JPOOL_IMAGE, view->width * sizeof(JBLOCK));
  return view;
}

static boolean same_codes(const JHUFF_TBL *one, const JHUFF_TBL *other) {
  if (!one || !other) return one == other;
  size_t symbols = 0;
  for (int i = 1; i <= 16; i++) symbols += one->bits[i];
  if (symbols > 256 || memcmp(one->bits + 1, other->bits + 1, 16)) return FALSE;
  return !memcmp(one->huffval, other->huffval, symbols);
}

/* Whether the source was coded with the tables of ITU T.81, K.3, which the encoder holds by default. */
static boolean has_standard_codes(const up_session *session) {
  for (int i = 0; i < NUM_HUFF_TBLS; i++) {
    const JHUFF_TBL *dc = session->decoder.dc_huff_tbl_ptrs[i], *ac = session->decoder.ac_huff_tbl_ptrs[i];
    if (dc && !same_codes(dc, session->encoder.dc_huff_tbl_ptrs[i])) return FALSE;
    if (ac && !same_codes(ac, session->encoder.ac_huff_tbl_ptrs[i])) return FALSE;
  }
  return TRUE;
}

/* Refuses levels that no 8-bit picture has and for which there are no codes, in whatever order blocks come to stand:
   the library would find some of them too late, others never. */
static void check_levels(up_session *session, jvirt_barray_ptr *arrays) {
  enum { MOST_DIFFERENCE = 2047, MOST = 1023 };
  j_decompress_ptr decoder = &session->decoder;
  for (int i = 0; i < decoder->num_components; i++) {
    const jpeg_component_info *component = &decoder->comp_info[i];
    int lowest = 0, highest = 0;
    row8 beyond = {0};
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
    if (wide) up_stop(session, UP_MALFORMED, "levels beyond those of 8 bits");
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

/* Restart markers stay: per row of blocks where they were so, else every so many blocks as before. */
static void keep_restarts(up_session *session) {
  j_decompress_ptr decoder = &session->decoder;
  JDIMENSION block = (JDIMENSION)(DCTSIZE * (decoder->num_components == 1 ? 1 : decoder->max_h_samp_factor));
  JDIMENSION per_row = (decoder->image_width + block - 1) / block;
  unsigned int interval = decoder->restart_interval;
  if (interval % per_row == 0) session->encoder.restart_in_rows = (int)(interval / per_row);
  else session->encoder.restart_interval = interval;
}

static void copy_settings(up_session *session, const up_jpeg_turn *turn) {
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
  const up_jpeg_turn *turn = arguments;
  j_decompress_ptr decoder = &session->decoder;
  j_compress_ptr encoder = &session->encoder;
  up_check_coefficients(session);
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(decoder);
  check_levels(session, arrays);
  up_jpeg_encoder(session);
  copy_settings(session, turn);
  for (int i = 0; i < decoder->num_components; i++)
    arrays[i] = (jvirt_barray_ptr)make_view(session, turn, i, arrays[i]);
  encoder->mem->access_virt_barray = view_rows;
  jpeg_write_coefficients(encoder, arrays);
}

up_status up_jpeg_transform(up_session *session, const up_jpeg_turn *turn) {
  return up_fenced(session, transform_body, (void *)turn);
}
