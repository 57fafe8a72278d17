// One of the eight orientations as typed: a tag, a word of `rotate`, or IIIF's rotation.

import ArgumentParser
import Upright
import UprightBatch

/// An orientation, as a tag. Zeros alone, IIIF's for no turn, are refused: as a tag they say nothing.
struct OrientationArgument: ExpressibleByArgument, Hashable {
  let exif: ExifOrientation

  init?(argument: String) {
    let word = RotateArguments.Operation.synonyms[argument]?.rawValue ?? argument
    let named = ExifOrientation.allCases.first { $0.word == word || String($0.rawValue) == argument }
    guard !argument.allSatisfy({ $0 == "0" || $0 == "." }), let found = named ?? IIIFRotation(argument)?.exif else {
      return nil
    }
    exif = found
  }

  static let allValueStrings = ["1…8"] + ExifOrientation.allCases.map(\.word) + ["left", "right", "90…!270"]
}

extension ExifOrientation {
  /// The tag, its word and what it means, in columns.
  var line: String { "tag \(rawValue)  \(Columns.padded(word, to: 17))  \(meaning)" }

  /// What is done to the stored picture to see it upright, in the order of doing.
  var meaning: String {
    let form = Orientation<Stored, Displayed>(exif: self).mirrorFirst
    let steps = [
      form.mirrored ? "mirror left to right" : nil,
      form.thenClockwise > 0 ? "turn \(form.thenClockwise * 90)° clockwise" : nil,
    ]
    let text = steps.compactMap(\.self).joined(separator: ", then ")
    return text.isEmpty ? "as stored" : text
  }
}
