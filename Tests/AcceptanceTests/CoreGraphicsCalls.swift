// Core Graphics' calls on affine maps, as old articles print them: the last call is applied first.

import Upright
import UprightTestTools

/// A plane of numbers without a space.
enum Plane: Space {}

typealias Affine = Transform2D<Plane, Plane>

extension Transform2D where From == Plane, To == Plane {
  /// CGAffineTransformIdentity
  static var unchanged: Self { Self(scaleX: 1, scaleY: 1) }

  /// CGAffineTransformTranslate, CGContextTranslateCTM
  func translated(_ x: Int, _ y: Int) -> Self { Self(scaleX: 1, scaleY: 1, tx: Double(x), ty: Double(y)).then(self) }

  /// CGAffineTransformScale, CGContextScaleCTM
  func scaled(_ x: Double, _ y: Double) -> Self { Self(scaleX: x, scaleY: y).then(self) }

  /// CGAffineTransformRotate by this many quarter turns
  func rotated(quarters: Int) -> Self {
    let (cosine, sine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][quarters]
    return Self(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0).then(self)
  }
}

/// The tags in the order of UIImage.Orientation's names: up, down, left, right, and the mirrored ones.
enum UIKitName: Int, CaseIterable, Sendable {
  case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// The element of this name.
  var orientation: Orientation<Stored, Displayed> { .all[rawValue - 1] }

  /// Labeled pixels as displayed under this name.
  func displayed(_ stored: CornerRule.Labels) -> CornerRule.Labels { CornerRule.displayed(stored, tag: rawValue) }
}

extension CornerRule {
  /// The tags with which `stored` is displayed as `image`.
  static func tags(showing image: Labels, of stored: Labels) -> [Int] {
    (1...8).filter { displayed(stored, tag: $0) == image }
  }
}
