// The metadata to remove from a result, whether a new image or the same one with rewritten metadata.

internal import UprightGeometry

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

/// What to remove, and the orientation that must be preserved.
struct Stripping: Hashable, Sendable {
  /// What is removed.
  let strip: Strip
  /// How the image is displayed; the file continues to state it, whatever is removed.
  let orientation: ExifOrientation

  /// Whether the result contains no location, nor anything unreadable that might contain it.
  var removesPosition: Bool { strip.removesPosition }
  /// Whether everything except the image and its colors is removed.
  var removesAll: Bool { strip == .allButColor }
  /// Whether smaller versions of the image are removed.
  var removesThumbnails: Bool { strip == .thumbnails || strip == .allButColor }

  /// The Exif block that preserves the orientation in a container without its own field; nil if none is needed.
  var minExifBytes: [UInt8]? { orientation == .topLeft ? nil : InsertedExifBlock.block(orientation) }
}

extension Strip: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("what is stripped") }
}
