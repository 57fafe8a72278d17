// One of the eight orientations as typed: a tag, a word of `rotate`, or IIIF's rotation.

import ArgumentParser
import Upright
import UprightBatch

/// An orientation, as a tag. `0`, IIIF's identity, is rejected, because it is not a tag.
struct OrientationArgument: ExpressibleByArgument, Hashable {
  let exif: ExifOrientation

  init?(argument: String) {
    let word = RotateRequest.Operation.synonyms[argument]?.rawValue ?? argument
    let named = ExifOrientation.allCases.first { $0.word == word || String($0.rawValue) == argument }
    guard !argument.allSatisfy({ $0 == "0" || $0 == "." }), let found = named ?? IIIFRotation(argument)?.exif else {
      return nil
    }
    exif = found
  }

  static let allValueStrings = ["1…8"] + ExifOrientation.allCases.map(\.word) + ["left", "right", "90…!270"]

  static var defaultCompletionKind: CompletionKind {
    .list((1...8).map(String.init) + ExifOrientation.allCases.map(\.word) + ["left", "right"])
  }
}
