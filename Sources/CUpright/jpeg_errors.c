/* Passes libjpeg's errors, warnings and progress to the error trap. */
#include "session.h"

#include <jerror.h>
#include <stdlib.h>

static up_status status_of(j_common_ptr object, int code) {
  switch (code) {
    case JERR_OUT_OF_MEMORY:
      return UP_NO_MEMORY;
    case JERR_INPUT_EMPTY: case JERR_INPUT_EOF: case JWRN_JPEG_EOF:
      return UP_TRUNCATED;
    case JERR_SOF_UNSUPPORTED: case JERR_BAD_PRECISION: case JERR_ARITH_NOTIMPL: case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL: case JERR_FRACT_SAMPLE_NOTIMPL: case JERR_IMAGE_TOO_BIG: case JERR_EMPTY_IMAGE:
    case JERR_NOTIMPL: case JERR_NOT_COMPILED: case JERR_MISMATCHED_QUANT_TABLE:
      return UP_UNSUPPORTED;
    case JERR_BAD_DCT_COEF:
      return UP_MALFORMED;
    case JERR_BAD_MCU_SIZE:
      return object->is_decompressor ? UP_MALFORMED : UP_UNSUPPORTED;
    default:
      return object->is_decompressor ? UP_MALFORMED : UP_FAILED;
  }
}

static void fail(j_common_ptr object) {
  up_session *session = object->client_data;
  int code = object->err->msg_code;
  session->core.report.code = code;
  object->err->format_message(object, session->core.report.text);
  if (code == JERR_NO_BACKING_STORE)
    up_fail_limit(session, UP_MEMORY, session->core.limits.memory + 1, session->core.limits.memory);
  up_status status = status_of(object, code);
  /* After the last row, a marker that no image has there is damage, not another kind of image. */
  if (status == UP_UNSUPPORTED && object->is_decompressor && session->is_read) status = UP_MALFORMED;
  up_fail(session, status, NULL);
}

static void message(j_common_ptr object, int level) {
  up_session *session = object->client_data;
  if (level >= 0) return;
  boolean in_header = object->is_decompressor && !session->has_header;
  /* Before the coded data, libjpeg warns of bytes between segments, which some cameras write, and of versions. */
  if (in_header && object->err->msg_code != JWRN_JPEG_EOF) return;
  uint64_t count = ++session->core.report.warnings, allowed = session->core.limits.warnings;
  if (allowed == 0 || in_header) fail(object);
  if (count > allowed) up_fail_limit(session, UP_WARNINGS, count, allowed);
}

static void progress(j_common_ptr object) {
  up_session *session = object->client_data;
  if (object->is_decompressor) {
    uint64_t scan = (uint64_t)session->decoder.input_scan_number;
    if (scan > session->core.limits.scans) up_fail_limit(session, UP_SCANS, scan, session->core.limits.scans);
  }
  up_check_interrupted(session);
}

void up_jpeg_errors(up_session *session) {
  jpeg_std_error(&session->errors);
  session->errors.error_exit = fail;
  session->errors.emit_message = message;
  session->progress.progress_monitor = progress;
}

void up_jpeg_attach(up_session *session, j_common_ptr object) {
  uint64_t most = session->core.limits.memory;
  object->progress = &session->progress;
  object->mem->max_memory_to_use = most < (uint64_t)(1L << 62) ? (long)most : 1L << 62;
  up_jpeg_advise_memory(object);
}
