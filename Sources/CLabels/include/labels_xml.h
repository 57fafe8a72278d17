// The tags of an XML document, found by Expat (XML 1.0): where each begins and ends. Entities that a document declares are refused.
#ifndef LABELS_XML_H
#define LABELS_XML_H

#include <stddef.h>
#include <stdint.h>

/// A start tag, or an end tag; of `<a/>` the second is empty and stands behind the first.
typedef struct {
  uint64_t begin, end;
  uint32_t is_end;
} labels_tag;

enum {
  LABELS_XML_OK = 0,
  LABELS_XML_SYNTAX,
  LABELS_XML_TRUNCATED,
  LABELS_XML_ENCODING,
  LABELS_XML_TOO_DEEP,
  LABELS_XML_ENTITIES,
  LABELS_XML_TOO_MANY,
  LABELS_XML_NO_MEMORY,
};

typedef struct {
  int status;
  size_t count;
  uint64_t offset;
  int error;
} labels_xml_result;

/// What Expat says of an `error`, in English.
const char *labels_xml_message(int error);

/// Reads `length` bytes of UTF-8 and writes at most `capacity` tags; `offset` and `error` say where and why it stopped.
labels_xml_result labels_xml_tags(const uint8_t *bytes, size_t length, uint32_t deepest, labels_tag *tags, size_t capacity);

#endif
