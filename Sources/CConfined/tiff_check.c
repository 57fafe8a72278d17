/* The ends of blocks in Deflate, which libtiff does not read: the rest of the stream, and its checksum (RFC 1950, 2.2;
   Technical Note 2 of 2002). */
#include "tiff.h"

#if UPRIGHT_TIFF

#include <string.h>
#include <zlib.h>

/* Bytes of a coded block that are inflated at a time, and of the result; the maximum beyond the pixels of a strip that is
   read row by row. Of a block that is read at once, libtiff may leave pixels out if it has more bytes than that. */
enum { PIECE = 1 << 13, RESULT = 1 << 15, SURPLUS = 1 << 24 };

/* Inflates a piece, and discards the result. Returns Z_STREAM_END at the end, Z_OK before it, or a fault. */
static int inflate_piece(z_stream *stream, uint64_t *room) {
  unsigned char result[RESULT];
  int status;
  do {
    stream->next_out = result;
    stream->avail_out = RESULT;
    status = inflate(stream, Z_NO_FLUSH);
    uint64_t made = RESULT - stream->avail_out;
    if (made > *room) return Z_DATA_ERROR;
    *room -= made;
    if (status != Z_OK && status != Z_BUF_ERROR) return status;
  } while (stream->avail_in || !stream->avail_out);
  return Z_OK;
}

static int judge(int status) { return status == Z_MEM_ERROR ? -1 : status == Z_STREAM_END; }

int uc_tiff_is_whole(uc_session *session, uint32_t number, const unsigned char *coded, size_t coded_size) {
  struct uc_tiff *tiff = session->state;
  if (!tiff->is_deflated) return 1;
  unsigned char piece[PIECE];
  uint64_t offset = coded ? 0 : TIFFGetStrileOffset(tiff->file, number);
  uint64_t room = tiff->block_bytes + (tiff->by_rows ? (uint64_t)SURPLUS : 0);
  uint64_t left = coded ? coded_size : TIFFGetStrileByteCount(tiff->file, number);
  z_stream stream = {0};
  int status = inflateInit(&stream);
  if (status != Z_OK) return judge(status);
  while (status == Z_OK && left) {
    size_t count = left < PIECE ? (size_t)left : PIECE;
    if (coded) memcpy(piece, coded + offset, count);
    else if (uc_check_interrupted(session) != UP_OK || !(count = uc_read_source(session, offset, piece, count))) break;
    if (tiff->is_reversed) TIFFReverseBits(piece, (tmsize_t)count);
    offset += count;
    left -= count;
    stream.next_in = piece;
    stream.avail_in = (uInt)count;
    status = inflate_piece(&stream, &room);
  }
  inflateEnd(&stream);
  return judge(status);
}

up_status uc_tiff_check_block(uc_session *session, uint32_t number) {
  int is_whole = uc_tiff_is_whole(session, number, NULL, 0);
  if (is_whole < 0) return uc_fail(session, UP_NO_MEMORY, NULL);
  if (!is_whole) session->core.report.warnings++;
  return session->core.report.status;
}

#endif
