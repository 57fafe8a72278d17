// Apple's eight names, and the three numberings behind them: CGImagePropertyOrientation (ImageIO), UIImage.Orientation (UIKit), Image.Orientation (SwiftUI).

/// The eight names that Apple's frameworks share; the first part says the turn, `Mirrored` that left and right are swapped before it.
///
/// The numbers behind the names differ from framework to framework: convert by name, never by raw value.
public enum AppleOrientation: String, ListedNaming {
  /// Stored as displayed (tag 1).
  case up
  /// Mirrored left to right (tag 2).
  case upMirrored
  /// Half a turn (tag 3).
  case down
  /// Mirrored left to right, then half a turn: top and bottom swapped (tag 4).
  case downMirrored
  /// Mirrored left to right, then a quarter anticlockwise: transposed (tag 5).
  case leftMirrored
  /// To be turned a quarter clockwise to be displayed (tag 6).
  case right
  /// Mirrored left to right, then a quarter clockwise: transverse (tag 7).
  case rightMirrored
  /// To be turned a quarter anticlockwise to be displayed (tag 8).
  case left

  /// The raw value of `CGImagePropertyOrientation`: the tag's number.
  public var cgImagePropertyOrientation: UInt32 { UInt32(exif.rawValue) }

  /// The raw value of `UIImage.Orientation` (and of the old `ALAssetOrientation`).
  public var uiImageOrientation: Int { Self.uiImageOrder.firstIndex(of: self) ?? 0 }

  /// The raw value of SwiftUI's `Image.Orientation`: bit 1 mirrors left to right, bit 2 top to bottom, then bit 0 turns anticlockwise.
  public var swiftUIOrientation: UInt8 {
    let mirrors = orientation.mirrors(beforeRotating: false)
    return (mirrors.turned ? 1 : 0) | (mirrors.horizontal ? 2 : 0) | (mirrors.vertical ? 4 : 0)
  }

  /// The name behind a raw value of `CGImagePropertyOrientation`, 1…8.
  public init?(cgImagePropertyOrientation raw: UInt32) { self.init(\.cgImagePropertyOrientation, is: raw) }

  /// The name behind a raw value of `UIImage.Orientation`, 0…7.
  public init?(uiImageOrientation raw: Int) { self.init(\.uiImageOrientation, is: raw) }

  /// The name behind a raw value of SwiftUI's `Image.Orientation`, 0…7.
  public init?(swiftUIOrientation raw: UInt8) { self.init(\.swiftUIOrientation, is: raw) }

  private static let uiImageOrder: [Self] = [
    .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
  ]
}
