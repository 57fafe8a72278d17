// Parts of requests as arguments: a region, a size, a color, an orientation, an operation of `rotate`, an amount of
// memory.

public import ArgumentParser
public import Upright
package import UprightBatch

extension RegionParameter: ExpressibleByArgument {
  /// Nil if the argument states no region.
  package init?(argument: String) { self.init(reported: argument) }

  /// The region in an argument.
  ///
  /// - Throws: Why it is none.
  static func typed(_ text: String) throws -> Self {
    do throws(GrammarFault) { return try Self(text, as: .reported) } catch {
      switch error {
      case .empty: throw ValidationError("its width and height must be above 0")
      case .outOfRange: throw ValidationError("its numbers are out of range")
      case .malformed, .unsupported: throw ValidationError("it is not in one of these forms")
      }
    }
  }
}

extension RotationParameter: ExpressibleByArgument {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) + ["90", "270", "left", "right"] }

  /// Nil for any other word.
  package init?(argument: String) { self.init(word: argument) }
}

extension FixRequest.Target: ExpressibleByArgument {}

extension CropRequest.RegionSpace: ExpressibleByArgument {}

extension Rendition.BlockSnapping: ExpressibleByArgument {}

extension RegionPosition.Gravity: ExpressibleByArgument {}

extension ModeName: ExpressibleByArgument {}

extension RoundingName: ExpressibleByArgument {}

extension SizeParameter: ExpressibleByArgument {
  /// Nil if the argument states no size.
  package init?(argument: String) { self.init(argument) }
}

extension Rendition.Color: ExpressibleByArgument {
  /// Nil if the argument states no color.
  public init?(argument: String) { self.init(css: argument) }
}

// One of the eight orientations as typed: a tag, a word of `rotate`, or IIIF's rotation.

/// An orientation, as a tag. `0`, IIIF's identity, is rejected, because it is not a tag.
struct OrientationArgument: ExpressibleByArgument, Hashable {
  let exif: ExifOrientation

  init?(argument: String) {
    guard let found = ExifOrientation(typed: argument) else { return nil }
    exif = found
  }

  private static let words = ExifOrientation.allCases.map(\.word) + ["left", "right"]
  static let allValueStrings = ["1…8"] + words + ["90…!270"]
  static var defaultCompletionKind: CompletionKind { .list((1...8).map(String.init) + words) }
}

// A size as typed: `WxH`, or `N` for a box of N by N.

/// Columns and rows of a grid of pixels in space `S`.
struct SizeArgument<S: Space>: ExpressibleByArgument, Hashable {
  let size: PixelSize<S>

  init?(argument: String) {
    guard case .box(let box)? = SizeParameter(argument) else { return nil }
    size = PixelSize(width: box.width, height: box.height)
  }

  init(_ size: PixelSize<S>) { self.size = size }

  var defaultValueDescription: String { size.description }

  /// Integers up to here, and halves of them, are exact in every space.
  private static var longestSide: Int { Int(Int32.max) }

  /// - Throws: If a side of `--size` is too long for exact maps.
  func checkIsExact() throws(ValidationError) {
    guard max(size.width, size.height) <= Self.longestSide else {
      throw ValidationError("--size \(size): a side can have at most \(Self.longestSide) pixels")
    }
  }
}

// An amount of memory as typed: bytes, or with K, M or G in powers of 1,024.

/// A number of bytes.
struct ByteCountArgument: ExpressibleByArgument, Hashable {
  let bytes: Int

  init?(argument: String) {
    guard let bytes = ByteCount.bytes(argument) else { return nil }
    self.bytes = bytes
  }
}
