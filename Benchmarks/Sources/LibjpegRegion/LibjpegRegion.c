#include "LibjpegRegion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// Smooth upsampling reads chroma beside the region, so a block more is decoded at each side.
static const int margin = 16;

int libjpeg_region(const uint8_t *bytes, size_t count, int x, int y, int width, int height, uint8_t *pixels) {
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct source = {.err = jpeg_std_error(&errors)};
  jpeg_create_decompress(&source);
  jpeg_mem_src(&source, bytes, count);
  jpeg_read_header(&source, TRUE);
  source.out_color_space = JCS_RGB;
  jpeg_start_decompress(&source);
  int status = -1;
  if (x >= 0 && y >= 0 && x + width <= (int)source.output_width && y + height <= (int)source.output_height) {
    int first = x > margin ? x - margin : 0, last = x + width + margin;
    if (last > (int)source.output_width) last = (int)source.output_width;
    JDIMENSION left = (JDIMENSION)first, across = (JDIMENSION)(last - first);
    jpeg_crop_scanline(&source, &left, &across);
    JSAMPLE *row = malloc(3 * (size_t)source.output_width);
    if (row != NULL) {
      jpeg_skip_scanlines(&source, (JDIMENSION)y);
      for (int down = 0; down < height; down++) {
        jpeg_read_scanlines(&source, &row, 1);
        memcpy(pixels + 3 * (size_t)down * (size_t)width, row + 3 * ((size_t)x - left), 3 * (size_t)width);
      }
      free(row);
      status = 0;
    }
  }
  jpeg_destroy_decompress(&source);
  return status;
}
