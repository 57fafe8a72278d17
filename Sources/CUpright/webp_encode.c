/* WebP encoding by libwebp, without metadata (RFC 9649). */
#if UPRIGHT_WEBP
#include "webp_session.h"

#include <string.h>

/* From this many pixels on, the coded data has several partitions, because one holds at most 16 megabytes (RFC 6386,
   9.3). */
enum { UP_WEBP_LARGE = 16 << 20 };
/* The lossless compression effort, of 100. */
enum { UP_WEBP_EFFORT = 75 };

/* libwebp calls both, and no jump may cross it: they record what ends the body, and return that. */
static int webp_put(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  up_session *session = picture->custom_ptr;
  while (count) {
    size_t part = count < UP_CHUNK ? count : UP_CHUNK;
    if (session->core.io.write(session->core.io.context, bytes, part)) {
      session->core.report.status = UP_WRITE_STOPPED;
      return 0;
    }
    bytes += part;
    count -= part;
  }
  return 1;
}

static int webp_goes_on(int percent, const WebPPicture *picture) {
  (void)percent;
  return !up_is_interrupted(picture->user_data);
}

struct request {
  const up_webp_settings *settings;
  const unsigned char *rows;
  size_t stride;
};

static void configure(up_session *session, WebPConfig *config, const up_webp_settings *settings) {
  if (!WebPConfigInit(config)) up_fail(session, UP_FAILED, "another version of libwebp");
  if (settings->exact) {
    config->lossless = 1;
    config->exact = 1;
    config->quality = UP_WEBP_EFFORT;
    return;
  }
  config->quality = (float)settings->quality;
  if ((uint64_t)settings->width * settings->height < UP_WEBP_LARGE) return;
  config->partitions = 3;
  config->low_memory = 1;
}

static void stop_for(up_session *session, WebPEncodingError error) {
  if (session->core.report.status != UP_OK) up_fail(session, session->core.report.status, NULL);
  switch (error) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: up_fail(session, UP_NO_MEMORY, NULL);
    case VP8_ENC_ERROR_BAD_DIMENSION:
      up_fail(session, UP_UNSUPPORTED, "a WebP with a side of more than 16383 pixels");
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
    case VP8_ENC_ERROR_PARTITION_OVERFLOW:
    case VP8_ENC_ERROR_FILE_TOO_BIG:
      up_fail(session, UP_UNSUPPORTED, "a WebP of so many pixels of so much detail; a lower quality may fit");
    default: up_fail(session, UP_FAILED, "libwebp refuses the picture");
  }
}

static void encode_body(up_session *session, void *arguments) {
  const struct request *request = arguments;
  const up_webp_settings *settings = request->settings;
  up_check_pixels(session, settings->width, settings->height);
  if (settings->width > WEBP_MAX_DIMENSION || settings->height > WEBP_MAX_DIMENSION)
    stop_for(session, VP8_ENC_ERROR_BAD_DIMENSION);
  struct up_webp *webp = up_webp_begin(session);
  WebPConfig config;
  configure(session, &config, settings);
  WebPPicture *picture = &webp->picture;
  if (!WebPPictureInit(picture)) up_fail(session, UP_FAILED, "another version of libwebp");
  webp->encodes = 1;
  picture->use_argb = settings->exact;
  picture->width = (int)settings->width;
  picture->height = (int)settings->height;
  picture->writer = webp_put;
  picture->custom_ptr = session;
  picture->progress_hook = webp_goes_on;
  picture->user_data = session;
  up_check_interrupted(session);
  int taken = settings->channels == 4 ? WebPPictureImportRGBA(picture, request->rows, (int)request->stride)
                                      : WebPPictureImportRGB(picture, request->rows, (int)request->stride);
  if (!taken || !WebPEncode(&config, picture)) stop_for(session, picture->error_code);
}

up_status up_webp_encode(up_session *session, const up_webp_settings *settings, const unsigned char *rows, size_t stride) {
  struct request request = {settings, rows, stride};
  return up_run_trapped(session, encode_body, &request);
}
#endif
