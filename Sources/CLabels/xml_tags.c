// Expat handlers that record the byte positions of tags (XML 1.0; Expat 2.5, XML_GetCurrentByteIndex).

#include "labels_xml.h"

#if UPRIGHT_XML
#include <expat.h>

typedef struct {
  XML_Parser parser;
  labels_tag *tags;
  size_t count, capacity;
  uint32_t depth, deepest;
  int status;
} reading;

static void stop(reading *reading, int status) {
  if (reading->status == LABELS_XML_OK) reading->status = status;
  XML_StopParser(reading->parser, XML_FALSE);
}

static void note(reading *reading, uint32_t is_end) {
  if (reading->count == reading->capacity) {
    stop(reading, LABELS_XML_TOO_MANY);
    return;
  }
  uint64_t begin = (uint64_t)XML_GetCurrentByteIndex(reading->parser);
  uint64_t length = (uint64_t)XML_GetCurrentByteCount(reading->parser);
  reading->tags[reading->count++] = (labels_tag){begin, begin + length, is_end};
}

static void start_tag(void *user, const XML_Char *name, const XML_Char **attributes) {
  (void)name;
  (void)attributes;
  reading *reading = user;
  if (reading->depth == reading->deepest) {
    stop(reading, LABELS_XML_TOO_DEEP);
    return;
  }
  reading->depth += 1;
  note(reading, 0);
}

static void end_tag(void *user, const XML_Char *name) {
  (void)name;
  reading *reading = user;
  reading->depth -= 1;
  note(reading, 1);
}

static void entity(
  void *user, const XML_Char *name, int is_parameter, const XML_Char *value, int length, const XML_Char *base,
  const XML_Char *system, const XML_Char *public_name, const XML_Char *notation
) {
  (void)name, (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public_name, (void)notation;
  stop(user, LABELS_XML_ENTITIES);
}

static int status_of(enum XML_Error error) {
  switch (error) {
  case XML_ERROR_NO_ELEMENTS:
  case XML_ERROR_UNCLOSED_TOKEN:
  case XML_ERROR_UNCLOSED_CDATA_SECTION:
  case XML_ERROR_PARTIAL_CHAR: return LABELS_XML_TRUNCATED;
  case XML_ERROR_UNKNOWN_ENCODING:
  case XML_ERROR_INCORRECT_ENCODING: return LABELS_XML_ENCODING;
  case XML_ERROR_NO_MEMORY: return LABELS_XML_NO_MEMORY;
  default: return LABELS_XML_SYNTAX;
  }
}

/// Expat takes lengths as `int`.
static const size_t largest_piece = (size_t)1 << 24;

labels_xml_result labels_xml_tags(const uint8_t *bytes, size_t length, uint32_t deepest, labels_tag *tags, size_t capacity) {
  reading reading = {.tags = tags, .capacity = capacity, .deepest = deepest};
  reading.parser = XML_ParserCreate("UTF-8");
  if (!reading.parser) return (labels_xml_result){LABELS_XML_NO_MEMORY, 0, 0, XML_ERROR_NO_MEMORY};
  XML_SetUserData(reading.parser, &reading);
  XML_SetElementHandler(reading.parser, start_tag, end_tag);
  XML_SetEntityDeclHandler(reading.parser, entity);
  enum XML_Status state = XML_STATUS_OK;
  size_t at = 0;
  do {
    size_t piece = length - at < largest_piece ? length - at : largest_piece;
    state = XML_Parse(reading.parser, (const char *)bytes + at, (int)piece, at + piece == length);
    at += piece;
  } while (state == XML_STATUS_OK && at < length);
  labels_xml_result result = {.status = reading.status, .count = reading.count};
  if (state != XML_STATUS_OK) {
    enum XML_Error error = XML_GetErrorCode(reading.parser);
    if (result.status == LABELS_XML_OK) result.status = status_of(error);
    result.offset = (uint64_t)XML_GetCurrentByteIndex(reading.parser);
    result.error = error;
  }
  XML_ParserFree(reading.parser);
  return result;
}

const char *labels_xml_message(int error) {
  const char *message = XML_ErrorString((enum XML_Error)error);
  return message ? message : "no reason is known";
}

#else

labels_xml_result labels_xml_tags(const uint8_t *bytes, size_t length, uint32_t deepest, labels_tag *tags, size_t capacity) {
  (void)bytes, (void)length, (void)deepest, (void)tags, (void)capacity;
  return (labels_xml_result){.status = LABELS_XML_MISSING};
}

const char *labels_xml_message(int error) {
  (void)error;
  return "this build lacks the package trait XML";
}

#endif
