// Which orientation field of a JPEG XL file decides, and which ones disagree (ISO 18181-1, D.3.1: Exif's orientation
// is ignored).

package import UprightGeometry

extension JPEGXLHeader {
  /// The codestream decides, even by default values; Exif does only if the rules prefer it. libjxl sets Exif to 1,
  /// which is not a conflict.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = ResolvedOrientation()
    resolved.allowsUpright = true
    resolved.decide(OrientationStatement(.codestream(offset: offset), image.orientation))
    if let exif { resolved.takeOrCompare(exif, rules) }
    resolved.take(xmp, rules)
    if let said = reconstructedOrientation,
      let conflict = Finding.reconstruction(of: said, in: resolved.orientation.exif)
    {
      resolved.findings.append(conflict)
    }
    return resolved
  }
}

extension Finding {
  /// The disagreement of a JPEG that can be reconstructed with the image of its file; nil if they agree.
  static func reconstruction(of said: ExifOrientation, in value: ExifOrientation) -> Finding? {
    guard said != value else { return nil }
    return Finding(
      .reconstructionConflict,
      "the JPEG that can be reconstructed has orientation \(said.rawValue), the image has \(value.rawValue)")
  }
}

extension Probe {
  /// The disagreement of the JPEG that can be reconstructed from a JPEG XL with the image after a retag as by
  /// `retag(to:normalizing:)`; nil if there is none.
  package func reconstructionConflict(
    retaggedTo orientation: Orientation<Stored, Displayed>, normalizing: Bool
  ) -> Finding? {
    header.jpegXL?.reconstructionConflict(
      after: OrientationChange(from: self.orientation, to: orientation.exif, normalizes: normalizing), from: resolved)
  }

  /// The same as the file is.
  package var reconstructionConflict: Finding? { findings.first { $0.code == .reconstructionConflict } }
}
