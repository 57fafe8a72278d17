/* What a session holds, and what the files of this target share. */
#ifndef UP_SESSION_H
#define UP_SESSION_H

#include "CUpright.h"

#include <setjmp.h>
#include <stdio.h>
#include <time.h>

#include <jpeglib.h>
#include <png.h>

enum { UP_CHUNK = 65536, UP_PLANES = 3 };
/* After how many rows a caller who waits is asked. */
enum { UP_PNG_WATCH = 64 };
/* From so many bytes of samples on it is worth a thread to unpack a PNG. */
enum { UP_PNG_LARGE = 4 << 20 };

/* An array of coefficients that one of libjpeg's objects keeps for a whole picture. */
struct up_array {
  jvirt_barray_ptr array;
  size_t row, rows; /* bytes of a row of blocks, and how many there are */
};

struct up_arrays {
  struct up_array all[MAX_COMPONENTS];
  int count;
  jvirt_barray_ptr (*request)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION);
  void (*realize)(j_common_ptr);
};

struct up_session {
  jmp_buf error_trap;
  up_report report;
  up_limits limits;
  up_io io;
  struct timespec started;

  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  struct jpeg_source_mgr source;
  struct jpeg_destination_mgr destination;
  struct jpeg_decompress_struct decoder;
  struct jpeg_compress_struct encoder;
  boolean has_decoder, has_encoder, has_header;
  struct up_arrays decoded, encoded;

  up_jpeg_pass pass;
  JDIMENSION crop_x; /* decoded pixels to the left of the pass in a delivered row */
  JSAMPROW row;

  up_jpeg_region region;
  uint32_t next_row;  /* of pixels: in the picture, for a PNG in the pass */
  uint32_t units;     /* rows of MCUs that were decoded; the last one lies in planes */
  JSAMPARRAY planes[UP_PLANES];

  png_structp png;
  png_infop info;
  int reads_png;
  up_png_pass png_pass;
  size_t png_row_bytes; /* of the whole picture's width, as delivered */
  uint32_t png_pixel;   /* bytes */
  unsigned char *png_rows; /* one row, or of an interlaced picture all of the pass, as wide as the picture */

  uint64_t png_taken, png_boundary; /* bytes that libpng has got; where the next chunk begins */
  int png_threads;                  /* a thread may be started for it */
  struct up_unpack *unpack;         /* png_unpack.c */

  struct up_webp *webp; /* webp_session.h */

  size_t offset; /* where the next read starts */
  size_t filled; /* bytes waiting in output */
  unsigned char input[UP_CHUNK];
  unsigned char output[UP_CHUNK];
};

typedef void (*up_body)(up_session *session, void *arguments);

/* Runs body; up_fail and the libraries' errors end it. The only setjmp there is. */
up_status up_run_trapped(up_session *session, up_body body, void *arguments);

/* Ends the body that is running. */
_Noreturn void up_fail(up_session *session, up_status status, const char *text);
_Noreturn void up_fail_limit(up_session *session, up_limit limit, uint64_t asked, uint64_t allowed);

/* Whether time is over or the caller has lost interest; the report says which. */
int up_is_interrupted(up_session *session);
/* Ends the body then. */
void up_check_interrupted(up_session *session);
void up_check_pixels(up_session *session, uint64_t width, uint64_t height);
/* Has the next bytes of the source in source.next_input_byte; 0 at its end. */
int up_source_fill(up_session *session);
/* The next bytes of the source; fewer only at its end. */
size_t up_read_plain(up_session *session, unsigned char *bytes, size_t count);
/* Ends the thread that unpacks a PNG, if any. */
void up_unpack_end(struct up_unpack *unpack);
/* Frees what a session holds of libwebp, if anything. */
void up_webp_end(struct up_webp *webp);
/* Refuses what keeping every coefficient of the opened JPEG would cost. */
void up_check_coefficients(up_session *session);

/* Bytes on their way to io.write. */
void up_put(up_session *session, const unsigned char *bytes, size_t count);
void up_flush(up_session *session);

/* Hands error handling and progress of a libjpeg object to the session. */
void up_jpeg_errors(up_session *session);
void up_jpeg_attach(up_session *session, j_common_ptr object);
/* Has the system back large arrays of coefficients by huge pages, where it can. */
void up_jpeg_advise_memory(j_common_ptr object);
/* Creates session->encoder, writing to io.write. */
void up_jpeg_encoder(up_session *session);

/* One component of the opened JPEG, seen as it lies after a turn. */
enum { UP_BAND = 8 }; /* block rows that are turned in one go: where axes swap, so many neighbours are read at once */

struct up_view {
  JBLOCKROW *source;        /* every block row of the source */
  long first_x, first_y;    /* the source block that the result's first block comes from */
  int step_x, step_y;       /* and the way from there, 1 or -1 */
  boolean swapped;
  int across, down;         /* sampling factors, as they lie in the result */
  JDIMENSION width, height; /* of the result, in blocks */
  JBLOCKROW band[UP_BAND];  /* some block rows of the result */
  JDIMENSION band_start, band_rows;
  JCOEF sign[2][DCTSIZE];   /* of even and odd rows: odd frequencies along a reversed axis change theirs */
};

/* The array is what jpeg_read_coefficients gave for the component. */
struct up_view *up_view_make(up_session *session, const up_jpeg_orientation *turn, int index, jvirt_barray_ptr array);
/* Block rows of the result from start on. */
JBLOCKARRAY up_view_rows(struct up_view *view, JDIMENSION start, JDIMENSION count);

#endif
