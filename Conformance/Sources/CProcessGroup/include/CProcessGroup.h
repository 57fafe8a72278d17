// Processes that are ended together (POSIX.1-2017).
#ifndef CPROCESSGROUP_H
#define CPROCESSGROUP_H

#include <sys/types.h>

// posix_spawn(3): starts a program with this process's environment and streams in a process group of its own. 0, or -1
// with errno.
int conformance_start_group(const char *program, char *const words[], pid_t *child);

#endif
