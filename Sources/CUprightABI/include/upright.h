// Upright for C and for every language that calls C: headers, boxes, pixels and encoded images (docs/python.md).
//
// Every function returns 0, or the exit code that the program `upright` would return, and describes the failure in
// `error` (which may be NULL). No argument ends the process: NULL, wrong sizes and hostile bytes are errors. Functions
// may be called from any thread. Between calls only idle worker processes are kept; after fork(2), the child starts its
// own. If other threads are in calls, fork(2) waits until these have ended. A loaded library cannot be unloaded. Results
// are allocated by the library and freed with upright_free.
#ifndef UPRIGHT_H
#define UPRIGHT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What upright_abi_version returns if the library matches this header.
#define UPRIGHT_ABI_VERSION 4

// Why a call failed.
typedef struct upright_error {
  int32_t code;          // what the function returned; 0 after success
  int32_t system_error;  // errno if `name` is "io"; otherwise 0
  int64_t offset;        // the byte at which the file violates its format; -1 if that is not the reason
  char name[32];         // a stable code, such as "malformed" or "limit"; NUL-terminated
  char message[480];     // one sentence, UTF-8, NUL-terminated; cut off if it is longer
} upright_error;

// How an image is given; 0 is invalid.
enum {
  UPRIGHT_SOURCE_PATH = 1,    // `path` is opened
  UPRIGHT_SOURCE_BYTES = 2,   // `count` bytes from `bytes`
  UPRIGHT_SOURCE_FILE = 3,    // the open file `file`, which stays open and keeps its position
  UPRIGHT_SOURCE_READER = 4,  // `count` bytes, of which `read` gives the ranges that are needed
};

// Copies the `count` bytes from `offset` of an image to `bytes`; a range is always inside the image. Returns 0, or an
// errno, which the call of the library then fails with. It runs in the thread of that call, and may wait for a thread
// that is in fork(2).
typedef int32_t (*upright_read)(void *context, int64_t offset, uint8_t *bytes, size_t count);

// An image: a whole file, in memory, on disk, or anywhere that bytes can be read from.
typedef struct upright_source {
  int32_t kind;
  int32_t file;
  const char *path;  // for all but PATH: its name in JSON and messages; may be NULL
  const uint8_t *bytes;
  size_t count;
  upright_read read;
  void *context;  // what `read` gets
} upright_source;

// The two pixel grids of an image.
enum {
  UPRIGHT_DISPLAYED = 0,  // as a person sees it
  UPRIGHT_STORED = 1,     // as the file holds it
};

// What is requested; 0 is invalid.
enum {
  UPRIGHT_WHOLE = 1,      // the whole image with upright pixels
  UPRIGHT_CROP = 2,       // the region `x`, `y`, `width`, `height`, in pixels of `space`, upright
  UPRIGHT_THUMBNAIL = 3,  // the whole image, upright, made to fit into the result's size, never enlarged
  UPRIGHT_RETAG = 4,      // the same pixels with the tag `orientation`; not for pixels
};

// The colors of a result.
enum {
  UPRIGHT_COLORS_SOURCE = 0,  // the source's, with its profile
  UPRIGHT_COLORS_SRGB = 1,    // converted to sRGB by the source's profile
};

// A request. Set it to zeros first: 0 and NULL mean the default, and what the kind does not use is ignored.
typedef struct upright_request {
  int32_t kind;
  int32_t space;
  int64_t x, y, width, height;          // clipped to the image
  int64_t result_width, result_height;  // CROP: 0 for the region's; with one of both, the shape is kept
  int32_t orientation;                  // RETAG: 1 to 8
  int32_t colors;
  int32_t quality;         // 1 to 100, of an encoder that has a quality
  int32_t allow_damaged;   // 1: the readable part of damaged image data is a result, too; 0: it is an error
  const char *format;      // "jpeg", "png", "webp", "tiff", "avif", "jxl"; NULL for the source's where it is written
  int64_t max_pixels;      // of the source and of the result
  int64_t max_memory;      // bytes of working memory
  double max_seconds;      // elapsed time; default: none, but worker processes have one of their own
  const char *allowed_losses;  // with strict_parts: "all", or kinds of parts with commas; NULL for none
  int32_t strict_parts;        // of upright_save: 1: no other part of the source may be lost; 0: it may
} upright_request;

// Bytes that the library has allocated.
typedef struct upright_buffer {
  uint8_t *bytes;
  size_t count;
} upright_buffer;

// What an image's headers state, in numbers.
typedef struct upright_facts {
  int32_t code;         // 0; or the exit code for a file without an image, whose error upright_probe describes
  int32_t orientation;  // the tag in use, 1 to 8
  int64_t stored_width, stored_height;
  int32_t findings;     // how many unusual facts upright_probe lists
  char format[12];      // "jpeg", "png" and so on, NUL-terminated
} upright_facts;

// Decoded pixels: rows from the top without gaps, each of `width` pixels.
typedef struct upright_pixels {
  upright_buffer rows;
  int64_t width, height;
} upright_pixels;

// How four numbers are a box.
enum {
  UPRIGHT_XYWH = 0,  // left, top, width, height
  UPRIGHT_XYXY = 1,  // left, top, right, bottom
};

// UPRIGHT_ABI_VERSION of the library.
int32_t upright_abi_version(void);

// The version of the library and the formats that it can read and write here, as the JSON of `upright --version --json`.
int32_t upright_version(upright_buffer *json, upright_error *error);

// What an image's headers state, as the JSON of `upright info --json`; no pixel is decoded.
int32_t upright_probe(const upright_source *source, upright_buffer *json, upright_error *error);

// What the headers of `count` files state, in one call; `facts` has room for `count`. A file that cannot be read is no
// error of the call.
int32_t upright_probe_paths(const char *const *paths, size_t count, upright_facts *facts, upright_error *error);

// Maps `count` boxes of four numbers each between the grids of an image with this orientation (1 to 8) and stored size.
// Edges are continuous coordinates in pixels, so whole numbers stay exact. Negative extents become positive, NaN stays
// NaN. `from` and `to` are the same array, or do not overlap.
int32_t upright_map_boxes(const double *from, double *to, size_t count, int32_t form, int32_t orientation,
                          int64_t stored_width, int64_t stored_height, int32_t to_space, upright_error *error);

// The same for points of two numbers each.
int32_t upright_map_points(const double *from, double *to, size_t count, int32_t orientation, int64_t stored_width,
                           int64_t stored_height, int32_t to_space, upright_error *error);

// How a request would be carried out, as the JSON of `upright plan --json`; no pixel is decoded.
int32_t upright_plan(const upright_source *source, const upright_request *request, upright_buffer *json,
                     upright_error *error);

// The size of the pixels that upright_decode would write.
int32_t upright_measure(const upright_source *source, const upright_request *request, int64_t *width, int64_t *height,
                        upright_error *error);

// Writes pixels to `pixels`, which has room for `capacity` bytes: rows from the top, `stride` bytes apart, each with
// `width` pixels of `channels` bytes: 1 (gray), 3 (red, green, blue) or 4 (with alpha, not premultiplied). With 1 or 3,
// transparent pixels are composited over white. `format` and `quality` are ignored. If the room is too small, nothing is
// written. `width` and `height` receive the size in either case, and may be NULL.
int32_t upright_decode(const upright_source *source, const upright_request *request, int32_t channels, uint8_t *pixels,
                       size_t capacity, size_t stride, int64_t *width, int64_t *height, upright_error *error);

// Decodes `count` images in one call, each as `upright_decode` does, into memory of the library. `threads` work on them at
// the same time, 0 for one per core; each of them may call `read` of a source. `pixels` has room for `count` results,
// which are freed one by one with upright_free(&pixels[i].rows); so has `errors`, which may be NULL. An image that fails
// has no rows and does not stop the others; the function then returns the code of the first of them.
int32_t upright_decode_all(const upright_source *sources, size_t count, const upright_request *request, int32_t channels,
                           int32_t threads, upright_pixels *pixels, upright_error *errors);

// An encoded image, as the program writes it: losslessly where that is possible, with its metadata.
int32_t upright_encode(const upright_source *source, const upright_request *request, upright_buffer *image,
                       upright_error *error);

// The same as a file, which appears at `destination` only when complete. An existing file is replaced only if
// `overwriting` is not 0; the source never is. `lost`, which may be NULL, receives the parts of the source that the
// result lacks, as JSON with `lossCount` and `lost`. A loss that the request does not allow is an error: no file is made.
int32_t upright_save(const upright_source *source, const upright_request *request, const char *destination,
                     int32_t overwriting, upright_buffer *lost, upright_error *error);

// Frees a result and empties `buffer`; NULL and empty buffers are allowed.
void upright_free(upright_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
