/* JPEG in component planes: samples before color conversion when encoding, after it when decoding. */
#include "session.h"

#include <string.h>

static uint32_t quotient_up(uint32_t value, uint32_t by) { return (value + by - 1) / by; }

/* Luma samples per sample of a component. */
static uint32_t across(const up_jpeg_region *region, int component) { return component ? region->across : 1; }
static uint32_t down(const up_jpeg_region *region, int component) { return component ? region->down : 1; }

/* Allocates one row of MCUs for every component. */
static void make_room(up_session *session, j_common_ptr owner, const jpeg_component_info *components) {
  for (int i = 0; i < UP_PLANES; i++) {
    JDIMENSION width = quotient_up(components[i].width_in_blocks, (uint32_t)components[i].h_samp_factor);
    session->planes[i] = owner->mem->alloc_sarray(
        owner, JPOOL_IMAGE, width * (JDIMENSION)components[i].h_samp_factor * DCTSIZE,
        (JDIMENSION)components[i].v_samp_factor * DCTSIZE);
  }
}

static boolean is_sampled_so(const j_decompress_ptr decoder, const up_jpeg_region *region) {
  if (decoder->num_components != UP_PLANES || decoder->jpeg_color_space != JCS_YCbCr) return FALSE;
  for (int i = 0; i < UP_PLANES; i++) {
    const jpeg_component_info *component = &decoder->comp_info[i];
    if (component->h_samp_factor * (int)across(region, i) != decoder->max_h_samp_factor) return FALSE;
    if (component->v_samp_factor * (int)down(region, i) != decoder->max_v_samp_factor) return FALSE;
  }
  return TRUE;
}

static void start_body(up_session *session, void *arguments) {
  j_decompress_ptr decoder = &session->decoder;
  session->region = *(const up_jpeg_region *)arguments;
  session->next_row = session->region.y;
  if (!is_sampled_so(decoder, &session->region)) up_fail(session, UP_UNSUPPORTED, "planes of another sampling");
  decoder->raw_data_out = TRUE;
  decoder->out_color_space = JCS_YCbCr;
  if (jpeg_has_multiple_scans(decoder)) up_check_coefficients(session);
  up_jpeg_be_careful(session, session->region.walked);
  jpeg_start_decompress(decoder);
  make_room(session, (j_common_ptr)decoder, decoder->comp_info);
}

up_status up_jpeg_start_planes(up_session *session, const up_jpeg_region *region) {
  return up_run_trapped(session, start_body, (void *)region);
}

/* Decodes up to and including MCU row `unit`; keeps only what the next ones need of the rows above. */
static void hold_unit(up_session *session, uint32_t unit) {
  j_decompress_ptr decoder = &session->decoder;
  for (; session->units <= unit; session->units++) {
    for (int i = 0; i < UP_PLANES; i++) decoder->comp_info[i].component_needed = session->units == unit;
    JDIMENSION rows = (JDIMENSION)(decoder->max_v_samp_factor * DCTSIZE);
    if (jpeg_read_raw_data(decoder, session->planes, rows) != rows) up_fail(session, UP_FAILED, "no more rows");
  }
}

struct band {
  const up_plane *planes;
  uint32_t rows;
};

/* Copies a component's samples in MCU row `unit` for pixel rows first..<last, in a band that starts at band_first. */
static void copy_rows(
    up_session *session, int component, const up_plane *to, uint32_t band_first, uint32_t first, uint32_t last) {
  const up_jpeg_region *region = &session->region;
  uint32_t by = down(region, component), left = region->x / across(region, component);
  uint32_t width = quotient_up(region->x + region->width, across(region, component)) - left;
  uint32_t held = (session->units - 1) * (uint32_t)session->decoder.comp_info[component].v_samp_factor * DCTSIZE;
  uint32_t top = first / by, bottom = quotient_up(last, by), start = band_first / by;
  if (width > to->width || bottom - start > to->height) up_fail(session, UP_FAILED, "a plane too small");
  for (uint32_t y = top; y < bottom; y++)
    memcpy(to->bytes + (y - start) * to->stride, session->planes[component][y - held] + left, width);
}

static void read_body(up_session *session, void *arguments) {
  const struct band *band = arguments;
  uint32_t high = (uint32_t)session->decoder.max_v_samp_factor * DCTSIZE;
  uint32_t start = session->next_row, end = start + band->rows;
  for (uint32_t first = start, last; first < end; first = last) {
    uint32_t unit = first / high;
    last = (unit + 1) * high < end ? (unit + 1) * high : end;
    hold_unit(session, unit);
    for (int i = 0; i < UP_PLANES; i++) copy_rows(session, i, &band->planes[i], start, first, last);
  }
  session->next_row = end;
  if (end == session->region.y + session->region.height && up_jpeg_wants_rest(session, session->region.rest))
    hold_unit(session, quotient_up(session->decoder.image_height, high) - 1);
  up_jpeg_read_end(session);
}

up_status up_jpeg_read_planes(up_session *session, const up_plane planes[3], uint32_t count) {
  struct band band = {planes, count};
  return up_run_trapped(session, read_body, &band);
}

/* One row of samples as the encoder needs it: whole blocks, with the last sample repeated. */
static JSAMPROW padded(JSAMPROW room, const unsigned char *row, size_t width, size_t blocks) {
  if (width == blocks * DCTSIZE) return (JSAMPROW)row;
  memcpy(room, row, width);
  memset(room + width, row[width - 1], blocks * DCTSIZE - width);
  return room;
}

/* A band begins where the last one ended, and ends between rows of MCUs or with the image. */
static void check_size(up_session *session, const up_plane *plane, int component, uint32_t band) {
  j_compress_ptr encoder = &session->encoder;
  const jpeg_component_info *info = &encoder->comp_info[component];
  uint32_t across = (uint32_t)(encoder->max_h_samp_factor / info->h_samp_factor);
  uint32_t down = (uint32_t)(encoder->max_v_samp_factor / info->v_samp_factor);
  if (plane->width != quotient_up(encoder->image_width, across) || plane->height != quotient_up(band, down))
    up_fail(session, UP_FAILED, "a plane of another size");
}

static void check_band(up_session *session, uint32_t band, uint32_t high) {
  j_compress_ptr encoder = &session->encoder;
  uint32_t left = encoder->image_height - encoder->next_scanline;
  if (encoder->next_scanline >= encoder->image_height || band > left || (band < left && band % high))
    up_fail(session, UP_FAILED, "a band of another size");
}

static void write_body(up_session *session, void *arguments) {
  const up_plane *planes = arguments;
  j_compress_ptr encoder = &session->encoder;
  JSAMPROW rows[UP_PLANES][MAX_SAMP_FACTOR * DCTSIZE];
  JSAMPARRAY unit[UP_PLANES] = {rows[0], rows[1], rows[2]};
  uint32_t high = (uint32_t)encoder->max_v_samp_factor * DCTSIZE, band = planes[0].height;
  check_band(session, band, high);
  if (encoder->next_scanline == 0) make_room(session, (j_common_ptr)encoder, encoder->comp_info);
  for (int i = 0; i < UP_PLANES; i++) check_size(session, &planes[i], i, band);
  for (uint32_t first = 0; first < band; first += high) {
    for (int i = 0; i < UP_PLANES; i++) {
      const jpeg_component_info *component = &encoder->comp_info[i];
      const up_plane *plane = &planes[i];
      uint32_t count = (uint32_t)component->v_samp_factor * DCTSIZE, top = first / high * count;
      for (uint32_t y = 0; y < count; y++) {
        uint32_t row = top + y < plane->height ? top + y : plane->height - 1;
        rows[i][y] = padded(
            session->planes[i][y], plane->bytes + row * plane->stride, plane->width, component->width_in_blocks);
      }
    }
    jpeg_write_raw_data(encoder, unit, high);
  }
}

up_status up_jpeg_write_planes(up_session *session, const up_plane planes[3]) {
  return up_run_trapped(session, write_body, (void *)planes);
}
