// An Exif block of a PNG: in a chunk of its own (PNG 3rd edition, 11.3.4.5), or as digits in a text chunk.

internal import UprightGeometry

/// A chunk with an Exif block.
struct PNGExif: Hashable, Sendable {
  /// The block.
  let locatedBlock: LocatedExifBlock
  /// The chunk.
  let record: PNGRecord
  private let digits: Digits?

  private struct Digits: Hashable, Sendable {
    let text: PNGText
    let profile: RawProfile
  }

  /// A chunk `eXIf`; nil where no TIFF header opens it.
  init?(_ record: PNGRecord) {
    let count = Self.prefixCount(of: record.data)
    guard let block = TIFFBlock(Array(record.data.dropFirst(count))) else { return nil }
    self.record = record
    digits = nil
    locatedBlock = LocatedExifBlock(block: block, offset: record.chunk.payload.lowerBound + count)
  }

  /// A text chunk with a profile; nil where that is not Exif.
  init?(_ record: PNGRecord, text: PNGText) {
    guard let profile = RawProfile(text.text),
      let block = TIFFBlock(Array(profile.bytes.dropFirst(Self.prefixCount(of: profile.bytes))))
    else { return nil }
    self.record = record
    digits = Digits(text: text, profile: profile)
    locatedBlock = LocatedExifBlock(block: block, offset: record.chunk.offset, isText: true)
  }

  /// Whether the six bytes that belong to JPEG stand in the chunk before the block, where they have no business.
  var isPrefixed: Bool { digits == nil && Self.prefixCount(of: record.data) > 0 }

  /// The changes to the file that make the block say what `change` asks for, without the six bytes where it settles that. A chunk goes to `place`,
  /// where that is given; digits stay for readers that know nothing else, and a chunk is put there besides.
  ///
  /// - Throws: as `LocatedExifBlock.change`.
  func edits(
    _ change: OrientationChange, mayGo: Bool, movingTo place: Int? = nil
  ) throws(MetadataError) -> [BytePatch.Edit] {
    guard case .edits(let edits) = try locatedBlock.change(change, mayGo: mayGo) else { return [record.removal] }
    let changed = try BytePatch(edits).applied(to: locatedBlock.block.bytes)
    let chunk = place.map { BytePatch.Edit(offset: $0, old: [], new: PNGChunk.bytes("eXIf", changed)) }
    guard let digits else {
      if let chunk { return [chunk, record.removal] }
      let shifted = edits.map { $0.shifted(by: Self.prefixCount(of: record.data)) }
      return try record.edits((change.normalizes ? prefixRemoval : []) + shifted)
    }
    return (chunk.map { [$0] } ?? []) + textEdits(digits, changed)
  }

  private var prefixRemoval: [BytePatch.Edit] {
    let prefix = Array(record.data.prefix(Self.prefixCount(of: record.data)))
    return isPrefixed && locatedBlock.statement != nil ? [BytePatch.Edit(offset: 0, old: prefix, new: [])] : []
  }

  private func textEdits(_ digits: Digits, _ changed: [UInt8]) -> [BytePatch.Edit] {
    guard changed != locatedBlock.block.bytes else { return [] }
    let prefix = digits.profile.bytes.prefix(Self.prefixCount(of: digits.profile.bytes))
    let profile = RawProfile(name: digits.profile.name, bytes: prefix + changed)
    return record.replaced(by: digits.text.data(with: profile.text))
  }

  /// How many bytes stand before a block that belong to JPEG.
  static func prefixCount(of bytes: [UInt8]) -> Int {
    bytes.starts(with: JPEGSegment.Identifier.exif) ? JPEGSegment.Identifier.exif.count : 0
  }
}
