// A keypoint of a labeled object, and its visibility (COCO, "keypoints": x, y, v).

public import UprightGeometry

/// One keypoint. Its index identifies it and survives mirroring: a person's left eye remains the left eye.
public struct Keypoint<S: Space>: Hashable, Sendable {
  /// Whether a keypoint is labeled and visible, with COCO's values.
  public enum Visibility: UInt8, Hashable, Sendable, CaseIterable {
    /// 0: not labeled; its position is meaningless.
    case absent = 0
    /// 1: labeled, but hidden in the image.
    case hidden = 1
    /// 2: labeled and visible.
    case visible = 2
  }

  /// Its position.
  public var point: Point2D<S>
  /// Its visibility.
  public var visibility: Visibility

  /// A keypoint at `point`.
  public init(_ place: Point2D<S>, _ visibility: Visibility = .visible) {
    (self.point, self.visibility) = (place, visibility)
  }

  /// The keypoint mapped by `map`; an unlabeled keypoint keeps its coordinates, which are (0, 0).
  @inlinable public func applying<To: Space>(_ map: Transform2D<S, To>) -> Keypoint<To> {
    let moved = visibility == .absent ? Point2D<To>(x: point.x, y: point.y) : map.apply(point)
    return Keypoint<To>(moved, Keypoint<To>.Visibility(rawValue: visibility.rawValue) ?? .absent)
  }
}
