/* Tiles of a row decoded side by side, by handles that report nothing: whatever goes wrong is left to the one that does (TIFF 6.0, section 15). */
#include "tiff.h"

#if UPRIGHT_TIFF

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* A tile as it stands in the file, and where it goes. */
struct shared {
  uint32_t number;
  unsigned char *coded, *to;
  size_t coded_size;
};

struct group {
  struct shared tiles[UC_SHARED];
  uint32_t count;
  tmsize_t tile_bytes;
  atomic_uint taken;
};

struct share {
  struct uc_reader *reader;
  struct group *group;
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

/* What is said while the directory is read, the reporting handle has heard. */
static int open_reader(const struct uc_tiff *tiff, struct uc_reader *reader) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return 0;
  uint64_t most = reader->session->limits.memory;
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

/* What cannot be packed becomes a little larger by it. */
static size_t max_coded_size(const struct uc_tiff *tiff) { return tiff->block_bytes + tiff->block_bytes / 8; }

void uc_tiff_open_readers(uc_session *session) {
  struct uc_tiff *tiff = session->state;
  uint16_t compression = COMPRESSION_NONE;
  uint64_t blocks = (uint64_t)tiff->block_count * tiff->planes;
  uint64_t room = (blocks < UC_SHARED ? blocks : UC_SHARED) * (uint64_t)max_coded_size(tiff);
  TIFFGetFieldDefaulted(tiff->file, TIFFTAG_COMPRESSION, &compression);
  if (!tiff->is_tiled || blocks < 2 || tiff->block_bytes < UC_WORTH || compression == COMPRESSION_NONE) return;
  if (room > session->limits.memory || !(tiff->coded = malloc(room))) return;
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

static void *work(void *argument) {
  struct share *share = argument;
  struct group *group = share->group;
  for (uint32_t i; !share->reader->has_failed && (i = atomic_fetch_add(&group->taken, 1)) < group->count;) {
    struct shared *tile = &group->tiles[i];
    if (!TIFFReadFromUserBuffer(
            share->reader->file, tile->number, tile->coded, (tmsize_t)tile->coded_size, tile->to, group->tile_bytes))
      share->reader->has_failed = 1;
  }
  return NULL;
}

/* The caller is the first of the hands. 0 where one of them is lost, and with it a tile. */
static int work_all(struct uc_tiff *tiff, struct group *group) {
  struct share shares[UC_READERS];
  pthread_t threads[UC_READERS];
  int spawned = 1, is_whole = 1;
  for (int i = 0; i < tiff->reader_count; i++) shares[i] = (struct share){&tiff->readers[i], group};
  while (spawned < tiff->reader_count && (uint32_t)spawned < group->count &&
         pthread_create(&threads[spawned], NULL, work, &shares[spawned]) == 0)
    spawned++;
  work(&shares[0]);
  for (int i = 1; i < spawned; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < spawned; i++) is_whole &= !tiff->readers[i].has_failed;
  return is_whole;
}

/* 0 where a tile is not there, or is much larger than what it holds. */
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
  struct group group = {.tile_bytes = (tmsize_t)tiff->block_bytes};
  uint32_t blocks = tiff->block_count * tiff->planes;
  for (uint32_t block = 0; block < blocks; block++) {
    uint32_t column = block / tiff->planes;
    uint16_t plane = (uint16_t)(block % tiff->planes);
    uint32_t number = TIFFComputeTile(
        tiff->file, (tiff->first_block + column) * tiff->block_width, row * tiff->block_height, 0, plane);
    if (!add_tile(session, &group, number, uc_tiff_block(tiff, column, plane))) return 0;
    if (group.count < UC_SHARED && block + 1 < blocks) continue;
    if (!work_all(tiff, &group) || uc_check_interrupted(session) != UP_OK) return 0;
    group.count = 0;
    atomic_store(&group.taken, 0);
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
