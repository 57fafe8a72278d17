/* What png_decode.c takes of png_unpack.c. */
#ifndef UP_PNG_UNPACK_H
#define UP_PNG_UNPACK_H

#include "session.h"

/* Begins behind the header of the first chunk of coded pixels, which has `left` bytes. Without a thread to be had nothing begins, and all stays as it was. */
void up_unpack_begin(up_session *session, uint32_t left);

/* The next bytes of a PNG that says the same: the header of that chunk first. */
void up_unpack_take(up_session *session, unsigned char *bytes, size_t count);

#endif
