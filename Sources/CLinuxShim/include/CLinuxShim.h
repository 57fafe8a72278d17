// The system calls that Swift's C library modules lack or declare differently (Linux man-pages 6; macOS variants are
// untested).
#ifndef CLINUXSHIM_H
#define CLINUXSHIM_H

#include "CLinuxWorker.h"

#include <stddef.h>
#include <sys/types.h>

// Extended attributes of an open file; results and errors as for flistxattr(2), fgetxattr(2), fsetxattr(2) and
// fremovexattr(2).
ssize_t upright_list_attributes(int file, char *names, size_t size);
ssize_t upright_get_attribute(int file, const char *name, void *value, size_t size);
int upright_set_attribute(int file, const char *name, const void *value, size_t size);
int upright_remove_attribute(int file, const char *name);

// Which names in a path may be symbolic links.
enum {
  UPRIGHT_LINKS_FOLLOWED, // any, as in open(2)
  UPRIGHT_LINKS_NONE,          // none: ELOOP
  UPRIGHT_LINKS_NONE_BENEATH,  // none, and the path must stay inside the folder: EXDEV
};

// Opens a file by its path from an open folder (AT_FDCWD for the current one), with close-on-exec. A path that is too
// long for one system call is opened in steps. If the kernel has no openat2(2), each name is opened from the previous
// folder.
int upright_open(int folder, const char *path, int flags, unsigned int mode, int links);

// The same for a folder that is not read, but in which names are resolved.
int upright_open_folder(int folder, const char *path, int links);

// Stops or resumes using openat2(2); for tests.
void upright_forgo_openat2(int forgone);

// Renames inside an open folder, but fails with EEXIST if the new name is taken; EINVAL or ENOSYS if the file system
// does not support that.
int upright_rename_exclusive(int folder, const char *from, const char *to);

// Sets the modification time of an open file: seconds since 1970 and nanoseconds; futimens(2).
int upright_set_modified(int file, long seconds, long nanoseconds);

// Reserves space for this many bytes without extending the file; does nothing on macOS.
int upright_reserve(int file, off_t size);

// The next byte from an offset on that may not be zero, and the next one in a hole or at the end; lseek(2) with
// SEEK_DATA and SEEK_HOLE. ENXIO: only zeros follow. EINVAL: the system cannot tell.
off_t upright_next_data(int file, off_t offset);
off_t upright_next_hole(int file, off_t offset);

// Exchanges two names of an open folder; EINVAL or ENOSYS if the file system does not support that.
int upright_rename_exchange(int folder, const char *one, const char *other);

// Flushes a file to the device; on macOS, past the device's cache too.
int upright_sync(int file);

// Flushes the whole file system that contains the file; on macOS, which has no such call, only the file.
int upright_sync_file_system(int file);

// Whether output can be written to an open file, as far as that shows without writing any: 0, or -1 with the error
// number that write(2) would leave. On Linux, space is reserved for the first bytes of output in a regular file.
int upright_check_output(int file);

// From now on, the first SIGINT, SIGTERM or SIGHUP is only recorded (a second one ends the process), and SIGPIPE and
// SIGXFSZ become errors of write(2).
void upright_watch_signals(void);

// From now on, SIGPIPE and SIGXFSZ become errors of write(2).
void upright_outlive_writing(void);

// From now on, freed blocks of at least this many bytes return to the system at once, whatever the size of earlier ones
// (mallopt(3)). Does nothing if the C library lacks the option.
void upright_return_blocks(size_t bytes);

// VmHWM (proc_pid_status(5)): the most memory that this program has had, in bytes; 0 if unknown.
size_t upright_peak_memory(void);

// umask(2): the mode bits that new files do not get, as when this code was loaded.
unsigned int upright_forbidden_permissions(void);

// The command-line arguments as the system passed them, the program's name first; NULL after the last.
const char *upright_word(int index);

// The recorded signal's number; 0 for none.
int upright_received_signal(void);

// A file in memory, with close-on-exec; -1 with errno, ENOSYS if the system has none.
int upright_make_memory_file(void);

// A file without a name in the folder for temporary files (TMPDIR, else /tmp), which only its owner may open, with
// close-on-exec; -1 with errno.
int upright_make_unnamed_file(void);

// What inotify(7) reports of a folder; the values are the kernel's.
enum {
  UPRIGHT_WATCH_MODIFIED = 0x2,
  UPRIGHT_WATCH_ATTRIBUTES = 0x4,
  UPRIGHT_WATCH_WRITTEN = 0x8,
  UPRIGHT_WATCH_MOVED_OUT = 0x40,
  UPRIGHT_WATCH_MOVED_IN = 0x80,
  UPRIGHT_WATCH_CREATED = 0x100,
  UPRIGHT_WATCH_DELETED = 0x200,
  UPRIGHT_WATCH_SELF_DELETED = 0x400,
  UPRIGHT_WATCH_SELF_MOVED = 0x800,
  UPRIGHT_WATCH_UNMOUNTED = 0x2000,
  UPRIGHT_WATCH_OVERFLOWED = 0x4000,
  UPRIGHT_WATCH_FORGOTTEN = 0x8000,
  UPRIGHT_WATCH_FOLDER = 0x40000000,
};

// A queue of changes in folders, whose reads do not wait; -1 with ENOSYS where the system has no inotify(7).
int upright_watch_open(void);

// Adds an open folder, which may be open as O_PATH, to the queue: its number there, or -1.
int upright_watch_add(int queue, int folder);

// Removes a folder from the queue.
int upright_watch_remove(int queue, int number);

// Whether any program has a file open for writing, which is open here for reading only: 1 or 0; -1 if the system cannot
// tell.
int upright_is_being_written(int file);

// Waits until a file can be read, a signal comes or the time is up, like poll(2).
int upright_wait(int file, int milliseconds);

// Columns of the terminal open as `file`; 0 if it is not a terminal, or cannot move its cursor (TERM is unset or
// "dumb").
int upright_terminal_columns(int file);

// The size of a terminal, in cells and in pixels; zeros for unknown values.
struct upright_terminal_size { int columns, rows, width, height; };
struct upright_terminal_size upright_terminal_size(int file);

// What the environment reveals about the terminal's image support.
enum {
  UPRIGHT_TERMINAL_KITTY = 1, // supports kitty's graphics protocol
  UPRIGHT_TERMINAL_ITERM2 = 2, // supports iTerm2's inline images
  UPRIGHT_TERMINAL_SIXEL = 4, // supports DEC's sixels
  UPRIGHT_TERMINAL_TRUE_COLOR = 8, // supports 24-bit color
  UPRIGHT_TERMINAL_NESTED = 16, // a multiplexer is in between and does not pass images on
};
unsigned upright_terminal_hints(void);

#endif
