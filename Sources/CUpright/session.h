/* The session, and declarations shared by this target's files. */
#ifndef UP_SESSION_H
#define UP_SESSION_H

#include "up_core.h"

#if !UPRIGHT_CODECS
#error "the product UprightCodecs needs the package trait Codecs"
#endif

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>
#include <png.h>

enum { UP_CHUNK = 65536, UP_PLANES = 3 };
/* The number of rows after which the caller is asked to continue. */
enum { UP_PNG_WATCH = 64 };
/* The minimum bytes of samples for which a thread to decompress a PNG is worthwhile. */
enum { UP_PNG_LARGE = 4 << 20 };

/* A coefficient array that a libjpeg object keeps for a whole image. */
struct up_array {
  jvirt_barray_ptr array;
  size_t row, rows; /* bytes per row of blocks, and the number of rows */
};

struct up_arrays {
  struct up_array all[MAX_COMPONENTS];
  int count;
  jvirt_barray_ptr (*request)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION);
  void (*realize)(j_common_ptr);
};

struct up_session {
  jmp_buf error_trap;
  up_core core;

  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  struct jpeg_source_mgr source;
  struct jpeg_destination_mgr destination;
  struct jpeg_decompress_struct decoder;
  struct jpeg_compress_struct encoder;
  boolean has_decoder, has_encoder, has_header;
  boolean is_walked; /* whether the coded data is known to be undamaged */
  boolean is_read;   /* whether the opened JPEG was read to its end marker */
  size_t held;       /* bytes in input behind those that libjpeg may see */
  struct up_arrays decoded, encoded;

  up_jpeg_pass pass;
  JDIMENSION crop_x; /* decoded pixels to the left of the pass in a row */
  JSAMPROW row;

  up_jpeg_region region;
  uint32_t next_row; /* of pixels: in the image; for a PNG, in the pass */
  uint32_t units;    /* MCU rows decoded so far; the last one is in planes */
  JSAMPARRAY planes[UP_PLANES];

  png_structp png;
  png_infop info;
  int reads_png;
  up_png_pass png_pass;
  size_t png_row_bytes;    /* of the whole width, as delivered */
  uint32_t png_pixel;      /* bytes per pixel */
  unsigned char *png_rows; /* one row or, for an interlaced image, all rows of the pass at full width */

  uint64_t png_taken, png_boundary; /* bytes that libpng has read; the offset of the next chunk */
  int png_threads;                  /* whether a thread may be started */
  struct up_unpack *unpack;         /* png_unpack.c */

  struct up_webp *webp; /* webp_session.h */

  size_t offset; /* where the next read starts */
  size_t filled; /* bytes waiting in output */
  unsigned char input[UP_CHUNK];
  unsigned char output[UP_CHUNK];
};

/* The rows that a body fills with the next pixels of its pass. */
struct up_rows {
  unsigned char *bytes;
  size_t stride;
  uint32_t count;
};

typedef void (*up_body)(up_session *session, void *arguments);

/* Runs body; up_fail and the libraries' errors end it. This is the only setjmp. */
up_status up_run_trapped(up_session *session, up_body body, void *arguments);

/* Ends the running body. */
_Noreturn void up_fail(up_session *session, up_status status, const char *text);
_Noreturn void up_fail_limit(up_session *session, up_limit limit, uint64_t asked, uint64_t allowed);

/* Whether the deadline has passed or the caller has canceled; the report states which. */
int up_is_interrupted(up_session *session);
/* Ends the body if so. */
void up_check_interrupted(up_session *session);
void up_check_pixels(up_session *session, uint64_t width, uint64_t height);
/* Puts the next bytes of the source into source.next_input_byte; returns 0 at its end. */
int up_source_fill(up_session *session);
/* Reads the next bytes of the source; fewer only at its end. */
size_t up_read_plain(up_session *session, unsigned char *bytes, size_t count);
/* Ends the thread that unpacks a PNG, if any. */
void up_unpack_end(struct up_unpack *unpack);
/* Frees a session's libwebp state, if any. */
void up_webp_end(struct up_webp *webp);
/* Ends the body if keeping every coefficient of the opened JPEG would exceed the memory limit. */
void up_check_coefficients(up_session *session);

/* Buffers bytes for io.write. */
void up_put(up_session *session, const unsigned char *bytes, size_t count);
void up_flush(up_session *session);

/* Connects error handling and progress of a libjpeg object to the session. */
void up_jpeg_errors(up_session *session);
void up_jpeg_attach(up_session *session, j_common_ptr object);
/* Lets libjpeg see the coded data in parts in which it reports all damage, unless the data is known to be undamaged. */
void up_jpeg_be_careful(up_session *session, int is_walked);
/* Whether rows below those of a pass are still to be read to find damage; several scans are read before the first row. */
boolean up_jpeg_wants_rest(const up_session *session, int rest);
/* After the last row of the image: reads to its end marker, where damage may show. */
void up_jpeg_read_end(up_session *session);
/* Asks the system to use huge pages for large coefficient arrays. */
void up_jpeg_advise_memory(j_common_ptr object);
/* Creates session->encoder, writing to io.write. */
void up_jpeg_encoder(up_session *session);

/* One component of the opened JPEG, viewed after a reorientation. */
enum { UP_BAND = 8 }; /* block rows reoriented at once: if axes swap, that many columns are read together */

struct up_view {
  JBLOCKROW *source;     /* every block row of the source */
  long first_x, first_y; /* the source block that becomes the result's first block */
  int step_x, step_y;    /* the direction from there, 1 or -1 */
  boolean swapped;
  int across, down;         /* sampling factors in the result */
  JDIMENSION width, height; /* of the result, in blocks */
  JBLOCKROW band[UP_BAND];  /* some block rows of the result */
  JDIMENSION band_start, band_rows;
  JCOEF sign[2][DCTSIZE]; /* of even and odd rows: odd frequencies along a reversed axis are negated */
};

/* The array comes from jpeg_read_coefficients for the component. */
struct up_view *up_view_make(up_session *session, const up_jpeg_orientation *turn, int index, jvirt_barray_ptr array);
/* Block rows of the result from start. */
JBLOCKARRAY up_view_rows(struct up_view *view, JDIMENSION start, JDIMENSION count);

#endif
