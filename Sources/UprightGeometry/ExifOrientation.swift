// The values 1…8 of the Orientation tag, by their names in TIFF 6.0 (page 36, tag 274; EXIF 2.32, 4.6.4.A).

/// The value of the Orientation tag: the displayed sides of the stored row 0 (first word) and column 0 (second word).
public enum ExifOrientation: UInt8, CaseIterable, Hashable, Sendable {
  /// 1: stored as displayed.
  case topLeft = 1
  /// 2: mirrored left to right.
  case topRight = 2
  /// 3: rotated by 180 degrees.
  case bottomRight = 3
  /// 4: mirrored top to bottom.
  case bottomLeft = 4
  /// 5: reflected in the main diagonal (transpose).
  case leftTop = 5
  /// 6: displayed after a rotation by 90 degrees clockwise; its inverse is 8.
  case rightTop = 6
  /// 7: reflected in the other diagonal (transverse).
  case rightBottom = 7
  /// 8: displayed after a rotation by 270 degrees clockwise; its inverse is 6.
  case leftBottom = 8

  /// What must be done to the stored image to display it upright, in one word.
  public var word: String {
    switch self {
    case .topLeft: "upright"
    case .topRight: "mirror-horizontal"
    case .bottomRight: "180"
    case .bottomLeft: "mirror-vertical"
    case .leftTop: "transpose"
    case .rightTop: "cw"
    case .rightBottom: "transverse"
    case .leftBottom: "ccw"
    }
  }
}

/// The same values by the names of Apple's frameworks (``AppleOrientation``).
extension ExifOrientation {
  /// Stored as displayed: 1.
  public static var up: Self { .topLeft }
  /// Mirrored left to right: 2.
  public static var upMirrored: Self { .topRight }
  /// Rotated by 180 degrees: 3.
  public static var down: Self { .bottomRight }
  /// Mirrored top to bottom: 4.
  public static var downMirrored: Self { .bottomLeft }
  /// Transposed: 5.
  public static var leftMirrored: Self { .leftTop }
  /// Displayed after a rotation by 90 degrees clockwise: 6.
  public static var right: Self { .rightTop }
  /// Transverse: 7.
  public static var rightMirrored: Self { .rightBottom }
  /// Displayed after a rotation by 90 degrees counterclockwise: 8.
  public static var left: Self { .leftBottom }
}
