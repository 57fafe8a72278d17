// The rotation parameter of the IIIF Image API 3.0 (4.3): `!` mirrors first, then degrees clockwise.

/// IIIF's rotation, restricted to multiples of 90 degrees.
public struct IIIFRotation: OrientationNaming {
  /// The equivalent tag.
  public let exif: ExifOrientation

  /// The rotation that displays an image stored with this tag upright.
  public init(exif: ExifOrientation) { self.exif = exif }

  /// Parses a request's text: `0`…`360`, after `!` for mirroring; nil for anything else, or no multiple of 90.
  public init?(_ text: String) {
    let mirrored = text.hasPrefix("!")
    let number = text.dropFirst(mirrored ? 1 : 0)
    guard number.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }),
      number.utf8.first != UInt8(ascii: "."), number.utf8.last != UInt8(ascii: "."),
      let degrees = Double(number), degrees <= 360, let angle = ClockwiseAngle(degrees: Int(degrees.rounded(.down))),
      degrees == degrees.rounded(.down)
    else { return nil }
    exif = Orientation<Stored, Displayed>(mirrored: mirrored, clockwise: angle.quarters).exif
  }
}

extension IIIFRotation: CustomStringConvertible {
  /// `0`, `90`, `!180` …
  public var description: String { orientation.description }
}
