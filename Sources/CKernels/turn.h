/* Reorienting for one instruction set: SET(name) is this set's version. The including file defines the vector type, its
 * loads and stores, and how two are zipped. A vector has LANES independent lanes of 16 bytes. */

#define vec SET(vec)
#define half SET(half)

/* Rounds that zip the first half of the rows with the second transpose them. Lane 1 has the rows below lane 0. */
#define EXCHANGE(bytes, bits)                                                                                 \
  INLINE void SET(exchange##bytes)(byte *to, ptrdiff_t to_step, const byte *from, ptrdiff_t from_step) {      \
    enum { side = 16 / bytes };                                                                               \
    vec rows[side], zipped[side];                                                                             \
    for (int row = 0; row < side; row++) rows[row] = SET(load)(from + row * from_step, side * from_step);     \
    for (int round = 1; round < side; round *= 2) {                                                           \
      for (int row = 0; row < side / 2; row++) {                                                              \
        zipped[2 * row] = ZIP_LOW(bits, rows[row], rows[row + side / 2]);                                     \
        zipped[2 * row + 1] = ZIP_HIGH(bits, rows[row], rows[row + side / 2]);                                \
      }                                                                                                       \
      memcpy(rows, zipped, sizeof rows);                                                                      \
    }                                                                                                         \
    for (int column = 0; column < side; column++) SET(store)(to + column * to_step, rows[column]);            \
  }

EXCHANGE(1, 8)
EXCHANGE(2, 16)
EXCHANGE(4, 32)
EXCHANGE(8, 64)

#ifdef SHUFFLES
/* Eight columns, four rows per lane: pixels are widened to four bytes, transposed, and packed again. */
INLINE void SET(exchange3)(byte *to, ptrdiff_t to_step, const byte *from, ptrdiff_t from_step) {
  static const byte spreads[2][16] = {{0, 1, 2, 255, 3, 4, 5, 255, 6, 7, 8, 255, 9, 10, 11, 255},
                                      {4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255, 13, 14, 15, 255}};
  static const byte packs[16] = {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 255, 255, 255, 255};
  const half pack = SET(load_half)(packs);
  for (int part = 0; part < 2; part++) {
    const half spread = SET(load_half)(spreads[part]);
    vec rows[4];
    for (int row = 0; row < 4; row++)
      rows[row] = SET(shuffle)(SET(load)(from + row * from_step + 8 * part, 4 * from_step), spread);
    const vec even[2] = {ZIP_LOW(32, rows[0], rows[2]), ZIP_HIGH(32, rows[0], rows[2])};
    const vec odd[2] = {ZIP_LOW(32, rows[1], rows[3]), ZIP_HIGH(32, rows[1], rows[3])};
    for (int pair = 0; pair < 2; pair++) {
      byte *column = to + (4 * part + 2 * pair) * to_step;
      SET(store_twelves)(column, SET(shuffle)(ZIP_LOW(32, even[pair], odd[pair]), pack));
      SET(store_twelves)(column + to_step, SET(shuffle)(ZIP_HIGH(32, even[pair], odd[pair]), pack));
    }
  }
}
#endif

INLINE void SET(exchange_tile)(int bytes, byte *to, ptrdiff_t to_step, const byte *from, ptrdiff_t from_step) {
  switch (bytes) {
  case 1: SET(exchange1)(to, to_step, from, from_step); break;
  case 2: SET(exchange2)(to, to_step, from, from_step); break;
#ifdef SHUFFLES
  case 3: SET(exchange3)(to, to_step, from, from_step); break;
#endif
  case 4: SET(exchange4)(to, to_step, from, from_step); break;
  case 8: SET(exchange8)(to, to_step, from, from_step); break;
  }
}

/* Writes each of `columns` columns as a row of `rows` pixels. The last tiles overlap those before them, so that only
 * what is narrower than a tile is copied pixel by pixel. */
INLINE void SET(exchange)(int bytes, byte *to, ptrdiff_t to_step, const byte *from, ptrdiff_t from_step,
                          ptrdiff_t columns, ptrdiff_t rows) {
  const ptrdiff_t across = bytes == 3 ? 8 : 16 / bytes, down = (bytes == 3 ? 4 : 16 / bytes) * LANES, stripe = 128;
  if (columns < across || rows < down) {
    exchange_each(bytes, to, to_step, from, from_step, columns, rows);
    return;
  }
  for (ptrdiff_t top = 0; top < rows; top += stripe) {
    const ptrdiff_t bottom = smaller(top + stripe, rows);
    for (ptrdiff_t x = 0; x < columns; x += across) {
      const ptrdiff_t column = smaller(x, columns - across);
      for (ptrdiff_t y = top; y < bottom; y += down) {
        const ptrdiff_t row = smaller(y, rows - down);
        SET(exchange_tile)(bytes, to + column * to_step + row * bytes, to_step, from + row * from_step + column * bytes,
                           from_step);
      }
    }
  }
}

/* The same for a target larger than the caches, through a block that stays in them and is streamed to memory in whole
   lines. */
INLINE void SET(exchange_far)(int bytes, byte *to, ptrdiff_t to_step, const byte *from, ptrdiff_t from_step,
                              ptrdiff_t columns, ptrdiff_t rows) {
  _Alignas(LINE) byte block[BLOCK];
  const ptrdiff_t across = 32 / (bytes < 3 ? 1 : bytes < 8 ? 2 : 4), down = bytes == 1 ? 1024 : 512;
  const ptrdiff_t step = down * bytes + LINE, few = bytes == 1 ? 32 : 16;
  for (ptrdiff_t top = 0; top < rows; top += down) {
    const ptrdiff_t height = smaller(down, rows - top);
    for (ptrdiff_t left = 0; left < columns; left += across) {
      const ptrdiff_t width = smaller(across, columns - left);
      const byte *corner = from + top * from_step + left * bytes;
      for (ptrdiff_t row = 0; row < height; row += few) {
        const ptrdiff_t now = smaller(few, height - row);
        if (left + 3 * across <= columns)
          for (ptrdiff_t next = row; next < row + now; next++) fetch(corner + next * from_step + 2 * across * bytes);
        SET(exchange)(bytes, block + row * bytes, step, corner + row * from_step, from_step, width, now);
      }
      for (ptrdiff_t column = 0; column < width; column++)
        copy_far(to + (left + column) * to_step + top * bytes, block + column * step, height * bytes);
    }
  }
}

#ifdef SHUFFLES
/* Writes `count` pixels in reverse order; the source is read upward, which processors prefetch best. */
INLINE void SET(mirror)(int bytes, byte *to, const byte *from, ptrdiff_t count) {
  const int step = 16 / bytes * bytes, spare = 16 - step;
  byte places[16] = {0};
  for (int place = 0; place < step; place++) places[spare + place] = step - (place / bytes + 1) * bytes + place % bytes;
  const half mirrored = SET(load_half)(places);
  byte *end = to + count * bytes;
  /* If pixels do not fill a vector, a byte of the next pixel is read and overwritten afterward. */
  for (; end - to >= 16; from += step) {
    SET(store_half)(end - 16, SET(shuffle_half)(SET(load_half)(from), mirrored));
    end -= step;
  }
  for (; end > to; from += bytes) memcpy(end -= bytes, from, bytes);
}

INLINE void SET(mirror_far)(int bytes, byte *to, const byte *from, ptrdiff_t count) {
  _Alignas(LINE) byte piece[4096];
  const ptrdiff_t most = 4096 / bytes;
  for (ptrdiff_t done = 0; done < count; done += most) {
    const ptrdiff_t now = smaller(most, count - done);
    SET(mirror)(bytes, piece, from + done * bytes, now);
    copy_far(to + (count - done - now) * bytes, piece, now * bytes);
  }
}
#endif

/* A walk with ascending source rows. */
INLINE bool SET(walk)(int bytes, byte *target, const byte *source, up_walk walk) {
  if (walk.source_row_step == bytes) {
    /* A block is worthwhile if each of its rows has many lines. */
    if (walk.past_caches && walk.columns * bytes >= 16 * LINE)
      SET(exchange_far)(bytes, target, walk.target_row_step, source, walk.source_column_step, walk.rows, walk.columns);
    else
      SET(exchange)(bytes, target, walk.target_row_step, source, walk.source_column_step, walk.rows, walk.columns);
    return true;
  }
#ifdef SHUFFLES
  if (walk.source_column_step == -bytes) {
    source -= (walk.columns - 1) * bytes;
    for (; walk.rows > 0; walk.rows--) {
      if (walk.past_caches)
        SET(mirror_far)(bytes, target, source, walk.columns);
      else
        SET(mirror)(bytes, target, source, walk.columns);
      target += walk.target_row_step;
      source += walk.source_row_step;
    }
    return true;
  }
#endif
  return false;
}

static bool SET(move)(byte *target, const byte *source, up_walk walk) {
  switch (walk.pixel_bytes) {
  case 1: return SET(walk)(1, target, source, walk);
  case 2: return SET(walk)(2, target, source, walk);
#ifdef SHUFFLES
  case 3: return SET(walk)(3, target, source, walk);
#endif
  case 4: return SET(walk)(4, target, source, walk);
  case 8: return SET(walk)(8, target, source, walk);
  default: return false;
  }
}
