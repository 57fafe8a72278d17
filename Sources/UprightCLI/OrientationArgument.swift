// One of the eight orientations as typed: a tag, a word of `rotate`, or IIIF's rotation.

import ArgumentParser
import Upright
import UprightBatch

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
