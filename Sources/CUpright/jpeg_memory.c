/* Memory for a whole image's coefficients in libjpeg: for new pages, the first access costs as much as decoding into
   them. */
#define _DEFAULT_SOURCE
#include "session.h"

#include <sys/mman.h>

static struct up_arrays *arrays_of(j_common_ptr object) {
  up_session *session = object->client_data;
  return object->is_decompressor ? &session->decoded : &session->encoded;
}

static jvirt_barray_ptr request(
    j_common_ptr object, int pool, boolean zeroed, JDIMENSION blocks, JDIMENSION rows, JDIMENSION access) {
  struct up_arrays *arrays = arrays_of(object);
  jvirt_barray_ptr array = arrays->request(object, pool, zeroed, blocks, rows, access);
  if (arrays->count < MAX_COMPONENTS)
    arrays->all[arrays->count++] = (struct up_array){array, (size_t)blocks * sizeof(JBLOCK), rows};
  return array;
}

/* Advises only the pages that are completely inside the array, which libjpeg allocates in one block. */
static void advise(const void *first, size_t bytes) {
#ifdef MADV_HUGEPAGE
  enum { PAGE = 4096, LEAST = 4 << 20 };
  size_t lead = -(uintptr_t)first % PAGE;
  if (bytes >= LEAST) (void)madvise((char *)first + lead, (bytes - lead) / PAGE * PAGE, MADV_HUGEPAGE);
#else
  (void)first, (void)bytes;
#endif
}

static void realize(j_common_ptr object) {
  enum { PIECE = 1000000000 }; /* MAX_ALLOC_CHUNK: larger arrays have several blocks, of which the first is advised */
  struct up_arrays *arrays = arrays_of(object);
  arrays->realize(object);
  for (int i = 0; i < arrays->count; i++) {
    const struct up_array *array = &arrays->all[i];
    JBLOCKROW first = object->mem->access_virt_barray(object, array->array, 0, 1, TRUE)[0];
    size_t bytes = array->row * array->rows;
    advise(first, bytes < PIECE / 2 ? bytes : PIECE / 2);
  }
  arrays->count = 0;
}

void up_jpeg_advise_memory(j_common_ptr object) {
  struct up_arrays *arrays = arrays_of(object);
  arrays->request = object->mem->request_virt_barray;
  arrays->realize = object->mem->realize_virt_arrays;
  object->mem->request_virt_barray = request;
  object->mem->realize_virt_arrays = realize;
}
