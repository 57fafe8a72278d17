/* What colors.c and colors_avx2.c compile: rows of pixels, with the colors of each. */
#include "twice.h"

#include <string.h>

typedef int16_t shorts __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(64)));
typedef uint8_t octets __attribute__((vector_size(16)));
typedef uint8_t octets32 __attribute__((vector_size(32)));

INLINE void load(const uint8_t *from, shorts *to) {
  octets bytes;
  memcpy(&bytes, from, sizeof bytes);
  *to = __builtin_convertvector(bytes, shorts);
}

/* Each sample becomes two of three parts itself and one part the sample before and after it, which are themselves at the
 * edges: (3s + before + low) >> bits, (3s + after + high) >> bits. */
INLINE void spread(int16_t *sums, ptrdiff_t columns, const int16_t low, const int16_t high, const int bits, uint8_t *to) {
  sums[-1] = sums[0];
  sums[columns] = sums[columns - 1];
  for (ptrdiff_t x = 0; x < columns; x += 16) {
    shorts before, here, after;
    memcpy(&before, sums + x - 1, sizeof before);
    memcpy(&here, sums + x, sizeof here);
    memcpy(&after, sums + x + 1, sizeof after);
    here *= 3;
    const octets left = __builtin_convertvector((here + before + low) >> bits, octets);
    const octets right = __builtin_convertvector((here + after + high) >> bits, octets);
    const octets32 both = __builtin_shufflevector(left, right, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8,
                                                  24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    memcpy(to + 2 * x, &both, sizeof both);
  }
}

INLINE void widen(const uint8_t *near, const uint8_t *far, ptrdiff_t columns, int16_t *work, uint8_t *to) {
  int16_t *sums = work + 16;
  for (ptrdiff_t x = 0; x < columns; x += 16) {
    shorts one, other;
    load(near + x, &one);
    if (far != NULL) {
      load(far + x, &other);
      one = one * 3 + other;
    }
    memcpy(sums + x, &one, sizeof one);
  }
  if (far != NULL)
    spread(sums, columns, 8, 7, 4, to);
  else
    spread(sums, columns, 1, 2, 2, to);
}

#include COLORS

INLINE void convert(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, ptrdiff_t columns, uint8_t *to) {
  ptrdiff_t x = 0;
  for (; x + 16 <= columns; x += 16) colors_16(luma + x, blue + x, red + x, to + 3 * x);
  if (x == columns) return;
  uint8_t last[48], parts[3][16] = {{0}};
  memcpy(parts[0], luma + x, (size_t)(columns - x));
  memcpy(parts[1], blue + x, (size_t)(columns - x));
  memcpy(parts[2], red + x, (size_t)(columns - x));
  colors_16(parts[0], parts[1], parts[2], last);
  memcpy(to + 3 * x, last, (size_t)(3 * (columns - x)));
}

/* Each sample `times` times. */
INLINE void repeat(const uint8_t *from, ptrdiff_t first, ptrdiff_t end, ptrdiff_t times, uint8_t *to) {
  for (ptrdiff_t x = first; x < end; x++) *to++ = from[x / times];
}

/* The samples of a plane for the columns first..<end of a row, in `line` if they are not there already. */
INLINE const uint8_t *samples_of(const up_row_plane *plane, const uint8_t *samples, ptrdiff_t first, ptrdiff_t end,
                                 int16_t *sums, uint8_t *line) {
  const uint8_t *near = samples + plane->near;
  if (plane->across == 1) return near + first;
  if (!plane->is_smooth) {
    repeat(near, first, end, plane->across, line);
    return line;
  }
  /* One more on each side, so that what is replaced at an edge is not among those that are wanted. */
  const ptrdiff_t from = first / 2 > 1 ? first / 2 - 1 : 0;
  const ptrdiff_t last = (end + 1) / 2 + 1, to = last < plane->columns ? last : plane->columns;
  widen(near + from, plane->far < 0 ? NULL : samples + plane->far + from, to - from, sums, line);
  return line + (first - 2 * from);
}

void SET(up_write_row)(const up_row *row, const uint8_t *samples, ptrdiff_t first, ptrdiff_t end, uint8_t *work,
                             uint8_t *to) {
  const ptrdiff_t columns = end - first, line = 2 * (columns + UP_ROW_SLACK);
  const uint8_t *planes[3];
  for (int index = 0; index < row->plane_count; index++)
    planes[index] = samples_of(&row->planes[index], samples, first, end, (int16_t *)(void *)work, work + (index + 1) * line);
  if (row->plane_count == 3 && row->is_luma) {
    convert(planes[0], planes[1], planes[2], columns, to);
  } else if (row->plane_count == 3) {
    for (ptrdiff_t x = 0; x < columns; x++)
      for (int index = 0; index < 3; index++) to[3 * x + index] = planes[index][x];
  } else if (row->channels == 3) {
    for (ptrdiff_t x = 0; x < columns; x++)
      for (int index = 0; index < 3; index++) to[3 * x + index] = planes[0][x];
  } else {
    memcpy(to, planes[0], (size_t)columns);
  }
}
