// The system calls that Swift's C library modules lack or declare differently (Linux man-pages 6; macOS variants are
// untested).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLinuxShim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifdef __APPLE__

ssize_t upright_list_attributes(int file, char *names, size_t size) { return flistxattr(file, names, size, 0); }

ssize_t upright_get_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size, 0, 0);
}

int upright_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0, 0);
}

int upright_remove_attribute(int file, const char *name) { return fremovexattr(file, name, 0); }

int upright_rename_exclusive(int folder, const char *from, const char *to) {
  return renameatx_np(folder, from, folder, to, RENAME_EXCL);
}

int upright_rename_exchange(int folder, const char *one, const char *other) {
  return renameatx_np(folder, one, folder, other, RENAME_SWAP);
}

static int reserve(int file, off_t start, off_t size) { return 0; }

int upright_sync(int file) { return fcntl(file, F_FULLFSYNC) == -1 ? fsync(file) : 0; }

int upright_sync_file_system(int file) { return upright_sync(file); }

#else

#include <sys/syscall.h>

ssize_t upright_list_attributes(int file, char *names, size_t size) { return flistxattr(file, names, size); }

ssize_t upright_get_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

int upright_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0);
}

int upright_remove_attribute(int file, const char *name) { return fremovexattr(file, name); }

int upright_rename_exclusive(int folder, const char *from, const char *to) {
  const unsigned int no_replace = 1;  // RENAME_NOREPLACE, renameat2(2)
  return (int)syscall(SYS_renameat2, folder, from, folder, to, no_replace);
}

int upright_rename_exchange(int folder, const char *one, const char *other) {
  const unsigned int exchange = 2;  // RENAME_EXCHANGE, renameat2(2)
  return (int)syscall(SYS_renameat2, folder, one, folder, other, exchange);
}

static int reserve(int file, off_t start, off_t size) {
  const int keep_size = 1;  // FALLOC_FL_KEEP_SIZE, fallocate(2)
  return size > 0 ? fallocate(file, keep_size, start, size) : 0;
}

int upright_sync(int file) { return fsync(file); }

int upright_sync_file_system(int file) { return syncfs(file); }

#endif

off_t upright_next_data(int file, off_t offset) { return lseek(file, offset, SEEK_DATA); }

off_t upright_next_hole(int file, off_t offset) { return lseek(file, offset, SEEK_HOLE); }

int upright_reserve(int file, off_t size) { return reserve(file, 0, size); }

// Whether a regular file has room where the next byte would be written.
static int check_room(int file, off_t next) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && (rlim_t)next >= limit.rlim_cur) {
    errno = EFBIG;
    return -1;
  }
  const off_t first_bytes = 4096;
  if (reserve(file, next, first_bytes) == 0) return 0;
  return errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO ? -1 : 0;
}

int upright_check_output(int file) {
  const int flags = fcntl(file, F_GETFL);
  struct stat status;
  if (flags == -1 || fstat(file, &status) == -1) return -1;
  if ((flags & O_ACCMODE) == O_RDONLY) {
    errno = EBADF;
    return -1;
  }
  if (S_ISREG(status.st_mode)) {
    const off_t next = flags & O_APPEND ? status.st_size : lseek(file, 0, SEEK_CUR);
    return next == -1 ? -1 : check_room(file, next);
  }
  // A full device refuses even an empty write.
  if (S_ISCHR(status.st_mode)) return (int)write(file, "", 0);
  struct pollfd reader = {file, POLLOUT, 0};
  if (poll(&reader, 1, 0) > 0 && reader.revents & (POLLERR | POLLHUP | POLLNVAL)) {
    errno = EPIPE;
    return -1;
  }
  return 0;
}

int upright_set_modified(int file, long seconds, long nanoseconds) {
  const struct timespec times[2] = {{0, UTIME_OMIT}, {seconds, nanoseconds}};
  return futimens(file, times);
}

static int word_count;
static char **words;

// Swift's runtime reads the arguments from /proc/self/maps, and has none if that cannot be opened. musl passes no
// arguments to constructors.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void keep_words(int count, char **list) {
  word_count = count;
  words = list;
}
#endif

const char *upright_word(int index) { return index >= 0 && index < word_count ? words[index] : NULL; }

// Whether this code is a library in another's process: CUprightABI defines the symbol. Mach-O has no such reference.
#ifdef __APPLE__
static int is_library(void) { return 0; }
#else
extern const char upright_is_library __attribute__((weak));
static int is_library(void) { return &upright_is_library != NULL; }
#endif

static mode_t forbidden;

// proc_pid_status(5): the number after a line's name, such as "\nUmask:". -1 if there is none, or no /proc.
static long stated(const char *name, int base) {
  char text[4096];
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file == -1) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return -1;
  text[count] = 0;
  const char *line = strstr(text, name);
  return line ? strtol(line + strlen(name), NULL, base) : -1;
}

// umask(2) tells the mask only by changing it. A program does that before main, while there is one thread and no file
// is being created. Where a library is loaded, there may be other threads.
__attribute__((constructor)) static void read_mask(void) {
  const long mask = is_library() ? stated("\nUmask:", 8) : -1;
  if (mask >= 0) {
    forbidden = (mode_t)mask;
    return;
  }
  forbidden = umask(0077);
  umask(forbidden);
}

unsigned int upright_forbidden_permissions(void) { return forbidden; }

// If a standard stream is closed, the next opened file gets its number, and output would go into an image; so each one
// gets a null device. Where a library is loaded, they are the program's.
__attribute__((constructor)) static void hold_standard_streams(void) {
  if (is_library()) return;
  for (int stream = 0; stream <= 2; stream++) {
    if (fcntl(stream, F_GETFD) == -1 && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) == -1) return;
  }
}

static volatile sig_atomic_t received;

static void remember(int number) { received = number; }

void upright_watch_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART | SA_RESETHAND;
  const int stopping[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++) {
    struct sigaction current;
    const int known = sigaction(stopping[i], NULL, &current) == 0;
    if (!known || current.sa_handler != SIG_IGN) sigaction(stopping[i], &action, NULL);
  }
  // A program that started this one may have blocked them; that is inherited.
  sigset_t stopped;
  sigemptyset(&stopped);
  for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++) sigaddset(&stopped, stopping[i]);
  pthread_sigmask(SIG_UNBLOCK, &stopped, NULL);
  upright_outlive_writing();
}

void upright_outlive_writing(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

int upright_received_signal(void) { return received; }

int upright_terminal_columns(int file) {
  struct winsize size;
  const char *terminal = getenv("TERM");
  if (!isatty(file) || !terminal || strcmp(terminal, "dumb") == 0) return 0;
  if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

struct upright_terminal_size upright_terminal_size(int file) {
  struct winsize size = {0};
  if (ioctl(file, TIOCGWINSZ, &size) != 0) memset(&size, 0, sizeof size);
  return (struct upright_terminal_size){size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel};
}

static int says(const char *name, const char *part) {
  const char *value = getenv(name);
  return value && *value && strstr(value, part) != NULL;
}

unsigned upright_terminal_hints(void) {
  unsigned hints = 0;
  if (says("KITTY_WINDOW_ID", "") || says("TERM", "kitty") || says("TERM", "ghostty")) hints |= UPRIGHT_TERMINAL_KITTY;
  if (says("TERM_PROGRAM", "iTerm") || says("TERM_PROGRAM", "WezTerm") || says("TERM_PROGRAM", "mintty"))
    hints |= UPRIGHT_TERMINAL_ITERM2;
  if (says("TERM", "sixel") || says("TERM", "foot") || says("TERM", "mlterm") || says("TERM", "contour"))
    hints |= UPRIGHT_TERMINAL_SIXEL;
  if (says("COLORTERM", "truecolor") || says("COLORTERM", "24bit") || says("TERM", "direct"))
    hints |= UPRIGHT_TERMINAL_TRUE_COLOR;
  if (says("TMUX", "") || says("STY", "") || says("TERM", "screen") || says("TERM", "tmux"))
    hints |= UPRIGHT_TERMINAL_NESTED;
  return hints;
}

// Linux keeps getrusage's value across execve(2): it would be that of the program that started this one.
size_t upright_peak_memory(void) {
#ifdef __APPLE__
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_maxrss > 0 ? (size_t)usage.ru_maxrss : 0;
#else
  const long kilobytes = stated("\nVmHWM:", 10);
  return kilobytes > 0 ? (size_t)kilobytes << 10 : 0;
#endif
}

void upright_return_blocks(size_t bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, bytes < INT_MAX ? (int)bytes : INT_MAX);
#else
  (void)bytes;
#endif
}
