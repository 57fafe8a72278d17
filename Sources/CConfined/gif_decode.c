/* GIF decoding by giflib: the only image of a file, at its own position (GIF 89a, 20 to 23 and appendices E and F). */
#include "session.h"

#if UPRIGHT_GIF

#include <stdbool.h>
#include <stdlib.h>

#include <gif_lib.h>

struct uc_gif {
  GifFileType *file;
  uint64_t position;
  int transparent; /* index of the transparent color in the palette; -1 for none */
  uint32_t width, height;
  unsigned char *places; /* palette indexes of all pixels */
  uc_pass pass;
  uint32_t next_row;
};

static int source_read(GifFileType *file, GifByteType *bytes, int count) {
  uc_session *session = file->UserData;
  struct uc_gif *gif = session->state;
  size_t got = count > 0 ? uc_read_source(session, gif->position, bytes, (size_t)count) : 0;
  gif->position += got;
  return (int)got;
}

static void close_gif(uc_session *session) {
  struct uc_gif *gif = session->state;
  if (gif->file) DGifCloseFile(gif->file, NULL);
  free(gif->places);
  free(gif);
}

static up_status fault(uc_session *session, int error) {
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return uc_fail(session, UP_NO_MEMORY, NULL);
  return uc_fail(session, session->is_short ? UP_TRUNCATED : UP_MALFORMED, GifErrorString(error));
}

/* The only extension that is read is the one with the transparent color. */
static up_status read_extension(uc_session *session, struct uc_gif *gif) {
  GifByteType *block = NULL;
  int label = 0;
  if (DGifGetExtension(gif->file, &label, &block) == GIF_ERROR) return fault(session, gif->file->Error);
  if (label == GRAPHICS_EXT_FUNC_CODE && block && block[0] >= 4) gif->transparent = block[1] & 1 ? block[4] : -1;
  while (block)
    if (DGifGetExtensionNext(gif->file, &block) == GIF_ERROR) return fault(session, gif->file->Error);
  return UP_OK;
}

/* Skips to the image. */
static up_status find_image(uc_session *session, struct uc_gif *gif) {
  GifRecordType kind = UNDEFINED_RECORD_TYPE;
  for (;;) {
    if (uc_check_interrupted(session) != UP_OK) return session->core.report.status;
    if (DGifGetRecordType(gif->file, &kind) == GIF_ERROR) return fault(session, gif->file->Error);
    if (kind == TERMINATE_RECORD_TYPE) return uc_fail(session, UP_MALFORMED, "no image");
    if (kind == IMAGE_DESC_RECORD_TYPE) break;
    if (kind == EXTENSION_RECORD_TYPE && read_extension(session, gif) != UP_OK) return session->core.report.status;
  }
  if (DGifGetImageDesc(gif->file) == GIF_ERROR) return fault(session, gif->file->Error);
  return UP_OK;
}

/* Decodes all rows; they may be interlaced in four passes, the first of every eighth row (appendix E). */
static up_status start_gif(uc_session *session, const uc_pass *pass) {
  static const uint32_t firsts[4] = {0, 4, 2, 1}, steps[4] = {8, 8, 4, 2};
  struct uc_gif *gif = session->state;
  int turns = gif->file->Image.Interlace ? 4 : 1;
  gif->pass = *pass;
  gif->next_row = pass->y;
  gif->places = uc_allocate(session, gif->width, gif->height);
  if (!gif->places) return session->core.report.status;
  for (int turn = 0; turn < turns; turn++)
    for (uint32_t y = turns == 1 ? 0 : firsts[turn]; y < gif->height; y += turns == 1 ? 1 : steps[turn]) {
      if (y % 64 == 0 && uc_check_interrupted(session) != UP_OK) return session->core.report.status;
      if (DGifGetLine(gif->file, gif->places + (size_t)y * gif->width, (int)gif->width) == GIF_ERROR)
        return fault(session, gif->file->Error);
    }
  return session->core.report.status;
}

static up_status read_gif(uc_session *session, unsigned char *rows, size_t stride, uint32_t count) {
  struct uc_gif *gif = session->state;
  const ColorMapObject *map = gif->file->Image.ColorMap ? gif->file->Image.ColorMap : gif->file->SColorMap;
  if (!gif->places || count > gif->pass.y + gif->pass.height - gif->next_row)
    return uc_fail(session, UP_FAILED, "no more rows");
  for (uint32_t i = 0; i < count; i++, gif->next_row++) {
    const unsigned char *from = gif->places + (size_t)gif->next_row * gif->width + gif->pass.x;
    unsigned char *to = rows + i * stride;
    for (uint32_t x = 0; x < gif->pass.width; x++, to += 4) {
      static const GifColorType black = {0, 0, 0};
      const GifColorType *color = from[x] < map->ColorCount ? &map->Colors[from[x]] : &black;
      to[0] = color->Red;
      to[1] = color->Green;
      to[2] = color->Blue;
      to[3] = from[x] == gif->transparent ? 0 : 255;
    }
  }
  return session->core.report.status;
}

up_status uc_gif_open(uc_session *session, uc_picture *picture) {
  static const struct uc_decoder decoder = {start_gif, read_gif, close_gif};
  int error = 0;
  struct uc_gif *gif = calloc(1, sizeof *gif);
  if (!gif) return uc_fail(session, UP_NO_MEMORY, NULL);
  session->state = gif;
  session->decoder = &decoder;
  gif->transparent = -1;
  gif->file = DGifOpen(session, source_read, &error);
  if (!gif->file) return fault(session, error);
  if (find_image(session, gif) != UP_OK) return session->core.report.status;
  if (gif->file->Image.Width <= 0 || gif->file->Image.Height <= 0) return uc_fail(session, UP_MALFORMED, "no pixels");
  gif->width = (uint32_t)gif->file->Image.Width;
  gif->height = (uint32_t)gif->file->Image.Height;
  if (uc_check_pixels(session, gif->width, gif->height) != UP_OK) return session->core.report.status;
  if (!gif->file->Image.ColorMap && !gif->file->SColorMap)
    return uc_fail(session, UP_UNSUPPORTED, "a GIF without colours of its own");
  picture->width = gif->width;
  picture->height = gif->height;
  picture->channels = 4;
  picture->depth = 8;
  return UP_OK;
}

#else

up_status uc_gif_open(uc_session *session, uc_picture *picture) {
  (void)picture;
  return uc_fail(session, UP_UNSUPPORTED, "this build has no GIF");
}

#endif
