// The rotation and mirroring of an image on a page: CSS, SVG and IIIF.

// The property `transform` of CSS Transforms 1 (12): a matrix about the corner (0 0), or a list about the center,
// applied right to left.

/// The value of CSS `transform` that displays a stored image upright.
public struct CSSTransform: OrientationNaming {
  /// The equivalent tag.
  public let exif: ExifOrientation

  /// The transform for an image stored with this tag.
  public init(exif: ExifOrientation) { self.exif = exif }

  /// The orientation of a `matrix(…)`, or of a list of `rotate(…deg)`, `scaleX(-1)`, `scaleY(-1)` and `scale(±1,±1)`;
  /// nil for anything else.
  public init?(_ text: String) {
    guard let found = MatrixNotation.transform(text).flatMap({ Orientation(classifying: $0) }) ?? Self.composed(text)
    else { return nil }
    exif = found.exif
  }

  /// With `transform-origin: 0 0`: `matrix(0,1,-1,0,1080,0)`, for a stored image of `size` CSS pixels.
  public func matrix(in size: PixelSize<Stored>) -> String {
    matrix(OrientationMatrix(exif: exif).texts(width: "\(size.width)", height: "\(size.height)"))
  }

  /// With `transform-origin: center`: `none`, `rotate(90deg) scaleY(-1)`; the center of the box stays.
  public var list: String {
    switch exif {
    case .topLeft: "none"
    case .topRight: "scaleX(-1)"
    case .bottomLeft: "scaleY(-1)"
    case .leftTop: "rotate(90deg) scaleY(-1)"
    case .rightBottom: "rotate(90deg) scaleX(-1)"
    case .bottomRight, .rightTop, .leftBottom: "rotate(\(ClockwiseAngle(losingMirrorOf: exif).rawValue)deg)"
    }
  }

  /// The matrix with W and H for the stored image's size.
  var formula: String { matrix(OrientationMatrix(exif: exif).texts()) }

  private func matrix(_ numbers: [String]) -> String { MatrixNotation.text(numbers, separator: ",") }

  private static func composed(_ list: String) -> Orientation<Stored, Displayed>? {
    if list == "none" { return .identity }
    let words = functions(of: list)
    let turns = words.reversed().compactMap(turn)
    guard !words.isEmpty, turns.count == words.count else { return nil }
    return turns.reduce(.identity) { $0.then($1) }
  }

  /// Each function up to its closing parenthesis, without spaces.
  private static func functions(of list: String) -> [Substring] {
    var words: [String] = [""]
    for letter in list where letter != " " {
      words[words.count - 1].append(letter)
      if letter == ")" { words.append("") }
    }
    return (words.last == "" ? words.dropLast() : words[...]).map { $0[...] }
  }

  private static func turn(_ word: Substring) -> Orientation<Displayed, Displayed>? {
    switch word {
    case "scale(1,1)": return .identity
    case "scale(-1,-1)", "scale(-1)": return .rotate180
    case "scaleX(-1)", "scale(-1,1)": return .mirrorHorizontal
    case "scaleY(-1)", "scale(1,-1)": return .mirrorVertical
    default:
      guard word.hasPrefix("rotate("), word.hasSuffix("deg)"), let degrees = Int(word.dropFirst(7).dropLast(4)),
        let angle = ClockwiseAngle(degrees: degrees)
      else { return nil }
      return Orientation(clockwise: angle.quarters)
    }
  }
}

// The attribute `transform` of SVG 1.1 (7.6), as a matrix.

/// The value of SVG's `transform` that displays a stored image upright, with its displayed corner at the origin.
public struct SVGTransform: OrientationNaming {
  /// The equivalent tag.
  public let exif: ExifOrientation

  /// The transform for an image stored with this tag.
  public init(exif: ExifOrientation) { self.exif = exif }

  /// The orientation of a `matrix(…)`, whatever its scale; nil for anything else.
  public init?(_ text: String) {
    guard let map = MatrixNotation.transform(text), let found = Orientation(classifying: map) else { return nil }
    exif = found.exif
  }

  /// `matrix(0 1 -1 0 1080 0)`, for a stored image of `size`.
  public func matrix(in size: PixelSize<Stored>) -> String {
    matrix(OrientationMatrix(exif: exif).texts(width: "\(size.width)", height: "\(size.height)"))
  }

  /// The same with W and H for the stored image's size.
  var formula: String { matrix(OrientationMatrix(exif: exif).texts()) }

  private func matrix(_ numbers: [String]) -> String { MatrixNotation.text(numbers, separator: " ") }
}

// The notation `matrix(…)` of CSS Transforms 1 (12.2) and SVG 1.1 (7.6), which differ only in the separators.

/// Six numbers in parentheses.
enum MatrixNotation {
  /// `matrix(a,b,c,d,tx,ty)`, with the numbers separated by `separator`.
  static func text(_ numbers: [String], separator: String) -> String {
    "matrix(" + numbers.joined(separator: separator) + ")"
  }

  /// Parses a map whose numbers are separated by commas or spaces.
  static func transform(_ text: String) -> Transform2D<Stored, Displayed>? {
    guard text.hasPrefix("matrix("), text.hasSuffix(")") else { return nil }
    let inside = text.dropFirst(7).dropLast()
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false).flatMap { part in
      let words = part.split(separator: " ")
      return words.isEmpty ? [""] : words
    }
    let six = parts.compactMap { $0.allSatisfy(isDecimal) ? Double($0) : nil }
    guard parts.count == 6, six.count == 6 else { return nil }
    return Transform2D(a: six[0], b: six[1], c: six[2], d: six[3], tx: six[4], ty: six[5])
  }

  /// Excludes hexadecimal digits, "inf" and "nan", which other parsers accept.
  private static func isDecimal(_ letter: Character) -> Bool { "+-.eE0123456789".contains(letter) }
}

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
