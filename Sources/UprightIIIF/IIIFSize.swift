// The size parameter (IIIF Image API 3.0 and 2.1, 4.2).

import UprightGeometry

/// A requested size, before the region is known.
struct IIIFSize: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    /// 2.1 only: the region's own size.
    case full
    /// As large as limits allow.
    case max
    /// `w,`
    case width(Int)
    /// `,h`
    case height(Int)
    /// `pct:n`
    case percent(Double)
    /// `w,h`
    case exactly(Int, Int)
    /// `!w,h`
    case within(Int, Int)
  }

  let form: Form
  /// Whether the region may be enlarged: `^` in 3.0, always in 2.1.
  let mayEnlarge: Bool

  init(_ text: String, _ version: IIIFVersion) throws(IIIFError) {
    let hasCaret = version == .v3 && text.hasPrefix("^")
    mayEnlarge = hasCaret || version == .v2
    let rest = hasCaret ? text.dropFirst() : text[...]
    switch rest {
    case "max": form = .max
    case "full" where version == .v2: form = .full
    case _ where rest.hasPrefix("pct:"):
      guard let percent = IIIFNumber.decimal(rest.dropFirst(4)) else { throw Self.malformed(version) }
      guard percent > 0 else { throw Self.empty }
      form = .percent(percent)
    default: form = try Self.sides(rest, version)
    }
  }

  private static func sides(_ text: Substring, _ version: IIIFVersion) throws(IIIFError) -> Form {
    let confined = text.hasPrefix("!")
    let fields = (confined ? text.dropFirst() : text)
      .split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 2 else { throw malformed(version) }
    let (width, height) = (IIIFNumber.integer(fields[0]), IIIFNumber.integer(fields[1]))
    guard width != 0, height != 0 else { throw empty }
    switch (width, height) {
    case (let width?, let height?): return confined ? .within(width, height) : .exactly(width, height)
    case (let width?, nil) where fields[1].isEmpty && !confined: return .width(width)
    case (nil, let height?) where fields[0].isEmpty && !confined: return .height(height)
    default: throw malformed(version)
    }
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
