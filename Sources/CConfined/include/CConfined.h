/* Libraries that hostile content may crash, behind one interface: open a file, start a pass, read its rows. They return
   codes, so that no call jumps, and none but io's is made back. */
#ifndef CCONFINED_H
#define CCONFINED_H

#include "CUpright.h"

/* One run of one library. */
typedef struct uc_session uc_session;

/* byte_count: how many bytes io.read has; null where memory is not to be had. */
uc_session *uc_create(const up_limits *limits, const up_io *io, uint64_t byte_count);
void uc_destroy(uc_session *session);
const up_report *uc_result(const uc_session *session);
const char *uc_text(const uc_session *session);

/* The picture as it lies in the file, and as it can be delivered without a loss. */
typedef struct {
  uint32_t width, height;
  uint32_t channels; /* 1 gray, 3 RGB, 4 RGBA (colours not multiplied by opacity), 5 amounts of ink (four samples) */
  int depth;         /* 8 or 16 */
} uc_picture;

typedef struct {
  uint32_t channels;            /* the picture's, or 3 or 4 of a gray one, or 4 of one in colour */
  int depth;                    /* 8, or the picture's */
  uint32_t x, y, width, height; /* inside the picture */
} uc_pass;

/* A TIFF's picture whose directory stands at an offset; 0 for the first. */
up_status uc_tiff_open(uc_session *session, uint64_t directory, uc_picture *picture);

/* The only picture of a HEIF or AVIF file, coded or laid together of coded ones, as it lies before it is turned, mirrored or
   cropped. `multiplied`: its colours are multiplied by opacity, and are divided by it. `side`: the longest of all its pictures. */
up_status uc_heif_open(
    uc_session *session, int multiplied, uint32_t across, uint32_t down, uint32_t side, uc_picture *picture);

/* A JPEG XL's picture. */
up_status uc_jxl_open(uc_session *session, uc_picture *picture);

/* Goes to a frame of an opened JPEG XL, counted from 1, past those before it. `found`: the frame, or how many there are where
   that is less; then there is nothing to start. */
up_status uc_jxl_seek(uc_session *session, uint32_t frame, uint32_t *found);

/* The ICC profile of the colours in which an opened JPEG XL is decoded: its bytes where `size` is as many as there are,
   which it is afterwards. */
up_status uc_jxl_profile(uc_session *session, unsigned char *to, size_t *size);

up_status uc_start(uc_session *session, const uc_pass *pass);
/* The same for several sessions that read nothing more, side by side, at most so many at a time. It does not wait: the first
   uc_read of each does, and says how it went; until then nothing else but uc_destroy may be asked of it. */
void uc_start_all(uc_session *const *sessions, const uc_pass *passes, size_t count, int threads);
/* The next count rows of the pass; 16 bits in the machine's byte order. */
up_status uc_read(uc_session *session, unsigned char *rows, size_t stride, uint32_t count);

/* A whole AVIF of 8 bits: RGB, or RGBA. */
typedef struct {
  uint32_t width, height, channels; /* 3 or 4 */
  int quality;                      /* 0 to 100 */
  int subsampled;                   /* chroma at half of luma on both axes */
  int speed, threads;               /* the encoder's: 0 slow to 9 fast */
} uc_avif;

/* Bytes; none where the size is 0. */
typedef struct {
  const unsigned char *bytes;
  size_t size;
} uc_packet;

up_status uc_avif_write(
    uc_session *session, const uc_avif *settings, const uc_packet *profile, const uc_packet *exif, const uc_packet *xmp,
    const unsigned char *rows, size_t stride);

/* Packs rows of a TIFF's strip: differences to the sample before (TIFF 6.0, section 14), then Deflate. `swapped`: 16 bits
   in the other byte order. Overwrites the rows; the number of bytes that were put, 0 where there is no room for them. */
typedef struct {
  uint32_t width, height, samples; /* samples of a pixel */
  int depth;                       /* 8 or 16 */
  int swapped;
} uc_strip;

size_t uc_strip_room(const uc_strip *strip);
size_t uc_pack_strip(const uc_strip *strip, unsigned char *rows, unsigned char *to, size_t room);

/* Pixels in the colours of an ICC profile as pixels in those of sRGB (relative colorimetry, black to black). Channels: 1
   gray, which stays gray; 3 RGB; 4 RGBA; 5 ink, which becomes RGB. UP_UNSUPPORTED where the profile cannot be read or is
   for other channels. */
typedef struct {
  const unsigned char *profile;
  size_t profile_size;
  uint32_t channels, width, height;
  int depth; /* 8 or 16 */
  size_t stride_from, stride_to;
} uc_colors;

up_status uc_to_srgb(const uc_colors *colors, const unsigned char *from, unsigned char *to);

/* Writes a JPEG XL whose orientation is 1. */
typedef struct {
  uint32_t width, height, channels; /* 1, 3, 4 (RGBA) */
  int depth;                        /* 8, or 16 in the machine's byte order */
  float distance;                   /* libjxl's; 0: nothing is lost */
  size_t profile, exif, xmp;        /* bytes of ICC, without which the colours are sRGB, and of what two boxes hold */
} uc_jxl_settings;

/* metadata: ICC, Exif and XMP, one behind the other; count: bytes of all rows, which lie side by side. */
up_status uc_jxl_encode(
    uc_session *session, const uc_jxl_settings *settings, const unsigned char *metadata, const unsigned char *rows,
    size_t count);

typedef enum { UC_LIBTIFF, UC_LIBHEIF, UC_LIBJXL, UC_LCMS } uc_library;

/* Makes a library ready, unless it is or this build has none; null, or why it cannot be loaded. Every call that needs one does
   this; a process that will have no files must do it before. */
const char *uc_load(uc_library library);

/* A library's version at run time: major << 16 | minor << 8 | patch; 0 where it is left out or missing. Loads it. */
uint32_t uc_version(uc_library library);

#endif
