// Opens files from an open folder, without following symbolic links unless allowed (Linux man-pages 6, openat2(2); name
// by name if the call is missing).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLinuxShim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)
#else
#include <sys/syscall.h>
#define FOLDER_FLAGS (O_PATH | O_DIRECTORY | O_CLOEXEC)
#endif

enum { LONGEST_PATH = 4000, LONGEST_NAME = 255 };

static atomic_int is_forgone;

void upright_forgo_openat2(int forgone) { atomic_store(&is_forgone, forgone); }

static int close_and_keep_errno(int file, int result) {
  const int number = errno;
  if (file >= 0) close(file);
  errno = number;
  return result;
}

// Opens one name of a folder, which must not be a link.
static int open_name(int folder, const char *name, int flags, unsigned int mode) {
  const int file = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode);
  if (file != -1 || errno != ENOTDIR) return file;
  struct stat found;
  const int is_link = fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(found.st_mode);
  errno = is_link ? ELOOP : ENOTDIR;
  return -1;
}

static int open_in_steps(int folder, const char *path, int flags, unsigned int mode, int links) {
  int current = folder, own = -1;
  if (*path == '/') {
    if (links == UPRIGHT_LINKS_NONE_BENEATH) {
      errno = EXDEV;
      return -1;
    }
    current = own = open("/", FOLDER_FLAGS);
    if (own == -1) return -1;
    while (*path == '/') path++;
    if (!*path) path = ".";
  }
  for (;;) {
    const size_t length = strcspn(path, "/");
    if (length > LONGEST_NAME) {
      errno = ENAMETOOLONG;
      return close_and_keep_errno(own, -1);
    }
    char name[LONGEST_NAME + 1];
    memcpy(name, path, length);
    name[length] = 0;
    if (links == UPRIGHT_LINKS_NONE_BENEATH && strcmp(name, "..") == 0) {
      errno = EXDEV;
      return close_and_keep_errno(own, -1);
    }
    const int is_folder = path[length] == '/';
    path += length;
    while (*path == '/') path++;
    const int next = open_name(current, name, *path ? FOLDER_FLAGS : is_folder ? flags | O_DIRECTORY : flags, mode);
    close_and_keep_errno(own, 0);
    if (next == -1 || !*path) return next;
    current = own = next;
  }
}

#ifndef __APPLE__
static int open_at_once(int folder, const char *path, int flags, unsigned int mode, int links) {
  enum { no_symlinks = 4, beneath = 8 };  // RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH: linux/openat2.h
  const struct { uint64_t flags, mode, resolve; } how = {
    (uint64_t)(flags | O_CLOEXEC), flags & O_CREAT ? mode : 0,
    links == UPRIGHT_LINKS_NONE_BENEATH ? no_symlinks | beneath : no_symlinks,
  };
  const int openat2_number = 437;
  for (int attempts = 100;; attempts--) {
    const int file = (int)syscall(openat2_number, folder, path, &how, sizeof how);
    if (file != -1 || errno != EAGAIN || attempts == 0) return file;
  }
}
#endif

static int open_part(int folder, const char *path, int flags, unsigned int mode, int links) {
  if (links == UPRIGHT_LINKS_FOLLOWED) return openat(folder, path, flags | O_CLOEXEC, mode);
#ifndef __APPLE__
  if (!atomic_load(&is_forgone)) {
    const int file = open_at_once(folder, path, flags, mode, links);
    // A system call filter may return EPERM for an unknown call; so may the file itself.
    if (file != -1 || (errno != ENOSYS && errno != EPERM)) return file;
    const int first = errno, other = open_in_steps(folder, path, flags, mode, links);
    if (first == ENOSYS || other != -1) upright_forgo_openat2(1);
    return other;
  }
#endif
  return open_in_steps(folder, path, flags, mode, links);
}

int upright_open(int folder, const char *path, int flags, unsigned int mode, int links) {
  int current = folder, own = -1;
  while (strlen(path) > LONGEST_PATH) {
    char part[LONGEST_PATH + 1];
    size_t cut = LONGEST_PATH;
    while (cut > 1 && path[cut] != '/') cut--;
    if (path[cut] != '/') break;
    memcpy(part, path, cut);
    part[cut] = 0;
    const int next = open_part(current, part, FOLDER_FLAGS, 0, links);
    close_and_keep_errno(own, 0);
    if (next == -1) return -1;
    current = own = next;
    path += cut;
    while (*path == '/') path++;
    if (!*path) path = ".";
  }
  return close_and_keep_errno(own, open_part(current, path, flags, mode, links));
}

int upright_open_folder(int folder, const char *path, int links) {
  return upright_open(folder, path, FOLDER_FLAGS, 0, links);
}
