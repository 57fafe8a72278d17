/* Decodes the tiles of a row in parallel, with handles that report nothing: any error is left to the handle that
   reports (TIFF 6.0, section 15). */
#include "tiff.h"
#include "tasks.h"

#if UPRIGHT_TIFF

#include <stdio.h>
#include <stdlib.h>

/* A coded tile, and its destination. */
struct shared {
  uint32_t number;
  unsigned char *coded, *to;
  size_t coded_size;
};

struct group {
  struct shared tiles[UC_SHARED];
  uint32_t count;
  tmsize_t tile_bytes;
  struct uc_tiff *tiff;
};

static tmsize_t reader_read(thandle_t handle, void *bytes, tmsize_t count) {
  struct uc_reader *reader = handle;
  if (reader->is_open) return 0;
  size_t got = uc_read_source(reader->session, reader->position, bytes, (size_t)count);
  reader->position += got;
  return (tmsize_t)got;
}

static tmsize_t reader_write(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle, (void)bytes, (void)count;
  return 0;
}

static toff_t reader_seek(thandle_t handle, toff_t offset, int whence) {
  struct uc_reader *reader = handle;
  uint64_t base = whence == SEEK_CUR ? reader->position : whence == SEEK_END ? reader->session->byte_count : 0;
  reader->position = base + offset;
  return reader->position;
}

static int reader_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t reader_size(thandle_t handle) { return ((struct uc_reader *)handle)->session->byte_count; }

static int on_error(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module, (void)format, (void)arguments;
  ((struct uc_reader *)user)->has_failed = 1;
  return 1;
}

/* The reporting handle has already reported the directory's messages. */
static int open_reader(const struct uc_tiff *tiff, struct uc_reader *reader) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return 0;
  uint64_t most = reader->session->core.limits.memory;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)(most < INT64_MAX ? most : INT64_MAX));
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, reader);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_error, reader);
  reader->file = TIFFClientOpenExt(
      "TIFF", "rhmO", reader, reader_read, reader_write, reader_seek, reader_close, reader_size, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  if (!reader->file) return 0;
  int is_there =
      tiff->directory ? TIFFSetSubDirectory(reader->file, tiff->directory) : TIFFSetDirectory(reader->file, 0);
  if (is_there && tiff->photometric == PHOTOMETRIC_YCBCR)
    is_there = TIFFSetField(reader->file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  reader->is_open = 1;
  reader->has_failed = 0;
  return is_there;
}

/* Incompressible data becomes slightly larger. */
static size_t max_coded_size(const struct uc_tiff *tiff) { return tiff->block_bytes + tiff->block_bytes / 8; }

void uc_tiff_open_readers(uc_session *session) {
  struct uc_tiff *tiff = session->state;
  uint16_t compression = COMPRESSION_NONE;
  uint64_t blocks = (uint64_t)tiff->block_count * tiff->planes;
  uint64_t room = (blocks < UC_SHARED ? blocks : UC_SHARED) * (uint64_t)max_coded_size(tiff);
  TIFFGetFieldDefaulted(tiff->file, TIFFTAG_COMPRESSION, &compression);
  if (!tiff->is_tiled || blocks < 2 || tiff->block_bytes < UC_WORTH || compression == COMPRESSION_NONE) return;
  if (room > session->core.limits.memory || !(tiff->coded = malloc(room))) return;
  for (int i = 0; i < UC_READERS && (uint64_t)i < blocks; i++) {
    tiff->readers[i].session = session;
    if (!open_reader(tiff, &tiff->readers[i])) {
      uc_tiff_close_readers(tiff);
      return;
    }
    tiff->reader_count++;
  }
}

void uc_tiff_close_readers(struct uc_tiff *tiff) {
  for (int i = 0; i < UC_READERS; i++) {
    if (tiff->readers[i].file) TIFFClose(tiff->readers[i].file);
    tiff->readers[i].file = NULL;
  }
  tiff->reader_count = 0;
  free(tiff->coded);
  tiff->coded = NULL;
}

static void decode_tile(void *context, size_t task, int thread) {
  struct group *group = context;
  struct uc_reader *reader = &group->tiff->readers[thread];
  struct shared *tile = &group->tiles[task];
  if (reader->has_failed) return;
  if (!TIFFReadFromUserBuffer(
          reader->file, tile->number, tile->coded, (tmsize_t)tile->coded_size, tile->to, group->tile_bytes) ||
      uc_tiff_is_whole(reader->session, tile->number, tile->coded, tile->coded_size) != 1)
    reader->has_failed = 1;
}

/* Each thread has its own reader; the caller has the first. Returns 0 if a tile is lost. */
static int decode_all(struct group *group) {
  struct uc_tiff *tiff = group->tiff;
  uc_tasks *tasks = uc_tasks_create(group->count, decode_tile, group);
  if (!tasks) return 0;
  uint32_t others = group->count < (uint32_t)tiff->reader_count ? group->count : (uint32_t)tiff->reader_count;
  int is_whole = 1;
  uc_tasks_spawn(tasks, (int)others - 1);
  uc_tasks_work(tasks, 0);
  for (uint32_t i = 0; i < group->count; i++) uc_tasks_await(tasks, i);
  uc_tasks_release(tasks);
  for (int i = 0; i < tiff->reader_count; i++) is_whole &= !tiff->readers[i].has_failed;
  return is_whole;
}

/* Returns 0 if a tile is missing, or is much larger than its pixels. */
static int add_tile(uc_session *session, struct group *group, uint32_t number, unsigned char *to) {
  struct uc_tiff *tiff = session->state;
  unsigned char *coded = tiff->coded + group->count * max_coded_size(tiff);
  uint64_t offset = TIFFGetStrileOffset(tiff->file, number), size = TIFFGetStrileByteCount(tiff->file, number);
  if (!size || size > max_coded_size(tiff) || offset > session->byte_count || size > session->byte_count - offset) return 0;
  if (uc_read_source(session, offset, coded, (size_t)size) != size) return 0;
  group->tiles[group->count++] = (struct shared){number, coded, to, (size_t)size};
  return 1;
}

static int share_tiles(uc_session *session, uint32_t row) {
  struct uc_tiff *tiff = session->state;
  struct group group = {.tile_bytes = (tmsize_t)tiff->block_bytes, .tiff = tiff};
  uint32_t blocks = tiff->block_count * tiff->planes;
  for (uint32_t block = 0; block < blocks; block++) {
    uint32_t column = block / tiff->planes;
    uint16_t plane = (uint16_t)(block % tiff->planes);
    uint32_t number = TIFFComputeTile(
        tiff->file, (tiff->first_block + column) * tiff->block_width, row * tiff->block_height, 0, plane);
    if (!add_tile(session, &group, number, uc_tiff_block(tiff, column, plane))) return 0;
    if (group.count < UC_SHARED && block + 1 < blocks) continue;
    if (!decode_all(&group) || uc_check_interrupted(session) != UP_OK) return 0;
    group.count = 0;
  }
  return 1;
}

int uc_tiff_decode_tiles(uc_session *session, uint32_t row) {
  struct uc_tiff *tiff = session->state;
  if (share_tiles(session, row)) return 1;
  uc_tiff_close_readers(tiff);
  return 0;
}

#endif
