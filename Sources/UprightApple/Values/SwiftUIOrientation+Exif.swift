// SwiftUI's orientation of an image: the names of ImageIO with a third set of raw values (Image.Orientation).

#if canImport(SwiftUI)
  public import SwiftUI
  public import UprightGeometry

  extension SwiftUI.Image.Orientation {
    /// The value for a tag.
    public init(_ exif: ExifOrientation) { self.init(AppleOrientation(exif: exif)) }

    /// The value for a stored image's orientation.
    public init(_ orientation: UprightGeometry.Orientation<Stored, Displayed>) { self.init(orientation.apple) }

    /// The value of this name.
    public init(_ name: AppleOrientation) { self = Self(rawValue: name.swiftUIOrientation) ?? .up }
  }

  extension Orientation where From == Stored, To == Displayed {
    /// The stored image's orientation; a value that this version does not know is `up`.
    public init(_ orientation: SwiftUI.Image.Orientation) {
      self = Self(swiftUIOrientation: orientation.rawValue) ?? .up
    }
  }

  extension ExifOrientation {
    /// The equivalent tag.
    public init(_ orientation: SwiftUI.Image.Orientation) {
      self = UprightGeometry.Orientation<Stored, Displayed>(orientation).exif
    }
  }
#endif
