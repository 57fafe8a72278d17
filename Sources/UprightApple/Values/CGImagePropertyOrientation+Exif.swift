// ImageIO's orientation, whose raw values are the tag's (CGImageProperties.h); Core Image and Vision take it.

#if canImport(ImageIO)
  public import ImageIO
  public import UprightGeometry

  extension CGImagePropertyOrientation {
    /// The value for a tag.
    public init(_ exif: ExifOrientation) { self.init(AppleOrientation(exif: exif)) }

    /// The value for a stored image's orientation.
    public init(_ orientation: UprightGeometry.Orientation<Stored, Displayed>) { self.init(orientation.apple) }

    /// The value of this name.
    public init(_ name: AppleOrientation) { self = Self(rawValue: name.cgImagePropertyOrientation) ?? .up }
  }

  extension Orientation where From == Stored, To == Displayed {
    /// The stored image's orientation; a value that this version does not know is `up`.
    public init(_ orientation: CGImagePropertyOrientation) {
      self = Self(cgImagePropertyOrientation: orientation.rawValue) ?? .up
    }
  }

  extension ExifOrientation {
    /// The equivalent tag.
    public init(_ orientation: CGImagePropertyOrientation) {
      self = UprightGeometry.Orientation<Stored, Displayed>(orientation).exif
    }
  }
#endif
