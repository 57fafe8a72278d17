// One image in a file that has its own size and orientation (TIFF 6.0, section 2; DNG 1.7, "Preview Images"; CIPA
// DC-007).

public import UprightGeometry

/// An image in a file: the main image, another page, or a preview.
public struct ImagePart: Hashable, Sendable {
  /// The role of a part in the file.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The image that the file is opened for, and that the probe describes.
    case main
    /// Another independent image, such as a page; it inherits nothing from the main image.
    case page
    /// A smaller or simpler version of the preceding main image or page, displayed like it.
    case preview
    /// Data for the preceding image that are not for viewing, such as a mask, gain map or depth map; oriented like
    /// that image.
    case auxiliary
    /// A video that belongs to the image, such as a motion photo's.
    case video = "film"
  }

  /// Its role.
  public let kind: Kind
  /// Columns and rows as stored; 0 if the headers do not give them.
  public let storedSize: PixelSize<Stored>
  /// How it is displayed.
  public let orientation: Orientation<Stored, Displayed>
  /// The offset of its description in the file: a TIFF directory, or the start of an additional JPEG; 0 if it is the
  /// whole file.
  public let offset: Int

  /// A part and its role.
  public init(
    _ kind: Kind, storedSize: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>, offset: Int
  ) {
    self.kind = kind
    self.storedSize = storedSize
    self.orientation = orientation
    self.offset = offset
  }

  /// Whether it is an independent image.
  var isPage: Bool { kind == .main || kind == .page }

  /// Columns and rows as displayed.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }
}
