// The system calls that Swift's C library modules lack or differ in (Linux man-pages 6; macOS variants are untested).
#ifndef CLINUXSHIM_H
#define CLINUXSHIM_H

#include "CLinuxWorker.h"

#include <stddef.h>
#include <sys/types.h>

// Extended attributes of an open file; results and errors as flistxattr(2), fgetxattr(2), fsetxattr(2) and fremovexattr(2).
ssize_t upright_list_attributes(int file, char *names, size_t size);
ssize_t upright_get_attribute(int file, const char *name, void *value, size_t size);
int upright_set_attribute(int file, const char *name, const void *value, size_t size);
int upright_remove_attribute(int file, const char *name);

// Which names on a path may be symbolic links.
enum {
  UPRIGHT_LINKS_FOLLOWED,      // any, as open(2) has it
  UPRIGHT_LINKS_NONE,          // none: ELOOP
  UPRIGHT_LINKS_NONE_BENEATH,  // none, and the path leads nowhere but into the folder: EXDEV
};

// Opens a file by its path from an open folder on (AT_FDCWD for the current one), and closes it when a program is started. A path that is longer than a
// system call takes is cut into steps. Where the kernel has no openat2(2), each name is opened from the folder before it.
int upright_open(int folder, const char *path, int flags, unsigned int mode, int links);

// The same for a folder that is not read, but in which names are found.
int upright_open_folder(int folder, const char *path, int links);

// Does without openat2(2) from now on, or no longer; for tests.
void upright_forgo_openat2(int forgone);

// Renames inside an open folder, but fails with EEXIST where the new name is taken; EINVAL or ENOSYS where the file system cannot.
int upright_rename_exclusive(int folder, const char *from, const char *to);

// Says when an open file was last changed: seconds since 1970 and billionths; futimens(2).
int upright_set_modified(int file, long seconds, long nanoseconds);

// Reserves room for so many bytes, without making the file longer; on macOS nothing is reserved.
int upright_reserve(int file, off_t size);

// Lets two names of an open folder change places; EINVAL or ENOSYS where the file system cannot.
int upright_rename_exchange(int folder, const char *one, const char *other);

// Hands everything written to the device; on macOS past its cache too.
int upright_sync(int file);

// The same for everything written to the file system that the file lies on; on macOS, which has no such call, for the file alone.
int upright_sync_file_system(int file);

// From now on the first SIGINT, SIGTERM or SIGHUP is only remembered (a second one kills), and SIGPIPE and SIGXFSZ are errors of write(2).
void upright_watch_signals(void);

// From now on SIGPIPE and SIGXFSZ are errors of write(2).
void upright_outlive_writing(void);

// From now on freed blocks of at least so many bytes go back to the system at once, however large those before were (mallopt(3)); nothing happens
// where the C library knows no such option.
void upright_return_blocks(size_t bytes);

// umask(2): the bits that new files do not get, as they were when the process started.
unsigned int upright_forbidden_permissions(void);

// The words of the command line as the system handed them over, its own name first; NULL behind the last.
const char *upright_word(int index);

// The remembered signal's number, 0 for none.
int upright_received_signal(void);

// Columns of the terminal that is open as `file`; 0 where it is none, or one that cannot move its cursor (TERM is unset or "dumb").
int upright_terminal_columns(int file);

// How large a terminal is, in cells and in pixels; zeros for what is not known.
struct upright_terminal_size { int columns, rows, width, height; };
struct upright_terminal_size upright_terminal_size(int file);

// What the environment says of the terminal's pictures.
enum {
  UPRIGHT_TERMINAL_KITTY = 1,      // it knows kitty's graphics protocol
  UPRIGHT_TERMINAL_ITERM2 = 2,     // it knows iTerm2's inline images
  UPRIGHT_TERMINAL_SIXEL = 4,      // it knows DEC's sixels
  UPRIGHT_TERMINAL_TRUE_COLOR = 8, // it shows any 24-bit colour
  UPRIGHT_TERMINAL_NESTED = 16,    // a multiplexer stands between, which does not pass pictures on
};
unsigned upright_terminal_hints(void);

#endif
