/* Sessions started side by side, by threads that go on while the caller does something else (pthreads(7)). */
#include "session.h"

#include <pthread.h>
#include <stdlib.h>

/* Threads that decode at the same time, at most. */
enum { UC_THREADS = 4 };

/* Sessions in the order in which they are started; kept until the last session and the last thread have let it go. */
struct uc_thread_pool {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  size_t count, next, owners;
  struct task {
    uc_session *session; /* null once it is gone */
    uc_pass pass;
    int is_started;
  } tasks[];
};

/* Called locked; unlocks. */
static void release(struct uc_thread_pool *pool) {
  int is_last = --pool->owners == 0;
  pthread_mutex_unlock(&pool->lock);
  if (!is_last) return;
  pthread_cond_destroy(&pool->changed);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}

static void *work(void *argument) {
  struct uc_thread_pool *pool = argument;
  pthread_mutex_lock(&pool->lock);
  while (pool->next < pool->count) {
    struct task *task = &pool->tasks[pool->next++];
    if (!task->session) continue;
    pthread_mutex_unlock(&pool->lock);
    task->session->decoder->start(task->session, &task->pass);
    pthread_mutex_lock(&pool->lock);
    task->is_started = 1;
    pthread_cond_broadcast(&pool->changed);
  }
  release(pool);
  return NULL;
}

void uc_await(uc_session *session) {
  struct uc_thread_pool *pool = session->pool;
  if (!pool) return;
  struct task *task = &pool->tasks[session->place];
  session->pool = NULL;
  pthread_mutex_lock(&pool->lock);
  while (!task->is_started) pthread_cond_wait(&pool->changed, &pool->lock);
  release(pool);
}

void uc_cancel(uc_session *session) {
  struct uc_thread_pool *pool = session->pool;
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  if (session->place < pool->next) {
    pthread_mutex_unlock(&pool->lock);
    uc_await(session);
    return;
  }
  pool->tasks[session->place].session = NULL;
  session->pool = NULL;
  release(pool);
}

/* One thread; 0 where there is none to be had. */
static int spawn_worker(struct uc_thread_pool *pool) {
  pthread_t thread;
  pthread_mutex_lock(&pool->lock);
  pool->owners++;
  pthread_mutex_unlock(&pool->lock);
  if (pthread_create(&thread, NULL, work, pool) == 0) return pthread_detach(thread), 1;
  pthread_mutex_lock(&pool->lock);
  release(pool);
  return 0;
}

void uc_start_all(uc_session *const *sessions, const uc_pass *passes, size_t count, int threads) {
  struct uc_thread_pool *pool = calloc(1, sizeof *pool + count * sizeof *pool->tasks);
  int spawned = 0;
  if (pool) {
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->owners = 1;
    for (size_t i = 0; i < count; i++) {
      if (!sessions[i]->decoder || sessions[i]->report.status != UP_OK) continue;
      pool->tasks[pool->count] = (struct task){sessions[i], passes[i], 0};
      sessions[i]->place = pool->count++;
      sessions[i]->pool = pool;
      pool->owners++;
    }
    while (spawned < UC_THREADS && spawned < threads && (size_t)spawned < pool->count && spawn_worker(pool)) spawned++;
    if (spawned) {
      pthread_mutex_lock(&pool->lock);
      release(pool);
    } else {
      work(pool);
    }
    return;
  }
  for (size_t i = 0; i < count; i++) uc_start(sessions[i], &passes[i]);
}
