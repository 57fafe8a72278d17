/* Coefficients of a sequential JPEG's blocks, read from entropy-coded data and written in another order (ITU T.81, F.1.2
 * and F.2.2). What is unusual is left to the caller: a unit that is not whole is not begun. */
#include "CKernels.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* The same function for processors that shift by any register (Intel SDM, BMI2). */
#if defined(__x86_64__)
#define TWICE(result, name, parameters, arguments)                                                             \
  __attribute__((target("bmi,bmi2,lzcnt"))) static result name##_bmi parameters { return name##_any arguments; } \
  static result name##_base parameters { return name##_any arguments; }                                        \
  result name parameters { return has_bmi() ? name##_bmi arguments : name##_base arguments; }

static bool has_bmi(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt");
}
#else
#define TWICE(result, name, parameters, arguments) \
  result name parameters { return name##_any arguments; }
#endif

/* Reading. */

INLINE void skip(up_bit_reader *reader, unsigned bits) {
  reader->buffer <<= bits;
  reader->count -= (int)bits;
}

INLINE bool has_ff(uint64_t word) { return ((~word - 0x0101010101010101u) & word & 0x8080808080808080u) != 0; }

/* Up to the end of the data or a marker; with a zero after each 0xFF, which is left out. */
static up_bit_reader refilled(up_bit_reader reader, const uint8_t *bytes, ptrdiff_t count) {
  while (reader.count <= 56 && reader.position < count) {
    const uint8_t byte = bytes[reader.position];
    if (byte == 0xFF && (reader.position + 1 >= count || bytes[reader.position + 1] != 0)) break;
    reader.position += byte == 0xFF ? 2 : 1;
    reader.buffer |= (uint64_t)byte << (56 - reader.count);
    reader.count += 8;
  }
  return reader;
}

/* Fills the buffer to 32 bits or more; false if there are fewer. */
INLINE bool refill(up_bit_reader *reader, const uint8_t *bytes, ptrdiff_t count) {
  if (reader->count >= 32) return true;
  if (reader->position + 8 <= count) {
    uint64_t word;
    memcpy(&word, bytes + reader->position, 8);
    if (!has_ff(word)) {
      const int loaded = (63 - reader->count) >> 3;
      reader->buffer |= __builtin_bswap64(word) >> reader->count;
      reader->position += loaded;
      reader->count += loaded << 3;
      return true;
    }
  }
  *reader = refilled(*reader, bytes, count);
  return reader->count >= 32;
}

/* A value of `size` bits, 0…15 (F.2.2.1). */
INLINE int value_of(up_bit_reader *reader, unsigned size) {
  const int64_t bits = (int64_t)((reader->buffer >> 1) >> (63 - size));
  const int64_t negative = (int64_t)~reader->buffer >> 63;
  skip(reader, size);
  return (int)(bits + (negative & (1 - ((int64_t)1 << size))));
}

/* The symbol of the code that 16 bits begin with, and its length; -1 if there is none. */
static int long_symbol(const up_long_codes *codes, uint32_t bits, unsigned *length) {
  for (unsigned size = 1; size <= 16; size++) {
    if (bits >= codes->limits[size]) continue;
    const int64_t index = (int64_t)(bits >> (16 - size)) + codes->bases[size];
    *length = size;
    return index >= 0 && index < codes->symbol_count && index < 256 ? codes->symbols[index] : -1;
  }
  return -1;
}

/* The difference that a block begins with; false if there is no such code, or too little data. */
INLINE bool read_difference(up_bit_reader *reader, const uint8_t *bytes, ptrdiff_t count,
                            const up_scan_tables *tables, const up_scan_slot *slot, int *difference) {
  if (!refill(reader, bytes, count)) return false;
  const unsigned entry = tables->differences[slot->differences + (ptrdiff_t)(reader->buffer >> 52)];
  unsigned length = entry & 15, size = entry >> 4;
  if (entry == 0) {
    const int symbol = long_symbol(&tables->long_codes[slot->long_differences], (uint32_t)(reader->buffer >> 48), &length);
    if (symbol < 0) return false;
    size = (unsigned)symbol & 15;
  }
  skip(reader, length);
  *difference = value_of(reader, size);
  return true;
}

/* Writes the other coefficients of a block, packed, at `to`; null if there is no such code, or too little data. */
INLINE uint16_t *read_others(up_bit_reader *from, const uint8_t *bytes, ptrdiff_t count, const up_scan_tables *tables,
                             const up_scan_slot *slot, uint16_t *to, bool *is_beyond) {
  up_bit_reader reader = *from;
  const uint32_t *entries = tables->coefficients + slot->runs;
  for (unsigned place = 1; place < 64; place++) {
    if (!refill(&reader, bytes, count)) return NULL;
    const uint32_t entry = entries[reader.buffer >> 52];
    unsigned length = entry & 15, symbol = entry >> 8 & 255;
    int value = (int16_t)(entry >> 16);
    if (__builtin_expect(length == 0, 0)) {
      const int found = long_symbol(&tables->long_codes[slot->long_runs], (uint32_t)(reader.buffer >> 48), &length);
      if (found < 0) return NULL;
      symbol = (unsigned)found;
    }
    skip(&reader, length);
    const unsigned size = symbol & 15;
    place += symbol >> 4;
    if (__builtin_expect(size == 0, 0)) {
      if (symbol != 0xF0) break;
      continue;
    }
    if (value == 0) value = value_of(&reader, size);
    const unsigned at = place < 63 ? place : 63;
    if (__builtin_expect(value > -512 && value < 512, 1)) {
      *to++ = (uint16_t)(at << 10 | (unsigned)(value + 512));
    } else {
      *to++ = (uint16_t)(at << 10);
      *to++ = (uint16_t)value;
      if (value > 1023 || value < -1023) *is_beyond = true;
    }
  }
  *from = reader;
  return to;
}

INLINE ptrdiff_t up_read_units_any(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count,
                                   const up_scan_tables *tables, ptrdiff_t units, up_coefficients *to) {
  int16_t levels[4];
  memcpy(levels, predictors, sizeof levels);
  ptrdiff_t unit = 0, block = 0;
  uint16_t *entries = to->entries;
  const uint16_t *const last = to->entries + to->entry_room;
  for (; unit < units && last - entries >= 128 * tables->slot_count; unit++) {
    const up_bit_reader before = *reader;
    uint64_t packed;
    memcpy(&packed, levels, sizeof packed);
    uint16_t *at = entries;
    bool is_beyond = false;
    for (ptrdiff_t index = 0; index < tables->slot_count; index++) {
      const up_scan_slot *slot = &tables->slots[index];
      int difference;
      const bool has_difference = read_difference(reader, bytes, count, tables, slot, &difference);
      if (has_difference) {
        levels[slot->component & 3] = (int16_t)(uint16_t)(levels[slot->component & 3] + difference);
        at = read_others(reader, bytes, count, tables, slot, at, &is_beyond);
      }
      if (!has_difference || at == NULL) {
        *reader = before;
        memcpy(levels, &packed, sizeof levels);
        goto end;
      }
      to->levels[block + index] = levels[slot->component & 3];
      to->ends[block + index] = to->first_entry + (uint32_t)(at - to->entries);
    }
    if (to->marks != NULL) {
      to->marks[2 * unit] = (uint64_t)before.position << 8 | (uint64_t)(before.count < 0 ? 0 : before.count);
      to->marks[2 * unit + 1] = packed;
    }
    block += tables->slot_count;
    entries = at;
    to->is_beyond |= is_beyond;
  }
end:
  memcpy(predictors, levels, sizeof levels);
  to->entry_count = entries - to->entries;
  return unit;
}

TWICE(ptrdiff_t, up_read_units,
      (up_bit_reader * reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count, const up_scan_tables *tables,
       ptrdiff_t units, up_coefficients *to),
      (reader, predictors, bytes, count, tables, units, to))

/* Writing. */

INLINE unsigned category(int value) {
  const unsigned magnitude = (unsigned)(value < 0 ? -value : value);
  return 31 - (unsigned)__builtin_clz(magnitude << 1 | 1);
}

/* The bits that do not fill 32 yet, right-aligned, and where the next bytes go. */
typedef struct {
  uint64_t buffer;
  unsigned count;
  uint8_t *at;
} bits_out;

INLINE void put_stuffed(bits_out *out, uint32_t word) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    const uint8_t byte = (uint8_t)(word >> shift);
    *out->at++ = byte;
    if (byte == 0xFF) *out->at++ = 0;
  }
}

INLINE void put_word(bits_out *out);

/* The lowest `size` bits, 0…32; the others must be 0. */
INLINE void put_bits(bits_out *out, uint32_t bits, unsigned size) {
  out->buffer = out->buffer << size | bits;
  out->count += size;
  put_word(out);
}

/* A code, whose bits are above 8 bits for how many, and the lowest `size` bits of a value (F.1.2.1). */
INLINE void put(bits_out *out, uint32_t code, int value, unsigned size) {
  const uint32_t low = (uint32_t)(value + (value >> 31)) & ((1u << size) - 1);
  out->buffer = (out->buffer << (code & 63) | code >> 8) << size | low;
  out->count += (code & 63) + size;
  put_word(out);
}

/* Writes 32 bits if there are as many. */
INLINE void put_word(bits_out *out) {
  if (out->count >= 32) {
    out->count -= 32;
    const uint32_t word = (uint32_t)(out->buffer >> out->count);
    if (__builtin_expect(((~word - 0x01010101u) & word & 0x80808080u) == 0, 1)) {
      const uint32_t swapped = __builtin_bswap32(word);
      memcpy(out->at, &swapped, 4);
      out->at += 4;
    } else {
      put_stuffed(out, word);
    }
  }
}

/* A block's other coefficients at their new places, and a bit for each; none for place 0, which is not among them. */
INLINE uint64_t unpack(const up_block_order *order, const uint16_t *from, const uint16_t *end, int16_t *values) {
  uint64_t mask = 0;
  while (from < end) {
    const unsigned bits = *from++, move = order->moves[bits >> 10];
    int value = (int)(bits & 1023) - 512;
    if (__builtin_expect(value == -512, 0)) {
      if (from == end) break;
      value = (int16_t)*from++;
    }
    const unsigned place = move & 63;
    values[place] = (int16_t)(move >> 8 ? -value : value);
    mask |= (uint64_t)1 << place;
  }
  return mask & ~(uint64_t)1;
}

/* Calls STEP for each block of `units`: `component`, the `difference` that it begins with, and `mask` and `values` for
 * the others. FULL ends before a unit. */
#define EACH_BLOCK(FULL, STEP)                                                                                    \
  int16_t values[64] = {0};                                                                                       \
  ptrdiff_t unit = first;                                                                                         \
  for (; unit < end && !(FULL); unit++) {                                                                         \
    const ptrdiff_t column = unit % order->units_across, row = unit / order->units_across;                        \
    for (ptrdiff_t component = 0; component < order->component_count; component++) {                              \
      const up_component_order *c = &order->components[component];                                                \
      for (ptrdiff_t y = row * c->down; y < (row + 1) * c->down; y++)                                             \
        for (ptrdiff_t x = column * c->across; x < (column + 1) * c->across; x++) {                               \
          int difference = 0;                                                                                     \
          uint64_t mask = 0;                                                                                      \
          if (x < c->width && y < c->height) {                                                                    \
            ptrdiff_t block = (ptrdiff_t)order->numbers[c->columns + x] + order->numbers[c->rows + y];            \
            const bool is_later = block >= blocks->parts[0].count;                                                \
            const up_block_part *part = &blocks->parts[is_later];                                                 \
            if (is_later) block -= blocks->parts[0].count;                                                        \
            if (block < 0 || block >= part->count) return -1;                                                     \
            const ptrdiff_t start = block == 0 ? part->first_entry : part->ends[block - 1];                       \
            const ptrdiff_t stop = part->ends[block];                                                             \
            if (start > stop || stop > part->entry_count) return -1;                                              \
            mask = unpack(order, part->entries + start, part->entries + stop, values);                            \
            difference = (int16_t)(uint16_t)(part->levels[block] - predictors[component & 3]);                    \
            predictors[component & 3] = part->levels[block];                                                      \
          }                                                                                                       \
          STEP                                                                                                    \
        }                                                                                                         \
    }                                                                                                             \
  }                                                                                                               \
  return unit - first;

INLINE void put_block(bits_out *out, const uint32_t *differences, const uint32_t *symbols, int difference,
                      const int16_t *values, uint64_t mask) {
  unsigned size = category(difference), last = 0;
  put(out, differences[size & 15], difference, size & 15);
  while (mask != 0) {
    const unsigned place = (unsigned)__builtin_ctzll(mask);
    mask &= mask - 1;
    unsigned run = place - last - 1;
    for (; run > 15; run -= 16) put(out, symbols[0xF0], 0, 0);
    size = category(values[place]);
    put(out, symbols[(run << 4 | size) & 255], values[place], size & 15);
    last = place;
  }
  if (last < 63) put(out, symbols[0], 0, 0);
}

INLINE ptrdiff_t write_units(const up_block_order *order, const up_packed_blocks *blocks, const uint32_t *differences,
                             const uint32_t *symbols, ptrdiff_t first, ptrdiff_t end, int16_t *predictors,
                             bits_out *out, const uint8_t *limit, ptrdiff_t most) {
  EACH_BLOCK(limit - out->at < most,
             put_block(out, differences + 16 * component, symbols + 256 * component, difference, values, mask);)
}

INLINE ptrdiff_t up_write_units_any(const up_block_order *order, const up_packed_blocks *blocks,
                                    const uint32_t *differences, const uint32_t *symbols, ptrdiff_t first,
                                    ptrdiff_t end, int16_t *predictors, up_bit_writer *writer) {
  ptrdiff_t most = 0;
  for (ptrdiff_t component = 0; component < order->component_count; component++)
    most += order->components[component].across * order->components[component].down * UP_BLOCK_BYTES;
  bits_out out = {writer->buffer, (unsigned)writer->count, writer->bytes};
  const ptrdiff_t units = write_units(order, blocks, differences, symbols, first, end, predictors, &out,
                                      writer->bytes + writer->room, most);
  writer->buffer = out.buffer;
  writer->count = out.count;
  writer->written = out.at - writer->bytes;
  return units;
}

TWICE(ptrdiff_t, up_write_units,
      (const up_block_order *order, const up_packed_blocks *blocks, const uint32_t *differences, const uint32_t *symbols,
       ptrdiff_t first, ptrdiff_t end, int16_t *predictors, up_bit_writer *writer),
      (order, blocks, differences, symbols, first, end, predictors, writer))

INLINE void append_bits(const uint8_t *bytes, ptrdiff_t count, bits_out *out) {
  ptrdiff_t at = 0;
  while (at < count) {
    uint64_t word;
    if (at + 8 <= count) {
      memcpy(&word, bytes + at, 8);
      if (!has_ff(word)) {
        word = __builtin_bswap64(word);
        put_bits(out, (uint32_t)(word >> 32), 32);
        put_bits(out, (uint32_t)word, 32);
        at += 8;
        continue;
      }
    }
    put_bits(out, bytes[at], 8);
    at += bytes[at] == 0xFF ? 2 : 1;
  }
}

void up_append_bits(const uint8_t *bytes, ptrdiff_t count, up_bit_writer *writer) {
  bits_out out = {writer->buffer, (unsigned)writer->count, writer->bytes};
  append_bits(bytes, count, &out);
  writer->buffer = out.buffer;
  writer->count = out.count;
  writer->written = out.at - writer->bytes;
}

INLINE void count_block(int64_t *differences, int64_t *symbols, int difference, const int16_t *values, uint64_t mask) {
  unsigned last = 0;
  differences[category(difference) & 15]++;
  while (mask != 0) {
    const unsigned place = (unsigned)__builtin_ctzll(mask), run = place - last - 1;
    mask &= mask - 1;
    symbols[0xF0] += run >> 4;
    symbols[((run & 15) << 4 | category(values[place])) & 255]++;
    last = place;
  }
  if (last < 63) symbols[0]++;
}

INLINE ptrdiff_t up_count_units_any(const up_block_order *order, const up_packed_blocks *blocks, const int32_t *tables,
                                    ptrdiff_t first, ptrdiff_t end, int16_t *predictors, int64_t *differences,
                                    int64_t *symbols) {
  EACH_BLOCK(false, count_block(differences + 16 * (tables[component] & 3), symbols + 256 * (tables[component] & 3),
                                difference, values, mask);)
}

TWICE(ptrdiff_t, up_count_units,
      (const up_block_order *order, const up_packed_blocks *blocks, const int32_t *tables, ptrdiff_t first,
       ptrdiff_t end, int16_t *predictors, int64_t *differences, int64_t *symbols),
      (order, blocks, tables, first, end, predictors, differences, symbols))
