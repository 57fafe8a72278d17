/* Libraries that hostile content may crash, behind one interface: open a file, start a pass, read its rows. Calls
   return status codes and never jump; the only callbacks are io's. */
#ifndef CCONFINED_H
#define CCONFINED_H

#include "CUpright.h"

/* A session: one run of one library. */
typedef struct uc_session uc_session;

/* byte_count: the length of the source that io.read reads. Returns null if out of memory. */
uc_session *uc_create(const up_limits *limits, const up_io *io, uint64_t byte_count);
void uc_destroy(uc_session *session);
const up_report *uc_result(const uc_session *session);
const char *uc_text(const uc_session *session);

/* The image as stored, and the layout in which it can be delivered without loss. */
typedef struct {
  uint32_t width, height;
  uint32_t channels; /* 1 gray, 3 RGB, 4 RGBA (not premultiplied), 5 CMYK (four samples) */
  int depth;         /* 8 or 16 */
} uc_picture;

typedef struct {
  uint32_t channels;            /* the image's, or 3 or 4 for gray, or 4 for color */
  int depth;                    /* 8, or the image's */
  uint32_t x, y, width, height; /* inside the image */
} uc_pass;

/* Opens the TIFF image whose directory is at an offset; 0 for the first. */
up_status uc_tiff_open(uc_session *session, uint64_t directory, uc_picture *picture);

/* What a HEIF or AVIF file's image needs besides libheif's own conversion. */
enum {
  UC_MULTIPLIED = 1,     /* colors are premultiplied by alpha, and are divided by it */
  UC_GRAY = 2,           /* there may be no chroma */
  UC_LIMITED_ALPHA = 4,  /* alpha has the limited range (ITU-T H.273, 8.3) */
  UC_LIMITED_COLORS = 8, /* red, green and blue are coded as such, in the limited range */
  UC_YCGCO = 16,         /* what is decoded as Cr, Y and Cb is YCgCo of full range */
  UC_EMPTY_END = 32      /* coded data end as no encoder ends them, so bytes were lost */
};

/* Opens the only image of a HEIF or AVIF file, coded or derived from coded ones, before it is rotated, mirrored or
   cropped. `side`: the longest side of all its images. */
up_status uc_heif_open(
    uc_session *session, unsigned traits, uint32_t across, uint32_t down, uint32_t side, uc_picture *picture);

/* Opens the only image of a GIF, in its own size: RGBA. */
up_status uc_gif_open(uc_session *session, uc_picture *picture);

/* Opens a JPEG XL image. */
up_status uc_jxl_open(uc_session *session, uc_picture *picture);

/* Skips to a frame of an opened JPEG XL, counted from 1. `found`: the frame, or the number of frames if that is less;
   then there is nothing to start. */
up_status uc_jxl_seek(uc_session *session, uint32_t frame, uint32_t *found);

/* The ICC profile of the colors in which an opened JPEG XL is decoded. Sets `size` to its length; copies the profile if
   `size` already has that value. */
up_status uc_jxl_profile(uc_session *session, unsigned char *to, size_t *size);

up_status uc_start(uc_session *session, const uc_pass *pass);
/* Starts several sessions that need no more input in parallel, at most `threads` at a time. It does not wait: the first
   uc_read of each session does, and returns its status. Until then, only uc_destroy is allowed. */
void uc_start_all(uc_session *const *sessions, const uc_pass *passes, size_t count, int threads);
/* Reads the next count rows of the pass; 16-bit samples in native byte order. */
up_status uc_read(uc_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* A complete AVIF of 8 bits: RGB or RGBA. */
typedef struct {
  uint32_t width, height, channels; /* 3 or 4 */
  int quality;                      /* 0 to 100 */
  int subsampled;                   /* chroma at half resolution on both axes */
  int speed, threads;               /* the encoder's: 0 slow to 9 fast */
} uc_avif;

/* A byte range; empty if the size is 0. */
typedef struct {
  const unsigned char *bytes;
  size_t size;
} uc_packet;

up_status uc_avif_write(
    uc_session *session, const uc_avif *settings, const uc_packet *profile, const uc_packet *exif, const uc_packet *xmp,
    const unsigned char *rows, size_t stride);

/* Compresses rows of a TIFF strip: perhaps horizontal differencing (TIFF 6.0, section 14), then none, Deflate, or what
   libtiff has. `swapped`: 16-bit samples in the other byte order. `bilevel`: gray samples of 8 bits become one bit, 0 for
   white if `white_zero`. Overwrites the rows. Returns the number of bytes written; 0 if they do not fit. */
typedef struct {
  uint32_t width, height, samples; /* samples per pixel */
  int depth;                       /* 8 or 16 */
  int swapped;
  int compression; /* COMPRESSION_…: none, RLE, fax 3 and 4, LZW, Adobe Deflate, PackBits */
  int predicts, bilevel, white_zero;
  uint32_t fax_options; /* T4Options */
} uc_strip;

size_t uc_strip_room(const uc_strip *strip);
size_t uc_pack_strip(const uc_strip *strip, unsigned char *rows, unsigned char *to, size_t room);

/* Converts pixels from the colors of an ICC profile to sRGB (relative colorimetric, black-point compensation).
   Channels: 1 gray, which stays gray; 3 RGB; 4 RGBA; 5 CMYK, which becomes RGB. UP_UNSUPPORTED if the profile cannot be
   read or is for other channels. */
typedef struct {
  const unsigned char *profile;
  size_t profile_size;
  uint32_t channels, width, height;
  int depth; /* 8 or 16 */
  size_t stride_from, stride_to;
} uc_colors;

up_status uc_to_srgb(const uc_colors *colors, const unsigned char *from, unsigned char *to);

/* Writes a JPEG XL with orientation 1. */
typedef struct {
  uint32_t width, height, channels; /* 1, 3, 4 (RGBA) */
  int depth;                        /* 8, or 16 in native byte order */
  float distance;                   /* libjxl's; 0 is lossless */
  size_t profile, exif, xmp;        /* bytes of ICC (without it, the colors are sRGB) and of two boxes */
} uc_jxl_settings;

/* metadata: ICC, Exif and XMP, concatenated; count: bytes of all rows, without gaps. */
up_status uc_jxl_encode(
    uc_session *session, const uc_jxl_settings *settings, const unsigned char *metadata, const unsigned char *rows,
    size_t count);

typedef enum { UC_LIBTIFF, UC_LIBHEIF, UC_LIBJXL, UC_LCMS, UC_GIFLIB } uc_library;

/* Loads a library, unless it is already loaded or this build omits it. Returns null, or why it cannot be loaded. Every
   call that needs a library does this; a process that will lose file access must do it before. */
const char *uc_load(uc_library library);

/* A library's version at run time: major << 16 | minor << 8 | patch; 0 if it is left out or missing. Loads the library.
*/
uint32_t uc_version(uc_library library);

#endif
