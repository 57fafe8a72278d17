// The least that turning a movie can take: walk the boxes to the picture's track, write its matrix of 36 bytes, flush it.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int file;

static uint64_t number(const unsigned char *bytes, int size) {
  uint64_t value = 0;
  for (int index = 0; index < size; index++) value = value << 8 | bytes[index];
  return value;
}

// The payload of the first box of a type in a range; 0 where there is none.
static uint64_t find(const char *kind, uint64_t offset, uint64_t end, uint64_t *payload_end) {
  unsigned char head[16];
  while (offset + 8 <= end && pread(file, head, 16, (off_t)offset) >= 8) {
    uint64_t size = number(head, 4), header = 8;
    if (size == 1) size = number(head + 8, 8), header = 16;
    if (size < header || size > end - offset) size = end - offset;
    if (memcmp(head + 4, kind, 4) == 0) {
      *payload_end = offset + size;
      return offset + header;
    }
    offset += size;
  }
  return 0;
}

int main(int count, char **words) {
  static const int32_t turns[2][9] = {
    {0, 1, 0, -1, 0, 0, 0, 0, 1 << 14},  // 90 degrees clockwise, as displayed
    {1, 0, 0, 0, 1, 0, 0, 0, 1 << 14},
  };
  if (count != 3 || (file = open(words[1], O_RDWR)) < 0) return 64;
  uint64_t movie_end, end, movie = find("moov", 0, (uint64_t)lseek(file, 0, SEEK_END), &movie_end);
  for (uint64_t track = movie; (track = find("trak", track, movie_end, &end)); track = end) {
    uint64_t track_end = end, media = find("mdia", track, track_end, &end), handler = find("hdlr", media, end, &end);
    unsigned char fields[92];
    if (!media || !handler || pread(file, fields, 12, (off_t)handler) != 12) return 65;
    end = track_end;
    if (memcmp(fields + 8, "vide", 4)) continue;
    uint64_t head_end, head = find("tkhd", track, track_end, &head_end);
    if (!head || pread(file, fields, 92, (off_t)head) < 84) return 65;
    int place = fields[0] == 1 ? 52 : 40;
    const int32_t *turn = turns[words[2][0] == '1'];
    for (int index = 0; index < 9; index++) {
      int32_t value = index == 8 ? 1 << 30 : turn[index] * 65536;
      if (index == 6 && turn == turns[0]) value = (int32_t)number(fields + place + 40, 4);
      for (int byte = 0; byte < 4; byte++) fields[4 * index + byte] = (unsigned char)((uint32_t)value >> (24 - 8 * byte));
    }
    if (pwrite(file, fields, 36, (off_t)head + place) != 36 || fsync(file)) return 74;
  }
  return 0;
}
