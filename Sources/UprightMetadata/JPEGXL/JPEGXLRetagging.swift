// Rewrites the orientation of a JPEG XL file: three bits of its codestream's header (ISO 18181-1, D.3.1).

internal import UprightGeometry

extension JPEGXLHeader {
  /// Where the three bits are written, they change; where they are not, the header grows by a few bytes, and the codestream's box with it.
  /// Exif and XMP follow where they agreed before, or decide; where they did not they are left alone, or say 1 where `change` settles them, as libjxl
  /// writes it: readers that turn what a decoder has turned already would be wrong with anything else.
  ///
  /// - Throws: `.notExpressible` where the header cannot grow: an ICC profile follows, whose end only a decoder finds, or more than can be read;
  ///   `.fieldNotWritable` where a list of frames would become wrong, or the boxes are damaged.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits = try headerEdits(to: change.value)
    func wanted(_ said: ExifOrientation?) -> ExifOrientation? {
      if change.followsChange(said, from: resolved) || change.normalizes && said == change.value { return change.value }
      return change.normalizes ? .topLeft : nil
    }
    edits += xmp.compactMap { place in wanted(place.value).map { place.edit(to: $0) } }
    if let exif, let value = resolved.prefersExif && change.normalizes ? change.value : wanted(exif.statement?.value) {
      edits += exif.edits(to: value)
    }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  private func headerEdits(to value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    guard value != image.orientation else { return [] }
    if case .written(let bit) = image.form { return [writtenEdit(to: value, at: bit)] }
    guard !hasIndex, damage == nil else { throw MetadataError(.fieldNotWritable, at: offset) }
    guard let grown = image.grown(head, to: value) else { throw MetadataError(.notExpressible, at: offset) }
    let edit = BytePatch.Edit(offset: offset + grown.range.lowerBound, old: Array(head[grown.range]), new: grown.bytes)
    return try [edit] + boxEdits(growth: edit.new.count - edit.old.count)
  }

  /// Three bits in one byte or two.
  private func writtenEdit(to value: ExifOrientation, at bit: Int) -> BytePatch.Edit {
    let range = bit >> 3..<(bit + 2) >> 3 + 1
    var new = BitList(head[range])
    new.replace(bit & 7..<bit & 7 + 3, with: BitList(Int(value.rawValue) - 1, count: 3))
    return BytePatch.Edit(offset: offset + range.lowerBound, old: Array(head[range]), new: new.bytes)
  }

  /// The change of the length that the codestream's box states.
  private func boxEdits(growth: Int) throws(MetadataError) -> [BytePatch.Edit] {
    guard let box, !box.isOpenEnded else { return [] }
    let (length, size) = (box.end - box.offset, box.isLong ? 8 : 4)
    guard box.isLong || length + growth <= Int(UInt32.max) else {
      throw MetadataError(.fieldNotWritable, at: box.offset)
    }
    func bytes(_ number: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return [
      BytePatch.Edit(offset: box.offset + (box.isLong ? 8 : 0), old: bytes(length), new: bytes(length + growth))
    ]
  }
}

extension JPEGXLImageHeader {
  /// The header with three bits for the orientation where there are none yet: which bytes of the codestream change, and what stands there then.
  ///
  /// - Returns: nil where the header's end is not known.
  func grown(_ codestream: [UInt8], to value: ExifOrientation) -> (range: Range<Int>, bytes: [UInt8])? {
    guard let bitCount else { return nil }
    let end = (bitCount + 7) >> 3
    var bits = BitList(codestream[..<end])
    bits.removeLast(end * 8 - bitCount)
    // The orientation, and that neither a size to show, nor a preview, nor an animation follows.
    let fields = BitList(Int(value.rawValue) - 1, count: 6)
    let first: Int
    switch form {
    case .written, .absent: return nil
    case .allUsual(let bit):
      // Not all usual, further fields; then 8 bits, 16-bit buffers, no further channels, XYB, usual colours and tones, no extensions.
      bits.replace(bit..<bit + 1, with: BitList(0b10, count: 2) + fields + BitList(0b00_1_1_1_00_1_000, count: 11))
      first = bit >> 3
    case .noFurtherFields(let bit, let tones):
      bits.replace(tones..<tones, with: BitList(1, count: 1))
      bits.replace(bit..<bit + 1, with: BitList(1, count: 1) + fields)
      first = bit >> 3
    }
    return (first..<end, Array(bits.bytes[first...]))
  }
}
