// The rotation parameter of the IIIF Image API 3.0 (4.3): `!` mirrors first, then degrees clockwise.

/// IIIF's rotation, of which only quarters are orientations.
public struct IIIFRotation: OrientationNaming {
  /// The tag that says the same.
  public let exif: ExifOrientation

  /// The rotation that shows a picture stored with this tag upright.
  public init(exif: ExifOrientation) { self.exif = exif }

  /// What is written in a request: `0`…`360`, after a `!` where it mirrors; nil where it is none, or no multiple of 90.
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
