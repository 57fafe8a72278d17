// Which carrier of a JPEG decides, and what the others say (EXIF 2.32, 4.6.4.A; order of precedence as most readers have it).

internal import UprightGeometry

extension JPEGHeader {
  /// The first valid Exif block decides, by the first tag 274 of its IFD0; IFD1 and further blocks never do, XMP where the rules let it.
  func answer(_ rules: OrientationRules) -> OrientationAnswer {
    var answer = OrientationAnswer()
    if let exif { answer.take(exif) }
    answer.take(xmp, rules)
    if let further = JPEGPart.finding(parts, besides: answer.orientation.exif) { answer.findings.append(further) }
    return answer
  }
}
