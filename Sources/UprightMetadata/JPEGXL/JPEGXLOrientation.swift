// Which orientation field of a JPEG XL file decides, and which ones disagree (ISO 18181-1, D.3.1: Exif's orientation
// is ignored).

internal import UprightGeometry

extension JPEGXLHeader {
  /// The codestream decides, even by default values; Exif does only if the rules prefer it. libjxl sets Exif to 1,
  /// which is not a conflict.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    resolved.allowsUpright = true
    resolved.decide(OrientationStatement(.codestream(offset: offset), image.orientation))
    if let exif { resolved.takeOrCompare(exif, rules) }
    resolved.take(xmp, rules)
    return resolved
  }
}
