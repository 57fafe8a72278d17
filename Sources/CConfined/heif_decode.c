/* HEIF and AVIF in, by libheif: one coded picture of a file that has no other, without its transforms (ISO 23008-12, 6). */
#include "session.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Threads that decode at the same time, at most. */
enum { UC_THREADS = 4 };

#if UPRIGHT_HEIF

#include <libheif/heif.h>

struct uc_heif {
  unsigned char *bytes; /* the file */
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  uint32_t width, height;
  int multiplied;
  uc_pass pass;
  uint32_t next_row; /* of the picture */
  const uint8_t *plane;
  size_t stride;
  uint32_t samples; /* of a decoded pixel: 3 or 4 */
  int bits;
};

static void close_source(struct uc_heif *heif) {
  if (heif->handle) heif_image_handle_release(heif->handle);
  if (heif->context) heif_context_free(heif->context);
  free(heif->bytes);
  heif->handle = NULL;
  heif->context = NULL;
  heif->bytes = NULL;
}

static void close_heif(uc_session *session) {
  struct uc_heif *heif = session->state;
  if (heif->image) heif_image_release(heif->image);
  close_source(heif);
  free(heif);
}

static up_status fault(uc_session *session, struct heif_error error) {
  switch (error.code) {
  case heif_error_Ok: return UP_OK;
  case heif_error_Unsupported_filetype:
  case heif_error_Unsupported_feature: return uc_fail(session, UP_UNSUPPORTED, error.message);
  case heif_error_Memory_allocation_error: /* how large the picture is said to be was checked before */
    return uc_fail(
        session, error.subcode == heif_suberror_Security_limit_exceeded ? UP_MALFORMED : UP_NO_MEMORY, error.message);
  default: return uc_fail(session, UP_MALFORMED, error.message);
  }
}

static up_status start_heif(uc_session *session, const uc_pass *pass) {
  struct uc_heif *heif = session->state;
  struct heif_decoding_options *options = heif_decoding_options_alloc();
  if (!options) return uc_fail(session, UP_NO_MEMORY, NULL);
  options->ignore_transformations = 1;
  options->strict_decoding = 1;
  int deep = heif_image_handle_get_luma_bits_per_pixel(heif->handle) > 8;
  heif->samples = heif_image_handle_has_alpha_channel(heif->handle) ? 4 : 3;
  enum heif_chroma chroma = heif->samples == 4
                                ? (deep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA)
                                : (deep ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RGB);
  struct heif_error error = heif_decode_image(heif->handle, &heif->image, heif_colorspace_RGB, chroma, options);
  heif_decoding_options_free(options);
  if (error.code != heif_error_Ok) return fault(session, error);
  close_source(heif);
  int stride = 0;
  int width = heif_image_get_width(heif->image, heif_channel_interleaved);
  int height = heif_image_get_height(heif->image, heif_channel_interleaved);
  heif->plane = heif_image_get_plane_readonly(heif->image, heif_channel_interleaved, &stride);
  heif->bits = heif_image_get_bits_per_pixel_range(heif->image, heif_channel_interleaved);
  size_t needed = (size_t)heif->samples * (heif->bits > 8 ? 2 : 1) * heif->width;
  if (!heif->plane || width < (int)heif->width || height < (int)heif->height || stride < 0 || (size_t)stride < needed ||
      heif->bits < 8 || heif->bits > 16)
    return uc_fail(session, UP_MALFORMED, "the coded picture is smaller than it is said to be");
  heif->stride = (size_t)stride;
  heif->pass = *pass;
  heif->next_row = pass->y;
  return UP_OK;
}

static uint32_t spread(uint32_t value, int bits, int depth) {
  uint32_t top = (1u << bits) - 1, wanted = (1u << depth) - 1;
  if (value > top) value = top;
  return top == wanted ? value : (uint32_t)(((uint64_t)value * wanted * 2 + top) / (2 * top));
}

static uint32_t sample_at(const struct uc_heif *heif, const uint8_t *row, size_t index) {
  return heif->bits > 8 ? (uint32_t)row[2 * index] | (uint32_t)row[2 * index + 1] << 8 : row[index];
}

static unsigned char *put(unsigned char *to, uint32_t value, int depth) {
  uint16_t wide = (uint16_t)value;
  if (depth == 8) *to = (unsigned char)value;
  else memcpy(to, &wide, sizeof wide);
  return to + depth / 8;
}

static void deliver(const struct uc_heif *heif, const uint8_t *row, unsigned char *to) {
  uint32_t channels = heif->pass.channels, colors = channels == 1 ? 1 : 3;
  int depth = heif->pass.depth;
  if (channels == heif->samples && depth == 8 && heif->bits == 8 && !heif->multiplied) {
    memcpy(to, row + (size_t)heif->pass.x * channels, (size_t)heif->pass.width * channels);
    return;
  }
  for (uint32_t x = heif->pass.x; x < heif->pass.x + heif->pass.width; x++) {
    size_t first = (size_t)x * heif->samples;
    uint32_t top = (1u << heif->bits) - 1, opacity = heif->samples == 4 ? sample_at(heif, row, first + 3) : top;
    for (uint32_t i = 0; i < colors; i++) {
      uint32_t value = sample_at(heif, row, first + i);
      if (heif->multiplied) value = opacity ? (uint32_t)(((uint64_t)value * top * 2 + opacity) / (2 * (uint64_t)opacity)) : 0;
      to = put(to, spread(value, heif->bits, depth), depth);
    }
    if (channels == 4) to = put(to, spread(opacity, heif->bits, depth), depth);
  }
}

static up_status read_heif(uc_session *session, unsigned char *rows, size_t stride, uint32_t count) {
  struct uc_heif *heif = session->state;
  if (!heif->plane || count > heif->pass.y + heif->pass.height - heif->next_row)
    return uc_fail(session, UP_FAILED, "no more rows");
  for (uint32_t i = 0; i < count; i++, heif->next_row++)
    deliver(heif, heif->plane + heif->next_row * heif->stride, rows + i * stride);
  return UP_OK;
}

up_status uc_heif_open(uc_session *session, int multiplied, uint32_t across, uint32_t down, uc_picture *picture) {
  static const struct uc_decoder decoder = {start_heif, read_heif, close_heif};
  struct uc_heif *heif = calloc(1, sizeof *heif);
  if (!heif) return uc_fail(session, UP_NO_MEMORY, NULL);
  session->state = heif;
  session->decoder = &decoder;
  heif->multiplied = multiplied;
  if (uc_check_pixels(session, across, down) != UP_OK) return session->report.status;
  heif->bytes = uc_take(session, session->byte_count, 1);
  if (!heif->bytes) return session->report.status;
  if (uc_fetch(session, 0, heif->bytes, session->byte_count) != session->byte_count)
    return uc_fail(session, UP_TRUNCATED, NULL);
  heif->context = heif_context_alloc();
  if (!heif->context) return uc_fail(session, UP_NO_MEMORY, NULL);
  uint32_t side = across > down ? across : down; /* of libheif 1.15 the limit is one of each side, later of both at once */
  heif_context_set_maximum_image_size_limit(heif->context, side < INT32_MAX ? (int)side : INT32_MAX);
  heif_context_set_max_decoding_threads(heif->context, 0);
  struct heif_error error =
      heif_context_read_from_memory_without_copy(heif->context, heif->bytes, session->byte_count, NULL);
  if (error.code != heif_error_Ok) return fault(session, error);
  error = heif_context_get_primary_image_handle(heif->context, &heif->handle);
  if (error.code != heif_error_Ok) return fault(session, error);
  int width = heif_image_handle_get_width(heif->handle), height = heif_image_handle_get_height(heif->handle);
  if (width <= 0 || height <= 0) return uc_fail(session, UP_MALFORMED, "a picture without a size");
  heif->width = (uint32_t)width;
  heif->height = (uint32_t)height;
  picture->width = heif->width;
  picture->height = heif->height;
  picture->channels = heif_image_handle_has_alpha_channel(heif->handle) ? 4 : 3;
  picture->depth = heif_image_handle_get_luma_bits_per_pixel(heif->handle) > 8 ? 16 : 8;
  return uc_check_pixels(session, heif->width, heif->height);
}

#else

up_status uc_heif_open(uc_session *session, int multiplied, uint32_t across, uint32_t down, uc_picture *picture) {
  (void)multiplied, (void)across, (void)down, (void)picture;
  return uc_fail(session, UP_UNSUPPORTED, "this build has no HEIF");
}

#endif

/* Sessions that wait to be started, and how many were taken. */
struct queue {
  uc_session *const *sessions;
  const uc_pass *passes;
  size_t count, taken;
  pthread_mutex_t lock;
};

static void *work(void *argument) {
  struct queue *queue = argument;
  for (;;) {
    pthread_mutex_lock(&queue->lock);
    size_t index = queue->taken < queue->count ? queue->taken++ : SIZE_MAX;
    pthread_mutex_unlock(&queue->lock);
    if (index == SIZE_MAX) return NULL;
    uc_start(queue->sessions[index], &queue->passes[index]);
  }
}

void uc_start_all(uc_session *const *sessions, const uc_pass *passes, size_t count, int threads) {
  struct queue queue = {sessions, passes, count, 0, PTHREAD_MUTEX_INITIALIZER};
  pthread_t others[UC_THREADS];
  int started = 0;
  while (started < UC_THREADS && started + 1 < threads && (size_t)started + 1 < count &&
         pthread_create(&others[started], NULL, work, &queue) == 0)
    started++;
  work(&queue);
  while (started > 0) pthread_join(others[--started], NULL);
}
