/* Replaces the allocators of the whole program by ones that clear what they return (C11, 7.22.3; glibc, "Replacing
   malloc"). Decoders return parts of images that they never wrote: those must not show the image before, and the same
   bytes must give the same pixels. */
#include "CClearedMemory.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define UP_IS_SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(UP_IS_SANITIZED)

#include <malloc.h>

/* glibc's own, which clear less: `calloc` skips memory that comes fresh from the kernel. */
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

int up_clears_memory(void) { return 1; }

void *malloc(size_t size) { return __libc_calloc(1, size); }

void *realloc(void *block, size_t size) {
  if (!block) return __libc_calloc(1, size);
  const size_t before = malloc_usable_size(block);
  unsigned char *grown = __libc_realloc(block, size);
  if (grown && size > before) memset(grown + before, 0, size - before);
  return grown;
}

static void *aligned(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  if (block) memset(block, 0, size);
  return block;
}

void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }

void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }

int posix_memalign(void **to, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  const int before = errno;
  void *block = aligned(alignment, size);
  errno = before;
  if (!block) return ENOMEM;
  *to = block;
  return 0;
}

#else

int up_clears_memory(void) { return 0; }

#endif
