// Calls the functions of upright.h with changed files and arbitrary arguments: every call must return, with a code that
// agrees with its error, and must write only where it may.
//
//     library_fuzz LIBRARY EXECUTIONS SEED FILE...     executions 0 to EXECUTIONS - 1
//     library_fuzz LIBRARY @NUMBER SEED FILE...        one execution
//
// An execution depends on its number, SEED and the files alone. If the process ends early, the file library_fuzz.last
// holds the number.
#define _GNU_SOURCE
#include "library.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned long long *execution;
static unsigned long long successes;
static uint64_t chance;

static uint64_t next(void) {
  uint64_t z = (chance += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static size_t below(size_t count) { return count ? next() % count : 0; }
static int one_in(size_t count) { return below(count) == 0; }

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
  upright_request result;
  memset(&result, 0, sizeof result);
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
  return result;
}

static void check(int32_t code, const upright_error *error) {
  if (code < 0 || code > 255) fail("a code that is no exit code");
  if (code == 0) successes++;
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
  const int32_t channels = one_in(20) ? PICK(narrow) : (const int32_t[]){1, 3, 4}[below(3)];
  int64_t width = -7, height = -7;
  memset(room + room_size, 77, 64);
  // A capacity that is not the room's is a promise that only the caller can break.
  size_t capacity = PICK(capacities);
  if (capacity > room_size) capacity = room_size;
  int32_t code = library.decode(source, request, channels, one_in(30) ? NULL : room, capacity, PICK(strides),
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
  const size_t count = PICK(counts);
  const int32_t orientation = one_in(5) ? PICK(narrow) : 1 + (int32_t)below(8);
  const int64_t width = PICK(wide), height = PICK(wide);
  const int32_t space = one_in(10) ? PICK(narrow) : (int32_t)below(2);
  const double *given = one_in(30) ? NULL : from;
  double *result = one_in(30) ? NULL : one_in(2) ? from : to;
  return isBoxes ? library.map_boxes(given, result, count, one_in(10) ? PICK(narrow) : (int32_t)below(2), orientation,
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
  const size_t count = PICK(counts);
  int32_t code = library.probe_paths(one_in(30) ? NULL : paths, count, one_in(30) ? NULL : room, error);
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
  upright_error room, *error = one_in(10) ? NULL : &room;
  memset(&room, 0x5A, sizeof room);
  struct file file = changed_file();
  upright_source source;
  memset(&source, 0, sizeof source);
  source.kind = UPRIGHT_SOURCE_BYTES, source.bytes = file.bytes, source.count = file.count;
  static const char *names[] = {NULL, NULL, "name", "", "\xFF\xFE", "/nonexistent"};
  source.path = PICK(names);
  if (one_in(40)) source.kind = PICK(narrow), source.file = one_in(2) ? -1 : 1 << 20;
  if (one_in(60)) source.bytes = NULL;
  const upright_source *given = one_in(100) ? NULL : &source;
  upright_request wanted = request(), *asked = one_in(100) ? NULL : &wanted;
  upright_buffer result = {NULL, 0}, *buffer = one_in(50) ? NULL : &result;
  int64_t width, height;
  switch (below(13)) {
  case 0: case 1: case 2: {
    int32_t code = library.probe(given, buffer, error);
    check(code, error), check_result(code, buffer);
    break;
  }
  case 3: case 4: {
    int32_t code = library.plan(given, asked, buffer, error);
    check(code, error), check_result(code, buffer);
    break;
  }
  case 5: check(library.measure(given, asked, one_in(10) ? NULL : &width, &height, error), error); break;
  case 6: case 7: check(decode(given, asked, error), error); break;
  case 8: case 9: {
    int32_t code = library.encode(given, asked, buffer, error);
    check(code, error), check_result(code, buffer);
    break;
  }
  case 10: {
    static const char *targets[] = {NULL, "", "/", "/nonexistent/a", "/dev/null", "."};
    check(library.save(given, asked, PICK(targets), (int32_t)below(2), error), error);
    break;
  }
  case 11: check(probe_paths(file, error), error); break;
  default: check(map((int)below(2), error), error);
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
  printf("%llu executions, of which %llu succeeded, seed %llu, %zu files: no fault\n", end - first, successes,
         (unsigned long long)seed, file_count);
  return 0;
}
