// Rewrites the orientation of a JPEG XL file: three bits in its codestream's header (ISO 18181-1, D.3.1). Which
// orientation field of a JPEG XL file decides, and which ones disagree (ISO 18181-1, D.3.1: Exif's orientation is
// ignored).

package import UprightGeometry

extension JPEGXLHeader {
  /// If the three bits are present, they change; otherwise the header and the codestream's box grow by a few bytes.
  /// Exif and XMP follow if they agreed before or decide. Otherwise they are left alone, or become 1 if `change`
  /// normalizes them, as libjxl writes it. Any other value would be applied again by readers that rotate an image
  /// after the decoder did. With data to reconstruct the original JPEG, they become the new value instead: they are
  /// that JPEG's. A compressed box whose contents change becomes an uncompressed one.
  ///
  /// - Throws: `.notExpressible` if the header cannot grow: an ICC profile follows, whose end only a decoder can
  ///   find, or the header is too long to read; `.fieldNotWritable` if a frame index would become invalid, or the
  ///   boxes are damaged.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits = try headerEdits(to: change.value)
    func wanted(_ said: ExifOrientation?) -> ExifOrientation? { self.wanted(said, change, from: resolved) }
    func wantedEdits(_ packet: [XMPOrientation]) -> [BytePatch.Edit] {
      packet.compactMap { place in wanted(place.value).map { place.edit(to: $0) } }
    }
    edits += wantedEdits(xmp.filter { !$0.isCompressed })
    let exifValue = exifValue(change, from: resolved)
    let inExif =
      (exifValue.map { exif?.tags.edits(to: $0) ?? [] } ?? [])
      + wantedEdits(exif?.packetOrientations ?? []).map { $0.shifted(by: exif?.offset ?? 0) }
    if exif?.compressedOffset == nil { edits += inExif }
    for box in compressed {
      let isUsed = box.kind == "xml " || box.offset == exif?.compressedOffset
      let inner = box.kind == "xml " ? wantedEdits(XMPOrientation.all(in: box.contents, offset: 0)) : inExif
      let contents = isUsed ? try BytePatch(inner).applied(to: box.contents) : box.contents
      if contents != box.contents { edits.append(box.edit(to: contents)) }
    }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// What a field that stated `said` states after a change; nil if it stays as it is.
  private func wanted(
    _ said: ExifOrientation?, _ change: OrientationChange, from resolved: ResolvedOrientation
  ) -> ExifOrientation? {
    if change.followsChange(said, from: resolved) || change.normalizes && said == change.value { return change.value }
    return change.normalizes ? (hasReconstruction ? change.value : .topLeft) : nil
  }

  /// What the tags of Exif state after a change; nil if they stay as they are.
  private func exifValue(_ change: OrientationChange, from resolved: ResolvedOrientation) -> ExifOrientation? {
    resolved.prefersExif && change.normalizes ? change.value : wanted(exif?.statement?.value, change, from: resolved)
  }

  /// The disagreement of the JPEG that can be reconstructed with the new orientation; nil if there is none. A field
  /// that the JPEG does not have cannot be added, because its size is a part of those data.
  func reconstructionConflict(
    after change: OrientationChange, from resolved: ResolvedOrientation
  ) -> Finding? {
    guard let old = reconstructedOrientation else { return nil }
    let new = exif?.tags.entries.isEmpty == false ? exifValue(change, from: resolved) ?? old : old
    return Finding.reconstruction(of: new, in: change.value)
  }

  private func headerEdits(to value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    guard value != image.orientation else { return [] }
    if case .written(let bit) = image.form { return [writtenEdit(to: value, at: bit)] }
    guard !hasIndex, damage == nil else { throw MetadataError(.fieldNotWritable, at: offset) }
    guard let grown = image.grown(head, to: value) else {
      throw MetadataError(.notExpressible, at: offset, format: .jpegXL)
    }
    let edit = BytePatch.Edit(offset: offset + grown.range.lowerBound, old: Array(head[grown.range]), new: grown.bytes)
    return try [edit] + boxEdits(growth: edit.new.count - edit.old.count)
  }

  /// The three bits, which may span two bytes.
  private func writtenEdit(to value: ExifOrientation, at bit: Int) -> BytePatch.Edit {
    let range = bit >> 3..<(bit + 2) >> 3 + 1
    var new = BitList(head[range])
    new.replace(bit & 7..<bit & 7 + 3, with: BitList(Int(value.rawValue) - 1, count: 3))
    return BytePatch.Edit(offset: offset + range.lowerBound, old: Array(head[range]), new: new.bytes)
  }

  /// Updates the length of the codestream's box.
  private func boxEdits(growth: Int) throws(MetadataError) -> [BytePatch.Edit] {
    guard let box, !box.isOpenEnded else { return [] }
    let (length, size) = (box.end - box.offset, box.isLong ? 8 : 4)
    guard box.isLong || length + growth <= Int(UInt32.max) else {
      throw MetadataError(.fieldNotWritable, at: box.offset)
    }
    return [
      BytePatch.Edit(
        offset: box.offset + (box.isLong ? 8 : 0), old: BigEndian.bytes(length, size: size),
        new: BigEndian.bytes(length + growth, size: size))
    ]
  }
}

extension JPEGXLImageHeader {
  /// The header extended by three orientation bits: the range of the codestream to replace, and the new bytes.
  ///
  /// - Returns: nil if the header's end is unknown.
  func grown(_ codestream: [UInt8], to value: ExifOrientation) -> (range: Range<Int>, bytes: [UInt8])? {
    guard let bitCount else { return nil }
    let end = (bitCount + 7) >> 3
    var bits = BitList(codestream[..<end])
    bits.removeLast(end * 8 - bitCount)
    // The orientation; no intrinsic size, no preview, no animation.
    let fields = BitList(Int(value.rawValue) - 1, count: 6)
    let first: Int
    switch form {
    case .written, .absent: return nil
    case .allUsual(let bit):
      // Not all default, extra fields; then 8 bits, 16-bit buffers, no extra channels, XYB, default color and tone
      // mapping, no extensions.
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

extension JPEGXLHeader {
  /// The codestream decides, even by default values; Exif does only if the rules prefer it. libjxl sets Exif to 1,
  /// which is not a conflict.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    resolved.allowsUpright = true
    resolved.decide(OrientationStatement(.codestream(offset: offset), image.orientation))
    if let exif { resolved.takeOrCompare(exif, rules) }
    resolved.take(xmp, rules)
    if let said = reconstructedOrientation,
      let conflict = Finding.reconstruction(of: said, in: resolved.orientation.exif)
    {
      resolved.findings.append(conflict)
    }
    return resolved
  }
}

extension Finding {
  /// The disagreement of a JPEG that can be reconstructed with the image of its file; nil if they agree.
  static func reconstruction(of said: ExifOrientation, in value: ExifOrientation) -> Finding? {
    guard said != value else { return nil }
    return Finding(
      .reconstructionConflict,
      "the JPEG that can be reconstructed has orientation \(said.rawValue), the image has \(value.rawValue)")
  }
}

extension Probe {
  /// The disagreement of the JPEG that can be reconstructed from a JPEG XL with the image after a retag as by
  /// `retag(to:normalizing:)`; nil if there is none.
  package func reconstructionConflict(
    retaggedTo orientation: Orientation<Stored, Displayed>, normalizing: Bool
  ) -> Finding? {
    header.jpegXL?.reconstructionConflict(
      after: OrientationChange(from: self.orientation, to: orientation.exif, normalizes: normalizing), from: resolved)
  }

  /// The same as the file is.
  package var reconstructionConflict: Finding? { findings.first { $0.code == .reconstructionConflict } }
}
