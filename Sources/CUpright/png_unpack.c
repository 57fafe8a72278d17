/* Decompresses a PNG's pixels by zlib in a thread, ahead of libpng, which gets them as stored blocks (RFC 1951, 3.2.4)
   in IDAT chunks (ISO 15948, 11.2.4). So decompression and defiltering run in parallel. */
#include "png_unpack.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { SLOTS = 4, PACKED = 65536, BLOCK = 65535 };

struct slot {
  size_t count;
  int chunk; /* that the compressed bytes are from */
  unsigned char bytes[PACKED];
};

/* A ring of slots that one side fills and the other empties. */
struct ring {
  struct slot slots[SLOTS];
  int first, count;
};

struct up_unpack {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t turn;
  struct ring packed, blocks;
  int fed, ended, stopped; /* no more input; the thread is done; the thread must stop */
  int verdict;             /* zlib's last result; after Z_OK and Z_BUF_ERROR, bytes are missing */
  int reached;             /* the chunk that zlib has reached */
  z_stream zlib;

  /* Used by the calling thread. */
  int holds_block, opened, closed;
  int has_more;    /* bytes after the end of the pixels, in their chunk */
  int checked;     /* the checksum is right, and no other chunk has begun */
  int chunk;       /* the one that is being read */
  uint32_t left;   /* bytes left in it */
  uLong checksum;  /* so far */
  up_status fault; /* the error after the bytes that were fed */
  const char *reason;
  const unsigned char *body;
  size_t body_count, head_count, head_taken;
  unsigned char head[64];
};

static struct slot *first_of(struct ring *ring) { return &ring->slots[ring->first]; }
static struct slot *free_of(struct ring *ring) { return &ring->slots[(ring->first + ring->count) % SLOTS]; }

static void drop_first(struct ring *ring) {
  ring->first = (ring->first + 1) % SLOTS;
  ring->count--;
}

/* Calls zlib once, between two slots that no other thread uses. */
static void inflate_some(struct up_unpack *unpack, struct slot *in, struct slot *out) {
  z_stream *zlib = &unpack->zlib;
  if (in && zlib->avail_in == 0) {
    zlib->next_in = in->bytes;
    zlib->avail_in = (uInt)in->count;
    unpack->reached = in->chunk;
  }
  zlib->next_out = out->bytes + out->count;
  zlib->avail_out = (uInt)(BLOCK - out->count);
  unpack->verdict = inflate(zlib, Z_NO_FLUSH);
  out->count = BLOCK - zlib->avail_out;
}

static void *unpack_all(void *argument) {
  struct up_unpack *unpack = argument;
  pthread_mutex_lock(&unpack->lock);
  while (!unpack->stopped && !unpack->ended) {
    int waits_for_bytes = unpack->packed.count == 0 && !unpack->fed;
    if (waits_for_bytes || unpack->blocks.count == SLOTS) {
      pthread_cond_wait(&unpack->turn, &unpack->lock);
      continue;
    }
    struct slot *in = unpack->packed.count ? first_of(&unpack->packed) : NULL, *out = free_of(&unpack->blocks);
    pthread_mutex_unlock(&unpack->lock);
    inflate_some(unpack, in, out);
    pthread_mutex_lock(&unpack->lock);
    int is_over = (unpack->verdict != Z_OK && unpack->verdict != Z_BUF_ERROR) || (!in && out->count < BLOCK);
    if (in && unpack->zlib.avail_in == 0) drop_first(&unpack->packed);
    if (out->count == BLOCK || (is_over && out->count)) unpack->blocks.count++;
    unpack->ended = is_over;
    pthread_cond_broadcast(&unpack->turn);
  }
  pthread_mutex_unlock(&unpack->lock);
  return NULL;
}

void up_unpack_begin(up_session *session, uint32_t left) {
  struct up_unpack *unpack = calloc(1, sizeof *unpack);
  if (!unpack) return;
  unpack->left = left;
  unpack->checksum = crc32(crc32(0, NULL, 0), (const Bytef *)"IDAT", 4);
  if (inflateInit(&unpack->zlib) != Z_OK) {
    free(unpack);
    return;
  }
  pthread_mutex_init(&unpack->lock, NULL);
  pthread_cond_init(&unpack->turn, NULL);
  if (pthread_create(&unpack->thread, NULL, unpack_all, unpack) != 0) {
    inflateEnd(&unpack->zlib);
    free(unpack);
    return;
  }
  session->unpack = unpack;
}

void up_unpack_end(struct up_unpack *unpack) {
  if (!unpack) return;
  pthread_mutex_lock(&unpack->lock);
  unpack->stopped = 1;
  pthread_cond_broadcast(&unpack->turn);
  pthread_mutex_unlock(&unpack->lock);
  pthread_join(unpack->thread, NULL);
  inflateEnd(&unpack->zlib);
  pthread_cond_destroy(&unpack->turn);
  pthread_mutex_destroy(&unpack->lock);
  free(unpack);
}

static uint32_t number(const unsigned char bytes[4]) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void put_number(unsigned char bytes[4], uint32_t number) {
  for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)(number >> (24 - 8 * i));
}

/* Moves from the end of one chunk to the pixels of the next; returns whether there is one. */
static int next_chunk(up_session *session, struct up_unpack *unpack) {
  unsigned char end[4], header[8];
  unpack->fault = UP_TRUNCATED;
  if (up_read_plain(session, end, sizeof end) < sizeof end) return 0;
  if (number(end) != unpack->checksum) {
    (unpack->fault = UP_MALFORMED, unpack->reason = "IDAT: CRC error");
    return 0;
  }
  unpack->checked = 1;
  if (up_read_plain(session, header, sizeof header) < sizeof header) return 0;
  unpack->fault = UP_OK;
  if (memcmp(header + 4, "IDAT", 4) != 0) return 0; /* libpng reports what is missing then */
  unpack->checked = 0;
  unpack->chunk++;
  unpack->left = number(header);
  unpack->checksum = crc32(crc32(0, NULL, 0), header + 4, 4);
  if (unpack->left <= PNG_UINT_31_MAX) return 1;
  (unpack->fault = UP_MALFORMED, unpack->reason = "PNG unsigned integer out of range");
  return 0;
}

/* Fills a slot; returns whether there was input. */
static int feed(up_session *session, struct up_unpack *unpack, struct slot *slot) {
  while (unpack->left == 0)
    if (!next_chunk(session, unpack)) return 0;
  size_t wanted = unpack->left < PACKED ? unpack->left : PACKED;
  slot->count = up_read_plain(session, slot->bytes, wanted);
  slot->chunk = unpack->chunk;
  unpack->left -= (uint32_t)slot->count;
  unpack->checksum = crc32(unpack->checksum, slot->bytes, (uInt)slot->count);
  if (slot->count < wanted) unpack->fault = UP_TRUNCATED;
  return slot->count > 0;
}

/* Waits for a block, and feeds the other thread; null at the end. */
static const struct slot *next_block(up_session *session, struct up_unpack *unpack) {
  const struct slot *block = NULL;
  pthread_mutex_lock(&unpack->lock);
  if (unpack->holds_block) {
    first_of(&unpack->blocks)->count = 0;
    drop_first(&unpack->blocks);
    pthread_cond_broadcast(&unpack->turn);
  }
  for (;;) {
    if (!unpack->fed && !unpack->ended && unpack->packed.count < SLOTS) {
      struct slot *slot = free_of(&unpack->packed);
      pthread_mutex_unlock(&unpack->lock);
      int is_fed = unpack->fault != UP_OK || !feed(session, unpack, slot);
      pthread_mutex_lock(&unpack->lock);
      if (is_fed) unpack->fed = 1;
      else unpack->packed.count++;
      pthread_cond_broadcast(&unpack->turn);
    } else if (unpack->blocks.count) {
      block = first_of(&unpack->blocks);
      break;
    } else if (unpack->ended) break;
    else pthread_cond_wait(&unpack->turn, &unpack->lock);
  }
  unpack->holds_block = block != NULL;
  pthread_mutex_unlock(&unpack->lock);
  return block;
}

/* Reads the chunk's bytes after the end of the pixels, only for its checksum. */
static void check_rest(up_session *session, struct up_unpack *unpack) {
  unsigned char end[4];
  while (unpack->left && unpack->fault == UP_OK) feed(session, unpack, &unpack->packed.slots[0]);
  if (unpack->fault != UP_OK) return;
  if (up_read_plain(session, end, sizeof end) < sizeof end) unpack->fault = UP_TRUNCATED;
  else if (number(end) != unpack->checksum) (unpack->fault = UP_MALFORMED, unpack->reason = "IDAT: CRC error");
}

/* Ends the body if zlib or the source failed before the end of the pixels in a way that libpng would not detect. */
static void refuse_fault(up_session *session, struct up_unpack *unpack) {
  char text[100];
  switch (unpack->verdict) {
  case Z_STREAM_END:
    if (unpack->reached < unpack->chunk) return;
    if (!unpack->fed) check_rest(session, unpack);
    if (unpack->fault != UP_OK && !unpack->checked) up_fail(session, unpack->fault, unpack->reason);
    return;
  case Z_OK:
  case Z_BUF_ERROR:
    if (unpack->fault != UP_OK) up_fail(session, unpack->fault, unpack->reason);
    return;
  case Z_MEM_ERROR: up_fail(session, UP_NO_MEMORY, NULL);
  default:
    snprintf(text, sizeof text, "IDAT: %s", unpack->zlib.msg ? unpack->zlib.msg : "needs a dictionary");
    up_fail(session, UP_MALFORMED, text);
  }
}

static void put(struct up_unpack *unpack, const void *bytes, size_t count) {
  memcpy(unpack->head + unpack->head_count, bytes, count);
  unpack->head_count += count;
}

/* Writes a chunk header, after the checksum (of any value) of the previous chunk. */
static void put_chunk(struct up_unpack *unpack, uint32_t count, const char name[4]) {
  unsigned char header[4];
  put_number(header, count);
  if (unpack->opened) put(unpack, "\0\0\0\0", 4);
  put(unpack, header, 4);
  put(unpack, name, 4);
}

/* Writes zlib's header for a window of 32 KiB (RFC 1950, 2.2), before its first block. */
static void put_opening(struct up_unpack *unpack) {
  if (!unpack->opened) put(unpack, "\x78\x01", 2);
  unpack->opened = 1;
}

static void put_block(struct up_unpack *unpack, size_t count) {
  unsigned char header[5] = {0, count & 0xFF, count >> 8, ~count & 0xFF, ~count >> 8 & 0xFF};
  put_chunk(unpack, (uint32_t)(count + sizeof header) + (unpack->opened ? 0 : 2), "IDAT");
  put_opening(unpack);
  put(unpack, header, sizeof header);
}

/* Writes an empty last block and zlib's checksum; one more byte if the source has more. After that, nothing that libpng
   would take for pixels. */
static void put_closing(struct up_unpack *unpack) {
  unsigned char checksum[4];
  if (unpack->verdict == Z_STREAM_END) {
    put_chunk(unpack, (unpack->opened ? 9 : 11) + (uint32_t)unpack->has_more, "IDAT");
    put_opening(unpack);
    put(unpack, "\x01\0\0\xFF\xFF", 5);
    put_number(checksum, (uint32_t)unpack->zlib.adler);
    put(unpack, checksum, 4);
    put(unpack, "\0", (size_t)unpack->has_more);
  } else if (!unpack->opened) {
    put_chunk(unpack, 2, "IDAT");
    put_opening(unpack);
  }
  put_chunk(unpack, 0, "IEND");
}

/* Whether the chunk in which the pixels ended has more bytes. */
static int has_more(const struct up_unpack *unpack) {
  if (unpack->zlib.avail_in > 0 || (unpack->left > 0 && unpack->reached == unpack->chunk)) return 1;
  const struct ring *packed = &unpack->packed;
  return packed->count > 0 && packed->slots[packed->first].chunk == unpack->reached;
}

static void make_more(up_session *session, struct up_unpack *unpack) {
  if (unpack->closed) up_fail(session, UP_MALFORMED, "Not enough image data");
  const struct slot *block = next_block(session, unpack);
  unpack->head_count = unpack->head_taken = 0;
  if (block) {
    put_block(unpack, block->count);
    unpack->body = block->bytes;
    unpack->body_count = block->count;
    return;
  }
  unpack->closed = 1;
  unpack->has_more = has_more(unpack);
  refuse_fault(session, unpack);
  put_closing(unpack);
}

void up_unpack_take(up_session *session, unsigned char *bytes, size_t count) {
  struct up_unpack *unpack = session->unpack;
  while (count) {
    size_t head = unpack->head_count - unpack->head_taken;
    if (head == 0 && unpack->body_count == 0) {
      make_more(session, unpack);
      continue;
    }
    const unsigned char *from = head ? unpack->head + unpack->head_taken : unpack->body;
    size_t here = head ? head : unpack->body_count, part = count < here ? count : here;
    memcpy(bytes, from, part);
    if (head) unpack->head_taken += part;
    else (unpack->body += part, unpack->body_count -= part);
    bytes += part;
    count -= part;
  }
}
