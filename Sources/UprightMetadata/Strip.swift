// The metadata to remove from a result, whether a new image or the same one with rewritten metadata.

/// What is removed from the metadata; the orientation of the result is correct in any case.
public enum Strip: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Other versions of the image. These are Exif, Photoshop and XMP thumbnails, and previews in IPTC, Exif, FlashPix
  /// streams and after the image. Also the full-size image and depth map in XMP (GImage, GDepth), and content
  /// credentials.
  case thumbnails
  /// The location: Exif's GPS directory, XMP properties of the same names, and Photoshop's copies of both. Also
  /// videos, bytes after the image's end, and anything unreadable that might contain it.
  case gps
  /// Everything except color: keeps the ICC profile and what defines how samples are interpreted.
  case allButColor = "all-but-color"

  /// Whether the result contains no location, nor anything unreadable that might contain it.
  package var removesPosition: Bool { self == .gps || self == .allButColor }
}
