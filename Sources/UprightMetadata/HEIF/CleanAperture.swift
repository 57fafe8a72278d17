// The clean aperture: which part of an item's pixels is displayed (`clap`; ISO 14496-12, 12.1.4; ISO 23008-12, 6.5.9; MIAF, ISO 23000-22, 7.3.6.7).

internal import UprightGeometry

/// What a `clap` says: a size, and how far its middle lies from that of the image.
struct CleanAperture: Hashable, Sendable {
  /// A number of the box.
  struct Fraction: Hashable, Sendable {
    let numerator, denominator: Int
  }

  /// Columns and rows of the part.
  let width, height: Fraction
  /// How far its middle lies to the right of and below the image's.
  let right, down: Fraction

  /// How many bytes the box says it in.
  static let byteCount = 32

  /// What the bytes of the box say; offsets are signed (ISO 14496-12, 12.1.4.1: negative ones lie to the left and above).
  ///
  /// - Returns: nil where there are too few.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.byteCount else { return nil }
    func number(_ index: Int) -> Int { Int(FourCC(Array(bytes[4 * index..<4 * index + 4])).value) }
    func signed(_ index: Int) -> Int { Int(Int32(truncatingIfNeeded: number(index))) }
    width = Fraction(numerator: number(0), denominator: number(1))
    height = Fraction(numerator: number(2), denominator: number(3))
    right = Fraction(numerator: signed(4), denominator: number(5))
    down = Fraction(numerator: signed(6), denominator: number(7))
  }

  /// How well a part can be carried out.
  enum Fault: Hashable, Sendable {
    /// Its edges fall between pixels: they are rounded as libheif does.
    case betweenPixels
    /// It reaches beyond the image: what lies inside is displayed.
    case reachesBeyond
    /// It has no size, or nothing of it lies in the image: all of the image is displayed.
    case meaningless
  }

  /// The part of an image of `size` that is displayed, and what is wrong with how it is said.
  ///
  /// The left and top edges are rounded down, width and height to the nearest, as libheif does; MIAF allows whole pixels only.
  func part<S: Space>(of size: PixelSize<S>) -> (part: PixelRect<S>, fault: Fault?) {
    guard let across = Self.span(width, right, extent: size.width),
      let upright = Self.span(height, down, extent: size.height),
      let inside = PixelRect<S>(x: across.start, y: upright.start, width: across.count, height: upright.count)
        .clipped(to: size)
    else { return (size.bounds, .meaningless) }
    if inside.width != across.count || inside.height != upright.count { return (inside, .reachesBeyond) }
    return (inside, across.isExact && upright.isExact ? nil : .betweenPixels)
  }

  /// Columns, or rows, of a line of `extent`; nil where the numbers are none that the standard allows, or too large to reckon with.
  private static func span(
    _ length: Fraction, _ offset: Fraction, extent: Int
  ) -> (start: Int, count: Int, isExact: Bool)? {
    guard length.numerator > 0, length.denominator > 0, offset.denominator > 0, extent > 0 else { return nil }
    // start = offset + (extent - length) / 2, over the common denominator 2 · offset.denominator · length.denominator.
    let (whole, first) = extent.multipliedReportingOverflow(by: length.denominator)
    let (margin, second) = whole.subtractingReportingOverflow(length.numerator)
    let (near, third) = margin.multipliedReportingOverflow(by: offset.denominator)
    let (far, fourth) = (2 * offset.numerator).multipliedReportingOverflow(by: length.denominator)
    let (sum, fifth) = near.addingReportingOverflow(far)
    let (below, sixth) = (2 * offset.denominator).multipliedReportingOverflow(by: length.denominator)
    guard !first, !second, !third, !fourth, !fifth, !sixth else { return nil }
    let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: below)
    let start = remainder < 0 ? quotient - 1 : quotient
    let count = (2 * length.numerator + length.denominator) / (2 * length.denominator)
    return (start, count, remainder == 0 && length.numerator % length.denominator == 0)
  }
}
