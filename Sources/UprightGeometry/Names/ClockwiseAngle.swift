// A turn alone, in degrees clockwise: getRotationDegrees of androidx' ExifInterface, beside which isFlipped says the mirror.

/// A quarter, half, three quarters of a turn or none, clockwise as displayed: mirrors are lost.
///
/// Of a mirrored tag the turn is that of the mirror-first form, as `getRotationDegrees` has it beside `isFlipped`. Of tags 5 and 7 it is half a turn away from
/// what whoever turns first is to be told.
public enum ClockwiseAngle: Int, CaseIterable, MirrorlessNaming {
  /// No turn (tag 1).
  case zero = 0
  /// 90 degrees clockwise (tag 6).
  case quarter = 90
  /// 180 degrees (tag 3).
  case half = 180
  /// 270 degrees clockwise (tag 8).
  case threeQuarters = 270

  /// The turn of the tag's mirror-first form: 0, 0, 180, 180, 270, 90, 90, 270.
  public init(losingMirrorOf exif: ExifOrientation) { self = Self.allCases[exif.form.clockwiseQuarters] }

  /// Degrees clockwise as displayed, of any sign and size; nil where they are no multiple of 90.
  public init?(degrees: Int) {
    let rest = degrees % 360
    self.init(rawValue: rest < 0 ? rest + 360 : rest)
  }

  /// Quarters clockwise, 0…3.
  public var quarters: Int { rawValue / 90 }

  /// The tag of the turn.
  public var exif: ExifOrientation { Orientation<Stored, Displayed>(clockwise: quarters).exif }
}
