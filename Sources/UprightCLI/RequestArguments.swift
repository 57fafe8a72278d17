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
    if let region = Self(argument: text) { return region }
    let sides = text.drop { $0 != ":" }.dropFirst()
    let numbers = (sides.isEmpty ? text[...] : sides).split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 4, numbers.allSatisfy({ Double($0) != nil }) else {
      throw ValidationError("it is not in one of these forms")
    }
    let isEmpty = numbers.suffix(2).contains { (Double($0) ?? 0) <= 0 }
    throw ValidationError(isEmpty ? "its width and height must be above 0" : "its numbers are out of range")
  }
}

extension RotateRequest.Operation: ExpressibleByArgument {
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
