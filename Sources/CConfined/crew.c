/* Sessions started side by side, by threads that go on while the caller does something else (pthreads(7)). */
#include "session.h"

#include <pthread.h>
#include <stdlib.h>

/* Threads that decode at the same time, at most. */
enum { UC_THREADS = 4 };

/* Sessions in the order in which they are started; kept until the last session and the last thread have let it go. */
struct uc_crew {
  pthread_mutex_t lock;
  pthread_cond_t news;
  size_t count, taken, holders;
  struct task {
    uc_session *session; /* null once it is gone */
    uc_pass pass;
    int is_started;
  } tasks[];
};

/* Called locked; unlocks. */
static void let_go(struct uc_crew *crew) {
  int is_last = --crew->holders == 0;
  pthread_mutex_unlock(&crew->lock);
  if (!is_last) return;
  pthread_cond_destroy(&crew->news);
  pthread_mutex_destroy(&crew->lock);
  free(crew);
}

static void *work(void *argument) {
  struct uc_crew *crew = argument;
  pthread_mutex_lock(&crew->lock);
  while (crew->taken < crew->count) {
    struct task *task = &crew->tasks[crew->taken++];
    if (!task->session) continue;
    pthread_mutex_unlock(&crew->lock);
    task->session->decoder->start(task->session, &task->pass);
    pthread_mutex_lock(&crew->lock);
    task->is_started = 1;
    pthread_cond_broadcast(&crew->news);
  }
  let_go(crew);
  return NULL;
}

void uc_await(uc_session *session) {
  struct uc_crew *crew = session->crew;
  if (!crew) return;
  struct task *task = &crew->tasks[session->place];
  session->crew = NULL;
  pthread_mutex_lock(&crew->lock);
  while (!task->is_started) pthread_cond_wait(&crew->news, &crew->lock);
  let_go(crew);
}

void uc_forsake(uc_session *session) {
  struct uc_crew *crew = session->crew;
  if (!crew) return;
  pthread_mutex_lock(&crew->lock);
  if (session->place < crew->taken) {
    pthread_mutex_unlock(&crew->lock);
    uc_await(session);
    return;
  }
  crew->tasks[session->place].session = NULL;
  session->crew = NULL;
  let_go(crew);
}

/* One thread; 0 where there is none to be had. */
static int hire(struct uc_crew *crew) {
  pthread_t thread;
  pthread_mutex_lock(&crew->lock);
  crew->holders++;
  pthread_mutex_unlock(&crew->lock);
  if (pthread_create(&thread, NULL, work, crew) == 0) return pthread_detach(thread), 1;
  pthread_mutex_lock(&crew->lock);
  let_go(crew);
  return 0;
}

void uc_start_all(uc_session *const *sessions, const uc_pass *passes, size_t count, int threads) {
  struct uc_crew *crew = calloc(1, sizeof *crew + count * sizeof *crew->tasks);
  int hired = 0;
  if (crew) {
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->news, NULL);
    crew->holders = 1;
    for (size_t i = 0; i < count; i++) {
      if (!sessions[i]->decoder || sessions[i]->report.status != UP_OK) continue;
      crew->tasks[crew->count] = (struct task){sessions[i], passes[i], 0};
      sessions[i]->place = crew->count++;
      sessions[i]->crew = crew;
      crew->holders++;
    }
    while (hired < UC_THREADS && hired < threads && (size_t)hired < crew->count && hire(crew)) hired++;
    if (hired) {
      pthread_mutex_lock(&crew->lock);
      let_go(crew);
    } else {
      work(crew);
    }
    return;
  }
  for (size_t i = 0; i < count; i++) uc_start(sessions[i], &passes[i]);
}
