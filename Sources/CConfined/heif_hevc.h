/* HEVC decoding for libheif that tells what libde265 reports about damage. */
#ifndef UC_HEIF_HEVC_H
#define UC_HEIF_HEVC_H

#include <stdint.h>

/* Adds the decoder to libheif, after it is loaded. Without libde265, libheif's own decoder is used. */
void uc_hevc_register(void);

/* How many faults were found by this thread's decoders since the last call. */
uint64_t uc_hevc_faults(void);

#endif
