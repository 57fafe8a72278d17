/* TIFF decoding: the rows of a region, from only the tiles or strips that it touches (TIFF 6.0, sections 3 and 15). */
#include "tiff.h"

#if UPRIGHT_TIFF

#include <string.h>

/* Bytes of this many rows of a block in which pixels share chroma. */
static uint64_t units_bytes(const struct uc_tiff *tiff, uint32_t rows) {
  uint64_t across = (tiff->block_width + (uint64_t)tiff->chroma_width - 1) / tiff->chroma_width;
  uint64_t down = (rows + (uint64_t)tiff->chroma_height - 1) / tiff->chroma_height;
  return across * down * (tiff->chroma_width * (uint64_t)tiff->chroma_height + 2);
}

/* A strip is a block as wide as the image; one without RowsPerStrip contains all rows. */
static up_status measure(uc_session *session, struct uc_tiff *tiff) {
  TIFF *file = tiff->file;
  tmsize_t block, row;
  uint16_t compression = COMPRESSION_NONE, order = FILLORDER_MSB2LSB;
  TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(file, TIFFTAG_FILLORDER, &order);
  tiff->is_deflated = compression == COMPRESSION_ADOBE_DEFLATE || compression == COMPRESSION_DEFLATE;
  tiff->is_reversed = order == FILLORDER_LSB2MSB;
  if (tiff->is_tiled) {
    TIFFGetField(file, TIFFTAG_TILEWIDTH, &tiff->block_width);
    TIFFGetField(file, TIFFTAG_TILELENGTH, &tiff->block_height);
    block = TIFFTileSize(file);
    row = TIFFTileRowSize(file);
  } else {
    TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &tiff->block_height);
    tiff->block_width = tiff->width;
    if (tiff->block_height > tiff->height) tiff->block_height = tiff->height;
    block = TIFFStripSize(file);
    row = TIFFScanlineSize(file);
  }
  if (block <= 0 || row <= 0 || !tiff->block_width || !tiff->block_height) return uc_tiff_fault(session);
  if (tiff->chroma_width) {
    tiff->block_bytes = (size_t)block;
    tiff->row_bytes = (size_t)row;
    if ((uint64_t)block >= units_bytes(tiff, tiff->block_height)) return UP_OK;
    return uc_fail(session, UP_UNSUPPORTED, "TIFF whose blocks are smaller than its pixels");
  }
  uint64_t samples = tiff->is_planar ? 1 : tiff->samples;
  uint64_t needed = (tiff->block_width * samples * tiff->bits + 7) / 8;
  if ((uint64_t)row < needed || (uint64_t)block / (uint64_t)row < tiff->block_height)
    return uc_fail(session, UP_UNSUPPORTED, "TIFF whose blocks are smaller than its pixels");
  tiff->block_bytes = (size_t)block;
  tiff->row_bytes = (size_t)row;
  tiff->by_rows = !tiff->is_tiled && !tiff->is_planar && block > UC_STRIP;
  return UP_OK;
}

up_status uc_tiff_start(uc_session *session, const uc_pass *pass) {
  struct uc_tiff *tiff = session->state;
  if (measure(session, tiff) != UP_OK) return session->core.report.status;
  tiff->pass = *pass;
  tiff->next_row = pass->y;
  tiff->first_block = pass->x / tiff->block_width;
  tiff->block_count = (pass->x + pass->width - 1) / tiff->block_width + 1 - tiff->first_block;
  tiff->counts_warnings = 1;
  tiff->planes = tiff->is_planar ? tiff->colors + (tiff->opacity != 0) : 1;
  tiff->blocks = tiff->by_rows ? uc_allocate(session, 1, tiff->row_bytes)
                               : uc_allocate(session, (uint64_t)tiff->block_count * tiff->planes, tiff->block_bytes);
  if (tiff->blocks) uc_tiff_open_readers(session);
  return session->core.report.status;
}

unsigned char *uc_tiff_block(const struct uc_tiff *tiff, uint32_t column, uint32_t plane) {
  return tiff->blocks + ((size_t)column * tiff->planes + plane) * tiff->block_bytes;
}

static uint32_t number_of(const struct uc_tiff *tiff, uint32_t column, uint32_t row, uint16_t plane) {
  uint32_t y = row * tiff->block_height;
  return tiff->is_tiled ? TIFFComputeTile(tiff->file, column * tiff->block_width, y, 0, plane)
                        : TIFFComputeStrip(tiff->file, y, plane);
}

static int read_block(struct uc_tiff *tiff, uint32_t column, uint32_t row, uint16_t plane) {
  uint32_t number = number_of(tiff, column, row, plane);
  unsigned char *to = uc_tiff_block(tiff, column - tiff->first_block, plane);
  tmsize_t size = (tmsize_t)tiff->block_bytes;
  if (tiff->is_tiled) return TIFFReadEncodedTile(tiff->file, number, to, size) == size;
  uint32_t left = tiff->height - row * tiff->block_height;
  uint32_t rows = left < tiff->block_height ? left : tiff->block_height;
  uint64_t needed = tiff->chroma_width ? units_bytes(tiff, rows) : rows * (uint64_t)tiff->row_bytes;
  return TIFFReadEncodedStrip(tiff->file, number, to, size) >= (tmsize_t)needed;
}

/* Decodes all blocks of the pass in a row of blocks, in parallel if nothing is wrong with them. */
static up_status hold_blocks(uc_session *session, struct uc_tiff *tiff, uint32_t row) {
  if (tiff->held == row) return UP_OK;
  if (tiff->reader_count && uc_check_interrupted(session) == UP_OK && uc_tiff_decode_tiles(session, row)) {
    tiff->held = row;
    return UP_OK;
  }
  for (uint32_t column = 0; column < tiff->block_count; column++)
    for (uint16_t plane = 0; plane < tiff->planes; plane++) {
      if (uc_check_interrupted(session) != UP_OK) return session->core.report.status;
      if (!read_block(tiff, tiff->first_block + column, row, plane)) return uc_tiff_fault(session);
      if (uc_tiff_check_block(session, number_of(tiff, tiff->first_block + column, row, plane)) != UP_OK)
        return session->core.report.status;
    }
  tiff->held = row;
  return UP_OK;
}

/* Decodes a row of a long strip; the rows before it in the strip must be decoded too. The strip is checked before any of
   its rows is delivered. */
static up_status hold_row(uc_session *session, struct uc_tiff *tiff, uint32_t row) {
  uint32_t from = tiff->held == UINT32_MAX ? row - row % tiff->block_height : tiff->held + 1;
  for (uint32_t y = from; y <= row; y++) {
    if (y % 64 == 0 && uc_check_interrupted(session) != UP_OK) return session->core.report.status;
    if (y % tiff->block_height == 0 && uc_tiff_check_block(session, TIFFComputeStrip(tiff->file, y, 0)) != UP_OK)
      return session->core.report.status;
    if (TIFFReadScanline(tiff->file, tiff->blocks, y, 0) != 1) return uc_tiff_fault(session);
  }
  tiff->held = row;
  return UP_OK;
}

/* Copies the pass's pixels from the row of blocks in memory. */
static void deliver(const struct uc_tiff *tiff, uint32_t row, unsigned char *to) {
  const unsigned char *planes[5];
  size_t within = tiff->by_rows ? 0 : (size_t)(row % tiff->block_height) * tiff->row_bytes;
  size_t pixel = (tiff->pass.channels == 5 ? 4 : tiff->pass.channels) * (size_t)tiff->pass.depth / 8;
  uint32_t x = tiff->pass.x, end = tiff->pass.x + tiff->pass.width;
  for (uint32_t column = 0; x < end; column++) {
    uint64_t edge = (uint64_t)(tiff->first_block + column + 1) * tiff->block_width;
    uint32_t here = (uint32_t)(edge < end ? edge : end) - x;
    uint32_t first = x - (tiff->first_block + column) * tiff->block_width;
    if (tiff->chroma_width) {
      uc_tiff_unpack_luma(tiff, uc_tiff_block(tiff, column, 0), row % tiff->block_height, first, here, to);
    } else {
      for (uint32_t plane = 0; plane < tiff->planes; plane++) planes[plane] = uc_tiff_block(tiff, column, plane) + within;
      uc_tiff_unpack(tiff, planes, first, here, to);
    }
    to += here * pixel;
    x += here;
  }
}

up_status uc_tiff_read(uc_session *session, unsigned char *rows, size_t stride, uint32_t count) {
  struct uc_tiff *tiff = session->state;
  if (!tiff->blocks || count > tiff->pass.y + tiff->pass.height - tiff->next_row)
    return uc_fail(session, UP_FAILED, "no more rows");
  for (uint32_t i = 0; i < count; i++, tiff->next_row++) {
    up_status status = tiff->by_rows ? hold_row(session, tiff, tiff->next_row)
                                     : hold_blocks(session, tiff, tiff->next_row / tiff->block_height);
    if (status != UP_OK) return status;
    if (tiff->has_error || session->core.report.warnings > session->core.limits.warnings) return uc_tiff_fault(session);
    deliver(tiff, tiff->next_row, rows + i * stride);
  }
  return session->core.report.status;
}

#endif
