// A camera in space, for tests: rotation matrices and the corners of TIFF's tag (CornerRule), without a type of the
// code under test.

import UprightTestTools

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

// A device rotated and tilted in space, for tests: rotation matrices, without the table's closed form or a type of the
// code under test.

/// Three numbers along the room's axes: x to the user's right, y up, z toward the user.
struct Vector: Hashable {
  let x, y, z: Double

  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }
}

/// A rotation, by its rows.
struct Rotation {
  let rows: [Vector]

  func apply(_ vector: Vector) -> Vector {
    Vector(x: rows[0].dot(vector), y: rows[1].dot(vector), z: rows[2].dot(vector))
  }

  /// About the axis toward the user, clockwise as they see it.
  static func turn(_ degrees: Double) -> Self {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return Self(rows: [Vector(x: cosine, y: sine, z: 0), Vector(x: -sine, y: cosine, z: 0), Vector(x: 0, y: 0, z: 1)])
  }

  /// About the axis to the user's right: the side that faced the user faces the sky after 90 degrees.
  static func lean(_ degrees: Double) -> Self {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return Self(rows: [Vector(x: 1, y: 0, z: 0), Vector(x: 0, y: cosine, z: sine), Vector(x: 0, y: -sine, z: cosine)])
  }
}

/// A device that was upright in front of the user, then rotated as they see it, then tilted back.
struct DeviceInSpace {
  /// Where its right edge, its top edge and its screen point to.
  let right, top, screen: Vector

  init(clockwise: Double, tilt: Double) {
    func placed(_ axis: Vector) -> Vector { Rotation.lean(tilt).apply(Rotation.turn(clockwise).apply(axis)) }
    right = placed(Vector(x: 1, y: 0, z: 0))
    top = placed(Vector(x: 0, y: 1, z: 0))
    screen = placed(Vector(x: 0, y: 0, z: 1))
  }

  static let ground = Vector(x: 0, y: -1, z: 0)

  /// The pull of the ground along its own axes.
  var gravity: Vector {
    Vector(x: right.dot(Self.ground), y: top.dot(Self.ground), z: screen.dot(Self.ground))
  }

  /// The term for the lowest edge: the bottom edge for up, the right one for right, and so on.
  var lowest: String {
    let (across, along) = (gravity.x, gravity.y)
    let edges = [("up", -along), ("right", across), ("down", along), ("left", -across)]
    return edges.max { $0.1 < $1.1 }?.0 ?? ""
  }

  /// The same, but nil if the screen or its back points to the ground more than any edge does.
  var lowestUnlessLevel: String {
    abs(gravity.z) > max(abs(gravity.x), abs(gravity.y)) ? "nil" : lowest
  }

  /// The whole degrees by which an upright device would be rotated for its ground to be where this one's is. If two are
  /// equally near, the higher; only 225.5 needs that, and the listener's radian, a little too large, decides. Nil if
  /// the screen is level except for less than half as much sideways as through it.
  var wholeDegrees: Int? {
    let fromLevel = acos(min(1, abs(gravity.z))) * 180 / .pi
    guard fromLevel >= atan(0.5) * 180 / .pi else { return nil }
    let length = (gravity.x * gravity.x + gravity.y * gravity.y).squareRoot()
    return (0..<360).last { degrees in
      let upright = DeviceInSpace(clockwise: Double(degrees), tilt: 0).gravity
      let cosine = (upright.x * gravity.x + upright.y * gravity.y) / length
      return acos(min(1, max(-1, cosine))) * 180 / .pi <= 0.5 + 1e-9
    }
  }
}
