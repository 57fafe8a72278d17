// What only the library itself calls.
#ifndef UPRIGHT_LIBRARY_H
#define UPRIGHT_LIBRARY_H

// The path of the file that this code was loaded from, as the loader has it; NULL if it is unknown.
__attribute__((visibility("hidden"))) const char *upright_library_path(void);

// Around every call that uses more than its arguments: until it ends, fork(2) waits in other threads.
__attribute__((visibility("hidden"))) void upright_begin_call(void);
__attribute__((visibility("hidden"))) void upright_end_call(void);

// Whether this process was forked after the library was loaded: threads of its parent do not exist here.
__attribute__((visibility("hidden"))) int upright_is_forked(void);

// The cores that this process may use, or UPRIGHT_THREADS of the environment if that is less; at least 1.
__attribute__((visibility("hidden"))) int upright_core_count(void);

// Its address is NULL in a program: CLinuxShim leaves the standard streams and the umask of another's process alone.
__attribute__((visibility("hidden"))) extern const char upright_is_library;

#endif
