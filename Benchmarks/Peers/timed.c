// Starts a program and says what it cost: `timed PROGRAM WORD…` prints wall seconds, peak kilobytes and status to descriptor 3.
// A small program of its own, because the peak that the system reports of a child counts that of its parent before the start.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **words) {
  if (count < 2) return 64;
  double begun = now();
  pid_t child = vfork();
  if (child == 0) {
    execvp(words[1], words + 1);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return 71;
  double spent = now() - begun;
#ifdef __APPLE__
  usage.ru_maxrss /= 1024;
#endif
  return dprintf(3, "%.6f %ld %d\n", spent, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128) < 0;
}
