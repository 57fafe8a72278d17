/* The interface of png_unpack.c for png_decode.c. */
#ifndef UP_PNG_UNPACK_H
#define UP_PNG_UNPACK_H

#include "session.h"

/* Begins after the header of the first chunk of coded pixels, which has `left` bytes. If no thread is available,
   nothing changes. */
void up_unpack_begin(up_session *session, uint32_t left);

/* Returns the next bytes of an equivalent PNG, beginning with that chunk's header. */
void up_unpack_take(up_session *session, unsigned char *bytes, size_t count);

#endif
