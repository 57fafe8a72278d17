// An Exif block of a PNG: in an `eXIf` chunk (PNG 3rd edition, 11.3.4.5), or as hexadecimal digits in a text chunk.

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

  /// An `eXIf` chunk; nil if it does not begin with a TIFF header.
  init?(_ record: PNGRecord) {
    let count = Self.prefixCount(of: record.data)
    guard let block = TIFFBlock(Array(record.data.dropFirst(count))) else { return nil }
    self.record = record
    digits = nil
    locatedBlock = LocatedExifBlock(block: block, offset: record.chunk.payload.lowerBound + count)
  }

  /// A text chunk with a raw profile; nil if that is not Exif.
  init?(_ record: PNGRecord, text: PNGText) {
    guard let profile = RawProfile(text.text),
      let block = TIFFBlock(Array(profile.bytes.dropFirst(Self.prefixCount(of: profile.bytes))))
    else { return nil }
    self.record = record
    digits = Digits(text: text, profile: profile)
    locatedBlock = LocatedExifBlock(block: block, offset: record.chunk.offset, isText: true)
  }

  /// Whether the chunk contains the six bytes before the block that belong only in JPEG.
  var isPrefixed: Bool { digits == nil && Self.prefixCount(of: record.data) > 0 }

  /// The edits that make the block state the orientation of `change`; they remove the six bytes if it normalizes. The
  /// chunk is moved to `place` if that is given. A text block stays for readers that know nothing else, and a chunk
  /// is added at `place`.
  ///
  /// - Throws: as `LocatedExifBlock.change`.
  func edits(
    _ change: OrientationChange, mayGo: Bool, mayGrow: Bool, movingTo place: Int? = nil
  ) throws(MetadataError) -> [BytePatch.Edit] {
    guard case .edits(let edits) = try locatedBlock.change(change, mayGo: mayGo, mayGrow: mayGrow) else {
      return [record.removal]
    }
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

  /// Number of bytes before a block that belong to JPEG.
  static func prefixCount(of bytes: [UInt8]) -> Int {
    bytes.starts(with: JPEGSegment.Identifier.exif) ? JPEGSegment.Identifier.exif.count : 0
  }
}
