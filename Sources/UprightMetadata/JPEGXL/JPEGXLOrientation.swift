// Which carrier of a JPEG XL file decides, and what the others say (ISO 18181-1, D.3.1: Exif's orientation is to be ignored).

internal import UprightGeometry

extension JPEGXLHeader {
  /// The codestream decides, even by saying nothing; Exif only where the rules prefer it. libjxl makes Exif say 1, which contradicts nothing.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    resolved.allowsUpright = true
    resolved.decide(OrientationStatement(.codestream(offset: offset), image.orientation))
    if let exif { resolved.takeOrCompare(exif, rules) }
    resolved.take(xmp, rules)
    return resolved
  }
}
