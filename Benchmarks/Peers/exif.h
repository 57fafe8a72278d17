// Where a JPEG's orientation stands: no more than a program has to read that trusts the file.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static unsigned number(const uint8_t *at, int size, int little) {
  unsigned value = 0;
  for (int i = 0; i < size; i++) value = value << 8 | at[little ? size - 1 - i : i];
  return value;
}

// The offset of the tag's value, and its byte order; 0 where there is none within `count` bytes.
static size_t orientation(const uint8_t *bytes, size_t count, int *little) {
  size_t at = 2;
  while (at + 18 < count && bytes[at] == 0xff && bytes[at + 1] != 0xda) {
    size_t length = number(bytes + at + 2, 2, 0);
    if (bytes[at + 1] == 0xe1 && memcmp(bytes + at + 4, "Exif\0", 6) == 0) {
      size_t tiff = at + 10;
      *little = bytes[tiff] == 'I';
      size_t directory = tiff + number(bytes + tiff + 4, 4, *little);
      if (directory + 2 > count) return 0;
      for (unsigned left = number(bytes + directory, 2, *little), entry = 0; entry < left; entry++) {
        size_t place = directory + 2 + 12 * (size_t)entry;
        if (place + 12 > count) return 0;
        if (number(bytes + place, 2, *little) == 0x112) return place + 8;
      }
    }
    at += 2 + length;
  }
  return 0;
}
