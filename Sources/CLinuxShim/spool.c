// Files without a name, which the system removes when they are closed (Linux man-pages 6: memfd_create(2), open(2)).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLinuxShim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

int upright_make_memory_file(void) {
#ifdef __linux__
  return memfd_create("upright", MFD_CLOEXEC);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int upright_make_unnamed_file(void) {
  const char *folder = getenv("TMPDIR");
  if (!folder || !*folder) folder = "/tmp";
#ifdef O_TMPFILE
  const int unnamed = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed != -1) return unnamed;
#endif
  char name[PATH_MAX];
  const int length = snprintf(name, sizeof name, "%s/.upright-spool-XXXXXX", folder);
  if (length < 0 || (size_t)length >= sizeof name) {
    errno = ENAMETOOLONG;
    return -1;
  }
  const int file = mkstemp(name);
  if (file == -1) return -1;
  if (unlink(name) != 0 || fcntl(file, F_SETFD, FD_CLOEXEC) != 0) {
    const int error = errno;
    close(file);
    errno = error;
    return -1;
  }
  return file;
}
