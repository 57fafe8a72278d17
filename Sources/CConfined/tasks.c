/* Tasks and their threads (pthreads(7)). */
#include "tasks.h"

#include <pthread.h>
#include <stdlib.h>

enum state { WAITING, TAKEN, DONE };

struct uc_tasks {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  size_t count, next, owners;
  int threads, owns_context;
  uc_body body;
  void *context;
  unsigned char state[];
};

uc_tasks *uc_tasks_create(size_t count, uc_body body, void *context) {
  uc_tasks *tasks = calloc(1, sizeof *tasks + count);
  if (!tasks) return NULL;
  pthread_mutex_init(&tasks->lock, NULL);
  pthread_cond_init(&tasks->changed, NULL);
  tasks->count = count;
  tasks->owners = 1;
  tasks->body = body;
  tasks->context = context;
  return tasks;
}

void uc_tasks_own_context(uc_tasks *tasks) { tasks->owns_context = 1; }

void uc_tasks_retain(uc_tasks *tasks) {
  pthread_mutex_lock(&tasks->lock);
  tasks->owners++;
  pthread_mutex_unlock(&tasks->lock);
}

void uc_tasks_release(uc_tasks *tasks) {
  pthread_mutex_lock(&tasks->lock);
  int is_last = --tasks->owners == 0;
  pthread_mutex_unlock(&tasks->lock);
  if (!is_last) return;
  pthread_cond_destroy(&tasks->changed);
  pthread_mutex_destroy(&tasks->lock);
  if (tasks->owns_context) free(tasks->context);
  free(tasks);
}

void uc_tasks_work(uc_tasks *tasks, int thread) {
  pthread_mutex_lock(&tasks->lock);
  while (tasks->next < tasks->count) {
    size_t task = tasks->next++;
    if (tasks->state[task] != WAITING) continue;
    tasks->state[task] = TAKEN;
    pthread_mutex_unlock(&tasks->lock);
    tasks->body(tasks->context, task, thread);
    pthread_mutex_lock(&tasks->lock);
    tasks->state[task] = DONE;
    pthread_cond_broadcast(&tasks->changed);
  }
  pthread_mutex_unlock(&tasks->lock);
}

static void *work(void *argument) {
  uc_tasks *tasks = argument;
  pthread_mutex_lock(&tasks->lock);
  int thread = ++tasks->threads;
  pthread_mutex_unlock(&tasks->lock);
  uc_tasks_work(tasks, thread);
  uc_tasks_release(tasks);
  return NULL;
}

int uc_tasks_spawn(uc_tasks *tasks, int threads) {
  int spawned = 0;
  for (pthread_t thread; spawned < threads; spawned++) {
    uc_tasks_retain(tasks);
    if (pthread_create(&thread, NULL, work, tasks) != 0) {
      uc_tasks_release(tasks);
      break;
    }
    pthread_detach(thread);
  }
  return spawned;
}

/* Called locked. */
static void wait_for(uc_tasks *tasks, size_t task) {
  while (tasks->state[task] != DONE) pthread_cond_wait(&tasks->changed, &tasks->lock);
}

void uc_tasks_await(uc_tasks *tasks, size_t task) {
  pthread_mutex_lock(&tasks->lock);
  wait_for(tasks, task);
  pthread_mutex_unlock(&tasks->lock);
}

void uc_tasks_cancel(uc_tasks *tasks, size_t task) {
  pthread_mutex_lock(&tasks->lock);
  if (tasks->state[task] == WAITING) tasks->state[task] = DONE;
  wait_for(tasks, task);
  pthread_mutex_unlock(&tasks->lock);
}
