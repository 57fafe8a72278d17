// The clean aperture: the displayed part of an item's pixels (`clap`; ISO 14496-12, 12.1.4; ISO 23008-12, 6.5.9;
// MIAF, ISO 23000-22, 7.3.6.7).

internal import UprightGeometry

/// The contents of `clap`: a size, and the offset of its center from the image's center.
struct CleanAperture: Hashable, Sendable {
  /// A rational number of the box.
  struct Fraction: Hashable, Sendable {
    let numerator, denominator: Int
  }

  /// Columns and rows of the part.
  let width, height: Fraction
  /// Offset of its center to the right of and below the image's center.
  let right, down: Fraction

  /// Size of the box's fields in bytes.
  static let byteCount = 32

  /// Decodes the fields; offsets are signed (ISO 14496-12, 12.1.4.1: negative ones are to the left and above).
  ///
  /// - Returns: nil if there are too few bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.byteCount else { return nil }
    func number(_ index: Int) -> Int { BigEndian.number(bytes[4 * index..<4 * index + 4]) }
    func signed(_ index: Int) -> Int { Int(Int32(truncatingIfNeeded: number(index))) }
    width = Fraction(numerator: number(0), denominator: number(1))
    height = Fraction(numerator: number(2), denominator: number(3))
    right = Fraction(numerator: signed(4), denominator: number(5))
    down = Fraction(numerator: signed(6), denominator: number(7))
  }

  /// Why an aperture cannot be applied exactly.
  enum Fault: Hashable, Sendable {
    /// Its edges fall between pixels: they are rounded like libheif.
    case betweenPixels
    /// It extends beyond the image: it is clipped to the image.
    case reachesBeyond
    /// It is empty or outside the image: the whole image is displayed.
    case meaningless
  }

  /// The displayed part of an image of `size`, and the aperture's fault.
  ///
  /// The left and top edges are rounded down, width and height to the nearest integer, as libheif does; MIAF allows
  /// only integers.
  func part<S: Space>(of size: PixelSize<S>) -> (part: PixelRect<S>, fault: Fault?) {
    guard let across = Self.span(width, right, extent: size.width),
      let upright = Self.span(height, down, extent: size.height),
      let inside = PixelRect<S>(x: across.start, y: upright.start, width: across.count, height: upright.count)
        .clipped(to: size)
    else { return (size.bounds, .meaningless) }
    if inside.width != across.count || inside.height != upright.count { return (inside, .reachesBeyond) }
    return (inside, across.isExact && upright.isExact ? nil : .betweenPixels)
  }

  /// The span of columns or rows along a side of length `extent`; nil if the numbers are not allowed by the standard,
  /// or overflow.
  private static func span(
    _ length: Fraction, _ offset: Fraction, extent: Int
  ) -> (start: Int, count: Int, isExact: Bool)? {
    guard length.numerator > 0, length.denominator > 0, offset.denominator > 0, extent > 0 else { return nil }
    // start = offset + (extent - length) / 2, over the common denominator 2 · offset.denominator ·
    // length.denominator.
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
