/* Memory for images: zeroed, and aligned so that it needs few page faults. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include "CKernels.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Blocks of at least LARGE bytes come directly from the system, whose pages are zeroed, aligned to huge pages. */
enum { LINE = 64, HUGE_PAGE = 2 << 20, LARGE = 2 * HUGE_PAGE };

static size_t whole_pages(size_t count) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (count + page - 1) / page * page;
}

static void *small_block(size_t count) {
  void *block;
  if (posix_memalign(&block, LINE, count > 0 ? count : 1)) return NULL;
  return memset(block, 0, count);
}

/* Unmaps what is before and after the block's pages. */
static void *large_block(size_t count) {
  const size_t kept = whole_pages(count), asked = kept + HUGE_PAGE;
  char *start = mmap(NULL, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (start == MAP_FAILED) return NULL;
  const size_t before = -(uintptr_t)start % HUGE_PAGE;
  if (before > 0) munmap(start, before);
  munmap(start + before + kept, HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
  /* The rest after the last whole huge page stays in small pages, so that no more becomes resident than is used. */
  madvise(start + before, count / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
  return start + before;
}

void *up_allocate(size_t count) {
  if (count > PTRDIFF_MAX - 2 * HUGE_PAGE) return NULL;
  return count < LARGE ? small_block(count) : large_block(count);
}

void up_release(void *block, size_t count) {
  if (count < LARGE)
    free(block);
  else
    munmap(block, whole_pages(count));
}
