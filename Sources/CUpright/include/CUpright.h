/* libjpeg, libpng and libwebp behind one fence: every call returns a status, none jumps out, no callback is jumped across. */
#ifndef CUPRIGHT_H
#define CUPRIGHT_H

#include <stddef.h>
#include <stdint.h>

#define UP_READ_FAILED_COUNT SIZE_MAX

/* How a call ended; everything but UP_OK is final for its session. */
typedef enum {
  UP_OK = 0,
  UP_MALFORMED,     /* the source breaks a rule */
  UP_TRUNCATED,     /* the source ends too early */
  UP_UNSUPPORTED,   /* the library does not do this */
  UP_LIMIT,         /* see up_report: which, asked, allowed */
  UP_NO_MEMORY,
  UP_CANCELLED,     /* io.cancelled said so */
  UP_READ_FAILED,   /* io.read said so */
  UP_WRITE_STOPPED, /* io.write said so */
  UP_FAILED         /* the library, for a reason of its own */
} up_status;

typedef enum { UP_PIXELS, UP_MEMORY, UP_SCANS, UP_WARNINGS, UP_SECONDS } up_limit;

typedef struct {
  uint64_t pixels, memory, scans, warnings; /* 0 warnings: the first one is final */
  double seconds;                           /* 0 for no bound; the clock runs from up_create */
} up_limits;

/* All three may be called at any time inside a call, and simply return. */
typedef struct {
  void *context;
  /* Bytes from offset on: fewer than count only at the end, UP_READ_FAILED_COUNT where the disk fails. */
  size_t (*read)(void *context, size_t offset, unsigned char *buffer, size_t count);
  /* Nonzero stops. */
  int (*write)(void *context, const unsigned char *bytes, size_t count);
  /* Nonzero stops; may be null. */
  int (*cancelled)(void *context);
} up_io;

typedef struct {
  up_status status;
  int code;          /* libjpeg's message code, 0 for none */
  char text[200];    /* the library's message */
  uint64_t offset;   /* how far the source was consumed */
  uint64_t warnings; /* how many the library gave */
  up_limit limit;    /* with UP_LIMIT: which */
  uint64_t asked, allowed;
} up_report;

/* One run of one library. */
typedef struct up_session up_session;

up_session *up_create(const up_limits *limits, const up_io *io); /* null where memory is not to be had */
void up_destroy(up_session *session);
const up_report *up_result(const up_session *session);
const char *up_text(const up_session *session);

/* JPEG, reading. */
typedef struct {
  uint32_t width, height;
  uint32_t components;                /* in the frame */
  uint32_t channels;                  /* 1 gray, 3 RGB, 4 CMYK; 0 for what is none of these */
  uint32_t block_width, block_height; /* the smallest unit a lossless transform can move */
} up_jpeg_header;

typedef struct {
  uint32_t denominator;         /* 1, 2, 4, 8 */
  uint32_t channels;            /* 1, 3, 4; a gray source may be asked for 3 */
  uint32_t x, y, width, height; /* in decoded pixels, inside the picture */
  int sparse;                   /* scans were left out on purpose: nothing is to be guessed in their place */
} up_jpeg_pass;

up_status up_jpeg_open(up_session *session, up_jpeg_header *header);
up_status up_jpeg_start(up_session *session, const up_jpeg_pass *pass);
/* The next count rows of the pass; CMYK as amounts of ink. */
up_status up_jpeg_read(up_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* JPEG, writing: start (encode or transform), markers, rows (encode only), end. */
typedef struct {
  uint32_t width, height, channels; /* 1, 3, 4 (amounts of ink) */
  int quality;                      /* libjpeg's, where there are no tables */
  int horizontal, vertical;         /* luma samples per chroma sample */
  int progressive;
  int planar; /* 3 channels that come as planes, not as rows */
  int fitted; /* codes made for this picture, for which all its coefficients are kept; progressive ones always are */
} up_jpeg_settings;

/* What is kept of an opened JPEG, and how it is turned. */
typedef struct {
  uint32_t block_x, block_y;  /* the kept part's near edge in the source (on a reversed axis its far edge), in blocks */
  uint32_t width, height;     /* of the result, in pixels */
  int reversed_x, reversed_y; /* the source's axes that run backwards in the result */
  int swapped;                /* the source's x becomes the result's y */
  int whole;                  /* all from the source's first block on, however its far edges lie: block_x and block_y say nothing */
} up_jpeg_orientation;

/* Tables: null, or 64 values per channel in natural order. */
up_status up_jpeg_encode(up_session *session, const up_jpeg_settings *settings, const uint16_t *tables);
up_status up_jpeg_transform(up_session *session, const up_jpeg_orientation *turn);
up_status up_jpeg_marker(up_session *session, int marker, const unsigned char *bytes, size_t count);
up_status up_jpeg_write(up_session *session, const unsigned char *rows, size_t stride, uint32_t count);
up_status up_jpeg_end(up_session *session);

/* Writes the opened JPEG's tables and blocks in one form, whatever their coding (docs/digest-and-verify.md). */
up_status up_jpeg_blocks(up_session *session, const up_jpeg_orientation *turn);

/* JPEG in component planes: luma, blue and red chroma as they are coded. A region's edges that do not lie between chroma
   samples cost a whole one. */
typedef struct {
  unsigned char *bytes;
  size_t stride;
  uint32_t width, height; /* what there is room for */
} up_plane;

typedef struct {
  uint32_t x, y, width, height; /* in pixels, inside the picture */
  uint32_t across, down;        /* luma samples per chroma sample; another picture is refused */
} up_jpeg_region;

up_status up_jpeg_start_planes(up_session *session, const up_jpeg_region *region);
/* The next count rows of pixels, and the rows of chroma that stand for them. */
up_status up_jpeg_read_planes(up_session *session, const up_plane planes[3], uint32_t count);
/* The whole picture. */
up_status up_jpeg_write_planes(up_session *session, const up_plane planes[3]);

/* PNG, reading. */
typedef struct {
  uint32_t width, height;
  uint32_t channels; /* as delivered: 1 gray, 3 RGB, 4 RGBA; palettes are RGB, gray with opacity and colour keys RGBA */
  int depth;         /* as delivered: 8 or 16 */
  int interlaced;
} up_png_header;

typedef struct {
  uint32_t channels;            /* the header's, or more */
  int depth;                    /* 8, or the header's */
  uint32_t x, y, width, height; /* inside the picture */
} up_png_pass;

/* With threads one may be started, to unpack a large picture ahead. */
up_status up_png_open(up_session *session, up_png_header *header, int threads);
up_status up_png_start(up_session *session, const up_png_pass *pass);
/* The next count rows of the pass; 16 bits in the machine's byte order. */
up_status up_png_read(up_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* PNG, writing: start, chunks, rows, end. */
typedef struct {
  uint32_t width, height, channels; /* 1, 2 (gray with opacity, out of rows of RGBA), 3, 4 (RGBA) */
  int depth;                        /* 8, or 16 in the machine's byte order */
} up_png_settings;

/* Profile: ICC, or null. */
up_status up_png_encode(
    up_session *session, const up_png_settings *settings, const unsigned char *profile, size_t profile_size);
up_status up_png_chunk(up_session *session, const unsigned char name[4], const unsigned char *bytes, size_t count);
up_status up_png_write(up_session *session, const unsigned char *rows, size_t stride, uint32_t count);
up_status up_png_end(up_session *session);

/* WebP, refused where UPRIGHT_WEBP is not 1; reading: the source has nothing but the picture in it. */
typedef struct {
  uint32_t width, height;
} up_webp_header;

typedef struct {
  uint32_t channels;            /* 3 RGB, 4 RGBA */
  uint32_t x, y, width, height; /* inside the picture */
  uint32_t columns, rows;       /* over which the region is spread evenly: its own or fewer */
  int threads;                  /* a lossy picture's edges may be smoothed in a thread of libwebp's own */
} up_webp_pass;

up_status up_webp_open(up_session *session, up_webp_header *header);
up_status up_webp_start(up_session *session, const up_webp_pass *pass);
/* The next count rows of the pass. */
up_status up_webp_read(up_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* WebP, writing. */
typedef struct {
  uint32_t width, height, channels; /* 3, 4 (RGBA) */
  int quality;                      /* 0…100 */
  int exact;                        /* nothing is lost, and quality says nothing */
} up_webp_settings;

/* The whole file, without metadata. */
up_status up_webp_encode(up_session *session, const up_webp_settings *settings, const unsigned char *rows, size_t stride);

/* A library's version at run time, libjpeg's when it was compiled: major << 16 | minor << 8 | patch; 0 where it is left out. */
typedef enum { UP_LIBJPEG, UP_LIBPNG, UP_LIBWEBP } up_library;
uint32_t up_version(up_library library);

#endif
