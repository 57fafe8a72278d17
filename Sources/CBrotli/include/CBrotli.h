/* Brotli decompression within a limit (RFC 7932). */
#ifndef CBROTLI_H
#define CBROTLI_H

#include <stddef.h>
#include <stdint.h>

/* Decompresses a whole stream into `to`. `size`: its room, then the bytes written. Returns whether the stream is whole
   and fits; 0 also without the trait JPEGXL. */
int up_brotli_decode(const uint8_t *from, size_t count, uint8_t *to, size_t *size);

#endif
