// What libraries do to pixels, by the names and codes of their calls.

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

  /// No call for tag 1, two for tag 7, one for every other tag.
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

// Pillow's Image.Transpose, the argument of `Image.transpose`; its ROTATE_90 is counterclockwise.

/// A constant of Pillow's `Image.Transpose`, by its number.
public enum PillowTranspose: Int, CaseIterable, PixelOperation {
  /// `FLIP_LEFT_RIGHT`.
  case flipLeftRight = 0
  /// `FLIP_TOP_BOTTOM`.
  case flipTopBottom = 1
  /// `ROTATE_90`: 90 degrees **counter**clockwise, as displayed.
  case rotate90 = 2
  /// `ROTATE_180`.
  case rotate180 = 3
  /// `ROTATE_270`: 270 degrees counterclockwise, or 90 clockwise, as displayed.
  case rotate270 = 4
  /// `TRANSPOSE`.
  case transpose = 5
  /// `TRANSVERSE`.
  case transverse = 6

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .flipLeftRight: .mirrorHorizontal
    case .flipTopBottom: .mirrorVertical
    case .rotate90: .rotate270
    case .rotate180: .rotate180
    case .rotate270: .rotate90
    case .transpose: .transpose
    case .transverse: .transverse
    }
  }

  /// The constant's name in Python.
  public var name: String {
    switch self {
    case .flipLeftRight: "FLIP_LEFT_RIGHT"
    case .flipTopBottom: "FLIP_TOP_BOTTOM"
    case .rotate90: "ROTATE_90"
    case .rotate180: "ROTATE_180"
    case .rotate270: "ROTATE_270"
    case .transpose: "TRANSPOSE"
    case .transverse: "TRANSVERSE"
    }
  }

  /// The constant with this name.
  public init?(name: String) { self.init(where: { $0.name == name }) }
}

// NumPy's fliplr, flipud, rot90 and T on an array of rows; rot90 is counterclockwise (as is torch.rot90).

/// A NumPy call that rotates or mirrors an array of rows.
public enum NumPyOperation: PixelOperation {
  /// `fliplr`.
  case fliplr
  /// `flipud`.
  case flipud
  /// `rot90` with `k` quarter turns **counter**clockwise, as displayed.
  case rot90(k: Int)
  /// `T`, on the first two axes.
  case transpose

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .fliplr: .mirrorHorizontal
    case .flipud: .mirrorVertical
    case .rot90(let k): Orientation(clockwise: -(k & 3))
    case .transpose: .transpose
    }
  }

  /// No call for tag 1, a rotation by 180 degrees and a transposition for tag 7, one call for every other tag.
  public static func operations(for exif: ExifOrientation) -> [Self] {
    switch exif {
    case .topLeft: []
    case .topRight: [.fliplr]
    case .bottomRight: [.rot90(k: 2)]
    case .bottomLeft: [.flipud]
    case .leftTop: [.transpose]
    case .rightTop: [.rot90(k: -1)]
    case .rightBottom: [.rot90(k: 2), .transpose]
    case .leftBottom: [.rot90(k: 1)]
    }
  }

  /// The calls in short form: `a` for none, `rot90 k=-1`, `rot90(k=2).T`.
  static func text(_ operations: [Self]) -> String {
    guard let last = operations.last else { return "a" }
    return switch last {
    case .fliplr: "fliplr"
    case .flipud: "flipud"
    case .rot90(let k): "rot90 k=\(k)"
    case .transpose: operations.count == 1 ? "a.T" : "rot90(k=2).T"
    }
  }
}

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

  /// The calls of libvips' `autorot`: rotation first, then mirroring; one `flip` for tags 2 and 4, none for tag 1.
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
  public init?(vipsAngle nickname: String) { self.init(where: { $0.vipsAngle == nickname }) }
}
