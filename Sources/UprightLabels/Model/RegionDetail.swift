// Optional contents of a region, stored separately so that the many regions with only a box stay small and cheap to
// copy.

import UprightGeometry

/// An outline, keypoints and attributes, at least one of which is present.
final class RegionDetail<S: Space>: Hashable, Sendable {
  let outline: Outline<S>?
  let keypoints: [Keypoint<S>]
  let attributes: [LabelAttribute]

  /// nil if all are absent.
  static func holding(
    outline: Outline<S>?, keypoints: [Keypoint<S>], attributes: [LabelAttribute]
  ) -> RegionDetail? {
    if outline == nil, keypoints.isEmpty, attributes.isEmpty { return nil }
    return RegionDetail(outline: outline, keypoints: keypoints, attributes: attributes)
  }

  private init(outline: Outline<S>?, keypoints: [Keypoint<S>], attributes: [LabelAttribute]) {
    (self.outline, self.keypoints, self.attributes) = (outline, keypoints, attributes)
  }

  /// The same after an image of `size` is reoriented by `orientation`.
  func applying<To: Space>(_ orientation: Orientation<S, To>, in size: PixelSize<S>) -> RegionDetail<To> {
    let map = Transform2D(orientation, in: size)
    return RegionDetail<To>(
      outline: outline?.applying(orientation, in: size), keypoints: keypoints.map { $0.applying(map) },
      attributes: attributes)
  }

  static func == (one: RegionDetail, other: RegionDetail) -> Bool {
    one === other
      || (one.outline == other.outline && one.keypoints == other.keypoints && one.attributes == other.attributes)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
    hasher.combine(keypoints)
    hasher.combine(attributes)
  }
}
