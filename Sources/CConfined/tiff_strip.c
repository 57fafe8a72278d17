/* TIFF encoding: the rows of a strip as differences, compressed (TIFF 6.0, section 14; Technical Note 2 of 2002 for
   Deflate). */
#include "CConfined.h"

#if UPRIGHT_TIFF

#include <string.h>
#include <zlib.h>

static void difference_bytes(unsigned char *row, size_t count, size_t samples) {
  for (size_t i = count; i-- > samples;) row[i] = (unsigned char)(row[i] - row[i - samples]);
}

static void difference_words(unsigned char *row, size_t count, size_t samples, int swapped) {
  for (size_t i = count; i-- > 0;) {
    uint16_t value, before = 0;
    memcpy(&value, row + 2 * i, 2);
    if (i >= samples) memcpy(&before, row + 2 * (i - samples), 2);
    value = (uint16_t)(value - before);
    if (swapped) value = (uint16_t)(value << 8 | value >> 8);
    memcpy(row + 2 * i, &value, 2);
  }
}

static size_t row_bytes(const uc_strip *strip) { return (size_t)strip->width * strip->samples * (size_t)strip->depth / 8; }

size_t uc_strip_room(const uc_strip *strip) { return compressBound(row_bytes(strip) * strip->height); }

size_t uc_pack_strip(const uc_strip *strip, unsigned char *rows, unsigned char *to, size_t room) {
  size_t bytes = row_bytes(strip), count = (size_t)strip->width * strip->samples;
  for (uint32_t y = 0; y < strip->height; y++) {
    if (strip->depth == 8) difference_bytes(rows + y * bytes, count, strip->samples);
    else difference_words(rows + y * bytes, count, strip->samples, strip->swapped);
  }
  uLongf put = room;
  return compress2(to, &put, rows, bytes * strip->height, 6) == Z_OK ? put : 0;
}

#else

size_t uc_strip_room(const uc_strip *strip) {
  (void)strip;
  return 0;
}

size_t uc_pack_strip(const uc_strip *strip, unsigned char *rows, unsigned char *to, size_t room) {
  (void)strip, (void)rows, (void)to, (void)room;
  return 0;
}

#endif
