/* libjpeg, libpng and libwebp behind one error trap: every call returns a status, none jumps out, and no jump crosses a
   callback. */
#ifndef CUPRIGHT_H
#define CUPRIGHT_H

#include <stddef.h>
#include <stdint.h>

#define UP_READ_FAILED_COUNT SIZE_MAX

/* The result of a call; everything except UP_OK is final for its session. */
typedef enum {
  UP_OK = 0,
  UP_MALFORMED,   /* the source violates its format */
  UP_TRUNCATED,   /* the source ends too early */
  UP_UNSUPPORTED, /* the library does not support this */
  UP_LIMIT,       /* see up_report: which limit, the value needed, the value allowed */
  UP_NO_MEMORY,
  UP_CANCELLED,     /* io.cancelled returned nonzero */
  UP_READ_FAILED,   /* io.read failed */
  UP_WRITE_STOPPED, /* io.write returned nonzero */
  UP_FAILED         /* another library error */
} up_status;

typedef enum { UP_PIXELS, UP_MEMORY, UP_SCANS, UP_WARNINGS, UP_SECONDS } up_limit;

typedef struct {
  uint64_t pixels, memory, scans, warnings; /* 0 warnings: the first one is final */
  double seconds;                           /* 0 for unlimited; the clock runs from up_create */
} up_limits;

/* All three may be called at any time inside a call, and must return normally. */
typedef struct {
  void *context;
  /* Reads bytes from offset: fewer than count only at the end, UP_READ_FAILED_COUNT if the disk fails. */
  size_t (*read)(void *context, size_t offset, unsigned char *buffer, size_t count);
  /* Nonzero stops the call. */
  int (*write)(void *context, const unsigned char *bytes, size_t count);
  /* Nonzero stops the call; may be null. */
  int (*cancelled)(void *context);
} up_io;

typedef struct {
  up_status status;
  int code;          /* libjpeg's message code, 0 for none */
  char text[200];    /* the library's message */
  uint64_t offset;   /* how far the source was read */
  uint64_t warnings; /* how many the library reported */
  up_limit limit;    /* with UP_LIMIT: which one */
  uint64_t asked, allowed;
} up_report;

/* A session: one run of one library. */
typedef struct up_session up_session;

up_session *up_create(const up_limits *limits, const up_io *io); /* null if out of memory */
void up_destroy(up_session *session);
const up_report *up_result(const up_session *session);
const char *up_text(const up_session *session);

/* JPEG decoding. */
typedef struct {
  uint32_t width, height;
  uint32_t components;                /* in the frame */
  uint32_t channels;                  /* 1 gray, 3 RGB, 4 CMYK; 0 for other colors */
  int adobe;                          /* the transform of its Adobe segment; -1 for none */
  uint32_t block_width, block_height; /* the smallest unit that a lossless transform can move */
} up_jpeg_header;

typedef struct {
  uint32_t denominator;         /* 1, 2, 4, 8 */
  uint32_t channels;            /* 1, 3, 4; a gray source can be delivered as 3 */
  uint32_t x, y, width, height; /* in decoded pixels, inside the image */
  int sparse;                   /* scans were left out on purpose: nothing is interpolated for them */
  int inverted;                 /* each sample is delivered as 255 minus what is stored */
  int walked;                   /* the coded data is known to be undamaged */
  int rest;                     /* where no warning is allowed, what is below is read after the last row */
} up_jpeg_pass;

up_status up_jpeg_open(up_session *session, up_jpeg_header *header);
up_status up_jpeg_start(up_session *session, const up_jpeg_pass *pass);
/* Reads the next count rows of the pass; with the image's last row, also its end marker. */
up_status up_jpeg_read(up_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* JPEG encoding: start (encode or transform), markers, rows (encode only), end. */
typedef struct {
  uint32_t width, height, channels; /* 1, 3, 4 (CMYK, as amounts of ink) */
  int quality;                      /* libjpeg's, if there are no tables */
  int horizontal, vertical;         /* luma samples per chroma sample */
  int progressive;
  int planar; /* 3 channels as planes, not as rows */
  int fitted; /* optimized Huffman codes, for which all coefficients are kept; progressive images always have them */
} up_jpeg_settings;

/* What is kept of an opened JPEG, and how it is reoriented. */
typedef struct {
  uint32_t block_x, block_y;  /* the kept part's near edge in the source (its far edge on a reversed axis), in blocks */
  uint32_t width, height;     /* of the result, in pixels */
  int reversed_x, reversed_y; /* the source's axes that are reversed in the result */
  int swapped;                /* the source's x becomes the result's y */
  int whole;                  /* everything from the source's first block; block_x and block_y are ignored */
  int inverted;               /* for up_jpeg_blocks: whether stored samples are 255 minus amounts of ink */
} up_jpeg_orientation;

/* Tables: null, or 64 values per channel in natural order. */
up_status up_jpeg_encode(up_session *session, const up_jpeg_settings *settings, const uint16_t *tables);
up_status up_jpeg_transform(up_session *session, const up_jpeg_orientation *turn);
up_status up_jpeg_marker(up_session *session, int marker, const unsigned char *bytes, size_t count);
up_status up_jpeg_write(up_session *session, const unsigned char *rows, size_t stride, uint32_t count);
up_status up_jpeg_end(up_session *session);

/* Writes the opened JPEG's tables and blocks in a normal form, independent of their coding (docs/digest-and-verify.md).
*/
up_status up_jpeg_blocks(up_session *session, const up_jpeg_orientation *turn);

/* JPEG in component planes: luma, blue and red chroma as coded. A region edge between two pixels of a chroma sample
   costs a whole sample. */
typedef struct {
  unsigned char *bytes;
  size_t stride;
  uint32_t width, height; /* the capacity */
} up_plane;

typedef struct {
  uint32_t x, y, width, height; /* in pixels, inside the image */
  uint32_t across, down;        /* luma samples per chroma sample; images with other subsampling are rejected */
  int walked;                   /* the coded data is known to be undamaged */
  int rest;                     /* as in up_jpeg_pass */
} up_jpeg_region;

up_status up_jpeg_start_planes(up_session *session, const up_jpeg_region *region);
/* Reads the next count rows of pixels, and the rows of chroma that cover them. */
up_status up_jpeg_read_planes(up_session *session, const up_plane planes[3], uint32_t count);
/* Writes the next rows: whole rows of MCUs, or all that are left. */
up_status up_jpeg_write_planes(up_session *session, const up_plane planes[3]);

/* PNG decoding. */
typedef struct {
  uint32_t width, height;
  uint32_t channels; /* as delivered: 1 gray, 3 RGB (also palettes), 4 RGBA (also gray alpha and color keys) */
  int depth;         /* as delivered: 8 or 16 */
  int interlaced;
} up_png_header;

typedef struct {
  uint32_t channels;            /* the header's, or more */
  int depth;                    /* 8, or the header's */
  uint32_t x, y, width, height; /* inside the image */
  int coded;                    /* palette indices, or gray of fewer than 8 bits, one per byte: 1 channel of 8 bits */
} up_png_pass;

/* With `threads`, a thread may be started to decompress a large image in advance. */
up_status up_png_open(up_session *session, up_png_header *header, int threads);
up_status up_png_start(up_session *session, const up_png_pass *pass);
/* Reads the next count rows of the pass; 16-bit samples in native byte order. */
up_status up_png_read(up_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* PNG encoding: start, chunks, rows, end. */
typedef struct {
  uint32_t width, height, channels; /* 1, 2 (gray with alpha, from RGBA rows), 3, 4 (RGBA) */
  int depth;                        /* 8, or 16 in native byte order; of coded samples 1, 2, 4 or 8 */
  int coded;                        /* samples are given as coded, one per byte: 1 gray, 2 indices of a palette */
} up_png_settings;

/* The palette as in PLTE, and alpha or the transparent gray as in tRNS; either may be empty. */
typedef struct {
  const unsigned char *colors, *alpha;
  size_t colors_size, alpha_size;
} up_png_palette;

/* Profile: ICC, or null. */
up_status up_png_encode(
    up_session *session, const up_png_settings *settings, const unsigned char *profile, size_t profile_size);
/* Only for coded samples: after the chunks that precede a palette, before the others. */
up_status up_png_put_palette(up_session *session, const up_png_palette *palette);
up_status up_png_chunk(up_session *session, const unsigned char name[4], const unsigned char *bytes, size_t count);
up_status up_png_write(up_session *session, const unsigned char *rows, size_t stride, uint32_t count);
up_status up_png_end(up_session *session);

/* WebP, rejected unless UPRIGHT_WEBP is 1. Decoding: the source contains only the image. */
typedef struct {
  uint32_t width, height;
} up_webp_header;

typedef struct {
  uint32_t channels;            /* 3 RGB, 4 RGBA */
  uint32_t x, y, width, height; /* inside the image */
  uint32_t columns, rows;       /* the size to which the region is scaled evenly: its own or smaller */
  int threads;                  /* libwebp may filter a lossy image's block edges in another thread */
  int rest;                     /* without scaling, what is below is decoded too, to find damage that shows there */
} up_webp_pass;

up_status up_webp_open(up_session *session, up_webp_header *header);
up_status up_webp_start(up_session *session, const up_webp_pass *pass);
/* Reads the next count rows of the pass. */
up_status up_webp_read(up_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* WebP encoding. */
typedef struct {
  uint32_t width, height, channels; /* 3, 4 (RGBA) */
  int quality;                      /* 0…100 */
  int exact;                        /* lossless; quality is ignored */
} up_webp_settings;

/* Writes the complete file, without metadata. */
up_status up_webp_encode(up_session *session, const up_webp_settings *settings, const unsigned char *rows, size_t stride);

/* A library's version at run time (libjpeg's at compile time): major << 16 | minor << 8 | patch; 0 if it is left out.
*/
typedef enum { UP_LIBJPEG, UP_LIBPNG, UP_LIBWEBP } up_library;
uint32_t up_version(up_library library);

/* What all sessions share, here and in CConfined. */
#include "up_core.h"

#endif
