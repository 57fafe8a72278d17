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
