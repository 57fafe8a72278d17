// The figures of the documentation are what the geometry draws today, so that none can be wrong: UPRIGHT_UPDATE_GOLDENS=1 draws them anew.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite struct FigureTests {
  private static let resources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Upright/Upright.docc/Resources")

  static let figures: [(name: String, text: String)] = [
    ("eight-orientations", OrientationFigures.eight), ("mirrors", OrientationFigures.mirrors),
    ("selection", PlaceFigures.selection), ("letterbox", PlaceFigures.letterbox),
  ]

  @Test(arguments: figures.map(\.name))
  func everyFigureIsAsTheGeometryDrawsIt(name: String) throws {
    let text = try #require(Self.figures.first { $0.name == name }).text
    #expect(text.contains("<g transform="))
    #expect(try Golden.difference(text, from: "\(name).svg", in: Self.resources) == nil)
  }

  @Test func noFigureIsLeftOver() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.resources.path)
    #expect(names.sorted() == Self.figures.map { "\($0.name).svg" }.sorted())
  }
}
