/* Bits and codes of a sequential JPEG's entropy-coded data (ITU T.81, F.2.2), for the kernels that read whole units. */
#ifndef UPRIGHT_READING_H
#define UPRIGHT_READING_H

#include "twice.h"

#include <string.h>

/* A unit has at most 10 blocks of 64 symbols (ITU T.81, B.2.3), each of at most 31 bits. */
enum { UNIT_BYTES = 10 * 64 * 4, CHUNK_BYTES = 1 << 13 };

/* A part of the entropy-coded data, without the zero after each 0xFF. It ends before a marker; zeros follow. */
typedef struct {
  uint8_t bytes[CHUNK_BYTES + UNIT_BYTES + 64];
  ptrdiff_t count;
  /* The byte of the data that comes after it. */
  ptrdiff_t next;
  /* Whether the data ends there. */
  bool is_last;
} data_chunk;

/* The next bits, the first one highest; `count` of them are valid, and the bytes from `next` follow. */
typedef struct {
  uint64_t buffer;
  unsigned count;
  const uint8_t *next;
} bits_in;

/* Bytes of a word that are 0xFF, as their highest bits; those above the lowest of them may be wrong. */
INLINE uint64_t found_ff(uint64_t word) { return (~word - 0x0101010101010101u) & word & 0x8080808080808080u; }

INLINE bool has_ff(uint64_t word) { return found_ff(word) != 0; }

/* Adds data to a chunk until it has `wanted` bytes. */
INLINE void fill(data_chunk *chunk, const uint8_t *bytes, ptrdiff_t count, ptrdiff_t wanted) {
  ptrdiff_t from = chunk->next, to = chunk->count;
  while (to < wanted) {
    if (from + 9 <= count) {
      uint64_t word;
      memcpy(&word, bytes + from, 8);
      memcpy(chunk->bytes + to, &word, 8);
      const uint64_t found = found_ff(word);
      if (found == 0) {
        from += 8;
        to += 8;
        continue;
      }
      const ptrdiff_t before = __builtin_ctzll(found) >> 3;
      if (bytes[from + before + 1] == 0) {
        from += before + 2;
        to += before + 1;
        continue;
      }
    }
    if (from >= count || (bytes[from] == 0xFF && (from + 1 >= count || bytes[from + 1] != 0))) {
      chunk->is_last = true;
      memset(chunk->bytes + to, 0, UNIT_BYTES + 32);
      break;
    }
    chunk->bytes[to++] = bytes[from];
    from += bytes[from] == 0xFF ? 2 : 1;
  }
  chunk->count = to;
  chunk->next = from;
}

/* The bits of `reader`, and a chunk of what follows: no longer than a unit, in case that one is left to the caller. */
INLINE bits_in begun(data_chunk *chunk, const up_bit_reader *reader, const uint8_t *bytes, ptrdiff_t count) {
  chunk->count = 0;
  chunk->next = reader->position;
  chunk->is_last = false;
  fill(chunk, bytes, count, UNIT_BYTES);
  return (bits_in){reader->buffer, (unsigned)reader->count, chunk->bytes};
}

/* Makes a chunk hold as much as a whole unit may have, unless the data ends before. */
INLINE void prepare(data_chunk *chunk, bits_in *bits, const uint8_t *bytes, ptrdiff_t count) {
  const ptrdiff_t used = bits->next - chunk->bytes;
  if (__builtin_expect(chunk->is_last || chunk->count - used >= UNIT_BYTES, 1)) return;
  memmove(chunk->bytes, bits->next, (size_t)(chunk->count - used));
  chunk->count -= used;
  bits->next = chunk->bytes;
  fill(chunk, bytes, count, CHUNK_BYTES);
}

/* Whether no more bits were used than there are. */
INLINE bool is_inside(const data_chunk *chunk, const bits_in *bits) {
  return 8 * (bits->next - chunk->bytes) - (ptrdiff_t)bits->count <= 8 * chunk->count;
}

/* Where `bits`, which are inside, are in the data. */
INLINE up_bit_reader ended(const data_chunk *chunk, bits_in bits) {
  ptrdiff_t used = bits.next - chunk->bytes;
  if (used > chunk->count) {
    bits.count -= (unsigned)(8 * (used - chunk->count));
    used = chunk->count;
  }
  ptrdiff_t position = chunk->next - (chunk->count - used);
  for (ptrdiff_t at = used; at < chunk->count; at++) position -= chunk->bytes[at] == 0xFF;
  return (up_bit_reader){
      bits.count == 0 ? 0 : bits.buffer & ~(uint64_t)0 << (64 - bits.count), (int)bits.count, position};
}

/* Where a reader is, as far as it was followed. */
typedef struct {
  const uint8_t *next;
  ptrdiff_t position;
} data_place;

/* Follows `bits` to where they are. */
INLINE void follow(data_place *place, const data_chunk *chunk, const bits_in *bits) {
  const uint8_t *end = chunk->bytes + chunk->count, *next = bits->next < end ? bits->next : end;
  for (const uint8_t *at = place->next; at < next; at++) place->position += *at == 0xFF;
  place->position += next - place->next;
  place->next = next;
}

/* Loads the bits that come next: 56 and more. */
INLINE void load(bits_in *bits) {
  uint64_t word;
  memcpy(&word, bits->next, 8);
  bits->buffer |= __builtin_bswap64(word) >> bits->count;
  bits->next += (63 - bits->count) >> 3;
  bits->count |= 56;
}

INLINE void skip(bits_in *bits, unsigned count) {
  bits->buffer <<= count;
  bits->count -= count;
}

/* The value of the `size` bits, 0…15, behind the first `length` (F.2.2.1). */
INLINE int value_after(uint64_t buffer, unsigned length, unsigned size) {
  buffer <<= length;
  const int64_t value = (int64_t)((buffer >> 1) >> (63 - size)), negative = (int64_t)~buffer >> 63;
  return (int)(value + (negative & (1 - ((int64_t)1 << size))));
}

/* The symbol of the code that 16 bits begin with, which has more than `width` bits, and its length; -1 if there is none. */
static __attribute__((unused, noinline)) int long_symbol(const up_long_codes *codes, uint32_t bits, unsigned width,
                                                         unsigned *length) {
  if (bits < codes->limits[width]) return -1;
  for (unsigned size = width + 1; size <= 16; size++) {
    if (bits >= codes->limits[size]) continue;
    const int64_t index = (int64_t)(bits >> (16 - size)) + codes->bases[size];
    *length = size;
    return index >= 0 && index < codes->symbol_count && index < 256 ? codes->symbols[index] : -1;
  }
  return -1;
}

/* The difference that a block begins with; false if there is no such code. */
INLINE bool read_difference(bits_in *bits, const up_scan_tables *tables, const up_scan_slot *slot, int *difference) {
  load(bits);
  const unsigned entry = tables->differences[slot->differences + (ptrdiff_t)(bits->buffer >> (64 - UP_WIDTH))];
  unsigned length = entry & 15, size = entry >> 4;
  if (__builtin_expect(entry == 0, 0)) {
    const up_long_codes *codes = &tables->long_codes[slot->long_differences];
    const int symbol = long_symbol(codes, (uint32_t)(bits->buffer >> 48), UP_WIDTH, &length);
    if (symbol < 0) return false;
    size = (unsigned)symbol & 15;
  }
  *difference = value_after(bits->buffer, length, size);
  skip(bits, length + size);
  return true;
}

/* The entry of the next symbol of other coefficients; 0 if there is no such code, or a value has more bits than those of
 * any image of 8 bits: two symbols fit into the bits that are loaded at once. */
INLINE uint32_t next_symbol(const bits_in *bits, const uint32_t *symbols, const up_long_codes *codes) {
  const uint32_t entry = symbols[bits->buffer >> (64 - UP_SYMBOL_WIDTH)];
  if (__builtin_expect(entry != 0, 1)) return entry;
  unsigned length;
  const int symbol = long_symbol(codes, (uint32_t)(bits->buffer >> 48), UP_SYMBOL_WIDTH, &length);
  if (symbol < 0) return 0;
  const unsigned size = (unsigned)symbol & 15, run = (unsigned)symbol >> 4;
  if (size > UP_MOST_BITS) return 0;
  return (length + size) | length << 8 | (size == 0 && run != 15 ? UP_BLOCK_ENDS : run) << 16 | size << 24;
}

/* Skips the other coefficients of a block from `place` on; false if there is no such code. */
INLINE bool skip_from(bits_in *from, const up_scan_tables *tables, const up_scan_slot *slot, unsigned place) {
  bits_in bits = *from;
  const uint16_t *runs = tables->runs + slot->runs;
  do {
    load(&bits);
    /* Two entries take 54 bits at most. */
    for (int time = 0; time < 2 && place < 64; time++) {
      const unsigned entry = runs[bits.buffer >> (64 - UP_WIDTH)], next = place + (entry >> 5 & 127);
      if (__builtin_expect(next <= 64, 1)) {
        skip(&bits, entry & 31);
        place = next + (entry >> 6 & 64);
        continue;
      }
      load(&bits);
      unsigned length;
      const int symbol = long_symbol(&tables->long_codes[slot->long_runs], (uint32_t)(bits.buffer >> 48), 0, &length);
      if (symbol < 0) return false;
      skip(&bits, length + ((unsigned)symbol & 15));
      place += (symbol & 15) != 0 || symbol >> 4 == 15 ? ((unsigned)symbol >> 4) + 1 : 64;
      break;
    }
  } while (place < 64);
  *from = bits;
  return true;
}

/* The other coefficients of a block: STEP gets the `place` of each before PLACES, 64 and more for the end of the block,
 * and its `value`, 0 for the end and for a run of 16 zeros. Those from PLACES on are skipped. */
#define EACH_COEFFICIENT(PLACES, TABLES, SLOT, BITS, STEP)                             \
  const uint32_t *symbols = (TABLES)->symbols + (SLOT)->symbols;                       \
  const up_long_codes *codes = &(TABLES)->long_codes[(SLOT)->long_runs];               \
  unsigned place = 1;                                                                  \
  do {                                                                                 \
    load(&BITS);                                                                       \
    ONE_COEFFICIENT(BITS, STEP)                                                        \
    if (++place >= (PLACES)) break;                                                    \
    ONE_COEFFICIENT(BITS, STEP)                                                        \
  } while (++place < (PLACES));                                                        \
  if (place < 64 && !skip_from(&BITS, TABLES, SLOT, place)) return false;

#define ONE_COEFFICIENT(BITS, STEP)                                                    \
  {                                                                                    \
    const uint32_t entry = next_symbol(&BITS, symbols, codes);                         \
    if (__builtin_expect(entry == 0, 0)) return false;                                 \
    const int value = value_after(BITS.buffer, entry >> 8 & 31, entry >> 24);          \
    skip(&BITS, entry & 31);                                                           \
    place += entry >> 16 & 255;                                                        \
    STEP                                                                               \
  }

#endif
