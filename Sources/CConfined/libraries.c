/* Loads libheif and libjxl, once each (dlopen(3)); on systems other than Linux they are linked. */
#include "libraries.h"
#include "heif_hevc.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define UC_STRING_OF(text) #text
#define UC_STRING(text) UC_STRING_OF(text)

#if UPRIGHT_HEIF || UPRIGHT_JPEGXL

struct library {
  const char *name;
  char fault[256]; /* empty if loaded */
};

#ifdef __linux__

static void *opened(struct library *library) {
  void *handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) snprintf(library->fault, sizeof library->fault, "%s", dlerror());
  return handle;
}

static void *function(struct library *library, void *handle, const char *name) {
  void *found = handle ? dlsym(handle, name) : NULL;
  if (handle && !found) snprintf(library->fault, sizeof library->fault, "%s has no %s", library->name, name);
  return found;
}

#define UC_FIND(name) *(void **)&table->name = function(library, handle, #name);

#else

#define UC_FIND(name) table->name = name;

#endif
#endif

#if UPRIGHT_HEIF
struct uc_libheif libheif;

static struct library heif_library = {.name = "libheif.so.1"};

static void load_heif(void) {
  struct uc_libheif *table = &libheif;
#ifdef __linux__
  struct library *library = &heif_library;
  void *handle = opened(library);
#endif
  UC_HEIF_FUNCTIONS(UC_FIND)
#ifdef __linux__
  if (!*library->fault) uc_hevc_register();
#endif
}
#endif

#if UPRIGHT_JPEGXL
#include <jxl/version.h>

/* Before version 1, every minor version is a separate library. */
#if JPEGXL_MAJOR_VERSION == 0
#define UC_JXL_NAME "libjxl.so.0." UC_STRING(JPEGXL_MINOR_VERSION)
#else
#define UC_JXL_NAME "libjxl.so." UC_STRING(JPEGXL_MAJOR_VERSION)
#endif

struct uc_libjxl libjxl;

static struct library jxl_library = {.name = UC_JXL_NAME};

static void load_jxl(void) {
  struct uc_libjxl *table = &libjxl;
#ifdef __linux__
  struct library *library = &jxl_library;
  void *handle = opened(library);
#endif
  UC_JXL_FUNCTIONS(UC_FIND)
}
#endif

const char *uc_load(uc_library library) {
  const char *fault = "";
#if UPRIGHT_HEIF
  static pthread_once_t heif_once = PTHREAD_ONCE_INIT;
  if (library == UC_LIBHEIF) pthread_once(&heif_once, load_heif), fault = heif_library.fault;
#endif
#if UPRIGHT_JPEGXL
  static pthread_once_t jxl_once = PTHREAD_ONCE_INIT;
  if (library == UC_LIBJXL) pthread_once(&jxl_once, load_jxl), fault = jxl_library.fault;
#endif
  return *fault ? fault : NULL;
}

int uc_is_there(uc_session *session, uc_library library) {
  char text[420];
  const char *fault = uc_load(library);
  if (!fault) return 1;
  const char *package = library == UC_LIBHEIF ? "libheif1" : "libjxl0.7";
  snprintf(text, sizeof text, "a library that this format needs cannot be loaded: %s; on Debian 12, install %s", fault, package);
  uc_fail(session, UP_UNSUPPORTED, text);
  return 0;
}
