// A named place of a labelled thing, and whether it can be seen (COCO, "keypoints": x, y, v).

public import UprightGeometry

/// One keypoint; which one it is says its index, which no mirror changes: a person's left eye stays the left one.
public struct Keypoint<S: Space>: Hashable, Sendable {
  /// Whether a keypoint is in the data and can be seen, by COCO's numbers.
  public enum Visibility: UInt8, Hashable, Sendable, CaseIterable {
    /// 0: nobody labelled it; its place means nothing.
    case absent = 0
    /// 1: labelled, and hidden in the picture.
    case hidden = 1
    /// 2: labelled and seen.
    case visible = 2
  }

  /// Where it is.
  public var point: Point2D<S>
  /// Whether it is seen.
  public var visibility: Visibility

  /// A keypoint at `point`.
  public init(_ place: Point2D<S>, _ visibility: Visibility = .visible) {
    (self.point, self.visibility) = (place, visibility)
  }

  /// The same keypoint after `map`; one that nobody labelled stays where it is written, which is (0, 0).
  @inlinable public func applying<To: Space>(_ map: Transform2D<S, To>) -> Keypoint<To> {
    let moved = visibility == .absent ? Point2D<To>(x: point.x, y: point.y) : map.apply(point)
    return Keypoint<To>(moved, Keypoint<To>.Visibility(rawValue: visibility.rawValue) ?? .absent)
  }
}
