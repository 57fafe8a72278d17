/* What a session holds of libwebp, and what the two files about WebP share. */
#ifndef UP_WEBP_SESSION_H
#define UP_WEBP_SESSION_H

#include "session.h"

#include <webp/decode.h>
#include <webp/encode.h>

struct up_webp {
  unsigned char *coded; /* all of the source, as far as it was read */
  size_t total;         /* bytes that it will have */
  WebPDecoderConfig config;
  WebPIDecoder *decoder;
  VP8StatusCode progress;
  up_webp_pass pass;
  size_t left, top;     /* of the pass in what the decoder delivers: a margin */

  int encodes;
  WebPPicture picture;
};

/* Creates session->webp; ends the body where there is no memory. */
struct up_webp *up_webp_begin(up_session *session);

#endif
