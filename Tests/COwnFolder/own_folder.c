// The current folder of one thread (Linux man-pages 6: unshare(2), CLONE_FS).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "COwnFolder.h"

#include <errno.h>
#include <sched.h>
#include <unistd.h>

int own_folder(const char *path) {
#ifdef __linux__
  return unshare(CLONE_FS) == 0 ? chdir(path) : -1;
#else
  (void)path;
  errno = ENOSYS;
  return -1;
#endif
}
