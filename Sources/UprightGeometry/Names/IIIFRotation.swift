// The rotation parameter of the IIIF Image API 3.0 (4.3): `!` mirrors first, then degrees clockwise.

/// IIIF's rotation, restricted to multiples of 90 degrees.
public struct IIIFRotation: OrientationNaming {
  /// The equivalent tag.
  public let exif: ExifOrientation

  /// The rotation that displays an image stored with this tag upright.
  public init(exif: ExifOrientation) { self.exif = exif }

  /// Parses a request's text: `0`…`360`, after `!` for mirroring; nil for anything else, or no multiple of 90. A name
  /// has a digit before its point, which requests may leave out.
  public init?(_ text: String) {
    guard text.drop(while: { $0 == "!" }).utf8.first != UInt8(ascii: "."),
      let found = try? Orientation<Stored, Displayed>(iiif: text)
    else { return nil }
    exif = found.exif
  }
}

extension IIIFRotation: CustomStringConvertible {
  /// `0`, `90`, `!180` …
  public var description: String { orientation.description }
}
