// Changes in folders, from inotify(7).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLinuxShim.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>

#ifdef __linux__

#include <sys/inotify.h>

int upright_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int upright_watch_add(int queue, int folder) {
  // The path of the open folder: what has its name by now does not matter.
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", folder);
  const unsigned mask = IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE |
                        IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;
  return inotify_add_watch(queue, path, mask);
}

int upright_watch_remove(int queue, int number) { return inotify_rm_watch(queue, number); }

int upright_is_being_written(int file) {
  // A lease for reading is refused while a program may write. One that opens the file while the lease lasts waits for its
  // end; the holder's signal for that is one that does nothing.
  if (fcntl(file, F_SETSIG, SIGURG) == -1) return -1;
  if (fcntl(file, F_SETLEASE, F_RDLCK) == -1) return errno == EAGAIN ? 1 : -1;
  fcntl(file, F_SETLEASE, F_UNLCK);
  return 0;
}

#else

int upright_watch_open(void) {
  errno = ENOSYS;
  return -1;
}

int upright_watch_add(int queue, int folder) { return upright_watch_open(); }

int upright_watch_remove(int queue, int number) { return upright_watch_open(); }

int upright_is_being_written(int file) { return upright_watch_open(); }

#endif

int upright_wait(int file, int milliseconds) {
  struct pollfd queue = {file, POLLIN, 0};
  return poll(&queue, 1, milliseconds);
}
