// The rotation parameter (IIIF Image API 3.0, 4.3): `n` or `!n`, degrees clockwise.

import UprightGeometry

/// A requested rotation by quarter turns.
struct IIIFRotationParameter: Hashable, Sendable {
  let orientation: Orientation<Displayed, Displayed>

  init(_ text: String) throws(IIIFError) {
    do throws(GrammarFault) { orientation = try Orientation(iiif: text) } catch { throw Self.error(error) }
  }

  private static func error(_ fault: GrammarFault) -> IIIFError {
    let (status, code, message) =
      switch fault {
      case .malformed, .empty:
        (400, "rotation-syntax", "write degrees clockwise, such as 90, with ! before it to mirror first")
      case .outOfRange: (400, "rotation-range", "write degrees from 0 to 360")
      case .unsupported: (501, "rotation-unsupported", "only multiples of 90 degrees are supported")
      }
    return IIIFError(status: status, code: code, parameter: "rotation", message: message)
  }
}
