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

  /// One call for all tags except 7, which is a rotation by 180 degrees and a transposition.
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
