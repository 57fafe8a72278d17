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

extension MarkNote: CustomStringConvertible {
  /// One sentence for people, without a period.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .subjectMoved: ReasonRow("subject-moved", "the subject's position is moved")
    case .subjectRemoved: ReasonRow("subject-removed", "the subject's position is removed: the result does not show it")
    case .subjectUnreadable: ReasonRow("subject-unreadable", "the subject's position is removed: it cannot be read")
    case .regionsMoved(let count):
      ReasonRow("regions-moved", "\(count) marked \(count == 1 ? "region is" : "regions are") moved")
    case .regionsRemoved(1): ReasonRow("regions-removed", "1 marked region is removed: the result does not show it")
    case .regionsRemoved(let count):
      ReasonRow("regions-removed", "\(count) marked regions are removed: the result does not show them")
    case .photoSphereMoved: ReasonRow("photo-sphere-moved", "the position in the photo sphere is moved")
    case .photoSphereRemoved:
      ReasonRow(
        "photo-sphere-removed",
        "the photo sphere's position is removed: viewers do not support this orientation")
    case .photoSphereExceeded:
      ReasonRow("photo-sphere-exceeded", "the photo sphere's position is removed: the result extends beyond the sphere")
    case .photoSphereUnplaced:
      ReasonRow(
        "photo-sphere-unplaced",
        "the photo sphere's position is removed: numbers are missing, or are for another image")
    case .thumbnailsRemoved: ReasonRow("xmp-thumbnails-removed", "the thumbnails in XMP are not copied")
    case .pendingCropMoved: ReasonRow("pending-crop-moved", "Camera Raw's crop is moved")
    case .pendingCropRemoved:
      ReasonRow("pending-crop-removed", "Camera Raw's crop is removed: it has an angle, or its numbers cannot be read")
    case .pendingCropOutside:
      ReasonRow("pending-crop-outside", "Camera Raw's crop is removed: the result does not show it")
    case .correctionsRemoved:
      ReasonRow("corrections-removed", "Camera Raw's local corrections are removed: they were made for the old image")
    case .imageRemoved: ReasonRow("xmp-image-removed", "the image in XMP (GImage) is not copied")
    case .depthMapRemoved: ReasonRow("xmp-depth-map-removed", "the depth map in XMP (GDepth) is not copied")
    }
  }
}
