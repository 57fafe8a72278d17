// Drawings of how an image is oriented if it is not decoded, compared with the corner rule.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct AuditSidesTests {
  /// A card whose image is not decoded: no codec is available.
  private func drawing(_ tag: UInt8) throws -> String {
    let album = try Album("\(tag)-ragged.jpg")
    let path = album.folder.path("\(tag)-ragged.jpg")
    let card = try #require(AuditCard(path: path, rules: OrientationRules(), pipeline: Pipeline(codecs: [])))
    #expect(card.sides == .drawing)
    return AuditSides(card: card).text
  }

  @Test(arguments: ExifOrientation.allCases)
  func theLetterLiesAsTheImageIsStored(_ tag: ExifOrientation) throws {
    let text = try drawing(tag.rawValue)
    let matrices = text.matches(of: /matrix\(([^)]*)\)/).map { $0.1.split(separator: " ").compactMap { Double($0) } }
    let boxes = text.matches(of: /viewBox="0 0 (\d+) (\d+)"/).map { (Double($0.1) ?? 0, Double($0.2) ?? 0) }
    try #require(matrices.count == 2 && boxes.count == 2)
    #expect(matrices[1] == [1, 0, 0, 1, 0, 0])
    // Displayed corners, mapped by the matrix, are where the tag puts row 0 and column 0.
    let (m, shown, held) = (matrices[0], boxes[1], boxes[0])
    let size = PixelSize<Stored>(width: Int(held.0), height: Int(held.1))
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    #expect(orientation.applied(to: size) == PixelSize(width: Int(shown.0), height: Int(shown.1)))
    for corner in [(0.0, 0.0), (shown.0, 0.0), (0.0, shown.1), (shown.0, shown.1)] {
      let stored = Point2D<Stored>(
        x: m[0] * corner.0 + m[2] * corner.1 + m[4], y: m[1] * corner.0 + m[3] * corner.1 + m[5])
      let back = Transform2D(orientation, in: size).apply(stored)
      #expect(back.x == corner.0 && back.y == corner.1)
    }
  }

  @Test func captionsNameBothSizes() throws {
    let text = try drawing(6)
    #expect(text.contains("stored 35x51") && text.contains("displayed 51x35"))
    #expect(text.contains("role=\"img\"") && !text.contains("<img"))
  }
}
