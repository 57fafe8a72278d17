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

  /// A stable code.
  public var code: String {
    switch self {
    case .subjectMoved: "subject-moved"
    case .subjectRemoved: "subject-removed"
    case .subjectUnreadable: "subject-unreadable"
    case .regionsMoved: "regions-moved"
    case .regionsRemoved: "regions-removed"
    case .photoSphereMoved: "photo-sphere-moved"
    case .photoSphereRemoved: "photo-sphere-removed"
    case .photoSphereExceeded: "photo-sphere-exceeded"
    case .photoSphereUnplaced: "photo-sphere-unplaced"
    case .pendingCropMoved: "pending-crop-moved"
    case .pendingCropRemoved: "pending-crop-removed"
    case .pendingCropOutside: "pending-crop-outside"
    case .correctionsRemoved: "corrections-removed"
    case .thumbnailsRemoved: "xmp-thumbnails-removed"
    case .imageRemoved: "xmp-image-removed"
    case .depthMapRemoved: "xmp-depth-map-removed"
    }
  }
}

extension MarkNote: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String {
    switch self {
    case .subjectMoved: "the subject's position is moved"
    case .subjectRemoved: "the subject's position is removed: the result does not show it"
    case .subjectUnreadable: "the subject's position is removed: it cannot be read"
    case .regionsMoved(let count): "\(count) marked \(count == 1 ? "region is" : "regions are") moved"
    case .regionsRemoved(1): "1 marked region is removed: the result does not show it"
    case .regionsRemoved(let count): "\(count) marked regions are removed: the result does not show them"
    case .photoSphereMoved: "the position in the photo sphere is moved"
    case .photoSphereRemoved: "the photo sphere's position is removed: viewers do not support this orientation"
    case .photoSphereExceeded: "the photo sphere's position is removed: the result extends beyond the sphere"
    case .photoSphereUnplaced: "the photo sphere's position is removed: numbers are missing, or are for another image"
    case .thumbnailsRemoved: "the thumbnails in XMP are not copied"
    case .pendingCropMoved: "Camera Raw's crop is moved"
    case .pendingCropRemoved: "Camera Raw's crop is removed: it has an angle, or its numbers cannot be read"
    case .pendingCropOutside: "Camera Raw's crop is removed: the result does not show it"
    case .correctionsRemoved: "Camera Raw's local corrections are removed: they were made for the old image"
    case .imageRemoved: "the image in XMP (GImage) is not copied"
    case .depthMapRemoved: "the depth map in XMP (GDepth) is not copied"
    }
  }
}
