// OpenCV's rotate, flip and transpose with their codes (core.hpp: RotateFlags, flipCode).

/// An OpenCV call that rotates or mirrors an array.
public enum OpenCVOperation: CaseIterable, PixelOperation {
  /// `rotate` with `ROTATE_90_CLOCKWISE`.
  case rotate90Clockwise
  /// `rotate` with `ROTATE_180`.
  case rotate180
  /// `rotate` with `ROTATE_90_COUNTERCLOCKWISE`.
  case rotate90Counterclockwise
  /// `flip` about the y axis: left and right swapped.
  case flipHorizontal
  /// `flip` about the x axis: top and bottom swapped.
  case flipVertical
  /// `flip` about both axes: rotated by 180 degrees.
  case flipBoth
  /// `transpose`.
  case transpose

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .rotate90Clockwise: .rotate90
    case .rotate180, .flipBoth: .rotate180
    case .rotate90Counterclockwise: .rotate270
    case .flipHorizontal: .mirrorHorizontal
    case .flipVertical: .mirrorVertical
    case .transpose: .transpose
    }
  }

  /// The code argument of `rotate` or `flip`; nil for `transpose`, which has none.
  public var code: Int? {
    switch self {
    case .rotate90Clockwise, .flipVertical: 0
    case .rotate180, .flipHorizontal: 1
    case .rotate90Counterclockwise: 2
    case .flipBoth: -1
    case .transpose: nil
    }
  }

  /// The call with this `rotate` code, 0…2.
  public init?(rotateCode code: Int) {
    guard let found = [Self.rotate90Clockwise, .rotate180, .rotate90Counterclockwise].first(where: { $0.code == code })
    else { return nil }
    self = found
  }

  /// The call with this `flip` code: 0 is vertical, positive is horizontal, negative is both.
  public init(flipCode code: Int) { self = code == 0 ? .flipVertical : code > 0 ? .flipHorizontal : .flipBoth }

  /// One call for all tags except 7, which needs two.
  public static func operations(for exif: ExifOrientation) -> [Self] {
    exif == .rightBottom ? [.transpose, .flipBoth] : Self(exif: exif).map { [$0] } ?? []
  }
}

extension OpenCVOperation: CustomStringConvertible {
  /// `flip(1)`, `rotate(ROTATE_180=1)`, `transpose`.
  public var description: String {
    switch self {
    case .rotate90Clockwise: "rotate(ROTATE_90_CLOCKWISE=0)"
    case .rotate180: "rotate(ROTATE_180=1)"
    case .rotate90Counterclockwise: "rotate(ROTATE_90_COUNTERCLOCKWISE=2)"
    case .flipHorizontal, .flipVertical, .flipBoth: "flip(\(code ?? 0))"
    case .transpose: "transpose"
    }
  }
}
