// Parts of requests as arguments: a region, a size, a color, an operation of `rotate`.

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
