// The sample set as the program writes it, made once for all tests.

import Foundation
import UprightFixtures
import UprightGeometry
import UprightTestTools

/// The sample files; tests that change them use a copy.
enum Samples {
  /// The sixteen JPEGs.
  static let names = SampleSet.Shape.allCases.flatMap { shape in (1...8).map { "\(shape.rawValue)_\($0).jpg" } }

  /// Red, green, blue and yellow, clockwise from the top left, as displayed.
  static let corners = "RGBY"

  /// The folder with all of them, read-only, and the program's output.
  static let made = Result {
    let folder = try ScratchFolder()
    return (folder: folder, answer: try UprightTool.run(["samples", "made/here"], in: folder))
  }

  /// A folder with copies of the JPEGs, of all or of those of one shape.
  static func copies(_ shape: SampleSet.Shape? = nil) throws -> Album {
    let (folder, album) = (try made.get().folder, try Album())
    for name in names where shape.map({ name.hasPrefix($0.rawValue) }) ?? true {
      try album.folder.write(folder.read("made/here/\(name)"), as: name)
    }
    return album
  }

  /// The tag in a sample's name.
  static func tag(_ name: String) -> Int { name.compactMap(\.wholeNumberValue).first ?? 0 }

  /// The displayed size in a sample's name.
  static func size(_ name: String) -> (width: Int, height: Int) {
    name.hasPrefix("landscape") ? (512, 384) : (384, 512)
  }
}
