/* Sessions, the only setjmp, limits, and buffered output. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

up_session *up_create(const up_limits *limits, const up_io *io) {
  up_session *session = calloc(1, sizeof *session);
  if (!session) return NULL;
  up_core_begin(&session->core, limits, io);
  return session;
}

void up_destroy(up_session *session) {
  if (!session) return;
  if (session->has_decoder) jpeg_destroy_decompress(&session->decoder);
  if (session->has_encoder) jpeg_destroy_compress(&session->encoder);
  if (session->png && session->reads_png) png_destroy_read_struct(&session->png, &session->info, NULL);
  else if (session->png) png_destroy_write_struct(&session->png, &session->info);
  free(session->png_rows);
  up_unpack_end(session->unpack);
  up_webp_end(session->webp);
  free(session);
}

const up_report *up_result(const up_session *session) { return &session->core.report; }

const char *up_text(const up_session *session) { return session->core.report.text; }

up_status up_run_trapped(up_session *session, up_body body, void *arguments) {
  if (session->core.report.status == UP_OK && setjmp(session->error_trap) == 0) body(session, arguments);
  session->core.report.offset = session->offset - session->source.bytes_in_buffer - session->held;
  return session->core.report.status;
}

void up_fail(up_session *session, up_status status, const char *text) {
  up_core_note(&session->core, status, text);
  longjmp(session->error_trap, 1);
}

void up_fail_limit(up_session *session, up_limit limit, uint64_t asked, uint64_t allowed) {
  up_core_note_limit(&session->core, limit, asked, allowed);
  up_fail(session, UP_LIMIT, NULL);
}

int up_is_interrupted(up_session *session) {
  up_status status = up_core_interruption(&session->core);
  if (status != UP_OK) up_core_note(&session->core, status, NULL);
  return status != UP_OK;
}

void up_check_interrupted(up_session *session) {
  if (up_is_interrupted(session)) up_fail(session, session->core.report.status, NULL);
}

void up_check_pixels(up_session *session, uint64_t width, uint64_t height) {
  uint64_t pixels = width * height;
  if (pixels > session->core.limits.pixels) up_fail_limit(session, UP_PIXELS, pixels, session->core.limits.pixels);
}

int up_source_fill(up_session *session) {
  up_check_interrupted(session);
  size_t got = session->core.io.read(session->core.io.context, session->offset, session->input, UP_CHUNK);
  if (got == UP_READ_FAILED_COUNT || got > UP_CHUNK) up_fail(session, UP_READ_FAILED, NULL);
  session->offset += got;
  session->source.next_input_byte = session->input;
  session->source.bytes_in_buffer = got;
  return got > 0;
}

size_t up_read_plain(up_session *session, unsigned char *bytes, size_t count) {
  size_t got = 0;
  while (got < count) {
    if (session->source.bytes_in_buffer == 0 && !up_source_fill(session)) break;
    size_t here = session->source.bytes_in_buffer, part = count - got < here ? count - got : here;
    memcpy(bytes + got, session->source.next_input_byte, part);
    session->source.next_input_byte += part;
    session->source.bytes_in_buffer -= part;
    got += part;
  }
  return got;
}

void up_flush(up_session *session) {
  size_t count = session->filled;
  session->filled = 0;
  if (count && session->core.io.write(session->core.io.context, session->output, count)) up_fail(session, UP_WRITE_STOPPED, NULL);
}

void up_put(up_session *session, const unsigned char *bytes, size_t count) {
  while (count) {
    size_t room = UP_CHUNK - session->filled, part = count < room ? count : room;
    memcpy(session->output + session->filled, bytes, part);
    session->filled += part;
    bytes += part;
    count -= part;
    if (session->filled == UP_CHUNK) up_flush(session);
  }
}
