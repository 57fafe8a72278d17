/* Sessions started side by side, by threads that go on while the caller does something else. */
#include "session.h"
#include "tasks.h"

#include <stdlib.h>

/* Threads that decode at the same time, at most. */
enum { UC_THREADS = 4 };

struct start {
  uc_session *session;
  uc_pass pass;
};

static void start(void *context, size_t task, int thread) {
  struct start *starts = context;
  (void)thread;
  starts[task].session->decoder->start(starts[task].session, &starts[task].pass);
}

void uc_await(uc_session *session) {
  uc_tasks *tasks = session->tasks;
  if (!tasks) return;
  session->tasks = NULL;
  uc_tasks_await(tasks, session->task);
  uc_tasks_release(tasks);
}

void uc_cancel(uc_session *session) {
  uc_tasks *tasks = session->tasks;
  if (!tasks) return;
  session->tasks = NULL;
  uc_tasks_cancel(tasks, session->task);
  uc_tasks_release(tasks);
}

/* Those that can be started, in their order. */
static size_t collect(struct start *starts, uc_session *const *sessions, const uc_pass *passes, size_t count) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++)
    if (sessions[i]->decoder && sessions[i]->core.report.status == UP_OK)
      starts[found++] = (struct start){sessions[i], passes[i]};
  return found;
}

void uc_start_all(uc_session *const *sessions, const uc_pass *passes, size_t count, int threads) {
  struct start *starts = calloc(count ? count : 1, sizeof *starts);
  size_t found = starts ? collect(starts, sessions, passes, count) : 0;
  uc_tasks *tasks = starts ? uc_tasks_create(found, start, starts) : NULL;
  if (!tasks) {
    free(starts);
    for (size_t i = 0; i < count; i++) uc_start(sessions[i], &passes[i]);
    return;
  }
  uc_tasks_own_context(tasks);
  for (size_t i = 0; i < found; i++) {
    uc_tasks_retain(tasks);
    starts[i].session->tasks = tasks;
    starts[i].session->task = i;
  }
  int most = threads < UC_THREADS ? threads : UC_THREADS;
  if (uc_tasks_spawn(tasks, (size_t)most < found ? most : (int)found) == 0) uc_tasks_work(tasks, 0);
  uc_tasks_release(tasks);
}
