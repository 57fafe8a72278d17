// Which orientation field of a JPEG decides, and which ones disagree (EXIF 2.32, 4.6.4.A; precedence as in most
// readers).

internal import UprightGeometry

extension JPEGHeader {
  /// The first tag 274 in IFD0 of the first valid Exif block decides. IFD1 and other blocks never do; XMP does if the
  /// rules allow it.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    if let exif { resolved.take(exif) }
    for further in exifSegments.dropFirst() { resolved.compare(further.locatedBlock) }
    resolved.take(xmp, rules)
    if let further = JPEGAttachment.finding(attachments, besides: resolved.orientation.exif) {
      resolved.findings.append(further)
    }
    return resolved
  }

  /// The main image and its attachments. An image without an orientation is displayed as stored, unless it belongs to
  /// the main image.
  func parts(_ rules: OrientationRules) -> [ImagePart] {
    let main = resolvedOrientation(rules).orientation
    return [ImagePart(.main, storedSize: storedSize, orientation: main, offset: 0)]
      + attachments.map { $0.part(besides: main) }
  }
}

extension JPEGAttachment {
  /// The attachment as a part of a file whose main image has orientation `main`.
  func part(besides main: Orientation<Stored, Displayed>) -> ImagePart {
    ImagePart(
      kind.part, storedSize: storedSize ?? PixelSize(width: 0, height: 0),
      orientation: orientation.map(Orientation.init(exif:)) ?? (kind.belongs ? main : .identity),
      offset: range.lowerBound)
  }
}

extension AttachmentKind {
  /// Whether it is displayed like the main image unless it states otherwise.
  var belongs: Bool { self == .preview || self == .gainMap }

  /// Its role among the parts of a file.
  fileprivate var part: ImagePart.Kind {
    switch self {
    case .image: .page
    case .preview: .preview
    case .gainMap: .auxiliary
    case .video: .video
    }
  }
}
