// The type of each item in a file: `iinf` and `infe` (ISO 14496-12, 8.11.6).

/// One item's type.
struct ItemInfo: Hashable, Sendable {
  /// Maximum number of items.
  static let maxItems = 10_000

  /// The item ID.
  let id: Int
  /// Its type; `mime` items are distinguished by `contentType`.
  let kind: FourCC
  /// The MIME type of a `mime` item, otherwise empty.
  let contentType: [UInt8]
  /// The content encoding of a `mime` item; empty if not compressed.
  let contentEncoding: [UInt8]

  /// Whether it is an uncompressed XMP packet (ISO 23008-12, A.3).
  var isXMP: Bool {
    kind == "mime" && contentEncoding.isEmpty && contentType.elementsEqual("application/rdf+xml".utf8)
  }

  /// The entries of `iinf`, as far as they can be read.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  static func all(
    in box: Box?, _ reader: inout RangeReader<some ByteSource>, damage: inout [MetadataError]
  ) throws(MetadataError) -> [ItemInfo] {
    guard let box else { return [] }
    guard box.payload.count >= 6 else {
      damage.append(MetadataError(.boxInvalid, at: box.offset))
      return []
    }
    let countSize = try reader.number(at: box.payload.lowerBound, size: 1) == 0 ? 2 : 4
    let start = min(box.end, box.payload.lowerBound + Box.fullHeader + countSize)
    let run = try BoxRun(in: start..<box.end, &reader)
    if let fault = run.damage { damage.append(fault) }
    var items: [ItemInfo] = []
    for entry in run.boxes where entry.kind == "infe" {
      guard items.count < Self.maxItems else { throw MetadataError(.tooManyStructures, at: entry.offset) }
      do throws(MetadataError) {
        items.append(try ItemInfo(entry, &reader))
      } catch {
        guard error.code == .boxInvalid else { throw error }
        damage.append(error)
      }
    }
    return items
  }

  private init(_ box: Box, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    var fields = try FieldReader(box, &reader)
    let version = try fields.version()
    id = try fields.number(version < 3 ? 2 : 4)
    _ = try fields.number(2)
    kind = version < 2 ? "mime" : try fields.code()
    _ = fields.text()
    contentType = kind == "mime" ? fields.text() : []
    contentEncoding = kind == "mime" ? fields.text() : []
  }
}
