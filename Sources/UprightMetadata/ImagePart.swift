// One picture of those inside a file, with a size and an orientation of its own (TIFF 6.0, section 2; DNG 1.7, "Preview Images"; CIPA DC-007).

public import UprightGeometry

/// A picture in a file, be it the picture itself, a further page or a small version of it.
public struct ImagePart: Hashable, Sendable {
  /// What a part is to the file.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The picture that the file is opened for: the one that the probe speaks of.
    case main
    /// A further picture in its own right, such as a page; it inherits nothing from the main one.
    case page
    /// A smaller or simpler version of the main picture or page before it, displayed as that one is.
    case preview
    /// What belongs to the picture before it and is none to look at, such as a mask, a gain map or a map of depths; it lies as that one does.
    case auxiliary
    /// A film that belongs to the picture, such as a motion photo's.
    case video = "film"
  }

  /// What it is.
  public let kind: Kind
  /// Its columns and rows as stored; 0 where the headers do not say.
  public let storedSize: PixelSize<Stored>
  /// How it is displayed.
  public let orientation: Orientation<Stored, Displayed>
  /// Where in the file it is described: a TIFF's directory, the start of a JPEG's further file; 0 where the whole file is it.
  public let offset: Int

  /// A part and what it is.
  public init(
    _ kind: Kind, storedSize: PixelSize<Stored>, orientation: Orientation<Stored, Displayed>, offset: Int
  ) {
    self.kind = kind
    self.storedSize = storedSize
    self.orientation = orientation
    self.offset = offset
  }

  /// Whether it is a picture in its own right.
  var isPage: Bool { kind == .main || kind == .page }

  /// Columns and rows as a person sees it.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }
}

extension Probe {
  /// Every picture in the file: the main one first, then pages in the file's order, each before its previews.
  public var parts: [ImagePart] { header.container.parts(rules) }

  /// The pictures that are pages: the main one is page 0.
  public var pages: [ImagePart] { parts.filter(\.isPage) }
}
