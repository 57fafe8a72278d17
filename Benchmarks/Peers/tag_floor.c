// What any program has to do that reads or writes a JPEG's orientation: one read of 64 KiB, the walk to the tag, two bytes written.
// `tag_floor FILE` prints it, `tag_floor FILE N` writes it, `tag_floor FILE N flush` waits for the disk, too.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "exif.h"

static uint8_t head[65536];

int main(int count, char **words) {
  if (count < 2) return 64;
  int file = open(words[1], count > 2 ? O_RDWR : O_RDONLY), little = 0;
  ssize_t length = file < 0 ? -1 : pread(file, head, sizeof head, 0);
  size_t place = length < 2 ? 0 : orientation(head, (size_t)length, &little);
  if (place == 0) return 65;
  if (count == 2) return printf("%u\n", number(head + place, 2, little)) < 0;
  uint8_t value = (uint8_t)(words[2][0] - '0'), pair[2] = {little ? value : 0, little ? 0 : value};
  if (pwrite(file, pair, 2, (off_t)place) != 2) return 74;
  return count > 3 && fdatasync(file) != 0 ? 74 : 0;
}
