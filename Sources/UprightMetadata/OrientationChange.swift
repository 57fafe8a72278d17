// A change of how a picture is displayed, and what it means for whatever is displayed along with it (EXIF 2.32, 4.6.4.A; CIPA DC-007).

internal import UprightGeometry

/// From one orientation to another.
struct OrientationChange: Hashable, Sendable {
  /// What the picture's carriers shall say.
  let value: ExifOrientation
  /// What happens to the picture as it was displayed.
  let reorientation: Orientation<Displayed, Displayed>
  /// Whether carriers that do not count shall agree even where the picture stays as it is displayed.
  let normalizes: Bool
  /// Whether that holds for the tag of the thumbnail in the Exif block too: not where the thumbnail lies otherwise than the picture.
  let normalizesThumbnail: Bool

  /// What is displayed under `now` shall be displayed under `value`.
  init(
    from now: Orientation<Stored, Displayed>, to value: ExifOrientation, normalizes: Bool = false,
    normalizesThumbnail: Bool? = nil
  ) {
    self.value = value
    reorientation = now.inverse.then(Orientation(exif: value))
    self.normalizes = normalizes
    self.normalizesThumbnail = normalizesThumbnail ?? normalizes
  }

  /// Whether the picture stays as it is displayed.
  var isNone: Bool { reorientation.isIdentity }

  /// Whether more carriers are written than the one that decides.
  var reachesOthers: Bool { normalizes || !isNone }

  /// Whether XMP is made to agree where the picture may stay as it is: not where nobody else speaks, because XMP may be right then.
  func normalizesXMP(beside resolved: ResolvedOrientation) -> Bool { normalizes && !resolved.isXMPOnly }

  /// Whether XMP is written along wherever it stands.
  func reachesXMP(beside resolved: ResolvedOrientation) -> Bool { !isNone || normalizesXMP(beside: resolved) }

  /// Whether a carrier that does not count follows the picture because it agreed with `resolved` before.
  func followsChange(_ said: ExifOrientation?, from resolved: ResolvedOrientation) -> Bool {
    !isNone && said == resolved.orientation.exif
  }

  /// What something must say that said `other` and turns along with the picture, be it displayed as the picture is or not.
  func applied(to other: ExifOrientation) -> ExifOrientation { Orientation(exif: other).then(reorientation).exif }
}
