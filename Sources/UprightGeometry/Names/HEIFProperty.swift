// HEIF's transformative properties `irot` and `imir` (ISO 23008-12, 6.5.10 and 6.5.12, as amended: axis 0 swaps top and
// bottom).

/// A property of a HEIF or AVIF item that rotates or mirrors it; several apply in the order in which they are listed.
public enum HEIFProperty: PixelOperation {
  /// The values of `irot`: quarter turns **counter**clockwise, as displayed.
  public enum Angle: UInt8, CaseIterable, Hashable, Sendable {
    /// No rotation.
    case zero = 0
    /// 90 degrees counterclockwise.
    case quarter = 1
    /// 180 degrees.
    case half = 2
    /// 270 degrees counterclockwise, or 90 clockwise.
    case threeQuarters = 3
  }

  /// The values of `imir`: what is swapped.
  public enum Axis: UInt8, CaseIterable, Hashable, Sendable {
    /// Top and bottom.
    case topBottom = 0
    /// Left and right.
    case leftRight = 1
  }

  /// `irot`.
  case rotation(Angle)
  /// `imir`.
  case mirror(Axis)

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .rotation(let angle): Orientation(clockwise: -Int(angle.rawValue))
    case .mirror(.topBottom): .mirrorVertical
    case .mirror(.leftRight): .mirrorHorizontal
    }
  }

  /// The properties to write, in MIAF's required order (`irot`, then `imir`); if several forms are equivalent, the
  /// one that libavif writes.
  public static func operations(for exif: ExifOrientation) -> [Self] { writings(of: exif, rotateFirst: true)[0] }

  /// The properties that libheif writes: for a mirror with a quarter turn, it rotates clockwise (`irot` 3) before it
  /// mirrors.
  public static func libheifOperations(for exif: ExifOrientation) -> [Self] {
    let all = writings(of: exif, rotateFirst: true)
    return all.first { $0.contains(.rotation(.threeQuarters)) } ?? all[0]
  }

  /// Every form of an orientation with at most one `irot` and one `imir`, in the given order; the shortest first, then
  /// by axis.
  public static func writings(of exif: ExifOrientation, rotateFirst: Bool) -> [[Self]] {
    let turns: [[Self]] = [[]] + Angle.allCases.dropFirst().map { [.rotation($0)] }
    let mirrors: [[Self]] = [[]] + Axis.allCases.map { [.mirror($0)] }
    let all = mirrors.flatMap { mirror in turns.map { turn in rotateFirst ? turn + mirror : mirror + turn } }
    let right = all.filter { Orientation($0) == exif.form }
    return right.filter { $0.count < 2 } + right.filter { $0.count == 2 }
  }

  /// The orientation when `irot` is applied before `imir` whatever their order, as in libavif.
  ///
  /// It differs from `Orientation(properties)`, the listed order of the standard and of libheif, if `imir` is listed
  /// before an odd `irot`.
  public static func readingRotateFirst(_ properties: [Self]) -> Orientation<Stored, Displayed> {
    let isTurn = { (property: Self) in if case .rotation = property { true } else { false } }
    return Orientation(properties.filter(isTurn) + properties.filter { !isTurn($0) })
  }
}

extension HEIFProperty: CustomStringConvertible {
  /// `irot3`, `imir1`.
  public var description: String {
    switch self {
    case .rotation(let angle): "irot\(angle.rawValue)"
    case .mirror(let axis): "imir\(axis.rawValue)"
    }
  }
}
