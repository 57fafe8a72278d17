// What a JPEG has besides its image, and what must follow it when its pixels are rotated.

/// A part that `keep` must keep.
package enum KeptPart: String, CaseIterable, Sendable {
  /// The thumbnail in Exif's IFD1.
  case thumbnail
  /// The gain map of an Ultra HDR image, which follows it in the file.
  case gainMap = "gain-map"
  /// A named face in XMP.
  case regions

  /// What defines it, and why losing it is a fault.
  package var why: String {
    switch self {
    case .thumbnail:
      "EXIF 2.32, 4.5.8: viewers display the thumbnail by the image's tag; a lost one is only a loss of time"
    case .gainMap: "Ultra HDR 1.1: the gain map is oriented as the image; without it, the image is not HDR any more"
    case .regions: "MWG 2.0, 5.9: regions refer to the image as stored; without them, the names of faces are lost"
    }
  }
}
