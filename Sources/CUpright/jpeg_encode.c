/* JPEG encoding: the destination, the settings, and rows. */
#include "session.h"

#include <string.h>

static void destination_opened(j_compress_ptr encoder) {
  up_session *session = encoder->client_data;
  session->destination.next_output_byte = session->output;
  session->destination.free_in_buffer = UP_CHUNK;
}

static boolean destination_full(j_compress_ptr encoder) {
  up_session *session = encoder->client_data;
  session->filled = UP_CHUNK;
  up_flush(session);
  destination_opened(encoder);
  return TRUE;
}

static void destination_closed(j_compress_ptr encoder) {
  up_session *session = encoder->client_data;
  session->filled = UP_CHUNK - session->destination.free_in_buffer;
  up_flush(session);
}

void up_jpeg_encoder(up_session *session) {
  j_compress_ptr encoder = &session->encoder;
  up_jpeg_errors(session);
  encoder->err = &session->errors;
  encoder->client_data = session;
  session->has_encoder = TRUE;
  jpeg_create_compress(encoder);
  up_jpeg_attach(session, (j_common_ptr)encoder);
  session->destination = (struct jpeg_destination_mgr){
      .init_destination = destination_opened, .empty_output_buffer = destination_full,
      .term_destination = destination_closed};
  encoder->dest = &session->destination;
}

/* One slot per distinct table, so that equal ones are written once. */
static void set_tables(j_compress_ptr encoder, const uint16_t *tables) {
  unsigned int values[DCTSIZE2];
  for (int component = 0, slots = 0; component < encoder->num_components; component++) {
    const uint16_t *table = tables + component * DCTSIZE2;
    int slot = 0;
    while (slot < component && memcmp(table, tables + slot * DCTSIZE2, DCTSIZE2 * sizeof *table)) slot++;
    if (slot < component) {
      encoder->comp_info[component].quant_tbl_no = encoder->comp_info[slot].quant_tbl_no;
      continue;
    }
    for (int i = 0; i < DCTSIZE2; i++) values[i] = table[i];
    encoder->comp_info[component].quant_tbl_no = slots;
    jpeg_add_quant_table(encoder, slots++, values, 100, FALSE);
  }
}

struct request {
  const up_jpeg_settings *settings;
  const uint16_t *tables;
};

static void encode_body(up_session *session, void *arguments) {
  const struct request *request = arguments;
  const up_jpeg_settings *settings = request->settings;
  j_compress_ptr encoder = &session->encoder;
  up_check_pixels(session, settings->width, settings->height);
  up_jpeg_encoder(session);
  encoder->image_width = settings->width;
  encoder->image_height = settings->height;
  encoder->input_components = (int)settings->channels;
  encoder->in_color_space = settings->planar          ? JCS_YCbCr
                            : settings->channels == 1 ? JCS_GRAYSCALE
                            : settings->channels == 3 ? JCS_RGB
                                                      : JCS_CMYK;
  jpeg_set_defaults(encoder);
  if (settings->channels == 4) jpeg_set_colorspace(encoder, JCS_YCCK);
  encoder->write_JFIF_header = FALSE;
  encoder->write_Adobe_marker = FALSE;
  encoder->optimize_coding = settings->fitted != 0;
  if (request->tables) set_tables(encoder, request->tables);
  else jpeg_set_quality(encoder, settings->quality, TRUE);
  for (int i = 0; i < encoder->num_components; i++) {
    boolean full = encoder->num_components > 1 && (i == 0 || i == 3);
    encoder->comp_info[i].h_samp_factor = full ? settings->horizontal : 1;
    encoder->comp_info[i].v_samp_factor = full ? settings->vertical : 1;
  }
  if (settings->progressive) jpeg_simple_progression(encoder);
  encoder->raw_data_in = settings->planar != 0;
  jpeg_start_compress(encoder, TRUE);
  size_t bytes = (size_t)settings->width * settings->channels;
  session->row = encoder->mem->alloc_large((j_common_ptr)encoder, JPOOL_IMAGE, bytes);
}

up_status up_jpeg_encode(up_session *session, const up_jpeg_settings *settings, const uint16_t *tables) {
  struct request request = {settings, tables};
  return up_run_trapped(session, encode_body, &request);
}

struct bytes {
  const unsigned char *first;
  size_t stride, count;
  int marker;
};

static void marker_body(up_session *session, void *arguments) {
  const struct bytes *bytes = arguments;
  jpeg_write_marker(&session->encoder, bytes->marker, bytes->first, (unsigned int)bytes->count);
}

up_status up_jpeg_marker(up_session *session, int marker, const unsigned char *bytes, size_t count) {
  struct bytes arguments = {bytes, 0, count, marker};
  return up_run_trapped(session, marker_body, &arguments);
}

static void write_body(up_session *session, void *arguments) {
  const struct bytes *rows = arguments;
  j_compress_ptr encoder = &session->encoder;
  size_t count = (size_t)encoder->image_width * (size_t)encoder->input_components;
  for (size_t y = 0; y < rows->count; y++) {
    const unsigned char *from = rows->first + y * rows->stride;
    if (encoder->input_components != 4) memcpy(session->row, from, count);
    else for (size_t i = 0; i < count; i++) session->row[i] = 255 - from[i];
    jpeg_write_scanlines(encoder, &session->row, 1);
  }
}

up_status up_jpeg_write(up_session *session, const unsigned char *rows, size_t stride, uint32_t count) {
  struct bytes arguments = {rows, stride, count, 0};
  return up_run_trapped(session, write_body, &arguments);
}

static void end_body(up_session *session, void *arguments) {
  (void)arguments;
  jpeg_finish_compress(&session->encoder);
}

up_status up_jpeg_end(up_session *session) { return up_run_trapped(session, end_body, NULL); }
