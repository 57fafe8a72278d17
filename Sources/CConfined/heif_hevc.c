/* HEVC decoding by libde265 for libheif, in place of libheif's own plugin, which drops what libde265 reports about
   damage (ITU-T H.265; libheif/heif_plugin.h; libde265/de265.h). */
#include "heif_hevc.h"
#include "libraries.h"

#if UPRIGHT_HEIF && defined(__linux__)

#include <dlfcn.h>
#include <libheif/heif_plugin.h>
#include <string.h>

/* The part of libde265's interface, unchanged since 1.0, that is used here; its headers are not needed. */
enum {
  DE265_OK = 0,
  DE265_WAITING_FOR_INPUT = 13,
  /* Warnings about threads and about supplemental data: the image is as coded. */
  DE265_NO_THREADS = 1000,
  DE265_FEWER_THREADS = 1022,
  DE265_NO_SEI = 1025,
  DE265_CHANNELS = 3,
  DE265_MOST_WARNINGS = 1 << 10
};

static struct {
  void *(*de265_new_decoder)(void);
  int (*de265_free_decoder)(void *);
  int (*de265_push_NAL)(void *, const void *, int, int64_t, void *);
  int (*de265_flush_data)(void *);
  int (*de265_decode)(void *, int *);
  int (*de265_get_warning)(void *);
  const void *(*de265_get_next_picture)(void *);
  void (*de265_release_next_picture)(void *);
  int (*de265_get_image_width)(const void *, int);
  int (*de265_get_image_height)(const void *, int);
  int (*de265_get_chroma_format)(const void *);
  int (*de265_get_bits_per_pixel)(const void *, int);
  const uint8_t *(*de265_get_image_plane)(const void *, int, int *);
  int (*de265_get_image_full_range_flag)(const void *);
  int (*de265_get_image_colour_primaries)(const void *);
  int (*de265_get_image_transfer_characteristics)(const void *);
  int (*de265_get_image_matrix_coefficients)(const void *);
} de265;

static _Thread_local uint64_t faults;

uint64_t uc_hevc_faults(void) {
  uint64_t count = faults;
  faults = 0;
  return count;
}

static const struct heif_error ok = {heif_error_Ok, heif_suberror_Unspecified, "Success"};
static const struct heif_error no_memory = {heif_error_Memory_allocation_error, heif_suberror_Unspecified, "no memory"};
static const struct heif_error no_data = {heif_error_Invalid_input, heif_suberror_End_of_data, "the coded image is truncated"};
static const struct heif_error no_image = {heif_error_Decoder_plugin_error, heif_suberror_Unspecified, "no image in the coded data"};

static const char *name(void) { return "upright libde265"; }
static void nothing(void) {}
static int priority(enum heif_compression_format format) { return format == heif_compression_HEVC ? 200 : 0; }

/* Without threads of its own: tiles are decoded in parallel by the caller. */
static struct heif_error new_decoder(void **decoder) {
  *decoder = de265.de265_new_decoder();
  return *decoder ? ok : no_memory;
}

static void free_decoder(void *decoder) { de265.de265_free_decoder(decoder); }

static void set_strict(void *decoder, int flag) { (void)decoder, (void)flag; }

/* Passes units with a length of four bytes before each. None may end in zero (H.265, 7.4.1.1). */
static struct heif_error push(void *decoder, const void *data, size_t size) {
  const unsigned char *bytes = data;
  for (size_t place = 0; place < size;) {
    if (size - place < 4) return no_data;
    size_t count = (size_t)bytes[place] << 24 | (size_t)bytes[place + 1] << 16 | (size_t)bytes[place + 2] << 8 | bytes[place + 3];
    place += 4;
    if (count > size - place || count > INT32_MAX) return no_data;
    if (count && bytes[place + count - 1] == 0) faults++;
    if (de265.de265_push_NAL(decoder, bytes + place, (int)count, 0, NULL) != DE265_OK) return no_memory;
    place += count;
  }
  return ok;
}

static struct heif_error copy_planes(const void *picture, struct heif_image **image) {
  static const enum heif_channel channels[DE265_CHANNELS] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  static const enum heif_chroma chromas[4] = {heif_chroma_monochrome, heif_chroma_420, heif_chroma_422, heif_chroma_444};
  int format = de265.de265_get_chroma_format(picture) & 3;
  enum heif_colorspace space = format ? heif_colorspace_YCbCr : heif_colorspace_monochrome;
  struct heif_error error = libheif.heif_image_create(
      de265.de265_get_image_width(picture, 0), de265.de265_get_image_height(picture, 0), space, chromas[format], image);
  for (int i = 0; error.code == heif_error_Ok && i < (format ? DE265_CHANNELS : 1); i++) {
    int stride = 0, room = 0, bits = de265.de265_get_bits_per_pixel(picture, i);
    int width = de265.de265_get_image_width(picture, i), height = de265.de265_get_image_height(picture, i);
    const uint8_t *from = de265.de265_get_image_plane(picture, i, &stride);
    if (!from || width <= 0 || height <= 0 || bits < 8 || bits > 16) return no_image;
    error = libheif.heif_image_add_plane(*image, channels[i], width, height, bits);
    if (error.code != heif_error_Ok) return error;
    uint8_t *to = libheif.heif_image_get_plane(*image, channels[i], &room);
    if (!to) return no_memory;
    for (int y = 0; y < height; y++)
      memcpy(to + (size_t)y * (size_t)room, from + (size_t)y * (size_t)stride, (size_t)width * (bits > 8 ? 2 : 1));
  }
  return error;
}

/* Numbers that H.273 reserves become 2: unspecified. */
static int known(int number, int most, uint32_t reserved) {
  return number < 0 || number > most || reserved >> number & 1 ? 2 : number;
}

static struct heif_error copy_colors(const void *picture, struct heif_image *image) {
  struct heif_color_profile_nclx *colors = libheif.heif_nclx_color_profile_alloc();
  if (!colors) return no_memory;
  int primaries = de265.de265_get_image_colour_primaries(picture);
  colors->color_primaries =
      (enum heif_color_primaries)(primaries == 22 ? 22 : known(primaries, 12, 1u << 0 | 1u << 3));
  colors->transfer_characteristics = (enum heif_transfer_characteristics)known(
      de265.de265_get_image_transfer_characteristics(picture), 18, 1u << 0 | 1u << 3);
  colors->matrix_coefficients =
      (enum heif_matrix_coefficients)known(de265.de265_get_image_matrix_coefficients(picture), 14, 1u << 3);
  colors->full_range_flag = de265.de265_get_image_full_range_flag(picture) != 0;
  struct heif_error error = libheif.heif_image_set_nclx_color_profile(image, colors);
  libheif.heif_nclx_color_profile_free(colors);
  return error;
}

static void count_warnings(void *decoder) {
  for (int i = 0; i < DE265_MOST_WARNINGS; i++) {
    int warning = de265.de265_get_warning(decoder);
    if (warning == DE265_OK) return;
    if (warning != DE265_NO_THREADS && warning != DE265_FEWER_THREADS && warning != DE265_NO_SEI) faults++;
  }
}

static struct heif_error decode(void *decoder, struct heif_image **image) {
  struct heif_error error = ok;
  int more = 1;
  *image = NULL;
  de265.de265_flush_data(decoder);
  while (more && error.code == heif_error_Ok) {
    int status = de265.de265_decode(decoder, &more);
    if (status != DE265_OK) more = 0;
    if (status != DE265_OK && status != DE265_WAITING_FOR_INPUT) faults++;
    count_warnings(decoder);
    const void *picture = de265.de265_get_next_picture(decoder);
    if (!picture) continue;
    if (*image) libheif.heif_image_release(*image);
    *image = NULL;
    error = copy_planes(picture, image);
    if (error.code == heif_error_Ok) error = copy_colors(picture, *image);
    de265.de265_release_next_picture(decoder);
  }
  if (error.code != heif_error_Ok && *image) {
    libheif.heif_image_release(*image);
    *image = NULL;
  }
  return error.code == heif_error_Ok && !*image ? no_image : error;
}

void uc_hevc_register(void) {
  static const struct heif_decoder_plugin plugin = {
      .plugin_api_version = 3, .get_plugin_name = name, .init_plugin = nothing, .deinit_plugin = nothing,
      .does_support_format = priority, .new_decoder = new_decoder, .free_decoder = free_decoder, .push_data = push,
      .decode_image = decode, .set_strict_decoding = set_strict, .id_name = "upright"};
  void *library = dlopen("libde265.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  int is_complete = 1;
#define FIND(function) is_complete &= (*(void **)&de265.function = dlsym(library, #function)) != NULL;
  FIND(de265_new_decoder) FIND(de265_free_decoder) FIND(de265_push_NAL) FIND(de265_flush_data) FIND(de265_decode)
  FIND(de265_get_warning) FIND(de265_get_next_picture) FIND(de265_release_next_picture) FIND(de265_get_image_width)
  FIND(de265_get_image_height) FIND(de265_get_chroma_format) FIND(de265_get_bits_per_pixel)
  FIND(de265_get_image_plane) FIND(de265_get_image_full_range_flag) FIND(de265_get_image_colour_primaries)
  FIND(de265_get_image_transfer_characteristics) FIND(de265_get_image_matrix_coefficients)
#undef FIND
  if (is_complete) libheif.heif_register_decoder_plugin(&plugin);
}

#else

uint64_t uc_hevc_faults(void) { return 0; }
void uc_hevc_register(void) {}

#endif
