// Calls the functions of upright.h from many threads at once, with the same files: each result must be that of a call
// alone. Built with ThreadSanitizer, like LIBRARY, it also finds races that change no result.
//
//     library_threads LIBRARY THREADS ROUNDS FILE...
#include "library.h"

#include <pthread.h>
#include <string.h>

enum { room = 1 << 22, kinds = 6 };

static struct file { const char *path; uint8_t *bytes; size_t count; } *files;
static int file_count, rounds, places;
static pthread_barrier_t start;

static uint64_t digest(uint64_t hash, const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3u;
  return hash;
}

static uint64_t digest_and_free(uint64_t hash, upright_buffer *buffer) {
  hash = digest(hash, buffer->bytes, buffer->count);
  library.free(buffer);
  return hash;
}

// The digest of what a call gives, including its error.
static uint64_t call(int kind, const struct file *file, uint8_t *pixels, int *successes) {
  upright_source source = {UPRIGHT_SOURCE_BYTES, 0, NULL, file->bytes, file->count};
  if (kind % 2) source = (upright_source){UPRIGHT_SOURCE_PATH, 0, file->path, NULL, 0};
  upright_request request = {0};
  upright_buffer buffer = {NULL, 0};
  upright_error error;
  uint64_t hash = 0xCBF29CE484222325u;
  int64_t width = 0, height = 0;
  memset(&error, 0, sizeof error);
  switch (kind) {
  case 0:
    library.probe(&source, &buffer, &error);
    hash = digest_and_free(hash, &buffer);
    break;
  case 1: {
    upright_facts facts;
    library.probe_paths(&source.path, 1, &facts, &error);
    hash = digest(hash, &facts, sizeof facts);
    break;
  }
  case 2:
    request.kind = UPRIGHT_WHOLE;
    library.plan(&source, &request, &buffer, &error);
    hash = digest_and_free(hash, &buffer);
    break;
  case 3: case 4:
    request.kind = kind == 3 ? UPRIGHT_CROP : UPRIGHT_THUMBNAIL;
    request.x = 3, request.y = 5, request.width = 30, request.height = 20;
    request.result_width = kind == 3 ? 0 : 16, request.result_height = kind == 3 ? 0 : 16;
    if (library.decode(&source, &request, 3, pixels, room, 30 * 3, &width, &height, &error) == 0)
      for (int64_t y = 0; y < height; y++) hash = digest(hash, pixels + y * 90, (size_t)width * 3);
    break;
  default:
    request.kind = UPRIGHT_WHOLE;
    library.encode(&source, &request, &buffer, &error);
    hash = digest_and_free(hash, &buffer);
  }
  if (error.code == 0) ++*successes;
  double box[4] = {1, 2, 3, 4};
  library.map_boxes(box, box, 1, UPRIGHT_XYWH, 1 + kind, 100, 50, UPRIGHT_DISPLAYED, NULL);
  hash = digest(hash, box, sizeof box);
  return digest(digest(hash, &error.code, sizeof error.code), error.message, strlen(error.message));
}

struct worker { pthread_t thread; size_t number, wrong; uint64_t *digests; };

static void *work(void *argument) {
  struct worker *worker = argument;
  uint8_t *pixels = malloc(room);
  int successes = 0;
  pthread_barrier_wait(&start);
  for (int round = 0; round < rounds; round++)
    for (int step = 0; step < places; step++) {
      const int place = (int)((worker->number * 7 + (size_t)step + (size_t)round) % (size_t)places);
      const uint64_t found = call(place % kinds, &files[place / kinds], pixels, &successes);
      if (round == 0) worker->digests[place] = found;
      else if (found != worker->digests[place]) worker->wrong++;
    }
  free(pixels);
  return NULL;
}

static void read_file(const char *path) {
  FILE *stream = fopen(path, "rb");
  if (!stream) {
    perror(path);
    exit(66);
  }
  fseek(stream, 0, SEEK_END);
  struct file *file = &files[file_count++];
  *file = (struct file){path, NULL, (size_t)ftell(stream)};
  file->bytes = malloc(file->count + 1);
  rewind(stream);
  if (fread(file->bytes, 1, file->count, stream) != file->count) exit(74);
  fclose(stream);
}

int main(int count, char **words) {
  if (count < 5) {
    fprintf(stderr, "usage: library_threads LIBRARY THREADS ROUNDS FILE...\n");
    return 64;
  }
  load(words[1]);
  const int threads = atoi(words[2]);
  rounds = atoi(words[3]);
  if (threads < 1 || threads > 256 || rounds < 1) return 64;
  files = calloc((size_t)count, sizeof *files);
  for (int i = 4; i < count; i++) read_file(words[i]);
  places = file_count * kinds;
  struct worker *workers = calloc((size_t)threads, sizeof *workers);
  pthread_barrier_init(&start, NULL, (unsigned)threads);
  // The first calls of the process come from all threads at once, so that what is made once is made by them.
  for (int i = 0; i < threads; i++) {
    workers[i] = (struct worker){.number = (size_t)i, .digests = calloc((size_t)places, sizeof(uint64_t))};
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) return 71;
  }
  for (int i = 0; i < threads; i++) pthread_join(workers[i].thread, NULL);
  uint8_t *pixels = malloc(room);
  int successes[kinds] = {0};
  size_t wrong = 0;
  for (int place = 0; place < places; place++) {
    const uint64_t alone = call(place % kinds, &files[place / kinds], pixels, &successes[place % kinds]);
    for (int i = 0; i < threads; i++)
      if (workers[i].digests[place] != alone) {
        fprintf(stderr, "another result than alone: call %d, %s\n", place % kinds, files[place / kinds].path);
        wrong++;
      }
  }
  for (int i = 0; i < threads; i++) wrong += workers[i].wrong;
  for (int kind = 0; kind < kinds; kind++)
    if (successes[kind] == 0) {
      fprintf(stderr, "call %d succeeded for no file\n", kind);
      wrong++;
    }
  printf("%d threads, %d rounds, %d files, %zu wrong results\n", threads, rounds, file_count, wrong);
  return wrong ? 1 : 0;
}
