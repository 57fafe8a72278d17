// The functions of upright.h, found in a library that is loaded by its path.
#include "upright.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
  typeof(&upright_abi_version) abi_version;
  typeof(&upright_probe) probe;
  typeof(&upright_probe_paths) probe_paths;
  typeof(&upright_plan) plan;
  typeof(&upright_measure) measure;
  typeof(&upright_decode) decode;
  typeof(&upright_encode) encode;
  typeof(&upright_save) save;
  typeof(&upright_map_boxes) map_boxes;
  typeof(&upright_map_points) map_points;
  typeof(&upright_free) free;
} library;

static void load(const char *path) {
  void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!loaded) {
    fprintf(stderr, "%s\n", dlerror());
    exit(69);
  }
#define FIND(name) \
  if (!(*(void **)&library.name = dlsym(loaded, "upright_" #name))) exit(69)
  FIND(abi_version); FIND(probe); FIND(probe_paths); FIND(plan); FIND(measure); FIND(decode);
  FIND(encode); FIND(save); FIND(map_boxes); FIND(map_points); FIND(free);
  if (library.abi_version() != UPRIGHT_ABI_VERSION) exit(69);
}
