// What a library does in a process that is not its own: it stays loaded, and fork(2) waits for its calls.
#define _GNU_SOURCE
#include "UprightLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

const char upright_is_library = 1;

const char *upright_library_path(void) {
  Dl_info info;
  return dladdr(&upright_is_library, &info) ? info.dli_fname : 0;
}

// Every call holds it shared. fork(2) takes it alone, so that a child process never inherits something that another
// thread had half initialized. A fork that waits goes before calls that come later.
static pthread_rwlock_t calls;

static void make_lock(void) {
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
#ifdef __GLIBC__
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
  pthread_rwlock_init(&calls, &attributes);
  pthread_rwlockattr_destroy(&attributes);
}

void upright_begin_call(void) { pthread_rwlock_rdlock(&calls); }

void upright_end_call(void) { pthread_rwlock_unlock(&calls); }

static int forked;

int upright_is_forked(void) { return forked; }

static void begin_child(void) {
  make_lock();
  forked = 1;
}

int upright_core_count(void) {
  cpu_set_t allowed;
  int count = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
  const char *text = getenv("UPRIGHT_THREADS");
  char *end = NULL;
  long most = text ? strtol(text, &end, 10) : 0;
  if (text && (end == text || *end || most < 1)) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&said)) {
      fprintf(stderr, "upright: UPRIGHT_THREADS is ignored: it must be a whole number of at least 1\n");
    }
    most = 0;
  }
  if (most > 0 && most < count) count = most;
  return count > 0 ? count : 1;
}

static void wait_for_calls(void) { pthread_rwlock_wrlock(&calls); }

// Swift's runtime cannot be unloaded: its threads and the functions of pthread_atfork(3) would be gone.
static void stay_loaded(void) {
  const char *path = upright_library_path();
  if (path) dlopen(path, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

__attribute__((constructor)) static void prepare(void) {
  make_lock();
  pthread_atfork(wait_for_calls, upright_end_call, begin_child);
  stay_loaded();
}
