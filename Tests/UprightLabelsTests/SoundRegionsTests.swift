// Values that are not numbers, and invalid classes: named and omitted by every writer, and the rest is written as if
// they had not existed.

import Foundation
import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("What no format can write")
struct SoundRegionsTests {
  private static let odd = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e101]
  private static let good = Region<Stored>(box: Rect2D(x: 10, y: 5, width: 20, height: 10), label: 0)

  /// Regions that each have one invalid number.
  private static func broken(_ odd: Double) -> [Region<Stored>] {
    let box = good.box
    let (place, side) = (Point2D<Stored>(x: 12, y: 9), Size2D<Stored>(width: 4, height: 3))
    func outlined(_ outline: Outline<Stored>) -> Region<Stored> { Region(box: box, outline: outline, label: 0) }
    let ring = [place, Point2D(x: 20, y: 9), Point2D(x: 12, y: odd)]
    let rects = [
      RotatedRect(center: Point2D(x: odd, y: 1), size: side, degrees: 3),
      RotatedRect(center: place, size: Size2D(width: 3, height: odd), degrees: 3),
      RotatedRect(center: place, size: side, degrees: odd),
    ]
    return [
      Region(box: Rect2D(x: odd, y: 1, width: 2, height: 3), label: 0),
      Region(box: Rect2D(x: 1, y: odd, width: 2, height: 3), label: 0),
      Region(box: Rect2D(x: 1, y: 2, width: odd, height: 3), label: 0),
      Region(box: Rect2D(x: 1, y: 2, width: 3, height: odd), label: 0),
      Region(box: box, keypoints: [Keypoint(place), Keypoint(Point2D(x: 1, y: odd))], label: 0),
      outlined(.polygon(Polygon(rings: [[place], ring]))), outlined(.line(ring)), outlined(.points(ring)),
    ] + rects.map { outlined(.rotated($0)) } + rects.map { outlined(.ellipse($0)) }
  }

  private static func set(_ regions: [Region<Stored>]) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["cat"])
    let size = PixelSize<Stored>(width: 100, height: 40)
    set.images = [LabelledImage(name: "a.jpg", size: size, regions: regions)]
    return set
  }

  @Test("Every format names each such region and writes the others", arguments: LabelCodingTests.cases)
  func numbers(format: LabelCodingTests.Case) throws {
    let alone = format.coding.written(Self.set([Self.good]))
    for odd in Self.odd {
      for region in Self.broken(odd) {
        var region = region
        region.location = LabelLocation(file: 0, line: 7, row: 0)
        let output = format.coding.written(Self.set([region, Self.good, region]))
        #expect(output.files == alone.files, "\(odd): \(region)")
        #expect(output.findings.count == alone.findings.count + 2)
        for finding in output.findings.prefix(2) {
          #expect(finding.code == .numberInvalid && finding.file == "a.jpg" && finding.line == 7)
          #expect(finding.note.contains("is not a number") && finding.code.dropsRow)
        }
      }
    }
  }

  @Test("What is written as JSON is JSON, also where all of it is broken", arguments: LabelCodingTests.cases)
  func json(format: LabelCodingTests.Case) throws {
    for file in format.coding.written(Self.set(Self.odd.flatMap(Self.broken))).files where file.name.contains(".json") {
      let lines = file.name.hasSuffix(".jsonl") ? file.bytes.split(separator: 0x0A) : [file.bytes[...]]
      for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line)) }
      #expect(!Labels.text(file.bytes).contains("inf") && !Labels.text(file.bytes).contains("nan"))
    }
  }

  @Test("A class that no set has is refused by name, and never written as another", arguments: LabelCodingTests.cases)
  func classes(format: LabelCodingTests.Case) {
    let alone = format.coding.written(Self.set([Self.good]))
    for label in [-1, Int.min, Int(Int32.max) + 1, 1 << 32, Int.max] {
      var region = Self.good
      region.label = label
      #expect(region.label == nil)
      let moved: Region<Displayed> = region.applying(
        Orientation(clockwise: 90), in: PixelSize(width: 100, height: 40))
      #expect(moved.hasImpossibleLabel)
      let output = format.coding.written(Self.set([region, Self.good]))
      #expect(output.files == alone.files, "\(label)")
      #expect(output.findings.first?.code == .notExpressible && output.findings.first?.line == nil)
      #expect(output.findings.first?.note.contains("class") == true)
      // Given another one, it is a region like others.
      region.label = 0
      #expect(format.coding.written(Self.set([region])).files == alone.files)
    }
  }

  @Test("A size that no picture has counts as none, by name", arguments: LabelCodingTests.cases)
  func sizes(format: LabelCodingTests.Case) throws {
    var unknown = Self.set([Self.good])
    unknown.images[0].size = nil
    let without = format.coding.written(unknown)
    for (width, height) in [(0, 40), (100, 0), (-1, 40), (100, Int.min)] {
      var set = unknown
      set.images[0].size = PixelSize(width: width, height: height)
      let output = format.coding.written(set)
      #expect(output.files == without.files && output.findings.dropFirst().elementsEqual(without.findings))
      #expect(output.findings.first?.code == .sizeMalformed && output.findings.first?.file == "a.jpg")
    }
  }

  @Test("The farthest number that is one is written")
  func farthest() {
    let box = Rect2D<Stored>(x: -1e100, y: 1e100, width: 1e100, height: 1e100)
    let output = COCOFormat().written(Self.set([Region(box: box, label: 0)]))
    #expect(output.findings.isEmpty && Labels.text(output.files[0].bytes).contains("\"area\":1e+200"))
  }
}
