/* A TIFF's picture: what its directory says, and the blocks (tiles or strips) that a pass holds of it. */
#ifndef UC_TIFF_H
#define UC_TIFF_H

#include "session.h"

#include <tiffio.h>

/* Strips up to so many bytes are decoded whole; of longer ones each row alone. */
enum { UC_STRIP = 1 << 20, UC_COLORS = 256 };

/* Handles beside the one that reports, and blocks that they share at a time; smaller blocks are not worth it. */
enum { UC_READERS = 4, UC_SHARED = 16, UC_WORTH = 1 << 15 };

/* A handle that never reads once it is open: what it decodes is handed to it. */
struct uc_reader {
  uc_session *session;
  TIFF *file;
  uint64_t position;
  int is_open, has_failed; /* has nothing more to read; has met with anything at all to report */
};

struct uc_tiff {
  TIFF *file;
  uint64_t position;
  int counts_warnings, has_error;

  uint32_t width, height;
  uint16_t bits, samples, photometric;
  int is_planar, is_tiled;
  int numbers;                         /* SAMPLEFORMAT_…: whole from 0 on, signed or with fractions */
  uint16_t chroma_width, chroma_height; /* pixels that share a sample of each chroma, coded side by side; 0 where none do */
  float luma[3], black_white[6];       /* shares of red, green and blue; where each of Y, Cb and Cr begins and ends */
  uint32_t colors;                     /* samples of colour: 1, 3, 4 */
  int opacity;                         /* 0 none, or EXTRASAMPLE_…; it is the sample behind the colours */
  int depth;                           /* as delivered without a loss */
  unsigned char palette[UC_COLORS][3]; /* where photometric says so */

  uc_pass pass;
  uint32_t next_row;                  /* of the picture */
  uint32_t block_width, block_height; /* in pixels */
  uint32_t planes;                    /* that are held: 1, or the colours' and that of opacity */
  uint32_t first_block, block_count;  /* columns of blocks that the pass touches */
  size_t block_bytes, row_bytes;      /* of a block, and of one of its rows */
  int by_rows;                        /* a strip's rows one by one */
  uint32_t held;                      /* the row of blocks in memory, or of a strip read by rows, the row; UINT32_MAX none */
  unsigned char *blocks;              /* block by block, plane by plane */

  uint64_t directory;             /* as it was opened */
  struct uc_reader readers[UC_READERS]; /* open from the start of a pass on, or none */
  int reader_count;
  unsigned char *coded; /* room for the shared blocks as they stand in the file, each hardly larger than decoded */
};

/* Pixels of a row of blocks, from a column of the block on: `planes` has the row of each plane, or of all samples. */
void uc_tiff_unpack(
    const struct uc_tiff *tiff, const unsigned char *const planes[], uint32_t first, uint32_t count, unsigned char *to);

/* The same of a block in which pixels share chroma, for one of its rows. */
void uc_tiff_unpack_luma(
    const struct uc_tiff *tiff, const unsigned char *block, uint32_t row, uint32_t first, uint32_t count,
    unsigned char *to);

unsigned char *uc_tiff_block(const struct uc_tiff *tiff, uint32_t column, uint32_t plane);

/* Opens hands for the blocks of a pass where that pays and memory allows; where not, there are none. */
void uc_tiff_open_readers(uc_session *session);
/* Decodes the blocks of a row of tiles side by side. 0 where anything is left to report: then they are to be read one by one. */
int uc_tiff_decode_tiles(uc_session *session, uint32_t row);
void uc_tiff_close_readers(struct uc_tiff *tiff);

up_status uc_tiff_start(uc_session *session, const uc_pass *pass);
up_status uc_tiff_read(uc_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* Ends the session: the source's fault, unless it was ended for another reason. */
up_status uc_tiff_fault(uc_session *session);

#endif
