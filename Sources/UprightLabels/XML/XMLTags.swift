// Calls Expat (XML 1.0); the only place where this target passes memory to C.

internal import CLabels

/// Finds the ranges of all tags in a document.
enum XMLTags {
  /// A start tag or an end tag.
  struct Tag {
    let place: Range<Int>
    let isEnd: Bool
  }

  /// - Throws: `LabelError` if the document is not well-formed, too deep, in another encoding, or declares entities.
  static func all(of file: LabelFile, _ limits: LabelLimits) throws(LabelError) -> [Tag] {
    let capacity = 2 * file.bytes.count { $0 == 0x3C } + 1
    var result = labels_xml_result()
    let tags = unsafe [labels_tag](unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe file.bytes.withUnsafeBufferPointer { bytes in
        unsafe result = labels_xml_tags(
          bytes.baseAddress, bytes.count, UInt32(clamping: limits.depth), buffer.baseAddress, capacity)
      }
      count = min(capacity, result.count)
    }
    guard Int(result.status) == LABELS_XML_OK else { throw error(result, in: file, limits) }
    return tags.map { Tag(place: Int(clamping: $0.begin)..<Int(clamping: $0.end), isEnd: $0.is_end != 0) }
  }

  private static func error(_ result: labels_xml_result, in file: LabelFile, _ limits: LabelLimits) -> LabelError {
    let (code, note): (LabelError.Code, String) =
      switch Int(result.status) {
      case LABELS_XML_TRUNCATED: (.truncated, "the file ends inside the document")
      case LABELS_XML_ENCODING: (.encoding, "the file's encoding is not supported; save it as UTF-8")
      case LABELS_XML_TOO_DEEP: (.tooDeep, "more than \(limits.depth) nested elements")
      case LABELS_XML_ENTITIES: (.entities, "the document declares entities, which are not allowed in labels")
      case LABELS_XML_NO_MEMORY: (.tooLarge, "there is not enough memory")
      case LABELS_XML_MISSING: (.unsupported, "XML cannot be read: this build lacks the package trait XML")
      default: (.syntax, "invalid XML: \(unsafe String(cString: labels_xml_message(result.error)))")
      }
    let at = min(Int(clamping: result.offset), file.bytes.count)
    return LabelError(code, in: file.name, at: at, line: file.line(of: at), note)
  }
}

extension LabelFile {
  /// The 1-based line of a byte.
  func line(of offset: Int) -> Int { 1 + bytes[..<min(offset, bytes.count)].count { $0 == 0x0A } }
}
