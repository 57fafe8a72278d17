// A confined process and its connection to the process that started it (Linux man-pages 6: seccomp(2), memfd_create(2),
// unix(7)). On systems other than Linux, every call fails with ENOSYS.
#ifndef CLINUXWORKER_H
#define CLINUXWORKER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The file number of a worker's channel.
#define UPRIGHT_CHANNEL 3

// Creates both ends of a channel, with close-on-exec; -1 with errno.
int upright_make_channel(int ends[2]);

// Starts a program with two arguments, one end of a channel, no other open file, and only the environment that the
// loader needs. The system ends it with this process: the thread that starts it lives as long. 0, or -1 with errno.
int upright_start_worker(const char *program, const char *word, const char *format, int channel, pid_t *child);

// Limits a worker's address space, in bytes, and its processor time from now on, in seconds. For a new worker this also
// sets its hard limits (for the time, sixteen times as much), which cannot be raised again. 0; 1 if its hard limits are
// too low, so that another worker must be started; -1 with errno.
int upright_limit_worker(pid_t child, uint64_t bytes, uint64_t seconds, int is_new);

// Whether this process's memory, and with it its workers', was limited from outside.
int upright_has_bounded_memory(void);

// Ends a process if it is still running.
int upright_kill(pid_t child);

// How a process ended, in waitpid(2)'s form, after waiting at most this many milliseconds; -1 if it is still running,
// UPRIGHT_GONE if its end was already reported elsewhere.
#define UPRIGHT_GONE (-2)
int upright_ending(pid_t child, int milliseconds);

// The name of the signal that ended a process, without "SIG"; NULL if it exited, with an exit code.
const char *upright_ending_signal(int ending);
int upright_ending_code(int ending);

// Shared memory of `size` bytes that neither process can resize; -1 with errno.
int upright_make_memory(size_t size);

// Sends to or receives from a channel as many bytes as possible at once, with files; 0 if the other side closed, -1
// with errno. A file can be sent only if it is open read-only or is memory of upright_make_memory; otherwise EPERM.
ssize_t upright_send(int channel, const void *bytes, size_t count, const int *files, int file_count);
ssize_t upright_receive(int channel, void *bytes, size_t count);
ssize_t upright_receive_files(int channel, void *bytes, size_t count, int *files, int *file_count);

// Waits until a channel has or accepts bytes; 1, 0 on timeout, or -1 with errno.
int upright_await(int channel, int takes, int milliseconds);

// pread(2) and pwrite(2) of all bytes, or an error.
int upright_read_all(int file, void *bytes, size_t count, uint64_t offset);
int upright_write_all(int file, const void *bytes, size_t count, uint64_t offset);

// The worker's own steps, in this order: close files, give up paths and privileges, then allow only the listed system
// calls. 0, or -1 with errno.
int upright_enter_worker(int confined);
int upright_filter_calls(void);

// Closes the open files above a number, as the system lists them; -1 with errno if it lists none.
int upright_close_listed(int last);

// Maps shared memory; NULL with errno.
void *upright_map(int file, size_t size);
int upright_unmap(void *memory, size_t size);

#endif
