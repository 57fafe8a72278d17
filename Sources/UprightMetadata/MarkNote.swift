// What happens to positions that metadata marks in the image (EXIF 2.32, 4.6.5.F; MWG 2.0, 5.9; Photo Sphere XMP).

/// What happens to a marked position, or to an image inside XMP, when the image changes.
public enum MarkNote: Hashable, Sendable {
  /// The subject's position is moved.
  case subjectMoved
  /// The subject's position, or the focus point, is removed: the result does not show it.
  case subjectRemoved
  /// The subject's position is removed: it cannot be read.
  case subjectUnreadable
  /// This many marked regions are moved.
  case regionsMoved(Int)
  /// This many marked regions are removed: the result does not show them.
  case regionsRemoved(Int)
  /// The position in the photo sphere is moved.
  case photoSphereMoved
  /// The position in the photo sphere is removed: viewers do not support the orientation.
  case photoSphereRemoved
  /// The position in the photo sphere is removed: the result extends beyond the sphere.
  case photoSphereExceeded
  /// The position in the photo sphere is removed: its numbers are missing, or for another image.
  case photoSphereUnplaced
  /// A crop that Camera Raw recorded, but did not apply, is moved.
  case pendingCropMoved
  /// Such a crop is removed: it has an angle, or its numbers cannot be read.
  case pendingCropRemoved
  /// Such a crop is removed: the result does not show it.
  case pendingCropOutside
  /// Camera Raw's local corrections that are not applied are removed: retouching, red eyes and masks.
  case correctionsRemoved
  /// The thumbnails in XMP are removed.
  case thumbnailsRemoved
  /// The image in XMP (GImage) is removed.
  case imageRemoved
  /// The depth map in XMP (GDepth) is removed.
  case depthMapRemoved
}
