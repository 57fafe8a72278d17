// Calls the functions of upright.h with changed files and arbitrary arguments: every call must return, with a code that
// agrees with its error, and must write only where it may.
//
//     library_fuzz LIBRARY EXECUTIONS SEED FILE...     executions 0 to EXECUTIONS - 1
//     library_fuzz LIBRARY @NUMBER SEED FILE...        one execution
//
// An execution depends on its number, SEED and the files alone. If the process ends early, the file library_fuzz.last
// holds the number. Of a thousand executions or more, a share of the calls of each function must succeed: where all are
// refused, little is tested.
#define _GNU_SOURCE
#include "library.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned long long *execution;
// What is called, and how many of a hundred calls must succeed.
static const struct { const char *name; unsigned least; } functions[] = {
  {"probe", 40}, {"plan", 20}, {"measure", 20}, {"decode", 15}, {"encode", 15}, {"save", 15}, {"probe_paths", 40},
  {"map", 40},
};
enum { PROBE, PLAN, MEASURE, DECODE, ENCODE, SAVE, PROBE_PATHS, MAP, FUNCTIONS };
static unsigned long long calls[FUNCTIONS], successes[FUNCTIONS];
static uint64_t chance;
// Whether the arguments of this execution are those of a caller who makes no mistake; the file may still be damaged.
static int is_orderly;

#define SAVED "library_fuzz.saved"

static uint64_t next(void) {
  uint64_t z = (chance += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static size_t below(size_t count) { return count ? next() % count : 0; }
static int one_in(size_t count) { return below(count) == 0; }
static int odd_in(size_t count) { return one_in(count) && !is_orderly; }

#define PICK(list) ((list)[below(sizeof(list) / sizeof *(list))])

static void fail(const char *what) {
  fprintf(stderr, "execution %llu: %s\n", *execution, what);
  abort();
}

struct file { uint8_t *bytes; size_t count; };

static struct file *files;
static size_t file_count;

static struct file copy(const uint8_t *bytes, size_t count) {
  // Exactly as long as the file, so that a tool that watches memory sees a byte behind it.
  struct file result = {malloc(count ? count : 1), count};
  if (!result.bytes) exit(70);
  memcpy(result.bytes, bytes, count);
  return result;
}

static void read_file(const char *path) {
  static uint8_t room[1 << 15];
  FILE *stream = fopen(path, "rb");
  if (!stream) {
    perror(path);
    exit(66);
  }
  size_t count = fread(room, 1, sizeof room, stream);
  fclose(stream);
  if (count > 0 && count < sizeof room) files[file_count++] = copy(room, count);
}

static void change(uint8_t *bytes, size_t count) {
  size_t place = below(count);
  struct file other = files[below(file_count)];
  switch (below(5)) {
  case 0: bytes[place] = (uint8_t)next(); break;
  case 1: bytes[place] ^= (uint8_t)(1u << below(8)); break;
  case 2: bytes[place] = one_in(2) ? 0 : 0xFF; break;
  case 3:
    for (size_t i = place; i < place + 4 && i < count; i++) bytes[i] = (uint8_t)(one_in(2) ? 0xFF : next());
    break;
  default:
    for (size_t i = 0, start = below(other.count), length = below(32);
         i < length && place + i < count && start + i < other.count; i++)
      bytes[place + i] = other.bytes[start + i];
  }
}

static struct file changed_file(void) {
  static const int changes[] = {0, 1, 1, 1, 2, 3, 8, 40};
  struct file from = files[below(file_count)];
  if (is_orderly && one_in(2)) return copy(from.bytes, from.count);
  struct file result = copy(from.bytes, one_in(5) ? below(from.count + 1) : from.count);
  if (result.count)
    for (int left = PICK(changes); left > 0; left--) change(result.bytes, result.count);
  return result;
}

static const int64_t wide[] = {0, 0, 1, 1, 2, 3, 7, 8, 9, 16, 33, 40, 100, 5000, -1, -8, INT32_MAX, INT64_MAX, INT64_MIN};
static const int32_t narrow[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 50, 100, -1, INT32_MAX, INT32_MIN};
static const double doubles[] = {0, 1, -1, 5, 0.5, 1e18, 1e308, -1e308, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0};

static upright_request request(void) {
  static const int32_t kinds[] = {1, 2, 2, 3, 3, 4};
  static const char *formats[] = {NULL, NULL, NULL, "png", "jpeg", "webp", "", "\xFF", "mov", "heif"};
  static const char *losses[] = {NULL, NULL, "", "all", "comment,depth-map", ",", "\xFF"};
  upright_request result;
  memset(&result, 0, sizeof result);
  if (is_orderly) {
    result.kind = PICK(kinds), result.space = (int32_t)below(2), result.orientation = 1 + (int32_t)below(8);
    result.x = (int64_t)below(4), result.y = (int64_t)below(4);
    result.width = 1 + (int64_t)below(40), result.height = 1 + (int64_t)below(40);
    if (result.kind == UPRIGHT_THUMBNAIL || one_in(4)) result.result_width = result.result_height = 1 + (int64_t)below(64);
    result.colors = (int32_t)below(2), result.allow_damaged = (int32_t)below(2), result.format = formats[below(6)];
    result.max_pixels = 1 << 22, result.max_memory = 1 << 26, result.max_seconds = 20;
    return result;
  }
  result.kind = one_in(50) ? PICK(narrow) : PICK(kinds);
  result.space = one_in(20) ? PICK(narrow) : (int32_t)below(2);
  result.x = PICK(wide), result.y = PICK(wide), result.width = PICK(wide), result.height = PICK(wide);
  if (one_in(2)) result.result_width = PICK(wide), result.result_height = PICK(wide);
  if (result.kind == UPRIGHT_THUMBNAIL && !one_in(8)) result.result_width = result.result_height = 1 + (int64_t)below(64);
  result.orientation = one_in(10) ? PICK(narrow) : 1 + (int32_t)below(8);
  result.colors = one_in(20) ? PICK(narrow) : (int32_t)below(2);
  result.quality = one_in(3) ? PICK(narrow) : 0;
  result.allow_damaged = one_in(50) ? PICK(narrow) : (int32_t)below(2);
  result.format = PICK(formats);
  result.max_pixels = one_in(10) ? PICK(wide) : 1 << 22;
  result.max_memory = one_in(10) ? PICK(wide) : 1 << 26;
  result.max_seconds = one_in(20) ? PICK(doubles) : 20;
  result.allowed_losses = PICK(losses), result.strict_parts = one_in(20) ? PICK(narrow) : (int32_t)below(2);
  return result;
}

static void check(int function, int32_t code, const upright_error *error) {
  if (code < 0 || code > 255) fail("a code that is no exit code");
  calls[function]++;
  if (code == 0) successes[function]++;
  if (!error) return;
  if (error->code != code) fail("the error has another code");
  if (memchr(error->name, 0, sizeof error->name) == NULL || memchr(error->message, 0, sizeof error->message) == NULL)
    fail("text without an end");
  if (code && (!error->name[0] || !error->message[0])) fail("an error without text");
}

static void check_result(int32_t code, upright_buffer *buffer) {
  if (buffer && (buffer->count > 0) != (code == 0)) fail("success without a result, or a result without success");
  // Reads all of it.
  uint8_t sum = 0;
  for (size_t i = 0; buffer && i < buffer->count; i++) sum ^= buffer->bytes[i];
  *(volatile uint8_t *)&sum = sum;
  library.free(buffer);
  if (buffer && (buffer->bytes || buffer->count)) fail("a result that was not emptied");
}

enum { room_size = 1 << 16 };

static int32_t decode(const upright_source *source, const upright_request *request, upright_error *error) {
  static uint8_t room[room_size + 64];
  static const size_t strides[] = {0, 1, 3, 120, 192, 256, 4000, SIZE_MAX, SIZE_MAX / 2 + 1};
  static const size_t capacities[] = {0, 1, 100, 4000, room_size, room_size, room_size, SIZE_MAX};
  const int32_t channels = odd_in(20) ? PICK(narrow) : (const int32_t[]){1, 3, 4}[below(3)];
  int64_t width = -7, height = -7;
  memset(room + room_size, 77, 64);
  // A capacity that is not the room's is a promise that only the caller can break.
  size_t capacity = is_orderly ? room_size : PICK(capacities);
  if (capacity > room_size) capacity = room_size;
  const size_t stride = is_orderly ? 256 : PICK(strides);
  int32_t code = library.decode(source, request, channels, odd_in(30) ? NULL : room, capacity, stride,
                                one_in(10) ? NULL : &width, one_in(10) ? NULL : &height, error);
  for (int i = 0; i < 64; i++)
    if (room[room_size + i] != 77) fail("written behind the room");
  if (code == 0 && (width == 0 || height == 0)) fail("pixels without a size");
  return code;
}

static int32_t map(int isBoxes, upright_error *error) {
  double from[48], to[48];
  for (int i = 0; i < 48; i++) from[i] = one_in(2) ? PICK(doubles) : (double)(int64_t)next();
  // The caller's arrays must have as many numbers as stated: larger counts are such that no memory has them.
  static const size_t counts[] = {0, 1, 5, 10, SIZE_MAX, SIZE_MAX / 4, SIZE_MAX / 16};
  const size_t count = is_orderly ? below(12) : PICK(counts);
  const int32_t orientation = odd_in(5) ? PICK(narrow) : 1 + (int32_t)below(8);
  const int64_t width = is_orderly ? (int64_t)below(9000) : PICK(wide), height = is_orderly ? width / 3 : PICK(wide);
  const int32_t space = odd_in(10) ? PICK(narrow) : (int32_t)below(2);
  const double *given = odd_in(30) ? NULL : from;
  double *result = odd_in(30) ? NULL : one_in(2) ? from : to;
  return isBoxes ? library.map_boxes(given, result, count, odd_in(10) ? PICK(narrow) : (int32_t)below(2), orientation,
                                     width, height, space, error)
                 : library.map_points(given, result, count, orientation, width, height, space, error);
}

static int32_t probe_paths(struct file file, upright_error *error) {
  upright_facts room[5];
  memset(room, 77, sizeof room);
  char changed[32];
  int memory = memfd_create("changed", MFD_CLOEXEC);
  if (memory == -1 || write(memory, file.bytes, file.count) != (ssize_t)file.count) exit(70);
  snprintf(changed, sizeof changed, "/proc/self/fd/%d", memory);
  const char *names[] = {changed, changed, NULL, "", "/", "\xFF\xFE", "/nonexistent"}, *paths[4];
  for (int i = 0; i < 4; i++) paths[i] = PICK(names);
  static const size_t counts[] = {0, 1, 2, 4, 4, SIZE_MAX, SIZE_MAX / 2 + 1};
  const size_t count = is_orderly ? 4 : PICK(counts);
  int32_t code = library.probe_paths(odd_in(30) ? NULL : paths, count, odd_in(30) ? NULL : room, error);
  for (size_t i = code || count > 4 ? 0 : count; i < 5; i++)
    if (room[i].orientation != 0x4D4D4D4D) fail("facts behind the room, or of a call that failed");
  for (size_t i = 0; code == 0 && i < count; i++) {
    if (paths[i] != changed && !room[i].code) fail("facts of a file that is not there");
    if (room[i].code ? room[i].format[0] || room[i].orientation : room[i].orientation < 1 || room[i].orientation > 8)
      fail("facts that contradict themselves");
    if (!memchr(room[i].format, 0, sizeof room[i].format)) fail("a format without an end");
  }
  close(memory);
  return code;
}

static void run(void) {
  is_orderly = one_in(2);
  upright_error room, *error = one_in(10) ? NULL : &room;
  memset(&room, 0x5A, sizeof room);
  struct file file = changed_file();
  upright_source source;
  memset(&source, 0, sizeof source);
  source.kind = UPRIGHT_SOURCE_BYTES, source.bytes = file.bytes, source.count = file.count;
  static const char *names[] = {NULL, NULL, "name", "", "\xFF\xFE", "/nonexistent"};
  source.path = PICK(names);
  if (odd_in(40)) source.kind = PICK(narrow), source.file = one_in(2) ? -1 : 1 << 20;
  if (odd_in(60)) source.bytes = NULL;
  const upright_source *given = odd_in(100) ? NULL : &source;
  upright_request wanted = request(), *asked = odd_in(100) ? NULL : &wanted;
  upright_buffer result = {NULL, 0}, *buffer = odd_in(50) ? NULL : &result;
  int64_t width, height;
  switch (below(13)) {
  case 0: case 1: case 2: {
    int32_t code = library.probe(given, buffer, error);
    check(PROBE, code, error), check_result(code, buffer);
    break;
  }
  case 3: case 4: {
    int32_t code = library.plan(given, asked, buffer, error);
    check(PLAN, code, error), check_result(code, buffer);
    break;
  }
  case 5: check(MEASURE, library.measure(given, asked, one_in(10) ? NULL : &width, &height, error), error); break;
  case 6: case 7: check(DECODE, decode(given, asked, error), error); break;
  case 8: case 9: {
    int32_t code = library.encode(given, asked, buffer, error);
    check(ENCODE, code, error), check_result(code, buffer);
    break;
  }
  case 10: {
    static const char *targets[] = {NULL, "", "/", "/nonexistent/a", "/dev/null", "."};
    upright_buffer *lost = one_in(2) ? buffer : NULL;
    const char *target = is_orderly ? SAVED : PICK(targets);
    int32_t code = library.save(given, asked, target, is_orderly || one_in(2), lost, error);
    check(SAVE, code, error), check_result(code, lost);
    break;
  }
  case 11: check(PROBE_PATHS, probe_paths(file, error), error); break;
  default: check(MAP, map((int)below(2), error), error);
  }
  free(file.bytes);
}

int main(int count, char **words) {
  if (count < 5) {
    fprintf(stderr, "usage: library_fuzz LIBRARY EXECUTIONS|@NUMBER SEED FILE...\n");
    return 64;
  }
  load(words[1]);
  files = calloc((size_t)count, sizeof *files);
  for (int i = 4; i < count; i++) read_file(words[i]);
  int last = open("library_fuzz.last", O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (!file_count || last == -1 || ftruncate(last, sizeof *execution) != 0) return 74;
  execution = mmap(NULL, sizeof *execution, PROT_READ | PROT_WRITE, MAP_SHARED, last, 0);
  if (execution == MAP_FAILED) return 74;
  const int isOne = words[2][0] == '@';
  unsigned long long first = isOne ? strtoull(words[2] + 1, NULL, 10) : 0;
  unsigned long long end = isOne ? first + 1 : strtoull(words[2], NULL, 10);
  const uint64_t seed = strtoull(words[3], NULL, 10);
  for (*execution = first; *execution < end; ++*execution) {
    chance = seed * 0x9E3779B97F4A7C15u + *execution * 0xD1B54A32D192ED03u;
    run();
    if (*execution % 500000 == 499999) fprintf(stderr, "%llu executions\n", *execution + 1);
  }
  unlink(SAVED);
  int code = 0;
  for (int i = 0; i < FUNCTIONS; i++) {
    printf("%s: %llu of %llu calls succeeded\n", functions[i].name, successes[i], calls[i]);
    if (end - first < 1000 || successes[i] * 100 >= calls[i] * functions[i].least) continue;
    fprintf(stderr, "%s: fewer than %u of 100 calls succeeded: give it files that are whole\n", functions[i].name,
            functions[i].least);
    code = 1;
  }
  printf("%llu executions, seed %llu, %zu files: %s\n", end - first, (unsigned long long)seed, file_count,
         code ? "too few calls succeeded" : "no fault");
  return code;
}
