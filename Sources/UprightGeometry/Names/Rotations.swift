// Conventions without mirroring, and the two angles that programs give for a tag or a matrix.

/// A convention without mirroring: it expresses four of the eight orientations, and loses the mirror of the others.
public protocol MirrorlessNaming: Hashable, Sendable {
  /// The value equivalent to the tag; nil if the tag mirrors (2, 4, 5, 7).
  init?(exif: ExifOrientation)

  /// The value for the tag's rotation alone; the convention defines the rotation of a mirrored tag.
  init(losingMirrorOf exif: ExifOrientation)

  /// The equivalent tag: 1, 3, 6 or 8.
  var exif: ExifOrientation { get }
}

extension MirrorlessNaming {
  /// The value equivalent to the tag; nil if the tag mirrors (2, 4, 5, 7).
  public init?(exif: ExifOrientation) {
    guard !Orientation<Stored, Displayed>(exif: exif).isMirrored else { return nil }
    self.init(losingMirrorOf: exif)
  }

  /// The stored image's orientation.
  public var orientation: Orientation<Stored, Displayed> { Orientation(exif: exif) }
}

// A rotation alone, in degrees clockwise: getRotationDegrees of androidx' ExifInterface, whose isFlipped is the mirror.

/// A rotation by a multiple of 90 degrees clockwise, as displayed; mirroring is lost.
///
/// For a mirrored tag, this is the rotation of the mirror-first form, as `getRotationDegrees` returns it together with
/// `isFlipped`. For tags 5 and 7 it differs by 180 degrees from the rotate-first form.
public enum ClockwiseAngle: Int, CaseIterable, MirrorlessNaming {
  /// No rotation (tag 1).
  case zero = 0
  /// 90 degrees clockwise (tag 6).
  case quarter = 90
  /// 180 degrees (tag 3).
  case half = 180
  /// 270 degrees clockwise (tag 8).
  case threeQuarters = 270

  /// The rotation of the tag's mirror-first form: 0, 0, 180, 180, 270, 90, 90, 270.
  public init(losingMirrorOf exif: ExifOrientation) { self = Self.allCases[exif.form.clockwiseQuarters] }

  /// Degrees clockwise, as displayed, of any sign and size; nil unless a multiple of 90.
  public init?(degrees: Int) {
    let rest = degrees % 360
    self.init(rawValue: rest < 0 ? rest + 360 : rest)
  }

  /// Quarter turns clockwise, 0…3.
  public var quarters: Int { rawValue / 90 }

  /// The tag of the rotation.
  public var exif: ExifOrientation { Orientation<Stored, Displayed>(clockwise: quarters).exif }
}

// What remains of a track's matrix if only a rotation is read from it: ffprobe's `rotation`, exiftool's
// Composite:Rotation.

/// The displayed direction of a movie's x axis: readers that want an angle use it for the whole matrix, and lose the
/// mirror.
///
/// So 2 looks like 3, 4 like 1, 5 like 6 and 7 like 8. This is the rotation *after mirroring top to bottom*, which
/// differs from ``ClockwiseAngle`` for the same tag. Read the whole matrix (ffprobe's `displaymatrix`) instead.
public struct TrackRotation: MirrorlessNaming {
  /// The direction of the stored x axis, clockwise as displayed.
  public let angle: ClockwiseAngle

  /// The angle alone.
  public init(_ angle: ClockwiseAngle) { self.angle = angle }

  /// The direction of the stored x axis: 0, 180, 180, 0, 90, 90, 270, 270.
  public init(losingMirrorOf exif: ExifOrientation) {
    let matrix = OrientationMatrix(exif: exif)
    angle = matrix.a > 0 ? .zero : matrix.a < 0 ? .half : matrix.b > 0 ? .quarter : .threeQuarters
  }

  /// From ffprobe's `rotation`, degrees **counter**clockwise; nil unless a multiple of 90.
  public init?(ffprobe degrees: Int) {
    guard let angle = ClockwiseAngle(degrees: -(degrees % 360)) else { return nil }
    self.angle = angle
  }

  /// From exiftool's Composite:Rotation, degrees clockwise; nil unless a multiple of 90.
  public init?(exiftool degrees: Int) {
    guard let angle = ClockwiseAngle(degrees: degrees) else { return nil }
    self.angle = angle
  }

  /// ffprobe's `rotation`, degrees counterclockwise: 0, -90, -180 or 90.
  public var ffprobe: Int { angle == .threeQuarters ? 90 : -angle.rawValue }

  /// exiftool's Composite:Rotation, degrees clockwise: 0, 90, 180 or 270.
  public var exiftool: Int { angle.rawValue }

  /// The orientation in a reader that uses only the angle.
  public var exif: ExifOrientation { angle.exif }
}
