// What only the library itself calls.
#ifndef UPRIGHT_LIBRARY_H
#define UPRIGHT_LIBRARY_H

// The path of the file that this code was loaded from, as the loader has it; NULL if it is unknown.
__attribute__((visibility("hidden"))) const char *upright_library_path(void);

// Around every call that uses more than its arguments: until it ends, fork(2) waits in other threads.
__attribute__((visibility("hidden"))) void upright_begin_call(void);
__attribute__((visibility("hidden"))) void upright_end_call(void);

// Its address is NULL in a program: CLinuxShim leaves the standard streams and the umask of another's process alone.
__attribute__((visibility("hidden"))) extern const char upright_is_library;

#endif
