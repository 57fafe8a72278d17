// What only the library itself calls.
#ifndef UPRIGHT_LIBRARY_H
#define UPRIGHT_LIBRARY_H

// The path of the file that this code was loaded from, as the loader has it; NULL if it is unknown.
__attribute__((visibility("hidden"))) const char *upright_library_path(void);

#endif
