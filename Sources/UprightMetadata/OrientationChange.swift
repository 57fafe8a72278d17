// A change of how a picture is displayed, and what it means for whatever is displayed along with it (EXIF 2.32, 4.6.4.A; CIPA DC-007).

internal import UprightGeometry

/// From one orientation to another.
struct OrientationChange: Hashable, Sendable {
  /// What the picture's carriers shall say.
  let value: ExifOrientation
  /// What happens to the picture as it was displayed.
  let turn: Orientation<Displayed, Displayed>

  /// What is displayed under `now` shall be displayed under `value`.
  init(from now: Orientation<Stored, Displayed>, to value: ExifOrientation) {
    self.value = value
    turn = now.inverse.then(Orientation(exif: value))
  }

  /// Whether the picture stays as it is displayed.
  var isNone: Bool { turn.isIdentity }

  /// What something must say that said `other` and turns along with the picture, be it displayed as the picture is or not.
  func applied(to other: ExifOrientation) -> ExifOrientation { Orientation(exif: other).then(turn).exif }
}
