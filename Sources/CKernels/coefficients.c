/* Coefficients of a sequential JPEG's blocks, read from entropy-coded data and written in another order (ITU T.81, F.1.2
 * and F.2.2). What is unusual is left to the caller: a unit that is not whole is not begun. */
#include "reading.h"

/* Reading. */

/* Writes the other coefficients of a block, packed, from `*to` on; false if there is no such code. */
INLINE bool read_others(bits_in *from, const up_scan_tables *tables, const up_scan_slot *slot, uint16_t **to,
                        bool *is_beyond) {
  bits_in bits = *from;
  uint16_t *entries = *to;
  EACH_COEFFICIENT((unsigned)slot->places, tables, slot, bits, {
    const unsigned at = place < 63 ? place : 63;
    *entries = (uint16_t)(at << 10 | (unsigned)(value + 512));
    if (__builtin_expect(value > 511 || value < -511, 0)) {
      *entries++ = (uint16_t)(at << 10);
      *entries = (uint16_t)value;
      *is_beyond |= value > 1023 || value < -1023;
    }
    entries += value != 0;
  })
  *to = entries;
  *from = bits;
  return true;
}

INLINE ptrdiff_t up_read_units_any(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count,
                                   const up_scan_tables *tables, ptrdiff_t units, up_coefficients *to) {
  int16_t levels[4];
  memcpy(levels, predictors, sizeof levels);
  data_chunk chunk;
  bits_in bits = begun(&chunk, reader, bytes, count);
  data_place where = {bits.next, reader->position};
  ptrdiff_t unit = 0, block = 0;
  uint16_t *entries = to->entries;
  const uint16_t *const last = to->entries + to->entry_room;
  for (; unit < units && last - entries >= UP_BLOCK_ENTRIES * tables->slot_count; unit++) {
    if (to->marks != NULL) follow(&where, &chunk, &bits);
    const ptrdiff_t ahead = bits.next - where.next;
    prepare(&chunk, &bits, bytes, count);
    where.next = bits.next - ahead;
    const bits_in before = bits;
    uint64_t packed;
    memcpy(&packed, levels, sizeof packed);
    uint16_t *at = entries;
    bool is_beyond = false, is_whole = true;
    for (ptrdiff_t index = 0; is_whole && index < tables->slot_count; index++) {
      const up_scan_slot *slot = &tables->slots[index];
      int difference;
      is_whole = read_difference(&bits, tables, slot, &difference);
      if (!is_whole) break;
      levels[slot->component & 3] = (int16_t)(uint16_t)(levels[slot->component & 3] + difference);
      is_whole = slot->places > 1 ? read_others(&bits, tables, slot, &at, &is_beyond) : skip_from(&bits, tables, slot, 1);
      to->levels[block + index] = levels[slot->component & 3];
      to->ends[block + index] = to->first_entry + (uint32_t)(at - to->entries);
    }
    if (!is_whole || !is_inside(&chunk, &bits)) {
      bits = before;
      memcpy(levels, &packed, sizeof levels);
      break;
    }
    if (to->marks != NULL) {
      to->marks[2 * unit] = (uint64_t)where.position << 8 | (before.count - 8 * (uint64_t)ahead);
      to->marks[2 * unit + 1] = packed;
    }
    block += tables->slot_count;
    entries = at;
    to->is_beyond |= is_beyond;
  }
  memcpy(predictors, levels, sizeof levels);
  to->entry_count = entries - to->entries;
  *reader = ended(&chunk, bits);
  return unit;
}

TWICE(ptrdiff_t, up_read_units,
      (up_bit_reader * reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count, const up_scan_tables *tables,
       ptrdiff_t units, up_coefficients *to),
      (reader, predictors, bytes, count, tables, units, to))

/* Skipping. */

/* Whether `prepare` will move what is left of a chunk. */
INLINE bool is_used_up(const data_chunk *chunk, const bits_in *bits) {
  return !chunk->is_last && chunk->count - (bits->next - chunk->bytes) < UNIT_BYTES;
}

INLINE ptrdiff_t up_skip_units_any(up_bit_reader *reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count,
                                   const up_scan_tables *tables, ptrdiff_t units, up_unit_marks *to) {
  int16_t levels[4];
  memcpy(levels, predictors, sizeof levels);
  data_chunk chunk;
  bits_in bits = begun(&chunk, reader, bytes, count);
  data_place where = {bits.next, reader->position};
  ptrdiff_t unit = 0, found = 0;
  for (; unit < units; unit++) {
    const bool is_marked = found < to->count && (to->units == NULL || to->units[found] == unit);
    if (is_marked || is_used_up(&chunk, &bits)) follow(&where, &chunk, &bits);
    const ptrdiff_t ahead = bits.next - where.next;
    prepare(&chunk, &bits, bytes, count);
    where.next = bits.next - ahead;
    const bits_in before = bits;
    uint64_t packed;
    memcpy(&packed, levels, sizeof packed);
    bool is_whole = true;
    for (ptrdiff_t index = 0; is_whole && index < tables->slot_count; index++) {
      const up_scan_slot *slot = &tables->slots[index];
      int difference;
      is_whole = read_difference(&bits, tables, slot, &difference) && skip_from(&bits, tables, slot, 1);
      if (!is_whole) break;
      levels[slot->component & 3] = (int16_t)(uint16_t)(levels[slot->component & 3] + difference);
    }
    if (!is_whole || !is_inside(&chunk, &bits)) {
      bits = before;
      memcpy(levels, &packed, sizeof levels);
      break;
    }
    if (!is_marked) continue;
    to->marks[2 * found] = (uint64_t)where.position << 8 | (before.count - 8 * (uint64_t)ahead);
    to->marks[2 * found + 1] = packed;
    found++;
  }
  memcpy(predictors, levels, sizeof levels);
  to->found = found;
  *reader = ended(&chunk, bits);
  return unit;
}

TWICE(ptrdiff_t, up_skip_units,
      (up_bit_reader * reader, uint64_t *predictors, const uint8_t *bytes, ptrdiff_t count, const up_scan_tables *tables,
       ptrdiff_t units, up_unit_marks *to),
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
