// What of a picture's metadata a new one is to be without.

/// What is taken out of the metadata on the way to a new picture; its orientation is right in any case.
public enum Strip: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Small versions of the picture: Exif's and Photoshop's thumbnails, and previews behind it.
  case thumbnails
  /// Where it was taken: Exif's GPS directory and XMP's properties of the same names.
  case gps
  /// Everything but its colours: the ICC profile, and what says how samples are to be understood.
  case allButColor = "all-but-color"
}
