/* TIFF headers by libtiff: the source, and an image's directory (TIFF 6.0, sections 4 to 6, 10, 16, 18, 21; Technical
   Note 2). */
#include "tiff.h"

#if UPRIGHT_TIFF

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tmsize_t source_read(thandle_t handle, void *bytes, tmsize_t count) {
  uc_session *session = handle;
  struct uc_tiff *tiff = session->state;
  size_t got = uc_read_source(session, tiff->position, bytes, (size_t)count);
  tiff->position += got;
  return (tmsize_t)got;
}

static tmsize_t source_write(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle, (void)bytes, (void)count;
  return 0;
}

static toff_t source_seek(thandle_t handle, toff_t offset, int whence) {
  uc_session *session = handle;
  struct uc_tiff *tiff = session->state;
  uint64_t base = whence == SEEK_CUR ? tiff->position : whence == SEEK_END ? session->byte_count : 0;
  tiff->position = base + offset;
  return tiff->position;
}

static int source_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t source_size(thandle_t handle) { return ((uc_session *)handle)->byte_count; }

/* The first message is the most informative. After some errors, the library continues as if the unreadable data were
   zeros. */
static int on_error(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module;
  uc_session *session = user;
  ((struct uc_tiff *)session->state)->has_error = 1;
  if (!session->core.report.text[0]) vsnprintf(session->core.report.text, sizeof session->core.report.text, format, arguments);
  return 1;
}

/* Warnings about data other than the image are ignored. */
static int on_warning(TIFF *file, void *user, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module, (void)format, (void)arguments;
  uc_session *session = user;
  if (((struct uc_tiff *)session->state)->counts_warnings) session->core.report.warnings++;
  return 1;
}

/* If no warnings are allowed, the first one means that the source is damaged. */
up_status uc_tiff_fault(uc_session *session) {
  if (session->core.limits.warnings && session->core.report.warnings > session->core.limits.warnings)
    return uc_fail_limit(session, UP_WARNINGS, session->core.report.warnings, session->core.limits.warnings);
  return uc_fail(session, session->is_short ? UP_TRUNCATED : UP_MALFORMED, NULL);
}

static void close_tiff(uc_session *session) {
  struct uc_tiff *tiff = session->state;
  uc_tiff_close_readers(tiff);
  if (tiff->file) TIFFClose(tiff->file);
  free(tiff->blocks);
  free(tiff);
}

static up_status refuse(uc_session *session, const char *text) { return uc_fail(session, UP_UNSUPPORTED, text); }

static up_status refuse_number(uc_session *session, const char *format, unsigned number) {
  char text[80];
  snprintf(text, sizeof text, format, number);
  return refuse(session, text);
}

static up_status check_compression(uc_session *session, uint16_t compression) {
  switch (compression) {
  case COMPRESSION_OJPEG: return refuse(session, "JPEG in TIFF as it was before Technical Note 2");
  case COMPRESSION_PIXARLOG:
  case COMPRESSION_SGILOG:
  case COMPRESSION_SGILOG24: return refuse(session, "TIFF of logarithms");
  default:
    if (TIFFIsCODECConfigured(compression)) return UP_OK;
    return refuse_number(session, "TIFF in compression %u", compression);
  }
}

/* Colors of 16 bits; if none is above 255, the writer stored 8-bit values, as some do. */
static up_status read_palette(uc_session *session, struct uc_tiff *tiff) {
  uint16_t *map[3];
  uint32_t count = 1u << tiff->bits;
  unsigned shift = 0;
  if (!TIFFGetField(tiff->file, TIFFTAG_COLORMAP, &map[0], &map[1], &map[2])) return uc_tiff_fault(session);
  for (int color = 0; color < 3; color++)
    for (uint32_t i = 0; i < count; i++)
      if (map[color][i] > 255) shift = 8;
  for (int color = 0; color < 3; color++)
    for (uint32_t i = 0; i < count; i++) tiff->palette[i][color] = (unsigned char)(map[color][i] >> shift);
  return UP_OK;
}

/* Luma and chroma without JPEG coding: pixels that share chroma are stored together (TIFF 6.0, section 21). */
static up_status read_luma(uc_session *session, struct uc_tiff *tiff) {
  float *luma = NULL, *range = NULL;
  if (tiff->is_planar || tiff->samples != 3 || tiff->bits != 8)
    return refuse(session, "YCbCr in TIFF in planes, with more samples than three, or of other than 8 bits");
  TIFFGetFieldDefaulted(tiff->file, TIFFTAG_YCBCRSUBSAMPLING, &tiff->chroma_width, &tiff->chroma_height);
  if ((tiff->chroma_width != 1 && tiff->chroma_width != 2 && tiff->chroma_width != 4) ||
      (tiff->chroma_height != 1 && tiff->chroma_height != 2 && tiff->chroma_height != 4))
    return uc_fail(session, UP_MALFORMED, "YCbCrSubSampling is not 1, 2 or 4");
  TIFFGetFieldDefaulted(tiff->file, TIFFTAG_YCBCRCOEFFICIENTS, &luma);
  TIFFGetFieldDefaulted(tiff->file, TIFFTAG_REFERENCEBLACKWHITE, &range);
  if (!luma || !range) return uc_tiff_fault(session);
  memcpy(tiff->luma, luma, sizeof tiff->luma);
  memcpy(tiff->black_white, range, sizeof tiff->black_white);
  for (int i = 0; i < 3; i++)
    if (!(tiff->luma[i] > 0 && tiff->luma[i] < 1) || !(tiff->black_white[2 * i + 1] - tiff->black_white[2 * i] >= 1))
      return uc_fail(session, UP_MALFORMED, "YCbCrCoefficients or ReferenceBlackWhite cannot be");
  return UP_OK;
}

static up_status read_colors(uc_session *session, struct uc_tiff *tiff, uint16_t compression) {
  switch (tiff->photometric) {
  case PHOTOMETRIC_MINISWHITE:
  case PHOTOMETRIC_MINISBLACK: tiff->colors = 1; return UP_OK;
  case PHOTOMETRIC_RGB: tiff->colors = 3; return UP_OK;
  case PHOTOMETRIC_PALETTE:
    tiff->colors = 1;
    if (tiff->bits > 8) return refuse(session, "a palette of more than 256 colours");
    return read_palette(session, tiff);
  case PHOTOMETRIC_SEPARATED: {
    uint16_t inks = INKSET_CMYK;
    TIFFGetFieldDefaulted(tiff->file, TIFFTAG_INKSET, &inks);
    tiff->colors = 4;
    return inks == INKSET_CMYK ? UP_OK : refuse(session, "TIFF with inks other than CMYK");
  }
  case PHOTOMETRIC_YCBCR:
    tiff->colors = 3;
    if (compression != COMPRESSION_JPEG) return read_luma(session, tiff);
    if (tiff->is_planar || tiff->samples != 3) return refuse(session, "YCbCr in TIFF as JPEG in planes");
    return TIFFSetField(tiff->file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB) ? UP_OK : uc_tiff_fault(session);
  case PHOTOMETRIC_CIELAB:
  case PHOTOMETRIC_ICCLAB:
    tiff->colors = 3;
    return tiff->bits == 8 || tiff->bits == 16 ? UP_OK : refuse_number(session, "CIELab of %u bits per sample", tiff->bits);
  default: return refuse_number(session, "TIFF of photometric interpretation %u", tiff->photometric);
  }
}

/* A sample after the colors is alpha if ExtraSamples states so, or if it omits a fourth one beside RGB. */
static void read_opacity(struct uc_tiff *tiff) {
  uint16_t count = 0, *kinds = NULL;
  if (tiff->samples <= tiff->colors) return;
  if (!TIFFGetField(tiff->file, TIFFTAG_EXTRASAMPLES, &count, &kinds) || count == 0) {
    if (tiff->colors == 3 && tiff->samples == 4) tiff->opacity = EXTRASAMPLE_UNASSALPHA;
  } else if (kinds[0] == EXTRASAMPLE_ASSOCALPHA || kinds[0] == EXTRASAMPLE_UNASSALPHA) {
    tiff->opacity = kinds[0];
  }
}

/* Checks the samples' number format and bits; those of CIELab follow its own definition. */
static up_status check_numbers(uc_session *session, struct uc_tiff *tiff) {
  uint16_t format = SAMPLEFORMAT_UINT, bits = tiff->bits;
  TIFFGetFieldDefaulted(tiff->file, TIFFTAG_SAMPLEFORMAT, &format);
  int is_lab = tiff->photometric == PHOTOMETRIC_CIELAB || tiff->photometric == PHOTOMETRIC_ICCLAB;
  tiff->numbers = format == SAMPLEFORMAT_VOID || (is_lab && format == SAMPLEFORMAT_INT) ? SAMPLEFORMAT_UINT : format;
  switch (tiff->numbers) {
  case SAMPLEFORMAT_UINT:
    if ((bits >= 1 && bits <= 16) || bits == 24 || bits == 32) return UP_OK;
    return refuse_number(session, "TIFF of %u bits per sample", bits);
  case SAMPLEFORMAT_INT:
    if (bits == 8 || bits == 16 || bits == 32) break;
    return refuse_number(session, "TIFF of signed numbers of %u bits", bits);
  case SAMPLEFORMAT_IEEEFP:
    if (bits == 16 || bits == 32 || bits == 64) break;
    return refuse_number(session, "TIFF of numbers with fractions of %u bits", bits);
  default: return refuse(session, "TIFF whose samples are no numbers, or complex ones");
  }
  if (tiff->photometric == PHOTOMETRIC_MINISBLACK || tiff->photometric == PHOTOMETRIC_MINISWHITE ||
      tiff->photometric == PHOTOMETRIC_RGB)
    return UP_OK;
  return refuse(session, "TIFF of signed numbers, or of numbers with fractions, that are neither gray nor RGB");
}

static up_status read_directory(uc_session *session, struct uc_tiff *tiff) {
  uint16_t compression = COMPRESSION_NONE, planar = PLANARCONFIG_CONTIG;
  TIFF *file = tiff->file;
  TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  if (check_compression(session, compression) != UP_OK) return session->core.report.status;
  if (!TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &tiff->width) || !TIFFGetField(file, TIFFTAG_IMAGELENGTH, &tiff->height) ||
      !TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &tiff->photometric) || !tiff->width || !tiff->height)
    return uc_tiff_fault(session);
  TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &tiff->bits);
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &tiff->samples);
  TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planar);
  if (uc_check_pixels(session, tiff->width, tiff->height) != UP_OK) return session->core.report.status;
  if (check_numbers(session, tiff) != UP_OK) return session->core.report.status;
  tiff->is_planar = planar == PLANARCONFIG_SEPARATE && tiff->samples > 1;
  tiff->is_tiled = TIFFIsTiled(file);
  tiff->depth = tiff->bits > 8 ? 16 : 8;
  if (read_colors(session, tiff, compression) != UP_OK) return session->core.report.status;
  if (tiff->samples < tiff->colors) return uc_fail(session, UP_MALFORMED, "too few samples per pixel");
  read_opacity(tiff);
  if (tiff->opacity == EXTRASAMPLE_ASSOCALPHA && tiff->colors == 3 && tiff->photometric != PHOTOMETRIC_RGB)
    return refuse(session, "CIELab that is multiplied by opacity");
  if (tiff->opacity && tiff->colors == 4) return refuse(session, "TIFF of CMYK with opacity");
  if (tiff->has_error) return uc_tiff_fault(session);
  return session->core.report.status;
}

static TIFF *open_source(uc_session *session) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  uint64_t most = session->core.limits.memory < INT64_MAX ? session->core.limits.memory : INT64_MAX;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)most);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, session);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, session);
  /* Read only the header, without mapping; load offsets of strips and tiles on demand. */
  TIFF *file = TIFFClientOpenExt(
      "TIFF", "rhmO", session, source_read, source_write, source_seek, source_close, source_size, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  return file;
}

up_status uc_tiff_open(uc_session *session, uint64_t directory, uc_picture *picture) {
  static const struct uc_decoder decoder = {uc_tiff_start, uc_tiff_read, close_tiff};
  struct uc_tiff *tiff = calloc(1, sizeof *tiff);
  if (!tiff) return uc_fail(session, UP_NO_MEMORY, NULL);
  session->state = tiff;
  session->decoder = &decoder;
  tiff->held = UINT32_MAX;
  tiff->directory = directory;
  tiff->file = open_source(session);
  if (!tiff->file) return uc_tiff_fault(session);
  if (!(directory ? TIFFSetSubDirectory(tiff->file, directory) : TIFFSetDirectory(tiff->file, 0)))
    return uc_tiff_fault(session);
  if (read_directory(session, tiff) != UP_OK) return session->core.report.status;
  int palette = tiff->photometric == PHOTOMETRIC_PALETTE;
  picture->width = tiff->width;
  picture->height = tiff->height;
  picture->channels = tiff->opacity ? 4 : tiff->colors == 4 ? 5 : palette ? 3 : tiff->colors;
  picture->depth = tiff->depth;
  return UP_OK;
}

#else

up_status uc_tiff_open(uc_session *session, uint64_t directory, uc_picture *picture) {
  (void)directory, (void)picture;
  return uc_fail(session, UP_UNSUPPORTED, "this build has no TIFF");
}

#endif
