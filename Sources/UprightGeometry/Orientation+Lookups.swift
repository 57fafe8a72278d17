// Orientations by numbers and names that other programs pass on: Exif (tag 274), ImageIO, UIKit and SwiftUI.

extension ExifOrientation {
  /// The tag with this number; nil unless 1…8.
  public init?(exifValue number: Int) {
    guard let tag = UInt8(exactly: number).flatMap(Self.init(rawValue:)) else { return nil }
    self = tag
  }
}

extension Orientation where From == Stored, To == Displayed {
  /// The orientation of a stored image whose Exif tag has this number; nil unless 1…8.
  public init?(exifValue number: Int) {
    guard let tag = ExifOrientation(exifValue: number) else { return nil }
    self.init(exif: tag)
  }

  /// By the name that Apple's frameworks share.
  public init(apple name: AppleOrientation) { self = name.orientation }

  /// By a name of Apple's frameworks as text, such as `rightMirrored`; nil for any other text.
  public init?(appleName name: String) {
    guard let found = AppleOrientation(rawValue: name) else { return nil }
    self = found.orientation
  }

  /// By the raw value of `CGImagePropertyOrientation`, 1…8; nil for another number.
  public init?(cgImagePropertyOrientation raw: UInt32) {
    guard let found = AppleOrientation(cgImagePropertyOrientation: raw) else { return nil }
    self = found.orientation
  }

  /// By the raw value of `UIImage.Orientation`, 0…7; nil for another number.
  public init?(uiImageOrientation raw: Int) {
    guard let found = AppleOrientation(uiImageOrientation: raw) else { return nil }
    self = found.orientation
  }

  /// By the raw value of SwiftUI's `Image.Orientation`, 0…7; nil for another number.
  public init?(swiftUIOrientation raw: UInt8) {
    guard let found = AppleOrientation(swiftUIOrientation: raw) else { return nil }
    self = found.orientation
  }

  /// The name in Apple's frameworks, with the raw value of each.
  public var apple: AppleOrientation { AppleOrientation(self) }

  /// Stored as displayed (tag 1).
  public static var up: Self { Self(apple: .up) }
  /// Mirrored left to right (tag 2).
  public static var upMirrored: Self { Self(apple: .upMirrored) }
  /// Rotated by 180 degrees (tag 3).
  public static var down: Self { Self(apple: .down) }
  /// Mirrored top to bottom (tag 4).
  public static var downMirrored: Self { Self(apple: .downMirrored) }
  /// Mirrored left to right, then rotated by 90 degrees counterclockwise (tag 5).
  public static var leftMirrored: Self { Self(apple: .leftMirrored) }
  /// Displayed after a rotation by 90 degrees clockwise (tag 6).
  public static var right: Self { Self(apple: .right) }
  /// Mirrored left to right, then rotated by 90 degrees clockwise (tag 7).
  public static var rightMirrored: Self { Self(apple: .rightMirrored) }
  /// Displayed after a rotation by 90 degrees counterclockwise (tag 8).
  public static var left: Self { Self(apple: .left) }
}
