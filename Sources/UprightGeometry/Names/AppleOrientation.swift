// Apple's eight names, and their three numberings: CGImagePropertyOrientation (ImageIO), UIImage.Orientation (UIKit),
// Image.Orientation (SwiftUI).

/// The eight names that Apple's frameworks share. The first part is the rotation; `Mirrored` means that left and right
/// are swapped before it.
///
/// The raw values differ between frameworks: convert by name, never by raw value.
public enum AppleOrientation: String, ListedNaming {
  /// Stored as displayed (tag 1).
  case up
  /// Mirrored left to right (tag 2).
  case upMirrored
  /// Rotated by 180 degrees (tag 3).
  case down
  /// Mirrored left to right, then rotated by 180 degrees: top and bottom swapped (tag 4).
  case downMirrored
  /// Mirrored left to right, then rotated by 90 degrees counterclockwise: transposed (tag 5).
  case leftMirrored
  /// Displayed after a rotation by 90 degrees clockwise (tag 6).
  case right
  /// Mirrored left to right, then rotated by 90 degrees clockwise: transverse (tag 7).
  case rightMirrored
  /// Displayed after a rotation by 90 degrees counterclockwise (tag 8).
  case left

  /// The raw value of `CGImagePropertyOrientation`: the tag's value.
  public var cgImagePropertyOrientation: UInt32 { UInt32(exif.rawValue) }

  /// The raw value of `UIImage.Orientation` (and of the old `ALAssetOrientation`).
  public var uiImageOrientation: Int { Self.uiImageOrder.firstIndex(of: self) ?? 0 }

  /// The raw value of SwiftUI's `Image.Orientation`: bit 1 mirrors left to right, bit 2 top to bottom, then bit 0
  /// rotates counterclockwise.
  public var swiftUIOrientation: UInt8 {
    let mirrors = orientation.mirrors(beforeRotating: false)
    return (mirrors.turned ? 1 : 0) | (mirrors.horizontal ? 2 : 0) | (mirrors.vertical ? 4 : 0)
  }

  /// The name for a raw value of `CGImagePropertyOrientation`, 1…8.
  public init?(cgImagePropertyOrientation raw: UInt32) { self.init({ $0.cgImagePropertyOrientation }, is: raw) }

  /// The name for a raw value of `UIImage.Orientation`, 0…7.
  public init?(uiImageOrientation raw: Int) { self.init({ $0.uiImageOrientation }, is: raw) }

  /// The name for a raw value of SwiftUI's `Image.Orientation`, 0…7.
  public init?(swiftUIOrientation raw: UInt8) { self.init({ $0.swiftUIOrientation }, is: raw) }

  private static let uiImageOrder: [Self] = [
    .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
  ]
}

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
