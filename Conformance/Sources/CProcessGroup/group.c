// Programs in process groups of their own.

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>

#include "CProcessGroup.h"

extern char **environ;

// Signals are as a shell would give them to the program: none is blocked or ignored.
int conformance_start_group(const char *program, char *const words[], pid_t *child) {
  posix_spawnattr_t attributes;
  sigset_t all, none;
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  sigemptyset(&none);
  if (posix_spawnattr_init(&attributes) != 0) return -1;
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  const int reason = posix_spawn(child, program, NULL, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  return reason == 0 ? 0 : (errno = reason, -1);
}
