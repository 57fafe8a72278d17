// Selections in the numbers of all label formats, in both spaces.

import Foundation
import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelNumbersTests {
  /// A photo that is stored as 100 by 40.
  private func numbers(_ tag: ExifOrientation, _ box: Rect2D<Displayed>) -> LabelNumbers {
    LabelNumbers(
      box, of: .init(stored: PixelSize(width: 100, height: 40), orientation: Orientation(exif: tag)))
  }

  private func object(_ numbers: LabelNumbers) throws -> [String: [String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(numbers.json.utf8)) as? [String: [String: Any]])
  }

  // The position of the box in the stored image, by the formulas of each tag.
  @Test func bothSpacesSayTheSamePlace() throws {
    let (x, y, width, height) = (3.0, 5.0, 11.0, 7.0)
    for tag in ExifOrientation.allCases {
      let found = try object(numbers(tag, Rect2D(x: x, y: y, width: width, height: height)))
      let (wide, high) = tag.rawValue >= 5 ? (40.0, 100.0) : (100.0, 40.0)
      let expected = TagFormula.stored([x, y, width, height], displayed: (wide, high), tag: Int(tag.rawValue))
      #expect(found["stored"]?["coco"] as? [Double] == expected, "\(tag)")
      #expect(found["displayed"]?["coco"] as? [Double] == [x, y, width, height])
      #expect(found["stored"]?["size"] as? [Int] == [100, 40])
      #expect(found["displayed"]?["size"] as? [Int] == [Int(wide), Int(high)])
      let share = try #require(found["displayed"]?["vision"] as? [Double])
      #expect(abs(share[1] - (high - y - height) / high) < 1e-9 && abs(share[0] - x / wide) < 1e-9)
    }
  }

  @Test func allConventionsAreThereInTheirOrder() throws {
    let numbers = numbers(.rightTop, Rect2D(x: 3, y: 5, width: 11, height: 7))
    let lines = numbers.lines
    #expect(lines.count == 2 * (BoxConvention.allCases.count + 1))
    #expect(lines[0] == "stored 100x40" && lines[BoxConvention.allCases.count + 1] == "displayed 40x100")
    #expect(lines[1] == "  coco          5 26 7 11" && lines.contains("  w3c           xywh=pixel:3,5,11,7"))
    #expect(lines.contains("  iiif          3,5,11,7") && Set(lines.map(\.count)).count > 1)
    let found = try object(numbers)
    for convention in BoxConvention.allCases { #expect(found["stored"]?[convention.rawValue] != nil) }
    #expect(found["displayed"]?["w3c-percent"] as? String == "xywh=percent:7.5,5,27.5,7")
  }

  @Test func whatCannotBeSaidIsNull() throws {
    let numbers = numbers(.topLeft, Rect2D(x: 200, y: 5, width: 11, height: 7))
    #expect(try object(numbers)["stored"]?["iiif"] is NSNull)
    #expect(numbers.lines.contains("  iiif          null") && numbers.lines[1] == "  coco          200 5 11 7")
  }
}
