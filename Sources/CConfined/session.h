/* What a session holds, and what the files of this target share. */
#ifndef UC_SESSION_H
#define UC_SESSION_H

#include "CConfined.h"

#include <time.h>

/* One library's way to decode; each call gets what its open put into the session's state. */
struct uc_decoder {
  up_status (*start)(uc_session *session, const uc_pass *pass);
  up_status (*read)(uc_session *session, unsigned char *rows, size_t stride, uint32_t count);
  void (*close)(uc_session *session);
};

enum { UC_WINDOW = 16384 };

struct uc_session {
  up_report report;
  up_limits limits;
  up_io io;
  uint64_t byte_count;
  struct timespec started;
  const struct uc_decoder *decoder;
  void *state;
  struct uc_thread_pool *pool; /* by which it is being started, and its place there; otherwise null */
  size_t place;
  int is_short; /* more was asked of the source than it has */

  size_t window_start, window_count; /* small reads come from here */
  unsigned char window[UC_WINDOW];
};

/* Ends the session, unless it has ended: every later call gives the same. */
up_status uc_fail(uc_session *session, up_status status, const char *text);
up_status uc_fail_limit(uc_session *session, up_limit limit, uint64_t asked, uint64_t allowed);

/* Whether the memory of this process is bounded from outside, and there is not as much as a library may take for so many pixels. */
int uc_is_memory_short(uint64_t pixels);
/* Whether there are not as many threads to be had as a library may start. */
int uc_are_threads_short(void);

/* Ends the session where time is over or the caller has lost interest. */
up_status uc_check_interrupted(uc_session *session);
up_status uc_check_pixels(uc_session *session, uint64_t width, uint64_t height);

/* Memory within the limit, all zeros; null, and the session ended, where it is not to be had. */
void *uc_allocate(uc_session *session, uint64_t count, uint64_t size);

/* Waits until a session that was handed to uc_start_all is started. */
void uc_await(uc_session *session);
/* The same for one that is not needed: it is not started unless it already is. */
void uc_cancel(uc_session *session);

/* Bytes of the source; fewer only at its end, or where the session has ended. */
size_t uc_read_source(uc_session *session, uint64_t offset, void *bytes, size_t count);

#endif
