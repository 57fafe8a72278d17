// The tags of an XML document with their byte positions, by Expat (XML 1.0). Documents that declare entities are
// rejected.
#ifndef LABELS_XML_H
#define LABELS_XML_H

#include <stddef.h>
#include <stdint.h>

/// A start or end tag; for `<a/>`, an empty end tag follows the start tag.
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
  LABELS_XML_MISSING,
};

typedef struct {
  int status;
  size_t count;
  uint64_t offset;
  int error;
} labels_xml_result;

/// Expat's message for `error`, in English.
const char *labels_xml_message(int error);

/// Reads `length` bytes of UTF-8 and writes at most `capacity` tags; `offset` and `error` state where and why it
/// stopped.
labels_xml_result labels_xml_tags(const uint8_t *bytes, size_t length, uint32_t deepest, labels_tag *tags, size_t capacity);

#endif
