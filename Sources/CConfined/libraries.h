/* libheif and libjxl, loaded on first use, since each costs milliseconds at startup: dlopen(3). */
#ifndef UC_LIBRARIES_H
#define UC_LIBRARIES_H

#include "session.h"

/* Loads the library that a call needs; returns 0 and ends the session if it is missing. */
int uc_is_there(uc_session *session, uc_library library);

#define UC_POINTER(name) __typeof__(&name) name;

#if UPRIGHT_HEIF
#include <libheif/heif.h>

#define UC_HEIF_FUNCTIONS(use) \
  use(heif_context_add_XMP_metadata) use(heif_context_add_exif_metadata) use(heif_context_alloc) \
  use(heif_context_encode_image) use(heif_context_free) \
  use(heif_context_get_encoder_for_format) use(heif_context_get_primary_image_handle) \
  use(heif_context_read_from_memory_without_copy) use(heif_context_set_max_decoding_threads) \
  use(heif_context_set_maximum_image_size_limit) use(heif_context_write) use(heif_decode_image) \
  use(heif_decoding_options_alloc) use(heif_decoding_options_free) use(heif_encoder_release) \
  use(heif_encoder_set_lossy_quality) use(heif_encoder_set_parameter) use(heif_encoder_set_parameter_integer) \
  use(heif_get_version_number) use(heif_image_add_plane) use(heif_image_create) \
  use(heif_image_get_bits_per_pixel_range) use(heif_image_get_colorspace) use(heif_image_get_height) \
  use(heif_image_get_nclx_color_profile) use(heif_image_get_plane) \
  use(heif_image_get_plane_readonly) use(heif_image_get_width) use(heif_image_handle_get_height) \
  use(heif_image_handle_get_luma_bits_per_pixel) use(heif_image_handle_get_width) \
  use(heif_image_handle_has_alpha_channel) use(heif_image_handle_release) use(heif_image_release) \
  use(heif_image_set_nclx_color_profile) use(heif_image_set_raw_color_profile) use(heif_nclx_color_profile_alloc) \
  use(heif_nclx_color_profile_free) use(heif_register_decoder_plugin)

/* Pointers to the library's functions, by name; null before uc_load. */
extern struct uc_libheif {
  UC_HEIF_FUNCTIONS(UC_POINTER)
} libheif;
#endif

#if UPRIGHT_JPEGXL
#include <jxl/decode.h>
#include <jxl/encode.h>

#define UC_JXL_FUNCTIONS(use) \
  use(JxlColorEncodingSetToSRGB) use(JxlDecoderCreate) use(JxlDecoderDestroy) use(JxlDecoderGetBasicInfo) \
  use(JxlDecoderGetColorAsEncodedProfile) use(JxlDecoderGetColorAsICCProfile) use(JxlDecoderGetICCProfileSize) \
  use(JxlDecoderProcessInput) use(JxlDecoderReleaseInput) use(JxlDecoderSetImageOutCallback) \
  use(JxlDecoderSetInput) use(JxlDecoderSetKeepOrientation) use(JxlDecoderSetPreferredColorProfile) \
  use(JxlDecoderSetUnpremultiplyAlpha) use(JxlDecoderSubscribeEvents) use(JxlDecoderVersion) use(JxlEncoderAddBox) \
  use(JxlEncoderAddImageFrame) use(JxlEncoderCloseInput) use(JxlEncoderCreate) use(JxlEncoderDestroy) \
  use(JxlEncoderFrameSettingsCreate) use(JxlEncoderFrameSettingsSetOption) \
  use(JxlEncoderGetRequiredCodestreamLevel) use(JxlEncoderInitBasicInfo) use(JxlEncoderProcessOutput) \
  use(JxlEncoderSetBasicInfo) use(JxlEncoderSetCodestreamLevel) use(JxlEncoderSetColorEncoding) \
  use(JxlEncoderSetFrameDistance) use(JxlEncoderSetFrameLossless) use(JxlEncoderSetICCProfile) \
  use(JxlEncoderUseBoxes)

extern struct uc_libjxl {
  UC_JXL_FUNCTIONS(UC_POINTER)
} libjxl;
#endif

#endif
