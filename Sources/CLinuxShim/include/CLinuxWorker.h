// A confined process and what joins it to the one that started it (Linux man-pages 6: seccomp(2), memfd_create(2), unix(7)).
// Elsewhere than on Linux every call fails with ENOSYS.
#ifndef CLINUXWORKER_H
#define CLINUXWORKER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The number under which a worker finds its channel.
#define UPRIGHT_CHANNEL 3

// Two ends of a channel, neither passed on to programs that are started; -1 with errno.
int upright_make_channel(int ends[2]);

// Starts a program with two words, one end of a channel, no other open file and no environment but what the loader needs.
// The system ends it with this process: it is started by a thread that lives as long. 0, or -1 with errno.
int upright_start_worker(const char *program, const char *word, const char *format, int channel, pid_t *child);

// Bounds the address space of a worker, in bytes, and the seconds of processor time that it may take from now on. Where it is
// new, that becomes the hard limit of its life too (for the time, sixteen times as much), which nobody raises again.
// 0; 1 where its hard limits do not allow so much, so that another one has to be started; -1 with errno.
int upright_limit_worker(pid_t child, uint64_t bytes, uint64_t seconds, int is_new);

// Whether whoever started this process has bounded its memory, and with that its workers'.
int upright_has_bounded_memory(void);

// Ends a process, if it has not ended yet.
int upright_kill(pid_t child);

// How a process ended, as waitpid(2) says it, waiting so many milliseconds; -1 where it goes on, UPRIGHT_GONE where somebody
// else was told already.
#define UPRIGHT_GONE (-2)
int upright_ending(pid_t child, int milliseconds);

// The name of the signal that ended a process, without "SIG", or NULL where none did; the exit code otherwise.
const char *upright_ending_signal(int ending);
int upright_ending_code(int ending);

// Memory of `size` bytes that two processes can share and none can shrink or grow; -1 with errno.
int upright_make_memory(size_t size);

// A channel's next bytes, or bytes into it, as many as go at once, files along; 0 is the other side's end, -1 with errno.
// A file goes along only where it is open for reading alone, or memory of upright_make_memory: otherwise EPERM.
ssize_t upright_send(int channel, const void *bytes, size_t count, const int *files, int file_count);
ssize_t upright_receive(int channel, void *bytes, size_t count);
ssize_t upright_receive_files(int channel, void *bytes, size_t count, int *files, int *file_count);

// Waits until a channel has bytes, or takes some; 1, or 0 where the time is over, or -1 with errno.
int upright_await(int channel, int takes, int milliseconds);

// pread(2) and pwrite(2) of everything or an error.
int upright_read_all(int file, void *bytes, size_t count, uint64_t offset);
int upright_write_all(int file, const void *bytes, size_t count, uint64_t offset);

// The worker's own steps, in this order: no files, no paths, few rights; then no system call but those of the list.
// 0, or -1 with errno.
int upright_enter_worker(int confined);
int upright_filter_calls(void);

// Closes the open files behind a number, as the system lists them; -1 with errno where it lists none.
int upright_close_listed(int last);

// Shared memory, as it is mapped; NULL with errno.
void *upright_map(int file, size_t size);
int upright_unmap(void *memory, size_t size);

#endif
