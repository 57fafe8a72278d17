/* Tasks that threads take in order, each once, while the caller does something else. */
#ifndef UC_TASKS_H
#define UC_TASKS_H

#include <stddef.h>

typedef struct uc_tasks uc_tasks;

/* Runs one task; thread: the number of the thread that took it, from 1, or what the caller gave uc_tasks_work. */
typedef void (*uc_body)(void *context, size_t task, int thread);

/* Tasks with one owner, the caller; null if out of memory. */
uc_tasks *uc_tasks_create(size_t count, uc_body body, void *context);
/* From now on the last owner frees the context. */
void uc_tasks_own_context(uc_tasks *tasks);
/* Starts at most so many threads; how many could be started. Each is an owner as long as it runs. */
int uc_tasks_spawn(uc_tasks *tasks, int threads);
/* Takes tasks until none is left. */
void uc_tasks_work(uc_tasks *tasks, int thread);
/* Waits until a task is done. */
void uc_tasks_await(uc_tasks *tasks, size_t task);
/* Drops a task that nobody has taken; waits for one that somebody has. */
void uc_tasks_cancel(uc_tasks *tasks, size_t task);
void uc_tasks_retain(uc_tasks *tasks);
void uc_tasks_release(uc_tasks *tasks);

#endif
