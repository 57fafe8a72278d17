// Which carrier decides, and what the others say (EXIF 2.32, 4.6.4.A; order of precedence as most readers have it).

internal import UprightGeometry

extension Probe {
  struct Answer {
    var orientation = Orientation<Stored, Displayed>.identity
    var source = OrientationSource.none
    var findings: [Finding] = []
  }

  /// The first valid Exif block decides, by the first tag 274 of its IFD0; XMP, IFD1 and further blocks never do.
  static func resolve(_ header: JPEGHeader) -> Answer {
    var answer = Answer()
    if let exif = header.exif { read(exif, into: &answer) }
    compareXMP(header.xmp, with: &answer)
    return answer
  }

  static func orientationEntries(_ exif: JPEGHeader.ExifSegment) -> [OrientationEntry] {
    (exif.block.ifd0?.all(.orientation) ?? []).map { OrientationEntry($0, in: exif.block) }
  }

  private static func read(_ exif: JPEGHeader.ExifSegment, into answer: inout Answer) {
    if exif.block.ifd0?.isComplete != true {
      answer.findings.append(Finding(.exifMalformed, "the Exif directory is incomplete and was read as far as it goes"))
    }
    let entries = orientationEntries(exif)
    if entries.count > 1 {
      answer.findings.append(Finding(.duplicateTag, "the orientation stands \(entries.count) times; the first counts"))
    }
    if let first = entries.first {
      answer.findings += first.findings
      if let value = first.value { answer.orientation = Orientation(exif: value) }
      answer.source = .exif(offset: exif.blockOffset + first.decidingOffset(in: exif.block))
    }
    compareThumbnail(exif.block, with: &answer)
  }

  private static func compareThumbnail(_ block: TIFFBlock, with answer: inout Answer) {
    guard let entry = block.ifd1?.first(.orientation),
      let value = OrientationEntry(entry, in: block).value, value != answer.orientation.exif
    else { return }
    answer.findings.append(
      Finding(.thumbnailConflict, "the thumbnail's orientation is \(value.rawValue); it does not count"))
  }

  private static func compareXMP(_ stated: [XMPOrientation], with answer: inout Answer) {
    guard let value = stated.first?.value else { return }
    if answer.source == .none {
      guard value != .topLeft else { return }
      answer.findings.append(Finding(.xmpOnly, "only XMP has an orientation, \(value.rawValue); it does not count"))
    } else if value != answer.orientation.exif {
      answer.findings.append(Finding(.xmpConflict, "XMP's orientation is \(value.rawValue); it does not count"))
    }
  }
}
