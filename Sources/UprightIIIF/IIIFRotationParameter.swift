// The rotation parameter (IIIF Image API 3.0, 4.3): `n` or `!n`, degrees clockwise.

import UprightGeometry

/// A requested rotation by quarter turns.
struct IIIFRotationParameter: Hashable, Sendable {
  let orientation: Orientation<Displayed, Displayed>

  init(_ text: String) throws(IIIFError) {
    let mirrored = text.hasPrefix("!")
    guard let degrees = IIIFNumber.decimal(text.dropFirst(mirrored ? 1 : 0)) else {
      throw IIIFError(
        status: 400, code: "rotation-syntax", parameter: "rotation",
        message: "write degrees clockwise, such as 90, with ! before it to mirror first")
    }
    guard degrees <= 360 else {
      throw IIIFError(
        status: 400, code: "rotation-range", parameter: "rotation", message: "write degrees from 0 to 360")
    }
    guard degrees.truncatingRemainder(dividingBy: 90) == 0 else {
      throw IIIFError(
        status: 501, code: "rotation-unsupported", parameter: "rotation",
        message: "only multiples of 90 degrees are supported")
    }
    orientation = Orientation(mirrored: mirrored, clockwise: Int(degrees) / 90)
  }
}
