/* Coefficients of an opened JPEG after a reorientation, by the DCT's symmetries (ITU T.81, A.3.3). */
#include "session.h"

#include <string.h>

typedef JCOEF row8 __attribute__((vector_size(DCTSIZE * sizeof(JCOEF))));

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

static void turn_block(const struct up_view *view, const JCOEF *from, JCOEF *to) {
  row8 rows[DCTSIZE], sign[2];
  memcpy(rows, from, sizeof rows);
  memcpy(sign, view->sign, sizeof sign);
  if (view->swapped) transpose(rows);
  for (int i = 0; i < DCTSIZE; i++) rows[i] *= sign[i % 2];
  memcpy(to, rows, sizeof rows);
}

static void fill_band(struct up_view *view, JDIMENSION start) {
  JDIMENSION rows = view->height - start < UP_BAND ? view->height - start : UP_BAND;
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

JBLOCKARRAY up_view_rows(struct up_view *view, JDIMENSION start, JDIMENSION count) {
  JDIMENSION end = start + count < view->height ? start + count : view->height;
  if (start < view->band_start || end > view->band_start + view->band_rows) fill_band(view, start);
  return view->band + (start - view->band_start);
}

/* Blocks of a component along an axis with this many pixels. */
static JDIMENSION blocks(uint32_t pixels, int factor, int most) {
  uint64_t unit = (uint64_t)(DCTSIZE * most);
  return (JDIMENSION)((pixels * (uint64_t)factor + unit - 1) / unit);
}

struct up_view *up_view_make(up_session *session, const up_jpeg_orientation *turn, int index, jvirt_barray_ptr array) {
  j_decompress_ptr decoder = &session->decoder;
  j_common_ptr owner = (j_common_ptr)decoder;
  const jpeg_component_info *from = &decoder->comp_info[index];
  boolean alone = decoder->num_components == 1;
  int h = alone ? 1 : from->h_samp_factor, v = alone ? 1 : from->v_samp_factor;
  int most_h = alone ? 1 : decoder->max_h_samp_factor, most_v = alone ? 1 : decoder->max_v_samp_factor;
  struct up_view *view = decoder->mem->alloc_small(owner, JPOOL_IMAGE, sizeof *view);
  memset(view, 0, sizeof *view);
  view->swapped = turn->swapped;
  view->across = turn->swapped ? v : h;
  view->down = turn->swapped ? h : v;
  view->width = blocks(turn->width, view->across, turn->swapped ? most_v : most_h);
  view->height = blocks(turn->height, view->down, turn->swapped ? most_h : most_v);
  view->step_x = turn->reversed_x ? -1 : 1;
  view->step_y = turn->reversed_y ? -1 : 1;
  if (turn->whole) {
    view->first_x = turn->reversed_x ? (long)(turn->swapped ? view->height : view->width) - 1 : 0;
    view->first_y = turn->reversed_y ? (long)(turn->swapped ? view->width : view->height) - 1 : 0;
  } else {
    view->first_x = (long)turn->block_x * h - (turn->reversed_x ? 1 : 0);
    view->first_y = (long)turn->block_y * v - (turn->reversed_y ? 1 : 0);
  }
  boolean odd_rows = turn->swapped ? turn->reversed_x : turn->reversed_y;
  boolean odd_columns = turn->swapped ? turn->reversed_y : turn->reversed_x;
  for (int i = 0; i < 2 * DCTSIZE; i++)
    view->sign[i / DCTSIZE][i % DCTSIZE] = (odd_rows && i / DCTSIZE) != (odd_columns && i % 2) ? -1 : 1;

  view->source = decoder->mem->alloc_large(owner, JPOOL_IMAGE, from->height_in_blocks * sizeof(JBLOCKROW));
  for (JDIMENSION y = 0; y < from->height_in_blocks; y++)
    view->source[y] = decoder->mem->access_virt_barray(owner, array, y, 1, FALSE)[0];
  for (int y = 0; y < UP_BAND; y++)
    view->band[y] = decoder->mem->alloc_large(owner, JPOOL_IMAGE, view->width * sizeof(JBLOCK));
  return view;
}
