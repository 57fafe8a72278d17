// A camera in space, for tests: rotation matrices and the corners of TIFF's tag (CornerRule), without a type of the
// code under test.

import UprightTestTools

/// A direction in the device's axes: x to its right edge, y to its top edge, z out of its screen.
struct Direction: Hashable {
  let x, y, z: Int

  static prefix func - (one: Self) -> Self { Self(x: -one.x, y: -one.y, z: -one.z) }

  func dot(_ other: Self) -> Int { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Self) -> Self {
    Self(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  /// Rotated by quarter turns about an axis of length 1, clockwise when looking along it.
  func turned(about axis: Self, degrees: Int) -> Self {
    var turned = self
    for _ in 0..<degrees / 90 {
      let (across, along) = (axis.cross(turned), axis.dot(turned))
      turned = Self(x: across.x + axis.x * along, y: across.y + axis.y * along, z: across.z + axis.z * along)
    }
    return turned
  }
}

/// A capture: where the buffer's and the displayed image's axes point.
struct CameraInSpace {
  let column, row, right, down: Direction

  /// - Parameters:
  ///   - sensor: the buffer's rotation, clockwise as the lens sees it, that makes it upright in the natural pose.
  ///   - pose: how far the device is rotated, clockwise as its user sees it.
  init(sensor: Int, isFront: Bool, pose: Int, isMirrored: Bool) {
    let top = Direction(x: 0, y: 1, z: 0)
    let intoScreen = Direction(x: 0, y: 0, z: -1)
    let view = isFront ? -intoScreen : intoScreen
    column = view.cross(top).turned(about: view, degrees: sensor)
    row = (-top).turned(about: view, degrees: sensor)
    // The device rotates one way, so the sky rotates the other way in its axes.
    let sky = top.turned(about: intoScreen, degrees: (360 - pose) % 360)
    right = isMirrored ? -view.cross(sky) : view.cross(sky)
    down = -sky
  }

  /// The linear part from stored to displayed pixels: a, b, c, d.
  var matrix: [Int] { [column.dot(right), column.dot(down), row.dot(right), row.dot(down)] }

  /// The tag, by the sides on which row 0 and column 0 are displayed.
  var tag: Int? {
    let sides = (side(of: -row), side(of: -column))
    return CornerRule.sides.first { $0.value == sides }?.key
  }

  private func side(of direction: Direction) -> CornerRule.Side {
    direction.dot(right) == 0
      ? (direction.dot(down) < 0 ? .top : .bottom) : (direction.dot(right) < 0 ? .left : .right)
  }
}
