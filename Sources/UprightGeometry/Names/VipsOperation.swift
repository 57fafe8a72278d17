// libvips' rot and flip, with VipsAngle (clockwise) and VipsDirection.

/// A libvips operation that rotates or mirrors an image.
public enum VipsOperation: PixelOperation {
  /// `flip` with `VIPS_DIRECTION_HORIZONTAL`: left and right swapped.
  case flipHorizontal
  /// `flip` with `VIPS_DIRECTION_VERTICAL`: top and bottom swapped.
  case flipVertical
  /// `rot` with a `VipsAngle`, clockwise as displayed.
  case rot(ClockwiseAngle)

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .flipHorizontal: .mirrorHorizontal
    case .flipVertical: .mirrorVertical
    case .rot(let angle): Orientation(clockwise: angle.quarters)
    }
  }

  /// As in libvips' `autorot`: rotated first, then mirrored; one `flip` for tags 2 and 4.
  public static func operations(for exif: ExifOrientation) -> [Self] {
    if exif == .bottomLeft { return [.flipVertical] }
    let (quarters, mirrored) = exif.form.rotateFirst
    let turns: [Self] = quarters == 0 ? [] : [.rot(ClockwiseAngle.allCases[quarters])]
    return turns + (mirrored ? [.flipHorizontal] : [])
  }
}

extension VipsOperation: CustomStringConvertible {
  /// `flip horizontal`, `rot d90`.
  public var description: String {
    switch self {
    case .flipHorizontal: "flip horizontal"
    case .flipVertical: "flip vertical"
    case .rot(let angle): "rot \(angle.vipsAngle)"
    }
  }
}

extension ClockwiseAngle {
  /// The nickname of the `VipsAngle`: `d0`, `d90`, `d180`, `d270`; its number is ``quarters``.
  public var vipsAngle: String { "d\(rawValue)" }

  /// The angle with this nickname.
  public init?(vipsAngle nickname: String) {
    guard let found = Self.allCases.first(where: { $0.vipsAngle == nickname }) else { return nil }
    self = found
  }
}
