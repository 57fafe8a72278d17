// What of a picture's metadata a result is to be without, be it a new picture or the same with its metadata rewritten.

/// What is taken out of the metadata; the orientation of the result is right in any case.
public enum Strip: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Other versions of the picture: Exif's, Photoshop's and XMP's thumbnails, previews in IPTC, Exif, FlashPix's streams and behind the picture,
  /// the picture and the depth map that XMP holds in full size (GImage, GDepth), and content credentials.
  case thumbnails
  /// Where it was taken: Exif's GPS directory, XMP's properties of such names, Photoshop's copies of both, films, bytes behind
  /// the picture's end, and whatever cannot be read and so might say it.
  case gps
  /// Everything but its colours: the ICC profile, and what says how samples are to be understood.
  case allButColor = "all-but-color"

  /// Whether nothing stays that says where the picture was taken, nor what cannot be read and so might say it.
  package var removesPosition: Bool { self == .gps || self == .allButColor }
}
