// The index of the additional images in a JPEG (CIPA DC-007, 5.2: MP Index IFD and MP Entry).

internal import UprightGeometry

/// The entries of an MPF segment.
struct MultiPictureIndex: Hashable, Sendable {
  /// One image in the file.
  struct Entry: Hashable, Sendable {
    /// Its type: the lower 24 bits of its attribute (CIPA DC-007, table 4).
    let type: Int
    /// Its range in the file.
    let range: Range<Int>

    /// Whether it is a smaller version of the first image (class 1 of table 4).
    var isPreview: Bool { type >> 16 == 1 }
    /// Whether it is one of several related views (class 2 of table 4).
    var isFrame: Bool { type >> 16 == 2 }
  }

  /// The images after the first, in the index's order.
  let further: [Entry]
  /// Whether an entry points outside the file, or the index is truncated.
  let isDamaged: Bool

  /// Maximum number of images; real files have fewer.
  private static let limit = 256
  /// Size in bytes of an entry (CIPA DC-007, table 3).
  static let entrySize = 16

  /// The index whose TIFF header is at offset `base` in a file of `byteCount` bytes; nil if it is invalid.
  init?(_ bytes: [UInt8], base: Int, byteCount: Int) {
    guard let block = TIFFBlock(bytes), let field = block.ifd0?.first(.multiPictureEntries) else { return nil }
    let count = min(field.count / Self.entrySize, Self.limit)
    var (further, isDamaged): ([Entry], Bool) = ([], field.count > count * Self.entrySize)
    var starts: Set<Int> = []
    for index in 0..<count {
      let at = field.valueOffset + index * Self.entrySize
      guard let attribute = block.u32(at: at), let size = block.u32(at: at + 4), let offset = block.u32(at: at + 8)
      else {
        isDamaged = true
        break
      }
      guard offset > 0, size > 0 else { continue }
      guard size <= byteCount, base + offset <= byteCount - size, starts.insert(offset).inserted else {
        isDamaged = true
        continue
      }
      further.append(Entry(type: attribute & 0xFF_FFFF, range: base + offset..<base + offset + size))
    }
    self.further = further
    self.isDamaged = isDamaged
  }
}

// Updates the index of a file's images for a new file (CIPA DC-007, 5.2.3: MP Entry, table 3).

extension MultiPictureIndex {
  /// The index with the same number of bytes: the entries of kept images, in the old order, with new offsets.
  ///
  /// `base` is the origin of the index's offsets in the new file. `places` maps the images' old offsets to their new
  /// ranges. The first entry is the main image, of `primaryCount` bytes.
  static func rewritten(
    _ bytes: [UInt8], from oldBase: Int, to base: Int, primaryCount: Int, places: [Int: Range<Int>]
  ) -> [UInt8]? {
    guard var block = TIFFBlock(bytes), let directory = block.ifd0, let field = directory.first(.multiPictureEntries),
      field.valueOffset >= 8, field.count <= bytes.count, field.valueOffset <= bytes.count - field.count
    else { return nil }
    let old = (0..<field.count / entrySize).map { field.valueOffset + $0 * entrySize }
    let kept = old.indices.filter { index in
      index == 0 || block.u32(at: old[index] + 8).flatMap { places[oldBase + $0] } != nil
    }
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element + 1, $0.offset + 1) })
    var entries: [UInt8] = []
    for index in kept {
      let place = block.u32(at: old[index] + 8).flatMap { places[oldBase + $0] }
      entries += bytes[old[index]..<old[index] + 4]
      entries += block.encode(index == 0 ? primaryCount : place?.count ?? 0, size: 4)
      entries += block.encode(index == 0 ? 0 : (place?.lowerBound ?? base) - base, size: 4)
      for dependent in [12, 14] {
        entries += block.encode(block.u16(at: old[index] + dependent).flatMap { numbers[$0] } ?? 0, size: 2)
      }
    }
    block.replace(field, with: entries)
    if let count = directory.first(.multiPictureCount) { block.setInteger(kept.count, of: count) }
    if let names = directory.first(.multiPictureNames), names.count == old.count * nameSize,
      names.valueOffset >= 8, names.valueOffset <= bytes.count - names.count
    {
      let all = old.indices.map { names.valueOffset + $0 * nameSize }
      block.replace(names, with: kept.flatMap { bytes[all[$0]..<all[$0] + nameSize] })
    }
    return block.bytes
  }

  /// Size in bytes of an image's unique ID (CIPA DC-007, 5.2.3.4).
  private static let nameSize = 33
}

extension TIFFBlock {
  /// Replaces the values of a field outside its directory with fewer bytes, and pads with zeros.
  fileprivate mutating func replace(_ field: TIFFEntry, with new: [UInt8]) {
    let padding = [UInt8](repeating: 0, count: field.count - new.count)
    bytes.replaceSubrange(field.valueOffset..<field.valueOffset + field.count, with: new + padding)
    put(new.count, size: 4, at: field.offset + 4)
  }
}

extension Probe {
  /// Updates a new image's index to name its attachments; `primary` is the new file up to them, made with these
  /// attachments.
  package func relisted(_ primary: [UInt8], _ attachments: [CarriedAttachment]) -> [UInt8] {
    let name = JPEGSegment.Identifier.multiPicture.count
    guard let old = list(of: header.jpeg), let header = try? JPEGHeader(part: primary), let new = list(of: header)
    else {
      return primary
    }
    var (places, end): ([Int: Range<Int>], Int) = ([:], primary.count)
    for attachment in attachments {
      end += attachment.gap
      guard let count = attachment.byteCount else { continue }
      places[attachment.range.lowerBound] = end..<end + count
      end += count
    }
    let index = MultiPictureIndex.rewritten(
      Array(primary[(new.lowerBound + name)..<new.upperBound]), from: old.lowerBound + name, to: new.lowerBound + name,
      primaryCount: primary.count, places: places)
    guard let index else { return primary }
    return Array(primary[..<(new.lowerBound + name)] + index + primary[new.upperBound...])
  }

  private func list(of header: JPEGHeader?) -> Range<Int>? {
    header?.applications.first { $0.kind == .multiPicture }?.segment.payload
  }
}
