// A region, and an operation of `rotate`, as arguments.

public import ArgumentParser
public import Upright
package import UprightBatch

extension RegionParameter: ExpressibleByArgument {
  /// Nil if the argument states no region.
  package init?(argument: String) { self.init(argument) }
}

extension RotateRequest.Operation: ExpressibleByArgument {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) + ["90", "270", "left", "right"] }

  /// Nil for any other word.
  package init?(argument: String) { self.init(word: argument) }
}

extension FixRequest.Place: ExpressibleByArgument {}

extension CropRequest.RegionSpace: ExpressibleByArgument {}

extension Rendition.BlockSnapping: ExpressibleByArgument {}
