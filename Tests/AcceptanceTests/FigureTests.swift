// The figures of the documentation equal what the geometry draws today: UPRIGHT_UPDATE_GOLDENS=1 redraws them.

import Foundation
import Testing
import Upright
import UprightTestTools

@Suite struct FigureTests {
  /// The folder with the figures of a target's documentation.
  private static func resources(_ target: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/\(target)/\(target).docc/Resources")
  }

  static let figures: [(target: String, name: String, text: String)] = [
    ("Upright", "eight-orientations", OrientationFigures.eight), ("Upright", "mirrors", OrientationFigures.mirrors),
    ("Upright", "selection", PlaceFigures.selection), ("Upright", "letterbox", PlaceFigures.letterbox),
    ("UprightCamera", "camera-chain", CameraFigures.chain), ("UprightCamera", "camera-poses", CameraFigures.poses),
    ("UprightCamera", "camera-preview", CameraFigures.preview),
    ("UprightCamera", "camera-gravity", GravityFigures.policies),
  ]

  @Test(arguments: figures.map(\.name))
  func everyFigureIsAsTheGeometryDrawsIt(name: String) throws {
    let figure = try #require(Self.figures.first { $0.name == name })
    #expect(figure.text.split(separator: "\n").count > 20)
    #expect(try Golden.difference(figure.text, from: "\(name).svg", in: Self.resources(figure.target)) == nil)
  }

  @Test func noFigureIsLeftOver() throws {
    for target in ["Upright", "UprightCamera"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.resources(target).path)
      #expect(names.sorted() == Self.figures.filter { $0.target == target }.map { "\($0.name).svg" }.sorted())
    }
  }
}
