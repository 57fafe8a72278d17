// What a crop costs through libjpeg: `crop_floor FILE OUT X Y SIDE` cuts a square, in displayed coordinates, and delivers half its side, upright.
// Rows above are skipped, columns beside left out, what is needed decoded at 4/8, and the small piece turned; no filter, no metadata, no checks.
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "exif.h"

// The corner of a displayed square of `side` as the file holds it.
static void stored(int tag, int width, int height, int side, int *x, int *y) {
  int across = *x, down = *y;
  if (tag > 4) *x = down, *y = across;
  if (tag == 2 || tag == 3 || tag == 7 || tag == 8) *x = width - *x - side;
  if (tag == 3 || tag == 4 || tag == 6 || tag == 7) *y = height - *y - side;
}

static void turn(const JSAMPLE *from, JSAMPLE *to, int side, int tag) {
  for (int down = 0; down < side; down++)
    for (int across = 0; across < side; across++) {
      int x = across, y = down;
      stored(tag, side, side, 1, &x, &y);
      memcpy(to + 3 * ((size_t)down * (size_t)side + (size_t)across), from + 3 * ((size_t)y * (size_t)side + (size_t)x), 3);
    }
}

static void encode(const char *path, JSAMPLE *pixels, int side) {
  struct jpeg_error_mgr errors;
  struct jpeg_compress_struct target = {.err = jpeg_std_error(&errors)};
  jpeg_create_compress(&target);
  FILE *file = fopen(path, "wb");
  if (file == NULL) exit(74);
  jpeg_stdio_dest(&target, file);
  target.image_width = target.image_height = (JDIMENSION)side;
  target.input_components = 3;
  target.in_color_space = JCS_RGB;
  jpeg_set_defaults(&target);
  jpeg_set_quality(&target, 90, TRUE);
  jpeg_start_compress(&target, TRUE);
  for (int row = 0; row < side; row++) {
    JSAMPROW at = pixels + 3 * (size_t)row * (size_t)side;
    jpeg_write_scanlines(&target, &at, 1);
  }
  jpeg_finish_compress(&target);
  if (fclose(file) != 0) exit(74);
}

int main(int count, char **words) {
  FILE *file = count > 5 ? fopen(words[1], "rb") : NULL;
  if (file == NULL) return 64;
  int x = atoi(words[3]), y = atoi(words[4]), side = atoi(words[5]), little = 0;
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct source = {.err = jpeg_std_error(&errors)};
  jpeg_create_decompress(&source);
  static uint8_t head[65536];
  size_t length = fread(head, 1, sizeof head, file), place = orientation(head, length, &little);
  int tag = place ? (int)number(head + place, 2, little) : 1;
  rewind(file);
  jpeg_stdio_src(&source, file);
  jpeg_read_header(&source, TRUE);
  stored(tag, (int)source.image_width, (int)source.image_height, side, &x, &y);
  source.scale_num = 4;
  source.scale_denom = 8;
  jpeg_start_decompress(&source);
  x /= 2, y /= 2, side /= 2;
  JDIMENSION left = (JDIMENSION)x, width = (JDIMENSION)side;
  jpeg_crop_scanline(&source, &left, &width);
  jpeg_skip_scanlines(&source, (JDIMENSION)y);
  size_t bytes = 3 * (size_t)side * (size_t)side;
  JSAMPLE *row = malloc(3 * (size_t)width), *piece = malloc(bytes), *turned = malloc(bytes);
  if (!row || !piece || !turned) return 71;
  for (int down = 0; down < side; down++) {
    jpeg_read_scanlines(&source, &row, 1);
    memcpy(piece + 3 * (size_t)down * (size_t)side, row + 3 * ((size_t)x - left), 3 * (size_t)side);
  }
  turn(piece, turned, side, tag);
  encode(words[2], turned, side);
  return 0;
}
