/* Sessions, limits, and buffered source reads. */
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uc_session *uc_create(const up_limits *limits, const up_io *io, uint64_t byte_count) {
  uc_session *session = calloc(1, sizeof *session);
  if (!session) return NULL;
  up_core_begin(&session->core, limits, io);
  session->byte_count = byte_count;
  return session;
}

void uc_destroy(uc_session *session) {
  if (!session) return;
  uc_cancel(session);
  if (session->decoder) session->decoder->close(session);
  free(session);
}

const up_report *uc_result(const uc_session *session) { return &session->core.report; }

const char *uc_text(const uc_session *session) { return session->core.report.text; }

/* Whether the cause may be a shortage: libraries without memory may report a damaged or unsupported source. */
static int may_be_shortage(up_status status) {
  return status == UP_MALFORMED || status == UP_TRUNCATED || status == UP_UNSUPPORTED || status == UP_FAILED;
}

up_status uc_fail(uc_session *session, up_status status, const char *text) {
  if (session->core.report.status != UP_OK) return session->core.report.status;
  if (may_be_shortage(status) && uc_is_memory_short(0)) status = UP_NO_MEMORY;
  up_core_note(&session->core, status, text);
  return status;
}

up_status uc_fail_in_library(uc_session *session, up_status status, const char *text) {
  return uc_fail(session, may_be_shortage(status) && uc_is_shortage(errno) ? UP_NO_MEMORY : status, text);
}

up_status uc_fail_limit(uc_session *session, up_limit limit, uint64_t asked, uint64_t allowed) {
  if (session->core.report.status != UP_OK) return session->core.report.status;
  up_core_note_limit(&session->core, limit, asked, allowed);
  return uc_fail(session, UP_LIMIT, NULL);
}

up_status uc_check_interrupted(uc_session *session) {
  if (session->core.report.status != UP_OK) return session->core.report.status;
  up_status status = up_core_interruption(&session->core);
  return status == UP_OK ? UP_OK : uc_fail(session, status, NULL);
}

up_status uc_check_pixels(uc_session *session, uint64_t width, uint64_t height) {
  uint64_t pixels = width * height;
  if (pixels > session->core.limits.pixels) return uc_fail_limit(session, UP_PIXELS, pixels, session->core.limits.pixels);
  return session->core.report.status;
}

void *uc_allocate(uc_session *session, uint64_t count, uint64_t size) {
  uint64_t bytes = size && count > UINT64_MAX / size ? UINT64_MAX : count * size;
  if (bytes > session->core.limits.memory) {
    uc_fail_limit(session, UP_MEMORY, bytes, session->core.limits.memory);
    return NULL;
  }
  void *block = calloc(bytes ? bytes : 1, 1);
  if (!block) uc_fail(session, UP_NO_MEMORY, NULL);
  return block;
}

static size_t fetch(uc_session *session, uint64_t offset, void *bytes, size_t count) {
  size_t done = 0;
  while (done < count && session->core.report.status == UP_OK) {
    size_t got = session->core.io.read(session->core.io.context, offset + done, (unsigned char *)bytes + done, count - done);
    if (got == UP_READ_FAILED_COUNT || got > count - done) uc_fail(session, UP_READ_FAILED, NULL);
    else if (got == 0) break;
    else done += got;
  }
  return done;
}

size_t uc_read_source(uc_session *session, uint64_t offset, void *bytes, size_t count) {
  if (offset >= session->byte_count || session->core.report.status != UP_OK) {
    session->is_short |= count > 0;
    return 0;
  }
  if (count > session->byte_count - offset) {
    session->is_short = 1;
    count = session->byte_count - offset;
  }
  if (count > UC_WINDOW / 4) return fetch(session, offset, bytes, count);
  uint64_t inside = offset - session->window_start;
  if (offset < session->window_start || inside > session->window_count || count > session->window_count - inside) {
    uint64_t left = session->byte_count - offset;
    session->window_start = offset;
    session->window_count = fetch(session, offset, session->window, left < UC_WINDOW ? left : UC_WINDOW);
    inside = 0;
    if (count > session->window_count) count = session->window_count;
  }
  memcpy(bytes, session->window + inside, count);
  return count;
}

up_status uc_start(uc_session *session, const uc_pass *pass) {
  if (session->core.report.status != UP_OK) return session->core.report.status;
  if (!session->decoder) return uc_fail(session, UP_FAILED, "nothing is open");
  return session->decoder->start(session, pass);
}

up_status uc_read(uc_session *session, unsigned char *rows, size_t stride, uint32_t count) {
  uc_await(session);
  if (uc_check_interrupted(session) != UP_OK) return session->core.report.status;
  if (!session->decoder) return uc_fail(session, UP_FAILED, "nothing is open");
  return session->decoder->read(session, rows, stride, count);
}
