// Which carrier of a JPEG XL file decides, and what the others say (ISO 18181-1, D.3.1: Exif's orientation is to be ignored).

internal import UprightGeometry

extension JPEGXLHeader {
  /// The codestream decides, even by saying nothing; Exif only where the rules prefer it. libjxl makes Exif say 1, which contradicts nothing.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var answer = ResolvedOrientation()
    answer.allowsUpright = true
    answer.decide(OrientationStatement(.codestream(offset: offset), image.orientation))
    if let exif { answer.takeOrCompare(exif, rules) }
    answer.take(xmp, rules)
    return answer
  }
}
