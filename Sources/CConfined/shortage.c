/* Detects shortages of memory or threads, on which libraries often report a damaged image or hang (getrlimit(2),
   pthreads(7)). */
#include "session.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <malloc.h>
#endif

/* What a library needs besides its image, and per pixel; the maximum number of threads to try. */
enum { UC_OWN_BYTES = 64 << 20, UC_PIXEL_BYTES = 16, UC_THREADS_TRIED = 16 };

/* Whether the environment has limited this process's memory. Later the parent also sets a limit, a generous one. */
static int is_bounded;

/* With limited memory, threads share one heap: glibc would reserve 64 MiB for each. */
__attribute__((constructor)) static void look(void) {
  struct rlimit space;
  is_bounded = getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < (rlim_t)1 << 30;
#ifdef M_ARENA_MAX
  if (is_bounded) mallopt(M_ARENA_MAX, 1);
#endif
}

static int has_memory(uint64_t bytes) {
  if (bytes > SIZE_MAX) return 0;
  void *room = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return 0;
  munmap(room, (size_t)bytes);
  return 1;
}

struct gate {
  pthread_mutex_t lock;
};

static void *pass(void *argument) {
  struct gate *gate = argument;
  pthread_mutex_lock(&gate->lock);
  pthread_mutex_unlock(&gate->lock);
  return NULL;
}

/* Whether this many threads can exist at once. */
static int has_threads(int count) {
  struct gate gate;
  pthread_t threads[UC_THREADS_TRIED];
  int started = 0;
  if (pthread_mutex_init(&gate.lock, NULL) != 0) return 0;
  pthread_mutex_lock(&gate.lock);
  while (started < count && pthread_create(&threads[started], NULL, pass, &gate) == 0) started++;
  pthread_mutex_unlock(&gate.lock);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  pthread_mutex_destroy(&gate.lock);
  return started == count;
}

/* The stack memory of a library's threads: one per processor. */
static int thread_count(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 2 : processors + 1 > UC_THREADS_TRIED ? UC_THREADS_TRIED : (int)processors + 1;
}

static uint64_t stack_bytes(void) {
  size_t size = 0;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  if (pthread_attr_getstacksize(&attributes, &size) != 0) size = 0;
  pthread_attr_destroy(&attributes);
  return size;
}

int uc_is_memory_short(uint64_t pixels) {
  const uint64_t most = SIZE_MAX / 2, stacks = (uint64_t)thread_count() * stack_bytes();
  if (!is_bounded) return 0;
  return pixels > most / UC_PIXEL_BYTES || stacks > most / 4 || !has_memory(UC_OWN_BYTES + stacks + pixels * UC_PIXEL_BYTES);
}

int uc_are_threads_short(void) { return !has_threads(thread_count()); }

/* clone(2) reports EAGAIN. If only the parent limits memory, only a source that needs more than its headers stated
   reaches that limit. */
int uc_is_shortage(int number) { return number == EAGAIN || (number == ENOMEM && is_bounded); }
