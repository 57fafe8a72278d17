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
