// What is left of a track's matrix where only a rotation is read from it: ffprobe's `rotation`, exiftool's Composite:Rotation.

/// Where a movie's x axis points as displayed: readers that ask for an angle take this for the whole matrix, and lose the mirror.
///
/// So 2 looks like 3, 4 like 1, 5 like 6 and 7 like 8. This is the turn *after a mirror top to bottom*, another one than
/// ``ClockwiseAngle`` says of the same tag. Read the whole matrix (ffprobe's `displaymatrix`) instead.
public struct TrackRotation: MirrorlessNaming {
  /// Where the stored x axis points, clockwise as displayed.
  public let angle: ClockwiseAngle

  /// The angle alone.
  public init(_ angle: ClockwiseAngle) { self.angle = angle }

  /// Where the stored x axis points: 0, 180, 180, 0, 90, 90, 270, 270.
  public init(losingMirrorOf exif: ExifOrientation) {
    let matrix = OrientationMatrix(exif: exif)
    angle = matrix.a > 0 ? .zero : matrix.a < 0 ? .half : matrix.b > 0 ? .quarter : .threeQuarters
  }

  /// What ffprobe's `rotation` says, degrees **anti**clockwise; nil where it is no multiple of 90.
  public init?(ffprobe degrees: Int) {
    guard let angle = ClockwiseAngle(degrees: -(degrees % 360)) else { return nil }
    self.angle = angle
  }

  /// What exiftool's Composite:Rotation says, degrees clockwise; nil where it is no multiple of 90.
  public init?(exiftool degrees: Int) {
    guard let angle = ClockwiseAngle(degrees: degrees) else { return nil }
    self.angle = angle
  }

  /// What ffprobe prints as `rotation`, degrees anticlockwise: 0, -90, -180 or 90.
  public var ffprobe: Int { angle == .threeQuarters ? 90 : -angle.rawValue }

  /// What exiftool prints as Composite:Rotation, degrees clockwise: 0, 90, 180 or 270.
  public var exiftool: Int { angle.rawValue }

  /// What a reader displays that goes by the angle alone.
  public var exif: ExifOrientation { angle.exif }
}
