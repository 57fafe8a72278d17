// Which carrier of a JPEG decides, and what the others say (EXIF 2.32, 4.6.4.A; order of precedence as most readers have it).

internal import UprightGeometry

extension JPEGHeader {
  /// The first valid Exif block decides, by the first tag 274 of its IFD0; IFD1 and further blocks never do, XMP where the rules let it.
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

  /// The picture, and what follows it. A picture that states nothing is displayed as it is stored, but for those that belong to the first.
  func parts(_ rules: OrientationRules) -> [ImagePart] {
    let main = resolvedOrientation(rules).orientation
    return [ImagePart(.main, storedSize: storedSize, orientation: main, offset: 0)]
      + attachments.map { $0.part(besides: main) }
  }
}

extension JPEGAttachment {
  /// As a part of the file whose picture is displayed under `main`.
  func part(besides main: Orientation<Stored, Displayed>) -> ImagePart {
    ImagePart(
      kind.part, storedSize: storedSize ?? PixelSize(width: 0, height: 0),
      orientation: orientation.map(Orientation.init(exif:)) ?? (kind.belongs ? main : .identity),
      offset: range.lowerBound)
  }
}

extension JPEGAttachment.Kind {
  /// Whether it is displayed as the picture is, unless it says otherwise.
  var belongs: Bool { self == .preview || self == .gainMap }

  /// What it is among the parts of any file.
  fileprivate var part: ImagePart.Kind {
    switch self {
    case .picture: .page
    case .preview: .preview
    case .gainMap: .auxiliary
    case .video: .video
    }
  }
}
