// An Exif block inside a container, and the orientation in it (EXIF 2.32, 4.5.2 and 4.6.4.A).

internal import UprightGeometry

/// An Exif block and where it starts in its file.
struct ExifCarrier: Hashable, Sendable {
  /// The block.
  let block: TIFFBlock
  /// Where its byte order mark stands in the file.
  let offset: Int

  /// The entries of IFD0 with tag 274; the first counts.
  var entries: [OrientationEntry] {
    (block.ifd0?.all(.orientation) ?? []).map { OrientationEntry($0, in: block) }
  }

  /// What its first tag 274 says, nil where there is none.
  var statement: OrientationStatement? {
    entries.first.map { OrientationStatement(.exif(offset: offset + $0.decidingOffset(in: block)), $0.value) }
  }

  /// What is odd about it.
  var findings: [Finding] {
    var found: [Finding] = []
    if block.ifd0?.isComplete != true {
      found.append(Finding(.exifMalformed, "the Exif directory is incomplete and was read as far as it goes"))
    }
    let entries = entries
    if entries.count > 1 {
      found.append(Finding(.duplicateTag, "the orientation stands \(entries.count) times; the first counts"))
    }
    return found + (entries.first?.findings ?? [])
  }

  /// What the thumbnail's directory says, nil where it says nothing.
  var thumbnailStatement: OrientationStatement? {
    guard let entry = block.ifd1?.first(.orientation).map({ OrientationEntry($0, in: block) }), entry.value != nil
    else { return nil }
    return OrientationStatement(.thumbnail(offset: offset + entry.decidingOffset(in: block)), entry.value)
  }

  /// The changes inside the block that make every tag 274 of IFD0 say `value`, none where there is no such tag; offsets are those in the file.
  func edits(to value: ExifOrientation) -> [BytePatch.Edit] {
    entries.map { entry in
      let edit = entry.edit(to: value, in: block)
      return BytePatch.Edit(offset: offset + edit.offset, old: edit.old, new: edit.new)
    }
  }
}

extension OrientationAnswer {
  /// Lets an Exif block decide, where it speaks.
  mutating func take(_ exif: ExifCarrier) {
    findings += exif.findings
    if let statement = exif.statement { decide(statement) }
    guard let statement = exif.thumbnailStatement, let value = statement.value else { return }
    statements.append(statement)
    if value != orientation.exif {
      findings.append(
        Finding(.thumbnailConflict, "the thumbnail's orientation is \(value.rawValue); it does not count"))
    }
  }

  /// Lets an Exif block decide where `rules` prefer it to the container's own word, and notes what it says otherwise.
  mutating func takeOrCompare(_ exif: ExifCarrier, _ rules: OrientationRules) {
    guard rules.prefersExif, exif.statement?.value != nil else { return compare(exif) }
    let (former, own) = (source, orientation.exif)
    take(exif)
    guard former != .none, own != orientation.exif else { return }
    findings.append(Finding(.exifConflict, "the container's own orientation is \(own.rawValue); Exif counts, as asked"))
  }

  /// Notes what an Exif block says where the container decides.
  mutating func compare(_ exif: ExifCarrier) {
    guard let statement = exif.statement else { return }
    statements.append(statement)
    guard let value = statement.value, value != orientation.exif else { return }
    findings.append(Finding(.exifConflict, "Exif's orientation is \(value.rawValue); it does not count"))
  }
}
