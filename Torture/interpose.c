// Put before libc (LD_PRELOAD): reads and writes that do less than they were asked to, or are cut short by a signal.
//
// TORTURE_HOW=short or interrupted, TORTURE_SEED=a number. POSIX.1-2017 allows both for read(2), write(2), pread(2) and pwrite(2) of any file.
// TORTURE_TOLD=a descriptor, which gets an `l` when the library is loaded, and a `d` when it first disturbs a call.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static uint64_t state;
static int is_short, is_interrupted, told = -1, has_disturbed;

static void tell(char what) {
  if (told >= 0) syscall(SYS_write, told, &what, 1);
}

__attribute__((constructor)) static void begin(void) {
  const char *how = getenv("TORTURE_HOW"), *seed = getenv("TORTURE_SEED");
  state = seed ? strtoull(seed, NULL, 10) : 1;
  is_short = how && strcmp(how, "short") == 0;
  is_interrupted = how && strcmp(how, "interrupted") == 0;
  const char *descriptor = getenv("TORTURE_TOLD");
  told = descriptor ? atoi(descriptor) : -1;
  tell('l');
}

static void disturb(void) {
  if (!__atomic_exchange_n(&has_disturbed, 1, __ATOMIC_RELAXED)) tell('d');
}

// SplitMix64; threads may throw the same dice.
static uint64_t dice(void) {
  uint64_t z = __atomic_add_fetch(&state, 0x9E3779B97F4A7C15u, __ATOMIC_RELAXED);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static int interrupts(void) {
  if (!is_interrupted || dice() % 3 != 0) return 0;
  disturb();
  return 1;
}

static size_t shortened(size_t count) {
  if (!is_short || count < 2 || dice() % 2 != 0) return count;
  disturb();
  return 1 + dice() % (count - 1);
}

#define CALL(name, declared, passed)             \
  ssize_t name declared {                        \
    static ssize_t (*next) declared;             \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name); \
    if (interrupts()) {                          \
      errno = EINTR;                             \
      return -1;                                 \
    }                                            \
    count = shortened(count);                    \
    return next passed;                          \
  }

CALL(read, (int file, void *bytes, size_t count), (file, bytes, count))
CALL(write, (int file, const void *bytes, size_t count), (file, bytes, count))
CALL(pread, (int file, void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
CALL(pread64, (int file, void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
CALL(pwrite, (int file, const void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
CALL(pwrite64, (int file, const void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
