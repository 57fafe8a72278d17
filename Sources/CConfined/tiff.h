/* A TIFF image: its directory's values, and the blocks (tiles or strips) in memory for a pass. */
#ifndef UC_TIFF_H
#define UC_TIFF_H

#include "session.h"

#include <tiffio.h>

/* The maximum bytes of a strip that is decoded whole; longer ones are decoded row by row. */
enum { UC_STRIP = 1 << 20, UC_COLORS = 256 };

/* Extra handles, and blocks that they decode at a time; smaller blocks are not worth it. */
enum { UC_READERS = 4, UC_SHARED = 16, UC_WORTH = 1 << 15 };

/* A handle that reads nothing after it is opened: coded blocks are passed to it. */
struct uc_reader {
  uc_session *session;
  TIFF *file;
  uint64_t position;
  int is_open, has_failed; /* may read no more; has reported anything at all */
};

struct uc_tiff {
  TIFF *file;
  uint64_t position;
  int counts_warnings, has_error;

  uint32_t width, height;
  uint16_t bits, samples, photometric;
  int is_planar, is_tiled;
  int numbers;                          /* SAMPLEFORMAT_…: unsigned, signed or floating-point */
  uint16_t chroma_width, chroma_height; /* pixels that share a chroma sample, coded together; 0 for no sharing */
  float luma[3], black_white[6];        /* weights of red, green and blue; the black and white levels of Y, Cb and Cr */
  uint32_t colors;                      /* color samples: 1, 3, 4 */
  int opacity;                          /* 0 for none, or EXTRASAMPLE_…; it follows the colors */
  int depth;                            /* as delivered without loss */
  unsigned char palette[UC_COLORS][3];  /* if photometric is a palette */

  uc_pass pass;
  uint32_t next_row;                  /* in the image */
  uint32_t block_width, block_height; /* in pixels */
  uint32_t planes;                    /* planes in memory: 1, or the colors' and alpha's */
  uint32_t first_block, block_count;  /* block columns that the pass touches */
  size_t block_bytes, row_bytes;      /* per block, and per row of a block */
  int by_rows;                        /* a strip is read row by row */
  int is_deflated, is_reversed;       /* blocks are streams of zlib, with the bits of each byte reversed */
  uint32_t held;                      /* row of blocks in memory (of a strip read by rows: row); UINT32_MAX none */
  unsigned char *blocks;              /* block by block, plane by plane */

  uint64_t directory;                   /* as opened */
  struct uc_reader readers[UC_READERS]; /* open from the start of a pass, or none */
  int reader_count;
  unsigned char *coded; /* buffer for the coded blocks, each hardly larger than decoded */
};

/* Unpacks pixels of a row of blocks, from a column of the block: `planes` contains the row of each plane, or of all
   samples. */
void uc_tiff_unpack(
    const struct uc_tiff *tiff, const unsigned char *const planes[], uint32_t first, uint32_t count, unsigned char *to);

/* The same for one row of a block in which pixels share chroma. */
void uc_tiff_unpack_luma(
    const struct uc_tiff *tiff, const unsigned char *block, uint32_t row, uint32_t first, uint32_t count,
    unsigned char *to);

/* Whether the zlib stream of a coded block ends as it should: libtiff stops as soon as the block's pixels are complete,
   before the checksum. Bytes beyond the pixels are a fault except in strips that are read row by row.
   1 if so, 0 if not, -1 if memory is missing.
   coded: the coded block; null to read it from the source. */
int uc_tiff_is_whole(uc_session *session, uint32_t number, const unsigned char *coded, size_t coded_size);
/* Counts a warning if the stream of a strip or tile, by its number, does not end as it should. */
up_status uc_tiff_check_block(uc_session *session, uint32_t number);

unsigned char *uc_tiff_block(const struct uc_tiff *tiff, uint32_t column, uint32_t plane);

/* Opens readers for the blocks of a pass if worthwhile and if memory allows; otherwise none. */
void uc_tiff_open_readers(uc_session *session);
/* Decodes the tiles of a row in parallel. Returns 0 if there is anything to report: then they must be read one by one.
*/
int uc_tiff_decode_tiles(uc_session *session, uint32_t row);
void uc_tiff_close_readers(struct uc_tiff *tiff);

up_status uc_tiff_start(uc_session *session, const uc_pass *pass);
up_status uc_tiff_read(uc_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* Ends the session with a fault of the source, unless it ended for another reason. */
up_status uc_tiff_fault(uc_session *session);

#endif
