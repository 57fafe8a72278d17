/* JPEG decoding: the source, the header, and a region's rows. */
#include "session.h"

#include <jerror.h>
#include <string.h>

static void source_opened(j_decompress_ptr decoder) { (void)decoder; }

/* libjpeg reports bits that are no Huffman code only while its buffer has less than 512 bytes per block of an MCU; with
   more, they silently become zeros. So coded data that nobody else has walked is handed out in parts of less. */
enum { CAREFUL_PART = 511 };

/* Hands out the next part of what was read. */
static void hand_out(up_session *session) {
  struct jpeg_source_mgr *source = &session->source;
  size_t here = source->bytes_in_buffer + session->held;
  boolean whole = !session->has_header || session->is_walked || here <= CAREFUL_PART;
  source->bytes_in_buffer = whole ? here : CAREFUL_PART;
  session->held = here - source->bytes_in_buffer;
}

void up_jpeg_be_careful(up_session *session, int is_walked) {
  session->is_walked = is_walked != 0;
  hand_out(session);
}

static boolean source_fill(j_decompress_ptr decoder) {
  up_session *session = decoder->client_data;
  if (session->held) {
    session->source.next_input_byte += session->source.bytes_in_buffer;
    session->source.bytes_in_buffer = 0;
    hand_out(session);
    return TRUE;
  }
  up_check_interrupted(session);
  size_t got = session->core.io.read(session->core.io.context, session->offset, session->input, UP_CHUNK);
  if (got == UP_READ_FAILED_COUNT || got > UP_CHUNK) up_fail(session, UP_READ_FAILED, NULL);
  session->offset += got;
  if (got == 0) {
    if (session->offset == 0) ERREXIT(decoder, JERR_INPUT_EMPTY);
    WARNMS(decoder, JWRN_JPEG_EOF);
    session->input[got++] = 0xFF;
    session->input[got++] = JPEG_EOI;
  }
  session->source.next_input_byte = session->input;
  session->source.bytes_in_buffer = got;
  hand_out(session);
  return TRUE;
}

static void source_skip(j_decompress_ptr decoder, long count) {
  up_session *session = decoder->client_data;
  if (count <= 0) return;
  size_t here = session->source.bytes_in_buffer + session->held, part = (size_t)count < here ? (size_t)count : here;
  session->source.next_input_byte += part;
  session->source.bytes_in_buffer = here - part;
  session->held = 0;
  hand_out(session);
  size_t rest = (size_t)count - part;
  session->offset = rest <= SIZE_MAX - session->offset ? session->offset + rest : SIZE_MAX;
}

static void open_body(up_session *session, void *arguments) {
  up_jpeg_header *header = arguments;
  j_decompress_ptr decoder = &session->decoder;
  up_jpeg_errors(session);
  decoder->err = &session->errors;
  decoder->client_data = session;
  session->has_decoder = TRUE;
  jpeg_create_decompress(decoder);
  up_jpeg_attach(session, (j_common_ptr)decoder);
  session->source = (struct jpeg_source_mgr){
      .init_source = source_opened, .fill_input_buffer = source_fill, .skip_input_data = source_skip,
      .resync_to_restart = jpeg_resync_to_restart, .term_source = source_opened};
  decoder->src = &session->source;
  jpeg_read_header(decoder, TRUE);
  session->has_header = TRUE;
  up_check_pixels(session, decoder->image_width, decoder->image_height);

  J_COLOR_SPACE space = decoder->jpeg_color_space;
  boolean alone = decoder->num_components == 1;
  header->width = decoder->image_width;
  header->height = decoder->image_height;
  header->components = (uint32_t)decoder->num_components;
  header->adobe = decoder->saw_Adobe_marker ? decoder->Adobe_transform : -1;
  header->channels = space == JCS_GRAYSCALE                       ? 1
                     : space == JCS_RGB || space == JCS_YCbCr     ? 3
                     : space == JCS_CMYK || space == JCS_YCCK     ? 4
                                                                  : 0;
  header->block_width = DCTSIZE * (uint32_t)(alone ? 1 : decoder->max_h_samp_factor);
  header->block_height = DCTSIZE * (uint32_t)(alone ? 1 : decoder->max_v_samp_factor);
}

up_status up_jpeg_open(up_session *session, up_jpeg_header *header) {
  return up_run_trapped(session, open_body, header);
}

void up_check_coefficients(up_session *session) {
  j_decompress_ptr decoder = &session->decoder;
  uint64_t bytes = 0;
  for (int i = 0; i < decoder->num_components; i++)
    bytes += (uint64_t)decoder->comp_info[i].width_in_blocks * decoder->comp_info[i].height_in_blocks * sizeof(JBLOCK);
  if (bytes > session->core.limits.memory) up_fail_limit(session, UP_MEMORY, bytes, session->core.limits.memory);
}

#if JPEG_LIB_VERSION >= 70
#define SCALED(of) ((of)->DCT_h_scaled_size)
#define LEAST_SCALED(decoder) ((decoder)->min_DCT_h_scaled_size)
#else
#define SCALED(of) ((of)->DCT_scaled_size)
#define LEAST_SCALED(decoder) ((decoder)->min_DCT_scaled_size)
#endif

/* jpeg_crop_scanline miscounts the columns of a component that the denominator leaves larger but not yet whole. */
static boolean crops_rightly(j_decompress_ptr decoder) {
  int least = LEAST_SCALED(decoder);
  for (int i = 0; i < decoder->num_components; i++) {
    const jpeg_component_info *component = &decoder->comp_info[i];
    int scaled = SCALED(component);
    boolean wide = scaled * component->h_samp_factor == least * decoder->max_h_samp_factor;
    boolean high = scaled * component->v_samp_factor == least * decoder->max_v_samp_factor;
    if (scaled != least && !(wide && high)) return FALSE;
  }
  return TRUE;
}

/* Crops the rows to the pass plus one block on the left and right, which upsampling needs for colors. */
static void crop_columns(up_session *session) {
  j_decompress_ptr decoder = &session->decoder;
  const up_jpeg_pass *pass = &session->pass;
  JDIMENSION margin = (JDIMENSION)(DCTSIZE * decoder->max_h_samp_factor) / pass->denominator;
  JDIMENSION left = pass->x > margin ? pass->x - margin : 0;
  JDIMENSION rest = decoder->output_width - pass->x - pass->width;
  JDIMENSION width = pass->x - left + pass->width + (rest > margin ? margin : rest);
  if (width < decoder->output_width && crops_rightly(decoder)) jpeg_crop_scanline(decoder, &left, &width);
  else left = 0;
  session->crop_x = pass->x - left;
}

static void start_body(up_session *session, void *arguments) {
  j_decompress_ptr decoder = &session->decoder;
  session->pass = *(const up_jpeg_pass *)arguments;
  decoder->scale_num = 1;
  decoder->scale_denom = session->pass.denominator;
  decoder->out_color_space = session->pass.channels == 1   ? JCS_GRAYSCALE
                             : session->pass.channels == 3 ? JCS_RGB
                                                           : JCS_CMYK;
  if (session->pass.sparse) decoder->do_block_smoothing = FALSE;
  if (jpeg_has_multiple_scans(decoder)) up_check_coefficients(session);
  up_jpeg_be_careful(session, session->pass.walked);
  jpeg_start_decompress(decoder);
  crop_columns(session);
  size_t bytes = (size_t)decoder->output_width * (size_t)decoder->output_components;
  session->row = decoder->mem->alloc_large((j_common_ptr)decoder, JPOOL_IMAGE, bytes);
  if (session->pass.y) jpeg_skip_scanlines(decoder, session->pass.y);
}

up_status up_jpeg_start(up_session *session, const up_jpeg_pass *pass) {
  return up_run_trapped(session, start_body, (void *)pass);
}

boolean up_jpeg_wants_rest(const up_session *session, int rest) {
  return rest && session->core.limits.warnings == 0 && !jpeg_has_multiple_scans((j_decompress_ptr)&session->decoder);
}

static void read_rest(up_session *session) {
  j_decompress_ptr decoder = &session->decoder;
  const up_jpeg_pass *pass = &session->pass;
  if (!up_jpeg_wants_rest(session, pass->rest) || decoder->output_scanline < pass->y + pass->height) return;
  JDIMENSION left = decoder->output_height - decoder->output_scanline;
  /* Rows that are skipped to the very end are not even parsed. */
  if (left > 1) jpeg_skip_scanlines(decoder, left - 1);
  if (left > 0) jpeg_read_scanlines(decoder, &session->row, 1);
}

void up_jpeg_read_end(up_session *session) {
  j_decompress_ptr decoder = &session->decoder;
  if (session->is_read || decoder->output_scanline < decoder->output_height) return;
  /* Where damage is allowed, what follows the last row changes nothing. */
  if (session->core.limits.warnings > 0) return;
  session->is_read = TRUE;
  jpeg_finish_decompress(decoder);
}

static void read_body(up_session *session, void *arguments) {
  const struct up_rows *rows = arguments;
  j_decompress_ptr decoder = &session->decoder;
  size_t channels = session->pass.channels, count = session->pass.width * channels;
  boolean inverted = session->pass.inverted != 0;
  for (uint32_t y = 0; y < rows->count; y++) {
    unsigned char *to = rows->bytes + y * rows->stride;
    if (jpeg_read_scanlines(decoder, &session->row, 1) != 1) up_fail(session, UP_FAILED, "no more rows");
    const unsigned char *from = session->row + session->crop_x * channels;
    if (!inverted) memcpy(to, from, count);
    else for (size_t i = 0; i < count; i++) to[i] = 255 - from[i];
  }
  read_rest(session);
  up_jpeg_read_end(session);
}

up_status up_jpeg_read(up_session *session, unsigned char *bytes, size_t stride, uint32_t count) {
  struct up_rows rows = {bytes, stride, count};
  return up_run_trapped(session, read_body, &rows);
}
