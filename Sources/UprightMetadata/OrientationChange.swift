// A change of an image's displayed orientation, and its effect on everything displayed with the image (EXIF 2.32,
// 4.6.4.A; CIPA DC-007).

internal import UprightGeometry

/// A change from one orientation to another.
struct OrientationChange: Hashable, Sendable {
  /// The orientation that the image's fields must state.
  let value: ExifOrientation
  /// The reorientation of the displayed image.
  let reorientation: Orientation<Displayed, Displayed>
  /// Whether ignored orientation fields must agree even if the image's display does not change.
  let normalizes: Bool
  /// Whether that includes the tag of the thumbnail in the Exif block. False if the thumbnail is oriented differently
  /// from the image.
  let normalizesThumbnail: Bool
  /// Whether that includes copies of XMP in Exif blocks. False if nothing but XMP states an orientation.
  let normalizesPackets: Bool
  /// The stored pixel size that Exif must record; nil to leave it unchanged.
  let notedSize: PixelSize<Stored>?

  /// Changes the display from orientation `now` to orientation `value`.
  init(
    from now: Orientation<Stored, Displayed>, to value: ExifOrientation, normalizes: Bool = false,
    normalizesThumbnail: Bool? = nil, normalizesPackets: Bool? = nil, notedSize: PixelSize<Stored>? = nil
  ) {
    self.value = value
    reorientation = now.inverse.then(Orientation(exif: value))
    self.normalizes = normalizes
    self.normalizesThumbnail = normalizesThumbnail ?? normalizes
    self.normalizesPackets = normalizesPackets ?? normalizes
    self.notedSize = notedSize
  }

  /// Whether the image's display stays the same.
  var isNone: Bool { reorientation.isIdentity }

  /// Whether fields besides the deciding one are written.
  var reachesOthers: Bool { normalizes || !isNone }

  /// Whether XMP must agree even if the display does not change. False if XMP is the only statement, because it may
  /// then be correct.
  func normalizesXMP(beside resolved: ResolvedOrientation) -> Bool { normalizes && !resolved.isXMPOnly }

  /// Whether every XMP orientation is updated too.
  func reachesXMP(beside resolved: ResolvedOrientation) -> Bool { !isNone || normalizesXMP(beside: resolved) }

  /// Whether an ignored field follows the change because it agreed with `resolved` before.
  func followsChange(_ said: ExifOrientation?, from resolved: ResolvedOrientation) -> Bool {
    !isNone && said == resolved.orientation.exif
  }

  /// The new value of a field that contained `other` and is reoriented along with the image, even if it disagreed
  /// with it.
  func applied(to other: ExifOrientation) -> ExifOrientation { Orientation(exif: other).then(reorientation).exif }
}

// What becomes of the further pages of a file whose first page gets another orientation.

/// How the pages after the first change along with it.
package enum PageRetagging: Hashable, Sendable {
  /// Each is reoriented as the first is, starting from how it is displayed now.
  case alike
  /// Each gets the first page's tag, whatever its own was.
  case sameTag
}
