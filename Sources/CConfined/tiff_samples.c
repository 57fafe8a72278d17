/* TIFF samples of any depth and meaning to gray, RGB, RGBA or CMYK in whole bytes (TIFF 6.0, sections 4 to 6, 16, 18,
   19, 21 and 23; Technical Note 3 for half floats). */
#include "tiff.h"

#if UPRIGHT_TIFF

#include <math.h>
#include <string.h>

/* The sample at an index of a row; samples that do not fill bytes have their high bits first. */
static uint32_t sample_at(const unsigned char *row, size_t index, unsigned bits) {
  if (bits == 8) return row[index];
  if (bits == 16) {
    uint16_t value;
    memcpy(&value, row + 2 * index, sizeof value);
    return value;
  }
  uint32_t value = 0;
  if (bits == 32) {
    memcpy(&value, row + 4 * index, sizeof value);
    return value;
  }
  if (bits == 24) { /* in native byte order, as libtiff returns all whole bytes */
    const unsigned char *at = row + 3 * index;
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first ? (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0] : (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
  }
  for (size_t bit = index * bits; bit < (index + 1) * bits; bit++) value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1);
  return value;
}

/* The nearest value in the delivered depth. */
static uint32_t spread(uint32_t value, unsigned bits, int depth) {
  uint64_t top = ((uint64_t)1 << bits) - 1, wanted = (1u << depth) - 1;
  return top == wanted ? value : (uint32_t)(((uint64_t)value * wanted * 2 + top) / (2 * top));
}

/* Maps 0 to 1 to integers; clips values outside, and NaN. */
static uint32_t whole(double value, int depth) {
  double top = (1u << depth) - 1;
  if (!(value > 0)) return 0;
  return value < 1 ? (uint32_t)(value * top + 0.5) : (uint32_t)top;
}

static double half(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double size = exponent == 0    ? ldexp(fraction, -24)
                : exponent == 31 ? (fraction ? 0 : 65536)
                                 : ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -size : size;
}

/* 0 is black, 1 is white. */
static uint32_t fraction_at(const unsigned char *row, size_t index, unsigned bits, int depth) {
  if (bits == 16) return whole(half((uint16_t)sample_at(row, index, 16)), depth);
  if (bits == 32) {
    float value;
    memcpy(&value, row + 4 * index, sizeof value);
    return whole(value, depth);
  }
  double value;
  memcpy(&value, row + 8 * index, sizeof value);
  return whole(value, depth);
}

/* A sample as a number in the depth of lossless delivery. For signed samples, 0 is black and 2^bits - 1 would be white,
   as for unsigned ones; values below 0 are clipped. */
static uint32_t number_at(const struct uc_tiff *tiff, const unsigned char *row, size_t index) {
  if (tiff->numbers == SAMPLEFORMAT_IEEEFP) return fraction_at(row, index, tiff->bits, tiff->depth);
  uint32_t value = sample_at(row, index, tiff->bits);
  if (tiff->numbers == SAMPLEFORMAT_INT && value >> (tiff->bits - 1)) return 0;
  return spread(value, tiff->bits, tiff->depth);
}

static double srgb(double light) { return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055; }

/* The fraction of the white point for one of X, Y and Z, from its position on CIELab's curve. */
static double of_white(double place) { return place > 6.0 / 29 ? place * place * place : (place - 4.0 / 29) * 108 / 841; }

/* CIELab under D50 to sRGB (ICC.1:2022, D.2 and E.3 for white; IEC 61966-2-1); colors outside sRGB are clipped. */
static void from_lab(const struct uc_tiff *tiff, uint32_t found[5]) {
  static const double matrix[3][3] = {{3.13418636, -1.61720896, -0.49069406},
                                      {-0.9787485, 1.9161301, 0.0334334},
                                      {0.07196393, -0.22899387, 1.40575373}};
  static const double white[3] = {0.9642, 1, 0.8249};
  int wide = tiff->bits == 16, icc = tiff->photometric == PHOTOMETRIC_ICCLAB;
  double scale = wide ? 256 : 1, top = wide ? (icc ? 65280 : 65535) : 255, opposed[2];
  double l = (found[0] * 100 / top + 16) / 116;
  for (int i = 0; i < 2; i++) {
    uint32_t value = found[1 + i];
    if (icc) opposed[i] = value / scale - 128;
    else opposed[i] = (wide ? (double)(int16_t)(uint16_t)value : (double)(int8_t)(uint8_t)value) / scale;
  }
  double xyz[3] = {of_white(l + opposed[0] / 500) * white[0], of_white(l) * white[1], of_white(l - opposed[1] / 200) * white[2]};
  for (int i = 0; i < 3; i++)
    found[i] = whole(srgb(matrix[i][0] * xyz[0] + matrix[i][1] * xyz[1] + matrix[i][2] * xyz[2]), tiff->depth);
}

/* Divides premultiplied colors by alpha. */
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

static int is_lab(const struct uc_tiff *tiff) {
  return tiff->photometric == PHOTOMETRIC_CIELAB || tiff->photometric == PHOTOMETRIC_ICCLAB;
}

/* One pixel's samples: colors, then alpha; unconverted for palette indexes and CIELab. */
static void pixel_at(const struct uc_tiff *tiff, const unsigned char *const planes[], size_t column, uint32_t found[5]) {
  uint32_t count = tiff->colors + (tiff->opacity != 0);
  int is_coded = tiff->photometric == PHOTOMETRIC_PALETTE || is_lab(tiff);
  for (uint32_t i = 0; i < count; i++) {
    const unsigned char *row = planes[tiff->is_planar ? i : 0];
    size_t index = tiff->is_planar ? column : column * tiff->samples + i;
    found[i] = is_coded ? sample_at(row, index, tiff->bits) : number_at(tiff, row, index);
  }
}

static uint32_t colored(const struct uc_tiff *tiff, uint32_t found[5]) {
  int depth = tiff->depth;
  if (tiff->photometric == PHOTOMETRIC_PALETTE) {
    const unsigned char *color = tiff->palette[found[0] % UC_COLORS];
    found[3] = tiff->opacity ? spread(found[1], tiff->bits, depth) : 255;
    for (int i = 0; i < 3; i++) found[i] = color[i];
    return 3;
  }
  if (is_lab(tiff)) {
    from_lab(tiff, found);
    if (tiff->opacity) found[3] = spread(found[3], tiff->bits, depth);
  }
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

/* Whether samples are stored as they are delivered. */
static int is_plain(const struct uc_tiff *tiff) {
  uint32_t samples = tiff->pass.channels == 5 ? 4 : tiff->pass.channels;
  return !tiff->is_planar && tiff->samples == samples && tiff->colors + (tiff->opacity != 0) == samples &&
         (int)tiff->bits == tiff->pass.depth && tiff->numbers == SAMPLEFORMAT_UINT && !is_lab(tiff) && tiff->opacity != EXTRASAMPLE_ASSOCALPHA &&
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

/* Luma and chroma to RGB (TIFF 6.0, section 21); chroma is not smoothed, as in libtiff's own conversion. */
static void from_luma(const struct uc_tiff *tiff, uint32_t y, uint32_t cb, uint32_t cr, uint32_t found[5]) {
  const float *range = tiff->black_white, *luma = tiff->luma;
  double light = (y - range[0]) / (range[1] - range[0]);
  double blue = light + (2 - 2 * luma[2]) * (cb - range[2]) / (range[3] - range[2]) * 127 / 255;
  double red = light + (2 - 2 * luma[0]) * (cr - range[4]) / (range[5] - range[4]) * 127 / 255;
  double green = (light - luma[0] * red - luma[2] * blue) / luma[1];
  found[0] = whole(red, 8);
  found[1] = whole(green, 8);
  found[2] = whole(blue, 8);
}

void uc_tiff_unpack_luma(
    const struct uc_tiff *tiff, const unsigned char *block, uint32_t row, uint32_t first, uint32_t count,
    unsigned char *to) {
  uint32_t across = tiff->chroma_width, down = tiff->chroma_height;
  size_t unit = (size_t)across * down + 2, units = (tiff->block_width + across - 1) / across;
  const unsigned char *line = block + row / down * units * unit;
  for (uint32_t x = first; x < first + count; x++) {
    const unsigned char *at = line + x / across * unit;
    uint32_t found[5] = {0};
    from_luma(tiff, at[row % down * across + x % across], at[unit - 2], at[unit - 1], found);
    to = put_pixel(tiff, found, to);
  }
}

#endif
