/* TIFF encoding: the rows of a strip, perhaps as differences or as single bits, compressed (TIFF 6.0, sections 9 to 11, 13
   and 14; Technical Note 2 of 2002 for Deflate). */
#include "CConfined.h"

#if UPRIGHT_TIFF

#include <stdio.h>
#include <string.h>
#include <tiffio.h>
#include <zlib.h>

static void difference_bytes(unsigned char *row, size_t count, size_t samples) {
  for (size_t i = count; i-- > samples;) row[i] = (unsigned char)(row[i] - row[i - samples]);
}

static void difference_words(unsigned char *row, size_t count, size_t samples) {
  for (size_t i = count; i-- > samples;) {
    uint16_t value, before;
    memcpy(&value, row + 2 * i, 2);
    memcpy(&before, row + 2 * (i - samples), 2);
    value = (uint16_t)(value - before);
    memcpy(row + 2 * i, &value, 2);
  }
}

static void swap_words(unsigned char *row, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unsigned char first = row[2 * i];
    row[2 * i] = row[2 * i + 1];
    row[2 * i + 1] = first;
  }
}

/* Eight gray samples become a byte; the bits of a row begin before its samples, or at the same place. */
static void pack_bits(const unsigned char *from, unsigned char *to, size_t count, int white_zero) {
  for (size_t i = 0; i < count; i += 8) {
    unsigned char bits = 0;
    for (size_t j = 0; j < 8 && i + j < count; j++)
      if ((from[i + j] >= 128) != (white_zero != 0)) bits |= (unsigned char)(0x80 >> j);
    to[i / 8] = bits;
  }
}

static size_t row_bytes(const uc_strip *strip) {
  if (strip->bilevel) return ((size_t)strip->width + 7) / 8;
  return (size_t)strip->width * strip->samples * (size_t)strip->depth / 8;
}

/* Of the worst image: alternating pixels in Group 3 take nine times their bits; LZW takes half as much again. */
size_t uc_strip_room(const uc_strip *strip) {
  size_t bytes = row_bytes(strip) * strip->height;
  switch (strip->compression) {
  case COMPRESSION_NONE: return bytes;
  case COMPRESSION_ADOBE_DEFLATE: return compressBound(bytes);
  case COMPRESSION_LZW: return bytes + bytes / 2 + 256;
  case COMPRESSION_PACKBITS: return bytes + bytes / 64 + strip->height * (size_t)2 + 256;
  default: return 9 * bytes + strip->height * (size_t)16 + 256;
  }
}

/* A file in memory that libtiff writes: a header, which nobody needs, then the strip. */
struct target {
  unsigned char *to;
  size_t room, end;
  uint64_t position;
  int has_failed;
};

enum { HEADER = 8 };

static tmsize_t target_read(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle, (void)bytes, (void)count;
  return 0;
}

static tmsize_t target_write(thandle_t handle, void *bytes, tmsize_t count) {
  struct target *target = handle;
  if (target->position >= HEADER) {
    size_t place = (size_t)(target->position - HEADER);
    if (count < 0 || place > target->room || (size_t)count > target->room - place) {
      target->has_failed = 1;
      return 0;
    }
    memcpy(target->to + place, bytes, (size_t)count);
  } else if (count > HEADER) {
    target->has_failed = 1;
    return 0;
  }
  target->position += (uint64_t)count;
  if (target->position > target->end) target->end = (size_t)target->position;
  return count;
}

static toff_t target_seek(thandle_t handle, toff_t offset, int whence) {
  struct target *target = handle;
  target->position = (whence == SEEK_CUR ? target->position : whence == SEEK_END ? target->end : 0) + offset;
  return target->position;
}

static int target_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t target_size(thandle_t handle) { return ((struct target *)handle)->end; }

static int on_message(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)user, (void)module, (void)format, (void)arguments;
  return 1;
}

static size_t pack_by_library(const uc_strip *strip, unsigned char *rows, unsigned char *to, size_t room) {
  struct target target = {.to = to, .room = room};
  size_t bytes = row_bytes(strip);
  int is_fax = strip->compression != COMPRESSION_LZW && strip->compression != COMPRESSION_PACKBITS;
  if (bytes > UINT32_MAX) return 0;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return 0;
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_message, NULL);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_message, NULL);
  TIFF *file = TIFFClientOpenExt(
      "TIFF", "wm", &target, target_read, target_write, target_seek, target_close, target_size, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  if (!file) return 0;
  int is_set = TIFFSetField(file, TIFFTAG_IMAGEWIDTH, is_fax ? strip->width : (uint32_t)bytes) &&
               TIFFSetField(file, TIFFTAG_IMAGELENGTH, strip->height) &&
               TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, is_fax ? 1 : 8) &&
               TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 1) &&
               TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
               TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) &&
               TIFFSetField(file, TIFFTAG_COMPRESSION, strip->compression) &&
               TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, strip->height);
  if (is_set && strip->compression == COMPRESSION_CCITTFAX3)
    is_set = TIFFSetField(file, TIFFTAG_GROUP3OPTIONS, strip->fax_options);
  tmsize_t size = (tmsize_t)(bytes * strip->height);
  int is_written = is_set && TIFFWriteEncodedStrip(file, 0, rows, size) == size && !target.has_failed;
  size_t put = is_written && target.end > HEADER ? target.end - HEADER : 0;
  /* What closing writes after the strip is of no use. */
  target.room = 0;
  TIFFClose(file);
  return put;
}

size_t uc_pack_strip(const uc_strip *strip, unsigned char *rows, unsigned char *to, size_t room) {
  size_t bytes = row_bytes(strip), count = (size_t)strip->width * strip->samples;
  if (strip->bilevel) {
    if (strip->samples != 1 || strip->depth != 8) return 0;
    for (uint32_t y = 0; y < strip->height; y++)
      pack_bits(rows + y * count, rows + y * bytes, count, strip->white_zero);
  } else {
    for (uint32_t y = 0; y < strip->height; y++) {
      unsigned char *row = rows + y * bytes;
      if (strip->predicts && strip->depth == 8) difference_bytes(row, count, strip->samples);
      if (strip->predicts && strip->depth == 16) difference_words(row, count, strip->samples);
      if (strip->swapped && strip->depth == 16) swap_words(row, count);
    }
  }
  size_t size = bytes * strip->height;
  if (strip->compression == COMPRESSION_NONE) {
    if (size > room) return 0;
    memcpy(to, rows, size);
    return size;
  }
  if (strip->compression != COMPRESSION_ADOBE_DEFLATE) return pack_by_library(strip, rows, to, room);
  uLongf put = room;
  return compress2(to, &put, rows, size, 6) == Z_OK ? put : 0;
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
