/* WebP decoding by libwebp's incremental decoder: a region, at full size or reduced (RFC 9649; RFC 6386). */
#if UPRIGHT_WEBP
#include "webp_session.h"

#include <stdlib.h>
#include <string.h>

/* RIFF, a length and WEBP; the parts in which a file is passed; and its last bytes, which no image of full height leaves
   unread. */
enum { UP_RIFF = 12, UP_WEBP_PARTS = 64, UP_WEBP_END = 64 };

struct up_webp *up_webp_begin(up_session *session) {
  if (session->webp) up_fail(session, UP_FAILED, "a session has one picture");
  session->webp = calloc(1, sizeof *session->webp);
  if (!session->webp) up_fail(session, UP_NO_MEMORY, NULL);
  return session->webp;
}

void up_webp_end(struct up_webp *webp) {
  if (!webp) return;
  WebPIDelete(webp->decoder);
  WebPFreeDecBuffer(&webp->config.output);
  if (webp->encodes) WebPPictureFree(&webp->picture);
  free(webp->coded);
  free(webp);
}

static void stop_for(up_session *session, VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY: up_fail(session, UP_NO_MEMORY, NULL);
    case VP8_STATUS_USER_ABORT: /* invalid alpha stops the rows */
    case VP8_STATUS_BITSTREAM_ERROR: up_fail(session, UP_MALFORMED, "the coded image is invalid");
    case VP8_STATUS_UNSUPPORTED_FEATURE: up_fail(session, UP_UNSUPPORTED, "this kind of WebP");
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: up_fail(session, UP_TRUNCATED, NULL);
    default: up_fail(session, UP_FAILED, "libwebp refuses the request");
  }
}

/* Reads up to count more bytes of the source. */
static void fetch(up_session *session, size_t count) {
  struct up_webp *webp = session->webp;
  up_check_interrupted(session);
  size_t left = webp->total - session->offset, wanted = count < left ? count : left;
  if (wanted == 0) up_fail(session, UP_TRUNCATED, NULL);
  size_t got = session->core.io.read(session->core.io.context, session->offset, webp->coded + session->offset, wanted);
  if (got == UP_READ_FAILED_COUNT || got > wanted) up_fail(session, UP_READ_FAILED, NULL);
  if (got == 0) up_fail(session, UP_TRUNCATED, NULL);
  session->offset += got;
}

/* Reads up to count more bytes, and the file's last ones only by themselves. */
static void fetch_before_end(up_session *session, size_t count) {
  const struct up_webp *webp = session->webp;
  size_t end = webp->total > UP_WEBP_END ? webp->total - UP_WEBP_END : 0;
  fetch(session, session->offset < end && count > end - session->offset ? end - session->offset : count);
}

static size_t claimed_length(const unsigned char *head) {
  return 8 + ((size_t)head[4] | (size_t)head[5] << 8 | (size_t)head[6] << 16 | (size_t)head[7] << 24);
}

static void open_body(up_session *session, void *arguments) {
  up_webp_header *header = arguments;
  struct up_webp *webp = up_webp_begin(session);
  if (!WebPInitDecoderConfig(&webp->config)) up_fail(session, UP_FAILED, "another version of libwebp");
  unsigned char head[UP_RIFF];
  size_t got = session->core.io.read(session->core.io.context, 0, head, sizeof head);
  if (got == UP_READ_FAILED_COUNT) up_fail(session, UP_READ_FAILED, NULL);
  if (got != sizeof head) up_fail(session, UP_TRUNCATED, NULL);
  webp->total = claimed_length(head);
  if (webp->total < sizeof head) up_fail(session, UP_MALFORMED, "the file's own length");
  if (webp->total > session->core.limits.memory) up_fail_limit(session, UP_MEMORY, webp->total, session->core.limits.memory);
  webp->coded = malloc(webp->total);
  if (!webp->coded) up_fail(session, UP_NO_MEMORY, NULL);
  VP8StatusCode status;
  do {
    fetch_before_end(session, UP_CHUNK);
    status = WebPGetFeatures(webp->coded, session->offset, &webp->config.input);
  } while (status == VP8_STATUS_NOT_ENOUGH_DATA && session->offset < webp->total);
  if (status != VP8_STATUS_OK) stop_for(session, status);
  if (webp->config.input.has_animation) up_fail(session, UP_UNSUPPORTED, "the pixels of an animated WebP");
  header->width = (uint32_t)webp->config.input.width;
  header->height = (uint32_t)webp->config.input.height;
  up_check_pixels(session, header->width, header->height);
}

up_status up_webp_open(up_session *session, up_webp_header *header) { return up_run_trapped(session, open_body, header); }

static uint32_t smaller(uint32_t one, uint32_t other) { return one < other ? one : other; }

/* Crops to the pass. Without scaling, a margin is added, because chroma is coded for 2 × 2 pixels and smoothed between
   neighbors. So every pixel equals that of a full decode. */
static void crop(struct up_webp *webp, int scales) {
  const up_webp_pass *pass = &webp->pass;
  WebPDecoderOptions *options = &webp->config.options;
  uint32_t width = (uint32_t)webp->config.input.width, height = (uint32_t)webp->config.input.height;
  uint32_t margin = scales ? 0 : 2;
  uint32_t x = (pass->x & ~1u) - smaller(margin, pass->x & ~1u), y = (pass->y & ~1u) - smaller(margin, pass->y & ~1u);
  uint32_t right = smaller(width, pass->x + pass->width + margin);
  uint32_t bottom = pass->rest && !scales ? height : smaller(height, pass->y + pass->height + margin);
  options->use_cropping = x > 0 || y > 0 || right < width || bottom < height;
  options->crop_left = (int)x;
  options->crop_top = (int)y;
  options->crop_width = (int)(right - x);
  options->crop_height = (int)(bottom - y);
  webp->left = pass->x - x;
  webp->top = pass->y - y;
}

static void start_body(up_session *session, void *arguments) {
  struct up_webp *webp = session->webp;
  if (!webp || webp->decoder) up_fail(session, UP_FAILED, "no picture is open");
  webp->pass = *(const up_webp_pass *)arguments;
  const up_webp_pass *pass = &webp->pass;
  int scales = pass->columns != pass->width || pass->rows != pass->height;
  if (scales && (pass->x % 2 || pass->y % 2)) up_fail(session, UP_FAILED, "a scaled region begins on an even pixel");
  crop(webp, scales);
  webp->config.output.colorspace = pass->channels == 4 ? MODE_RGBA : MODE_RGB;
  webp->config.options.use_threads = pass->threads;
  webp->config.options.use_scaling = scales;
  webp->config.options.scaled_width = (int)pass->columns;
  webp->config.options.scaled_height = (int)pass->rows;
  webp->decoder = WebPIDecode(NULL, 0, &webp->config);
  if (!webp->decoder) up_fail(session, UP_NO_MEMORY, NULL);
  webp->progress = WebPIUpdate(webp->decoder, webp->coded, session->offset);
}

up_status up_webp_start(up_session *session, const up_webp_pass *pass) {
  return up_run_trapped(session, start_body, (void *)pass);
}

/* Notes that all rows were decoded without the file's last bytes: the data before them is damaged. */
static void check_end(up_session *session) {
  struct up_webp *webp = session->webp;
  const WebPDecoderOptions *options = &webp->config.options;
  int is_whole = !options->use_cropping || options->crop_top + options->crop_height == webp->config.input.height;
  if (!is_whole || session->offset + UP_WEBP_END > webp->total || webp->is_checked) return;
  webp->is_checked = 1;
  uint64_t count = ++session->core.report.warnings, allowed = session->core.limits.warnings;
  if (allowed == 0) up_fail(session, UP_MALFORMED, "the coded image ends early");
  if (count > allowed) up_fail_limit(session, UP_WARNINGS, count, allowed);
}

/* Decodes until this many rows are available, or all. */
static const unsigned char *decode_rows(up_session *session, size_t count, int all, size_t *stride) {
  struct up_webp *webp = session->webp;
  size_t step = webp->total / UP_WEBP_PARTS;
  for (;;) {
    if (webp->progress != VP8_STATUS_OK && webp->progress != VP8_STATUS_SUSPENDED) stop_for(session, webp->progress);
    int ready = 0, bytes = 0;
    const unsigned char *rows = WebPIDecGetRGB(webp->decoder, &ready, NULL, NULL, &bytes);
    if (rows && ready > 0 && (size_t)ready >= count && (!all || webp->progress == VP8_STATUS_OK)) {
      if (webp->progress == VP8_STATUS_OK) check_end(session);
      *stride = (size_t)bytes;
      return rows;
    }
    if (webp->progress == VP8_STATUS_OK) up_fail(session, UP_FAILED, "no more rows");
    fetch_before_end(session, step > UP_CHUNK ? step : UP_CHUNK);
    webp->progress = WebPIUpdate(webp->decoder, webp->coded, session->offset);
  }
}

static void read_body(up_session *session, void *arguments) {
  const struct up_rows *rows = arguments;
  struct up_webp *webp = session->webp;
  if (!webp || !webp->decoder || rows->count > webp->pass.rows - session->next_row)
    up_fail(session, UP_FAILED, "no more rows");
  size_t pixel = webp->pass.channels, count = webp->pass.columns * pixel, from = 0;
  uint32_t end = session->next_row + rows->count;
  const unsigned char *decoded = decode_rows(session, webp->top + end, end == webp->pass.rows, &from);
  for (uint32_t y = 0; y < rows->count; y++, session->next_row++)
    memcpy(rows->bytes + y * rows->stride, decoded + (webp->top + session->next_row) * from + webp->left * pixel, count);
}

up_status up_webp_read(up_session *session, unsigned char *bytes, size_t stride, uint32_t count) {
  struct up_rows rows = {bytes, stride, count};
  return up_run_trapped(session, read_body, &rows);
}
#else
#include "session.h"

static void left_out(up_session *session, void *arguments) {
  (void)arguments;
  up_fail(session, UP_UNSUPPORTED, "WebP, because this was built without the package trait WebP");
}

void up_webp_end(struct up_webp *webp) { (void)webp; }

up_status up_webp_open(up_session *session, up_webp_header *header) { return up_run_trapped(session, left_out, header); }

up_status up_webp_start(up_session *session, const up_webp_pass *pass) {
  return up_run_trapped(session, left_out, (void *)pass);
}

up_status up_webp_read(up_session *session, unsigned char *bytes, size_t stride, uint32_t count) {
  (void)stride, (void)count;
  return up_run_trapped(session, left_out, bytes);
}

up_status up_webp_encode(up_session *session, const up_webp_settings *settings, const unsigned char *rows, size_t stride) {
  (void)rows, (void)stride;
  return up_run_trapped(session, left_out, (void *)settings);
}
#endif
