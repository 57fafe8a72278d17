// Where a file's orientation was found: its carrier.

/// The carrier of an orientation; offsets are those in the file.
public enum OrientationSource: Hashable, Sendable {
  /// None: the file counts as upright.
  case none
  /// The Exif tag 274 in IFD0, whose deciding byte lies at `offset`.
  case exif(offset: Int)
  /// The Exif tag 274 in a text chunk of hexadecimal digits, as ImageMagick wrote PNG, whose chunk lies at `offset`.
  case profile(offset: Int)
  /// The tag 274 of a thumbnail's directory (IFD1), whose deciding byte lies at `offset`.
  case thumbnail(offset: Int)
  /// The property `tiff:Orientation` of XMP, whose digit lies at `offset`.
  case xmp(offset: Int)
  /// The properties `irot` and `imir` of an item (ISO 23008-12, 6.5.10 and 6.5.12), the first of which lies at `offset`.
  case properties(offset: Int)
  /// The header of a codestream (ISO 18181-1, D.3), which starts at `offset`.
  case codestream(offset: Int)
  /// A track's matrix (ISO 14496-12, 8.3.2), which lies at `offset`.
  case matrix(offset: Int)

  /// The carrier's name, as in JSON.
  public var name: String {
    switch self {
    case .none: "none"
    case .exif: "exif"
    case .profile: "exif-profile"
    case .thumbnail: "exif-thumbnail"
    case .xmp: "xmp"
    case .properties: "irot-imir"
    case .codestream: "codestream"
    case .matrix: "matrix"
    }
  }

  /// Where in the file, nil for `none`.
  public var offset: Int? {
    switch self {
    case .none: nil
    case .exif(let offset), .profile(let offset), .thumbnail(let offset), .xmp(let offset), .properties(let offset),
      .codestream(let offset), .matrix(let offset):
      offset
    }
  }
}
