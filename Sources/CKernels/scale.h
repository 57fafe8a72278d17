/* Scaling for one instruction set: SET(name) is this set's version. ROWS rows are scaled horizontally at once, one per
 * lane, so that no lane is idle and lanes are independent. Sums have the same terms in the same order as in Swift's
 * loops, without fused multiply-add, so results are bit-identical. */

#define lanes SET(lanes)
#define whole SET(whole)
#define few SET(few)

typedef float lanes __attribute__((vector_size(4 * ROWS), aligned(4), may_alias));
typedef int32_t whole __attribute__((vector_size(4 * ROWS)));
typedef byte few __attribute__((vector_size(ROWS), aligned(1), may_alias));
typedef uint16_t SET(words) __attribute__((vector_size(2 * ROWS), aligned(2), may_alias));

/* Makes a vector of each column of samples: `count` per row, from `from[row]`, where `held` bytes are readable. Rounds
 * that zip the first half of the rows with the second transpose them. */
#define SPREAD(kind, sixteen, column_type)                                                                            \
  INLINE void SET(spread_##kind)(lanes *to, const byte *const from[], ptrdiff_t count, ptrdiff_t held) {              \
    enum { columns = 16 * ROWS / sizeof(column_type) };                                                               \
    for (ptrdiff_t done = 0; done < count; done += columns) {                                                         \
      const ptrdiff_t place = done * (16 / columns);                                                                  \
      const byte *starts[ROWS];                                                                                       \
      byte last[ROWS][16];                                                                                            \
      for (int row = 0; row < ROWS; row++) starts[row] = from[row] + place;                                           \
      if (held - place < 16) {                                                                                        \
        for (int row = 0; row < ROWS; row++) starts[row] = memcpy(last[row], starts[row], held - place);              \
      }                                                                                                               \
      sixteen rows[ROWS], zipped[ROWS];                                                                               \
      for (int row = 0; row < ROWS; row++) rows[row] = *(const sixteen *)starts[row];                                 \
      for (int round = 1; round < ROWS; round *= 2) {                                                                 \
        for (int row = 0; row < ROWS / 2; row++) {                                                                    \
          zipped[2 * row] = ZIP_LOW_##kind(rows[row], rows[row + ROWS / 2]);                                          \
          zipped[2 * row + 1] = ZIP_HIGH_##kind(rows[row], rows[row + ROWS / 2]);                                     \
        }                                                                                                             \
        memcpy(rows, zipped, sizeof rows);                                                                            \
      }                                                                                                               \
      for (int column = 0; column < columns; column++)                                                                \
        to[done + column] =                                                                                           \
            __builtin_convertvector(__builtin_convertvector(((const column_type *)rows)[column], whole), lanes);      \
    }                                                                                                                 \
  }

SPREAD(bytes, b16, few)
SPREAD(words, w8, SET(words))

/* Multiplies colors by alpha, the last of each four samples. */
INLINE void SET(premultiply)(lanes *samples, ptrdiff_t pixels, float maximum) {
  const float unit = 1 / maximum;
  for (; pixels > 0; pixels--, samples += 4) {
    const lanes share = samples[3] * unit;
    for (int channel = 0; channel < 3; channel++) samples[channel] *= share;
  }
}

/* One result in each of `now` of its channels: sums of every fourth sample, and their total. */
INLINE void SET(weigh)(int now, int channels, lanes *to, const lanes *from, const float *weights, ptrdiff_t left) {
  lanes sums[4][3] = {{{0}}};
  for (; left >= 4; left -= 4, weights += 4, from += 4 * channels)
    for (int part = 0; part < 4; part++)
      for (int channel = 0; channel < now; channel++)
        sums[part][channel] += from[part * channels + channel] * weights[part];
  for (int part = 0; part < 3; part++) {
    if (part >= left) break;
    for (int channel = 0; channel < now; channel++)
      sums[part][channel] += from[part * channels + channel] * weights[part];
  }
  for (int channel = 0; channel < now; channel++)
    to[channel] = (sums[0][channel] + sums[1][channel]) + (sums[2][channel] + sums[3][channel]);
}

/* Converts the vectors back to rows of floats: `count` in each. */
INLINE void SET(gather)(float *const to[], ptrdiff_t rows, const lanes *from, ptrdiff_t count) {
  ptrdiff_t done = 0;
  for (; done + 4 <= count; done += 4)
    for (ptrdiff_t first = 0; first < rows; first += 4) {
      f4 places[4];
      for (int place = 0; place < 4; place++)
        places[place] = *(const f4 *)((const float *)(from + done + place) + first);
      const f4 even[2] = {ZIP_LOW_floats(places[0], places[2]), ZIP_HIGH_floats(places[0], places[2])};
      const f4 odd[2] = {ZIP_LOW_floats(places[1], places[3]), ZIP_HIGH_floats(places[1], places[3])};
      const f4 finished[4] = {ZIP_LOW_floats(even[0], odd[0]), ZIP_HIGH_floats(even[0], odd[0]),
                              ZIP_LOW_floats(even[1], odd[1]), ZIP_HIGH_floats(even[1], odd[1])};
      for (int row = 0; row < 4 && first + row < rows; row++) *(f4 *)(to[first + row] + done) = finished[row];
    }
  for (; done < count; done++)
    for (ptrdiff_t row = 0; row < rows; row++) to[row][done] = ((const float *)(from + done))[row];
}

/* Scales `rows` rows horizontally; the last one fills missing lanes. Computes a few results at a time, so that their
 * samples stay in the first-level cache. */
INLINE void SET(across_rows)(int channels, const byte *const from[], float *const to[], ptrdiff_t rows,
                             up_pixels pixels, ptrdiff_t columns, taps_of taps, lanes *samples) {
  enum { RESULTS = 64 };
  lanes results[RESULTS * 4];
  const ptrdiff_t most = taps.span > UP_WORK_COLUMNS ? taps.span : UP_WORK_COLUMNS;
  for (ptrdiff_t begin = 0, end; begin < taps.count; begin = end) {
    const ptrdiff_t first = taps.starts[begin], limit = smaller(begin + RESULTS, taps.count);
    for (end = begin + 1; end < limit && taps.starts[end] + taps.span - first <= most;) end++;
    const ptrdiff_t width = taps.starts[end - 1] + taps.span - first;
    const ptrdiff_t skipped = first * channels * pixels.sample_bytes;
    const ptrdiff_t readable = columns * channels * pixels.sample_bytes - skipped;
    const byte *starts[ROWS];
    for (int row = 0; row < ROWS; row++) starts[row] = from[row] + skipped;
    if (pixels.sample_bytes == 1)
      SET(spread_bytes)(samples, starts, width * channels, readable);
    else
      SET(spread_words)(samples, starts, width * channels, readable);
    if (channels == 4 && pixels.has_opacity) SET(premultiply)(samples, width, pixels.maximum);
    for (ptrdiff_t result = begin; result < end; result++) {
      const lanes *weighed = samples + (taps.starts[result] - first) * channels;
      const float *weights = taps.weights + 4 * taps.groups * result;
      lanes *sums = results + (result - begin) * channels;
      if (channels == 4) {
        SET(weigh)(2, 4, sums, weighed, weights, taps.span);
        SET(weigh)(2, 4, sums + 2, weighed + 2, weights, taps.span);
      } else {
        SET(weigh)(channels, channels, sums, weighed, weights, taps.span);
      }
    }
    float *places[ROWS];
    for (ptrdiff_t row = 0; row < rows; row++) places[row] = to[row] + begin * channels;
    SET(gather)(places, rows, results, (end - begin) * channels);
  }
}

static void SET(across)(const byte *source, ptrdiff_t step, ptrdiff_t rows, ptrdiff_t columns, up_pixels pixels,
                        taps_of taps, float *floats, up_ring ring, ptrdiff_t next, float *work) {
  for (ptrdiff_t done = 0; done < rows; done += ROWS) {
    const ptrdiff_t now = smaller(ROWS, rows - done);
    const byte *from[ROWS];
    float *to[ROWS];
    for (ptrdiff_t row = 0; row < ROWS; row++) {
      const ptrdiff_t held = done + smaller(row, now - 1);
      from[row] = source + held * step;
      to[row] = floats + (next + held) % ring.slots * ring.row_floats;
    }
    switch (pixels.channels) {
    case 1: SET(across_rows)(1, from, to, now, pixels, columns, taps, (lanes *)work); break;
    case 3: SET(across_rows)(3, from, to, now, pixels, columns, taps, (lanes *)work); break;
    case 4: SET(across_rows)(4, from, to, now, pixels, columns, taps, (lanes *)work); break;
    }
  }
}

/* PART floats of one result, from those of its rows; the first is at `from`, in the ring that ends at `end`. */
INLINE void SET(blend)(float *to, const float *from, const float *end, up_ring ring, const float *weights,
                       ptrdiff_t groups) {
  enum { vectors = 4, width = vectors * ROWS };
  for (int part = 0; part < PART; part += width) {
    lanes sums[vectors] = {{0}};
    const float *next = from + part;
    for (ptrdiff_t group = 0; group < groups; group++) {
      const float *rows[4];
      for (int row = 0; row < 4; row++) {
        rows[row] = next;
        next += ring.row_floats;
        if (next >= end) next -= ring.slots * ring.row_floats;
      }
      const float *factors = weights + 4 * group;
      for (int vector = 0; vector < vectors; vector++) {
        const lanes *one = (const lanes *)rows[0] + vector, *two = (const lanes *)rows[1] + vector;
        const lanes *three = (const lanes *)rows[2] + vector, *four = (const lanes *)rows[3] + vector;
        sums[vector] += (*one * factors[0] + *two * factors[1]) + (*three * factors[2] + *four * factors[3]);
      }
    }
    memcpy(to + part, sums, sizeof sums);
  }
}

/* Divides colors by alpha: black if alpha is less than half a step. */
INLINE void SET(undo_premultiply)(float *block, float maximum) {
  for (int place = 0; place < PART; place += 4) {
    f4 *pixel = (f4 *)(block + place);
    const f4 opacity = __builtin_shufflevector(*pixel, *pixel, 3, 3, 3, 3);
    f4 share = maximum / opacity;
    share[3] = 1;
    *pixel = (f4)((i4)(*pixel * share) & (opacity >= 0.5f));
  }
}

/* From 2^23 on, floats are integers, so adding it rounds, and leaves the number in the low bits. */
INLINE void SET(store)(byte *to, const float *block, ptrdiff_t count, up_pixels pixels) {
  whole rounded[PART / ROWS];
  for (int vector = 0; vector < PART / ROWS; vector++) {
    const lanes value = ((const lanes *)block)[vector], zero = {0}, top = zero + pixels.maximum;
    const whole low = value < top, positive = value > zero;
    const whole held = (((whole)value & low) | ((whole)top & ~low)) & positive;
    rounded[vector] = (whole)((lanes)held + 0x1p23f);
  }
  if (pixels.sample_bytes == 1) {
    few bytes[PART / ROWS];
    for (int vector = 0; vector < PART / ROWS; vector++) bytes[vector] = __builtin_convertvector(rounded[vector], few);
    memcpy(to, bytes, count);
  } else {
    SET(words) words[PART / ROWS];
    for (int vector = 0; vector < PART / ROWS; vector++)
      words[vector] = __builtin_convertvector(rounded[vector], SET(words));
    memcpy(to, words, 2 * count);
  }
}

static void SET(down)(const float *floats, up_ring ring, taps_of taps, ptrdiff_t first, byte *target, ptrdiff_t step,
                      ptrdiff_t samples, up_pixels pixels) {
  const ptrdiff_t size = ring.slots * ring.row_floats;
  /* All results of a part, then the next part: most of their rows are the same. */
  for (ptrdiff_t place = 0; place < samples; place += PART)
    for (ptrdiff_t result = first; result < taps.count; result++) {
      const float *start = floats + taps.starts[result] % ring.slots * ring.row_floats + place;
      float block[PART];
      SET(blend)(block, start, floats + size, ring, taps.weights + 4 * taps.groups * result, taps.groups);
      if (pixels.has_opacity) SET(undo_premultiply)(block, pixels.maximum);
      SET(store)(target + (result - first) * step + place * pixels.sample_bytes, block, smaller(PART, samples - place),
                 pixels);
    }
}

#undef lanes
#undef whole
#undef few
