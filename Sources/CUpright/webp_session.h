/* A session's libwebp state, shared by the two WebP files. */
#ifndef UP_WEBP_SESSION_H
#define UP_WEBP_SESSION_H

#include "session.h"

#include <webp/decode.h>
#include <webp/encode.h>

struct up_webp {
  unsigned char *coded; /* all of the source read so far */
  size_t total;         /* its final length in bytes */
  WebPDecoderConfig config;
  WebPIDecoder *decoder;
  VP8StatusCode progress;
  up_webp_pass pass;
  size_t left, top; /* position of the pass in the decoder's output: a margin */
  int is_checked;   /* its end was looked at */

  int encodes;
  WebPPicture picture;
};

/* Creates session->webp; ends the body if out of memory. */
struct up_webp *up_webp_begin(up_session *session);

#endif
