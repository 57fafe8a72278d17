// A channel between two processes, shared memory, and a process that ends with its parent (Linux man-pages 6).
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CLinuxWorker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *upright_ending_signal(int ending) {
  if (!WIFSIGNALED(ending)) return NULL;
  static const struct {
    int number;
    const char *name;
  } known[] = {{SIGSEGV, "SEGV"}, {SIGBUS, "BUS"},   {SIGABRT, "ABRT"}, {SIGILL, "ILL"},   {SIGFPE, "FPE"},
               {SIGTRAP, "TRAP"}, {SIGKILL, "KILL"}, {SIGTERM, "TERM"}, {SIGSYS, "SYS"},   {SIGXCPU, "XCPU"},
               {SIGPIPE, "PIPE"}, {SIGINT, "INT"},   {SIGHUP, "HUP"},   {SIGXFSZ, "XFSZ"}, {SIGQUIT, "QUIT"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (known[i].number == WTERMSIG(ending)) return known[i].name;
  }
  return "?";
}

int upright_ending_code(int ending) { return WIFEXITED(ending) ? WEXITSTATUS(ending) : -1; }

int upright_has_bounded_memory(void) {
  struct rlimit space;
  return getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < (rlim_t)1 << 30;
}

int upright_kill(pid_t child) { return kill(child, SIGKILL); }

int upright_ending(pid_t child, int milliseconds) {
  const struct timespec moment = {0, 1000000};
  for (int waited = 0;; waited++) {
    int ending = 0;
    const pid_t answer = waitpid(child, &ending, WNOHANG);
    if (answer == child) return ending;
    if (answer == -1 && errno != EINTR) return UPRIGHT_GONE;
    if (waited >= milliseconds) return -1;
    nanosleep(&moment, NULL);
  }
}

int upright_await(int channel, int takes, int milliseconds) {
  struct pollfd one = {channel, takes ? POLLOUT : POLLIN, 0};
  const int answer = poll(&one, 1, milliseconds);
  return answer == -1 && errno == EINTR ? 0 : answer;
}

int upright_read_all(int file, void *bytes, size_t count, uint64_t offset) {
  for (size_t done = 0; done < count;) {
    const ssize_t got = pread(file, (char *)bytes + done, count - done, (off_t)(offset + done));
    if (got == -1 && errno == EINTR) continue;
    if (got == 0) errno = ESTALE;
    if (got <= 0) return -1;
    done += (size_t)got;
  }
  return 0;
}

int upright_write_all(int file, const void *bytes, size_t count, uint64_t offset) {
  for (size_t done = 0; done < count;) {
    const ssize_t put = pwrite(file, (const char *)bytes + done, count - done, (off_t)(offset + done));
    if (put == -1 && errno == EINTR) continue;
    if (put == 0) errno = EIO;
    if (put <= 0) return -1;
    done += (size_t)put;
  }
  return 0;
}

#ifdef __linux__

#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>

// A worker's standard streams and channel are opened with the file numbers up to that one, so no file that it needs may
// have them.
static int move_up(int *file) {
  if (*file > UPRIGHT_CHANNEL) return 0;
  const int moved = fcntl(*file, F_DUPFD_CLOEXEC, UPRIGHT_CHANNEL + 1);
  if (moved == -1) return -1;
  close(*file);
  *file = moved;
  return 0;
}

int upright_make_channel(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  if (move_up(&ends[0]) == 0 && move_up(&ends[1]) == 0) return 0;
  const int reason = errno;
  close(ends[0]);
  close(ends[1]);
  errno = reason;
  return -1;
}

int upright_make_memory(size_t size) {
  const int file = memfd_create("upright", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file == -1) return -1;
  if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) return file;
  const int reason = errno;
  close(file);
  errno = reason;
  return -1;
}

void *upright_map(int file, size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int upright_unmap(void *memory, size_t size) { return munmap(memory, size); }

enum { most_files = 2 };

// Whether the other side can change only what it may: a read-only file, or this process's shared memory.
static int is_harmless(int file) {
  const int flags = fcntl(file, F_GETFL), seals = fcntl(file, F_GET_SEALS);
  if (flags == -1) return 0;
  return (flags & O_ACCMODE) == O_RDONLY || (seals != -1 && (seals & F_SEAL_SHRINK));
}

ssize_t upright_send(int channel, const void *bytes, size_t count, const int *files, int file_count) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int) * most_files)];
  } control;
  struct iovec part = {(void *)bytes, count};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (file_count < 0 || file_count > most_files) return errno = EINVAL, -1;
  for (int i = 0; i < file_count; i++) {
    if (!is_harmless(files[i])) return errno = EPERM, -1;
  }
  if (file_count > 0) {
    const size_t size = sizeof(int) * (size_t)file_count;
    memset(&control, 0, sizeof control);
    message.msg_control = control.room;
    message.msg_controllen = CMSG_SPACE(size);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(&control.header), files, size);
  }
  return sendmsg(channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t upright_receive(int channel, void *bytes, size_t count) { return recv(channel, bytes, count, MSG_DONTWAIT); }

ssize_t upright_receive_files(int channel, void *bytes, size_t count, int *files, int *file_count) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int) * most_files)];
  } control;
  struct iovec part = {bytes, count};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.room;
  message.msg_controllen = sizeof control.room;
  *file_count = 0;
  const ssize_t got = recvmsg(channel, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  const struct cmsghdr *header = got >= 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS && header->cmsg_len >= CMSG_LEN(0)) {
    const size_t size = header->cmsg_len - CMSG_LEN(0);
    *file_count = (int)(size / sizeof(int));
    memcpy(files, CMSG_DATA(header), size);
  }
  return got;
}

// A worker's total processor time, as a multiple of its first image's.
enum { pictures_of_a_life = 16 };

static rlim_t least(rlim_t one, rlim_t other) { return one < other ? one : other; }

// The used seconds plus the given ones; the maximum on overflow.
static rlim_t seconds_more(rlim_t used, uint64_t seconds, uint64_t times) {
  const rlim_t most = RLIM_INFINITY - 1;
  return seconds > (most - used) / times ? most : used + seconds * times;
}

// Hard limits can only be lowered, even by an unprivileged parent; an inherited one may be lower than requested.
int upright_limit_worker(pid_t child, uint64_t bytes, uint64_t seconds, int is_new) {
  clockid_t clock;
  struct timespec used;
  struct rlimit space, time;
  const int reason = clock_getcpuclockid(child, &clock);
  if (reason != 0) return errno = reason, -1;
  if (clock_gettime(clock, &used) != 0) return -1;
  if (prlimit(child, RLIMIT_AS, NULL, &space) != 0 || prlimit(child, RLIMIT_CPU, NULL, &time) != 0) return -1;
  const rlim_t begun = (rlim_t)used.tv_sec + 1, wanted = seconds_more(begun, seconds, 1);
  if (is_new) {
    space.rlim_max = least(space.rlim_max, bytes);
    time.rlim_max = least(time.rlim_max, seconds_more(begun, seconds, pictures_of_a_life));
  } else if (bytes > space.rlim_max || wanted > time.rlim_max) {
    return 1;
  }
  space.rlim_cur = least(space.rlim_max, bytes);
  time.rlim_cur = least(time.rlim_max, wanted);
  if (prlimit(child, RLIMIT_AS, &space, NULL) != 0) return -1;
  return prlimit(child, RLIMIT_CPU, &time, NULL);
}

// The arguments of upright_start_worker for the thread that starts processes.
struct start {
  const char *program, *word, *format;
  int channel, reason;
  pid_t child;
  enum { asked, taken, done } state;
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;
static struct start *wanted;
static int has_starter;

static int start_process(struct start *start) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  char search[4096] = "LD_LIBRARY_PATH=";
  const char *folders = getenv("LD_LIBRARY_PATH");
  if (folders && strlen(folders) >= sizeof search - strlen(search)) folders = NULL;
  if (folders) strcat(search, folders);
  char no_traces[] = "SWIFT_BACKTRACE=enable=no";
  char *environment[] = {no_traces, folders ? search : NULL, NULL};
  char *words[] = {(char *)"upright-worker", (char *)start->word, (char *)start->format, NULL};

  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  sigemptyset(&none);
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  for (int stream = 0; stream <= 2; stream++) {
    posix_spawn_file_actions_addopen(&files, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0);
  }
  posix_spawn_file_actions_adddup2(&files, start->channel, UPRIGHT_CHANNEL);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  const int reason = posix_spawn(&start->child, start->program, &files, &attributes, words, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return reason;
}

static void *start_processes(void *unused) {
  (void)unused;
  pthread_mutex_lock(&turn);
  for (;;) {
    while (!wanted || wanted->state != asked) pthread_cond_wait(&news, &turn);
    struct start *start = wanted;
    start->state = taken;
    pthread_mutex_unlock(&turn);
    const int reason = start_process(start);
    pthread_mutex_lock(&turn);
    start->reason = reason;
    start->state = done;
    wanted = NULL;
    pthread_cond_broadcast(&news);
  }
  return NULL;
}

// A child of fork(2) has none of its parent's threads, and whatever they held stays locked: it begins anew.
static void forget_starter(void) {
  pthread_mutex_init(&turn, NULL);
  pthread_cond_init(&news, NULL);
  wanted = NULL;
  has_starter = 0;
}

// Called with the lock held, before each start: if no thread was available, a later call retries. Signals are handled
// by other threads.
static int make_starter(void) {
  static int forgets_in_children;
  sigset_t all, before;
  pthread_t thread;
  if (has_starter) return 0;
  if (!forgets_in_children) {
    const int failed = pthread_atfork(NULL, NULL, forget_starter);
    if (failed != 0) return failed;
    forgets_in_children = 1;
  }
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int reason = pthread_create(&thread, NULL, start_processes, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (reason != 0) return reason;
  pthread_detach(thread);
  has_starter = 1;
  return 0;
}

// PR_SET_PDEATHSIG is sent when the thread that started the process ends, not when the whole parent does: prctl(2).
int upright_start_worker(const char *program, const char *word, const char *format, int channel, pid_t *child) {
  struct start start = {program, word, format, channel, 0, 0, asked};
  pthread_mutex_lock(&turn);
  const int reason = make_starter();
  if (reason != 0) return pthread_mutex_unlock(&turn), errno = reason, -1;
  while (wanted) pthread_cond_wait(&news, &turn);
  wanted = &start;
  pthread_cond_broadcast(&news);
  while (start.state != done) pthread_cond_wait(&news, &turn);
  pthread_mutex_unlock(&turn);
  *child = start.child;
  return start.reason == 0 ? 0 : (errno = start.reason, -1);
}

#else

static int missing(void) { return errno = ENOSYS, -1; }

int upright_make_channel(int ends[2]) { return missing(); }
int upright_make_memory(size_t size) { return missing(); }
void *upright_map(int file, size_t size) { return missing(), NULL; }
int upright_unmap(void *memory, size_t size) { return missing(); }
ssize_t upright_send(int channel, const void *bytes, size_t count, const int *files, int file_count) { return missing(); }
ssize_t upright_receive(int channel, void *bytes, size_t count) { return missing(); }
ssize_t upright_receive_files(int channel, void *bytes, size_t count, int *files, int *file_count) { return missing(); }
int upright_limit_worker(pid_t child, uint64_t bytes, uint64_t seconds, int is_new) { return missing(); }
int upright_start_worker(const char *program, const char *word, const char *format, int channel, pid_t *child) { return missing(); }

#endif
