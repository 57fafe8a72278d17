// References between items: `iref` (ISO 14496-12, 8.11.12).

/// A reference from one item to others.
struct ItemReference: Hashable, Sendable {
  /// Its type: `cdsc` describes, `thmb` is a thumbnail of, `auxl` is auxiliary to, `dimg` is derived from.
  let kind: FourCC
  /// The referring item.
  let from: Int
  /// The items referred to, in order.
  let to: [Int]

  /// The references in `iref`, as far as they can be read.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  static func all(
    in box: Box?, _ reader: inout RangeReader<some ByteSource>, damage: inout [MetadataError]
  ) throws(MetadataError) -> [ItemReference] {
    guard let box else { return [] }
    guard box.payload.count >= Box.fullHeader else {
      damage.append(MetadataError(.boxInvalid, at: box.offset))
      return []
    }
    let idSize = try reader.number(at: box.payload.lowerBound, size: 1) == 0 ? 2 : 4
    let run = try BoxRun(in: box.payload.lowerBound + Box.fullHeader..<box.end, &reader)
    if let fault = run.damage { damage.append(fault) }
    var references: [ItemReference] = []
    for entry in run.boxes {
      do throws(MetadataError) {
        references.append(try ItemReference(entry, idSize: idSize, &reader))
      } catch {
        guard error.code == .boxInvalid else { throw error }
        damage.append(error)
      }
    }
    return references
  }

  private init(
    _ box: Box, idSize: Int, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) {
    var fields = try FieldReader(box, &reader)
    kind = box.kind
    from = try fields.number(idSize)
    var targets: [Int] = []
    for _ in 0..<(try fields.number(2)) {
      try reader.count(at: fields.offset)
      targets.append(try fields.number(idSize))
    }
    to = targets
  }
}
