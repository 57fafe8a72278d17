// An Exif block inside a container, and the orientation in it (EXIF 2.32, 4.5.2 and 4.6.4.A).

internal import UprightGeometry

/// An Exif block and where it starts in its file.
struct ExifCarrier: Hashable, Sendable {
  /// The block.
  let block: TIFFBlock
  /// Where its byte order mark stands in the file; where it is digits in a text, where that text's chunk starts.
  let offset: Int
  /// Whether it is digits in a text, so that none of its bytes has a place of its own.
  var isText = false

  /// The entries of IFD0 with tag 274; the first counts.
  var entries: [OrientationEntry] {
    (block.ifd0?.all(.orientation) ?? []).map { OrientationEntry($0, in: block) }
  }

  /// What its first tag 274 says, nil where there is none.
  var statement: OrientationStatement? {
    entries.first.map { entry in
      let source = isText ? .profile(offset: offset) : OrientationSource.exif(offset: place(of: entry))
      return OrientationStatement(source, entry.value)
    }
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
    return OrientationStatement(.thumbnail(offset: place(of: entry)), entry.value)
  }

  /// Where in the file the byte stands that decides.
  private func place(of entry: OrientationEntry) -> Int {
    isText ? offset : offset + entry.decidingOffset(in: block)
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

  /// Notes what an Exif block says where the container decides.
  mutating func compare(_ exif: ExifCarrier) {
    guard let statement = exif.statement else { return }
    statements.append(statement)
    guard let value = statement.value, value != orientation.exif else { return }
    findings.append(Finding(.exifConflict, "Exif's orientation is \(value.rawValue); it does not count"))
  }
}
