/* TIFF in: samples of any depth and meaning to gray, RGB, RGBA or ink in whole bytes (TIFF 6.0, sections 4 to 6, 16 and 18). */
#include "tiff.h"

#if UPRIGHT_TIFF

#include <string.h>

/* The number at a place of a row of samples, high bits first where they do not fill bytes. */
static uint32_t sample_at(const unsigned char *row, size_t index, unsigned bits) {
  if (bits == 8) return row[index];
  if (bits == 16) {
    uint16_t value;
    memcpy(&value, row + 2 * index, sizeof value);
    return value;
  }
  uint32_t value = 0;
  for (size_t bit = index * bits; bit < (index + 1) * bits; bit++) value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1);
  return value;
}

/* The nearest number of the delivered depth. */
static uint32_t spread(uint32_t value, unsigned bits, int depth) {
  uint32_t top = (1u << bits) - 1, wanted = (1u << depth) - 1;
  return top == wanted ? value : (uint32_t)(((uint64_t)value * wanted * 2 + top) / (2 * top));
}

/* Colours that were multiplied by opacity, as they were before. */
static uint32_t divided(uint32_t value, uint32_t opacity, uint32_t top) {
  if (opacity == 0) return 0;
  uint64_t color = ((uint64_t)value * top * 2 + opacity) / (2 * (uint64_t)opacity);
  return color < top ? (uint32_t)color : top;
}

static unsigned char *put(unsigned char *to, uint32_t value, int depth) {
  if (depth == 8) {
    *to = (unsigned char)value;
    return to + 1;
  }
  uint16_t wide = (uint16_t)value;
  memcpy(to, &wide, sizeof wide);
  return to + 2;
}

/* One pixel's samples: colours, then opacity. */
static void pixel_at(const struct uc_tiff *tiff, const unsigned char *const planes[], size_t column, uint32_t found[5]) {
  uint32_t count = tiff->colors + (tiff->opacity != 0);
  for (uint32_t i = 0; i < count; i++)
    found[i] = tiff->is_planar ? sample_at(planes[i], column, tiff->bits)
                               : sample_at(planes[0], column * tiff->samples + i, tiff->bits);
}

static uint32_t colored(const struct uc_tiff *tiff, uint32_t found[5]) {
  int depth = tiff->depth;
  if (tiff->photometric == PHOTOMETRIC_PALETTE) {
    const unsigned char *color = tiff->palette[found[0] % UC_COLORS];
    found[3] = tiff->opacity ? spread(found[1], tiff->bits, depth) : 255;
    for (int i = 0; i < 3; i++) found[i] = color[i];
    return 3;
  }
  for (uint32_t i = 0; i < tiff->colors + (tiff->opacity != 0); i++) found[i] = spread(found[i], tiff->bits, depth);
  return tiff->colors;
}

static unsigned char *put_pixel(const struct uc_tiff *tiff, uint32_t found[5], unsigned char *to) {
  uint32_t top = (1u << tiff->depth) - 1, colors = colored(tiff, found);
  uint32_t opacity = tiff->opacity ? found[colors] : top;
  uint32_t wanted = tiff->pass.channels == 5 ? 4 : tiff->pass.channels == 4 ? 3 : tiff->pass.channels;
  for (uint32_t i = 0; i < wanted; i++) {
    uint32_t value = found[colors == 1 ? 0 : i];
    if (tiff->opacity == EXTRASAMPLE_ASSOCALPHA && tiff->photometric != PHOTOMETRIC_PALETTE) value = divided(value, opacity, top);
    if (tiff->photometric == PHOTOMETRIC_MINISWHITE) value = top - value;
    to = put(to, spread(value, (unsigned)tiff->depth, tiff->pass.depth), tiff->pass.depth);
  }
  if (tiff->pass.channels == 4) to = put(to, spread(opacity, (unsigned)tiff->depth, tiff->pass.depth), tiff->pass.depth);
  return to;
}

/* Whether samples lie in the file as they are delivered. */
static int is_plain(const struct uc_tiff *tiff) {
  uint32_t samples = tiff->pass.channels == 5 ? 4 : tiff->pass.channels;
  return !tiff->is_planar && tiff->samples == samples && tiff->colors + (tiff->opacity != 0) == samples &&
         (int)tiff->bits == tiff->pass.depth && tiff->opacity != EXTRASAMPLE_ASSOCALPHA &&
         tiff->photometric != PHOTOMETRIC_PALETTE && tiff->photometric != PHOTOMETRIC_MINISWHITE;
}

void uc_tiff_unpack(
    const struct uc_tiff *tiff, const unsigned char *const planes[], uint32_t first, uint32_t count, unsigned char *to) {
  if (is_plain(tiff)) {
    size_t pixel = (size_t)tiff->samples * tiff->bits / 8;
    memcpy(to, planes[0] + first * pixel, count * pixel);
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t found[5] = {0};
    pixel_at(tiff, planes, (size_t)first + i, found);
    to = put_pixel(tiff, found, to);
  }
}

#endif
