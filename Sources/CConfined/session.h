/* The session, and declarations shared by this target's files. */
#ifndef UC_SESSION_H
#define UC_SESSION_H

#include "CConfined.h"
#include "up_core.h"

/* A library's decoding functions; each call gets the state that its open function stored in the session. */
struct uc_decoder {
  up_status (*start)(uc_session *session, const uc_pass *pass);
  up_status (*read)(uc_session *session, unsigned char *rows, size_t stride, uint32_t count);
  void (*close)(uc_session *session);
};

enum { UC_WINDOW = 16384 };

struct uc_session {
  up_core core;
  uint64_t byte_count;
  const struct uc_decoder *decoder;
  void *state;
  struct uc_tasks *tasks; /* the tasks that start it, and its index there; otherwise null */
  size_t task;
  int is_short; /* a read beyond the source's end occurred */

  size_t window_start, window_count; /* small reads are served from here */
  unsigned char window[UC_WINDOW];
};

/* Ends the session unless it has ended: every later call returns the same status. */
up_status uc_fail(uc_session *session, up_status status, const char *text);
/* The same after a library call with errno 0 before it: a shortage in the library is not reported as a fault of the
   source. */
up_status uc_fail_in_library(uc_session *session, up_status status, const char *text);
up_status uc_fail_limit(uc_session *session, up_limit limit, uint64_t asked, uint64_t allowed);

/* Whether this process's memory is limited from outside, and too little is left for a library to decode this many
   pixels. */
int uc_is_memory_short(uint64_t pixels);
/* Whether fewer threads are available than a library may start. */
int uc_are_threads_short(void);
/* Whether a call's errno means a refusal of memory or threads that is not caused by the source's own demands. */
int uc_is_shortage(int number);

/* Ends the session if the deadline has passed or the caller has canceled. */
up_status uc_check_interrupted(uc_session *session);
up_status uc_check_pixels(uc_session *session, uint64_t width, uint64_t height);

/* Zeroed memory within the limit; null, with the session ended, if there is none. */
void *uc_allocate(uc_session *session, uint64_t count, uint64_t size);

/* Waits until a session passed to uc_start_all has started. */
void uc_await(uc_session *session);
/* The same for a session that is no longer needed: it is not started unless it already is. */
void uc_cancel(uc_session *session);

/* Reads bytes of the source; fewer only at its end, or if the session has ended. */
size_t uc_read_source(uc_session *session, uint64_t offset, void *bytes, size_t count);

#endif
