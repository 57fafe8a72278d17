// QImageIOHandler::Transformation of Qt 5.5 and later: flags to mirror left to right, to mirror top to bottom, and then
// to rotate by 90 degrees clockwise.

/// A value of `QImageIOHandler::Transformations`, as `QImageReader::transformation()` returns it.
public enum QtTransformation: Int, CaseIterable, OrientationNaming {
  /// `TransformationNone`.
  case identity = 0
  /// `TransformationMirror`: left and right swapped.
  case mirror = 1
  /// `TransformationFlip`: top and bottom swapped.
  case flip = 2
  /// `TransformationRotate180`.
  case rotate180 = 3
  /// `TransformationRotate90`: clockwise.
  case rotate90 = 4
  /// `TransformationMirrorAndRotate90`: mirrored left to right, then rotated by 90 degrees clockwise.
  case mirrorAndRotate90 = 5
  /// `TransformationFlipAndRotate90`: mirrored top to bottom, then rotated by 90 degrees clockwise.
  case flipAndRotate90 = 6
  /// `TransformationRotate270`: clockwise.
  case rotate270 = 7

  /// The flags that display an image stored with this tag upright.
  public init(exif: ExifOrientation) {
    let mirrors = exif.form.mirrors(beforeRotating: true)
    self = Self.allCases[(mirrors.horizontal ? 1 : 0) + (mirrors.vertical ? 2 : 0) + (mirrors.turned ? 4 : 0)]
  }

  /// The constant's name without the prefix `Transformation`: `Rotate90`.
  public var name: String {
    switch self {
    case .identity: "None"
    case .mirror: "Mirror"
    case .flip: "Flip"
    case .rotate180: "Rotate180"
    case .rotate90: "Rotate90"
    case .mirrorAndRotate90: "MirrorAndRotate90"
    case .flipAndRotate90: "FlipAndRotate90"
    case .rotate270: "Rotate270"
    }
  }
}
