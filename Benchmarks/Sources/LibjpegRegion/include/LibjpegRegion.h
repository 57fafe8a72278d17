// A region of a JPEG through libjpeg alone, as a program would cut it: rows above skipped, columns beside left out.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Decodes a region, in stored pixels, as RGB. `pixels` has room for `3 * width * height` bytes.
///
/// Returns 0; or -1 if the region is outside, or memory is short. Ends the process if the file is not a JPEG.
int libjpeg_region(const uint8_t *bytes, size_t count, int x, int y, int width, int height, uint8_t *pixels);
