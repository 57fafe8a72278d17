// Memory, and the functions of C's library that compiled Swift calls: a module for browsers has no library.

#include <stddef.h>
#include <stdint.h>

// Blocks of powers of two from 16 bytes on; freed ones wait in a list for the next request of their size.
enum { smallest = 4, largest = 26 };

struct block {
  struct block *next;
  uint32_t power;
  uint32_t unused;
};

extern unsigned char __heap_base;
static uintptr_t top, end;
static struct block *free_blocks[largest + 1];

static void *allocate(size_t size) {
  uint32_t power = smallest;
  while (power <= largest && ((size_t)1 << power) < size) power++;
  if (power > largest) __builtin_trap();
  struct block *block = free_blocks[power];
  if (block) {
    free_blocks[power] = block->next;
    return block + 1;
  }
  if (!top) {
    top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    end = __builtin_wasm_memory_size(0) << 16;
  }
  size_t whole = sizeof(struct block) + ((size_t)1 << power);
  if (end - top < whole) {
    if (__builtin_wasm_memory_grow(0, (whole >> 16) + 1) == SIZE_MAX) __builtin_trap();
    end = __builtin_wasm_memory_size(0) << 16;
  }
  block = (struct block *)top;
  top += whole;
  block->power = power;
  return block + 1;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment > 16) __builtin_trap();
  *result = allocate(size);
  return 0;
}

void free(void *pointer) {
  if (!pointer) return;
  struct block *block = (struct block *)pointer - 1;
  block->next = free_blocks[block->power];
  free_blocks[block->power] = block;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  unsigned char *a = to;
  const unsigned char *b = from;
  while (count--) *a++ = *b++;
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  unsigned char *a = to;
  const unsigned char *b = from;
  if (a < b) {
    while (count--) *a++ = *b++;
  } else {
    while (count--) a[count] = b[count];
  }
  return to;
}

void *memset(void *to, int value, size_t count) {
  unsigned char *a = to;
  while (count--) *a++ = (unsigned char)value;
  return to;
}

// Halves away from zero, exactly: what remains after truncation is exact.
double round(double value) {
  double whole = __builtin_trunc(value);
  return __builtin_fabs(value - whole) >= 0.5 ? whole + __builtin_copysign(1, value) : __builtin_copysign(whole, value);
}
