// The size parameter (IIIF Image API 3.0 and 2.1, 4.2).

import UprightGeometry

/// A requested size, before the region is known.
struct IIIFSize: Hashable, Sendable {
  let form: SizeParameter
  /// Whether the region may be enlarged: `^` in 3.0, always in 2.1.
  let mayEnlarge: Bool

  init(_ text: String, _ version: IIIFVersion) throws(IIIFError) {
    let hasCaret = version == .v3 && text.hasPrefix("^")
    mayEnlarge = hasCaret || version == .v2
    do throws(GrammarFault) {
      form = try SizeParameter(iiif: hasCaret ? text.dropFirst() : text[...], hasFull: version == .v2)
    } catch { throw error == .empty ? Self.empty : Self.malformed(version) }
  }

  private static func malformed(_ version: IIIFVersion) -> IIIFError {
    let forms =
      version == .v3
      ? "max, w, or ,h or w,h or !w,h in whole pixels, or pct:n, each with ^ before it to enlarge"
      : "full, max, w, or ,h or w,h or !w,h in whole pixels, or pct:n"
    return IIIFError(status: 400, code: "size-syntax", parameter: "size", message: "write \(forms)")
  }

  private static var empty: IIIFError {
    IIIFError(status: 400, code: "size-empty", parameter: "size", message: "a size must be greater than zero")
  }
}
