// A carrier that we insert where a JPEG has none, made so that it can be recognised and taken out again (EXIF 2.32, 4.5.2).

internal import UprightGeometry

/// An Exif segment of our own, or an IFD0 moved to the end of its block to make room for one more entry.
enum InsertedCarrier {
  /// A whole APP1 segment with nothing but the orientation: 40 bytes.
  static func segment(_ value: ExifOrientation) -> [UInt8] {
    let block: [UInt8] =
      [0x49, 0x49, 0x2A, 0, 12, 0, 0, 0] + MovedDirectory.mark + [
        1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, value.rawValue, 0, 0, 0,
      ]
      + [0, 0, 0, 0]
    let payload = JPEGSegment.Identifier.exif + block
    return [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
  }

  /// Moves IFD0 behind everything else in the block, with one entry more; no other offset changes.
  ///
  /// - Throws: `.carrierNotWritable` where the directory is incomplete or the segment would outgrow 65,535 bytes.
  static func relocation(
    of exif: JPEGHeader.ExifSegment, with value: ExifOrientation
  ) throws(MetadataError) -> [BytePatch.Edit] {
    let block = exif.block
    guard let directory = block.ifd0, directory.isComplete, directory.declaredCount < 65_535 else {
      throw MetadataError(.carrierNotWritable, at: exif.blockOffset)
    }
    let tail = MovedDirectory.tail(of: directory, in: block.bytes, behind: block.bytes.count, with: value)
    let length = exif.segment.payload.count + 2
    guard length + tail.count <= 65_535 else { throw MetadataError(.carrierNotWritable, at: exif.blockOffset) }
    return [
      lengthEdit(exif, from: length, to: length + tail.count),
      BytePatch.Edit(
        offset: exif.blockOffset + 4, old: block.encode(directory.offset, size: 4),
        new: block.encode(MovedDirectory.offset(behind: block.bytes.count), size: 4)),
      BytePatch.Edit(offset: exif.segment.payload.upperBound, old: [], new: tail),
    ]
  }

  /// The edits that take our insertion out again, or nil where the carrier is not ours.
  static func removal(from exif: JPEGHeader.ExifSegment) -> [BytePatch.Edit]? {
    segmentRemoval(exif) ?? relocationRemoval(exif)
  }

  private static func segmentRemoval(_ exif: JPEGHeader.ExifSegment) -> [BytePatch.Edit]? {
    let whole = ExifOrientation.allCases.map(segment)
    let payload = JPEGSegment.Identifier.exif + exif.block.bytes
    guard let ours = whole.first(where: { $0.dropFirst(4).elementsEqual(payload) }),
      exif.segment.payload.lowerBound == exif.segment.offset + 4
    else { return nil }
    return [BytePatch.Edit(offset: exif.segment.offset, old: ours, new: [])]
  }

  private static func relocationRemoval(_ exif: JPEGHeader.ExifSegment) -> [BytePatch.Edit]? {
    let block = exif.block
    guard let note = MovedDirectory.Note(endOf: block.bytes, block.layout),
      let former = block.directory(at: note.formerOffset), former.isComplete, former.endOffset <= note.formerCount,
      let current = block.ifd0, current.offset == MovedDirectory.offset(behind: note.formerCount),
      let value = OrientationTags(of: current, in: block, from: 0).value
    else { return nil }
    let tail = MovedDirectory.tail(of: former, in: block.bytes, behind: note.formerCount, with: value)
    guard block.bytes.dropFirst(note.formerCount).elementsEqual(tail) else { return nil }
    let length = exif.segment.payload.count + 2
    return [
      lengthEdit(exif, from: length, to: length - tail.count),
      BytePatch.Edit(
        offset: exif.blockOffset + 4, old: block.encode(current.offset, size: 4),
        new: block.encode(note.formerOffset, size: 4)),
      BytePatch.Edit(offset: exif.blockOffset + note.formerCount, old: tail, new: []),
    ]
  }

  private static func lengthEdit(_ exif: JPEGHeader.ExifSegment, from: Int, to: Int) -> BytePatch.Edit {
    func encoded(_ length: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
    }
    return BytePatch.Edit(offset: exif.segment.payload.lowerBound - 2, old: encoded(from), new: encoded(to))
  }
}
