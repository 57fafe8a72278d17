// The number 1…8 of the Orientation tag, by the names TIFF 6.0 gives it (page 36, tag 274; EXIF 2.32, 4.6.4.A).

/// The value of the Orientation tag: on which displayed side row 0 (first word) and column 0 (second word) of the stored picture lie.
public enum ExifOrientation: UInt8, CaseIterable, Hashable, Sendable {
  /// 1: stored as displayed.
  case topLeft = 1
  /// 2: mirrored left to right.
  case topRight = 2
  /// 3: half a turn.
  case bottomRight = 3
  /// 4: mirrored top to bottom.
  case bottomLeft = 4
  /// 5: reflected in the main diagonal (transpose).
  case leftTop = 5
  /// 6: to be turned a quarter clockwise to be displayed; its inverse is 8.
  case rightTop = 6
  /// 7: reflected in the other diagonal (transverse).
  case rightBottom = 7
  /// 8: to be turned three quarters clockwise to be displayed; its inverse is 6.
  case leftBottom = 8

  /// What has to be done to the stored picture to see it upright, in one word, as seen.
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
