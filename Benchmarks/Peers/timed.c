// Starts a program and says what it cost: `timed PROGRAM WORD…` prints wall seconds, peak kilobytes and status to descriptor 3.
// The peak is the program's own, and added to it that of each process that it left behind; of those that it waited for, the largest counts where it is larger.
// A small program of its own, because the peak that the system reports of a child counts that of its parent before the start.
#include <stdio.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
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
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
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
  long peak = usage.ru_maxrss;
  while (wait4(-1, NULL, 0, &usage) > 0) peak += usage.ru_maxrss;
#ifdef __APPLE__
  peak /= 1024;
#endif
  return dprintf(3, "%.6f %ld %d\n", spent, peak, WIFEXITED(status) ? WEXITSTATUS(status) : 128) < 0;
}
