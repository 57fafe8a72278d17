/* What every session of a library has: its report, its limits, its caller and its clock. */
#ifndef UP_CORE_H
#define UP_CORE_H

#include "CUpright.h"

#include <stdio.h>
#include <time.h>

typedef struct {
  up_report report;
  up_limits limits;
  up_io io;
  struct timespec started;
} up_core;

static inline void up_core_begin(up_core *core, const up_limits *limits, const up_io *io) {
  core->limits = *limits;
  core->io = *io;
  if (core->limits.seconds > 1e9) core->limits.seconds = 1e9;
  clock_gettime(CLOCK_MONOTONIC, &core->started);
}

static inline void up_core_note(up_core *core, up_status status, const char *text) {
  core->report.status = status;
  if (text) snprintf(core->report.text, sizeof core->report.text, "%s", text);
}

static inline void up_core_note_limit(up_core *core, up_limit limit, uint64_t asked, uint64_t allowed) {
  core->report.limit = limit;
  core->report.asked = asked;
  core->report.allowed = allowed;
}

/* UP_CANCELLED where the caller has lost interest, UP_LIMIT with the limit noted where time is over; otherwise UP_OK. */
static inline up_status up_core_interruption(up_core *core) {
  if (core->io.cancelled && core->io.cancelled(core->io.context)) return UP_CANCELLED;
  if (core->limits.seconds <= 0) return UP_OK;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  double spent = difftime(now.tv_sec, core->started.tv_sec) + (double)(now.tv_nsec - core->started.tv_nsec) / 1e9;
  if (spent <= core->limits.seconds) return UP_OK;
  up_core_note_limit(core, UP_SECONDS, (uint64_t)spent + 1, (uint64_t)core->limits.seconds);
  return UP_LIMIT;
}

#endif
