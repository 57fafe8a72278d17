// A thread with a current folder of its own, for tests that run commands in their process.
#ifndef COWNFOLDER_H
#define COWNFOLDER_H

// Gives the calling thread, and the threads that it will start, a current folder of their own; -1 with errno, ENOSYS
// where the system has one for all threads, EPERM where that is not permitted.
int own_folder(const char *path);

#endif
