// The file that this code was loaded from: dladdr(3).
#define _GNU_SOURCE
#include "UprightLibrary.h"

#include <dlfcn.h>

static const char mark;

const char *upright_library_path(void) {
  Dl_info info;
  return dladdr(&mark, &info) ? info.dli_fname : 0;
}
