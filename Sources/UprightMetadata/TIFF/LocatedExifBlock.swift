// An Exif block inside a container, and the orientation in it (EXIF 2.32, 4.5.2 and 4.6.4.A).

internal import UprightGeometry

/// An Exif block and where it starts in its file.
struct LocatedExifBlock: Hashable, Sendable {
  /// The block.
  let block: TIFFBlock
  /// Where its byte order mark stands in the file; where it is digits in a text, where that text's chunk starts.
  let offset: Int
  /// Whether it is digits in a text, so that none of its bytes has a place of its own.
  var isText = false

  /// The entries of IFD0 with tag 274; the first counts.
  var tags: OrientationTags { tags(of: block.ifd0) }

  /// The entries of the thumbnail's directory.
  var thumbnailTags: OrientationTags { tags(of: block.ifd1) }

  /// What its first tag 274 says, nil where there is none.
  var statement: OrientationStatement? { tags.statement }

  /// What is odd about it.
  var findings: [Finding] {
    var found: [Finding] = []
    if block.ifd0?.isComplete != true {
      found.append(Finding(.exifMalformed, "the Exif directory is incomplete and was read as far as it goes"))
    }
    return found + tags.findings
  }

  /// The changes inside the block that make every tag 274 of IFD0 say `value`, none where there is no such tag; offsets are those in the file.
  func edits(to value: ExifOrientation) -> [BytePatch.Edit] { tags.edits(to: value) }

  private func tags(of directory: TIFFDirectory?) -> OrientationTags {
    OrientationTags(of: directory, in: block, from: offset, isText: isText)
  }
}

extension ResolvedOrientation {
  /// Lets an Exif block decide, where it speaks.
  mutating func take(_ exif: LocatedExifBlock) {
    findings += exif.findings
    if let statement = exif.statement { decide(statement) }
    compareThumbnail(exif.thumbnailTags)
  }

  /// Lets an Exif block decide where `rules` prefer it to the container's own word, and notes what it says otherwise.
  mutating func takeOrCompare(_ exif: LocatedExifBlock, _ rules: OrientationRules) {
    prefersExif = rules.prefersExif
    guard prefersExif, exif.statement?.value != nil else { return compare(exif) }
    let (former, own) = (source, orientation.exif)
    take(exif)
    guard former != .none, own != orientation.exif else { return }
    findings.append(Finding(.exifConflict, "the container's own orientation is \(own.rawValue); Exif counts, as asked"))
  }

  /// Notes what an Exif block says where the container decides.
  mutating func compare(_ exif: LocatedExifBlock) {
    guard let statement = exif.statement else { return }
    statements.append(statement)
    guard let value = statement.value, isContradicted(by: value) else { return }
    findings.append(Finding(.exifConflict, sentence("Exif's", value)))
  }
}
