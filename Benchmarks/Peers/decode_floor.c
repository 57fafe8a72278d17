// What any program pays that decodes a JPEG through libjpeg: `decode_floor FILE N` decodes all rows at N/8 and drops them.
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

int main(int count, char **words) {
  FILE *file = count > 2 ? fopen(words[1], "rb") : NULL;
  if (file == NULL) return 64;
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct source = {.err = jpeg_std_error(&errors)};
  jpeg_create_decompress(&source);
  jpeg_stdio_src(&source, file);
  jpeg_read_header(&source, TRUE);
  source.scale_num = (unsigned)atoi(words[2]);
  source.scale_denom = 8;
  jpeg_start_decompress(&source);
  JSAMPLE *row = malloc((size_t)source.output_width * (size_t)source.output_components);
  while (row && source.output_scanline < source.output_height) jpeg_read_scanlines(&source, &row, 1);
  return source.output_scanline < source.output_height;
}
