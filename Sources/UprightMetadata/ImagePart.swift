// One image in a file that has its own size and orientation (TIFF 6.0, section 2; DNG 1.7, "Preview Images"; CIPA
// DC-007). The images, gain maps and videos after a main image, and what happens to them (CIPA DC-007; Ultra HDR 1.1;
// Motion Photo 1.0).

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

/// The kind of an image, gain map or video after a JPEG's main image.
public enum AttachmentKind: Hashable, Sendable {
  /// Another image.
  case image
  /// A smaller version of the main image.
  case preview
  /// How much brighter each part of the image may be shown.
  case gainMap
  /// A video.
  case video
}

/// An attachment of a source, and its length after the new image.
public struct CarriedAttachment: Hashable, Sendable {
  /// Its byte range in the source.
  public let range: Range<Int>
  /// Its length in bytes after the new image; nil if it is not carried.
  public let byteCount: Int?

  /// Bytes of other data that are kept before it.
  package let gap: Int

  /// An attachment and its new length.
  public init(_ range: Range<Int>, byteCount: Int?) { self.init(range, byteCount: byteCount, gap: 0) }

  /// The same with other data before it.
  package init(_ range: Range<Int>, byteCount: Int?, gap: Int) {
    self.range = range
    self.byteCount = byteCount
    self.gap = gap
  }
}

extension ImagePart.Kind {
  /// Its name for people, as many as there are.
  func word(_ count: Int) -> String {
    let word =
      switch self {
      case .main: "image"
      case .page: "other page"
      case .preview: "smaller version"
      case .auxiliary: "auxiliary image"
      case .video: "video"
      }
    return count == 1 ? word : word + "s"
  }
}

extension AttachmentKind {
  /// Its name for people.
  var word: String {
    switch self {
    case .gainMap: "gain map"
    case .video: "video"
    case .preview: "preview"
    case .image: "other image"
    }
  }
}
