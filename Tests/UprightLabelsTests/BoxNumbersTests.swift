// Boxes printed by a measure.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Numbers of boxes")
struct BoxNumbersTests {
  private func texts(_ measure: BoxMeasure, _ region: Region<Stored>, _ size: PixelSize<Stored>? = Labels.size)
    throws
    -> [String]
  {
    try #require(BoxNumbers(measure, size)).numbers(region).map(Labels.text)
  }

  @Test(
    "Eight measures, one box",
    arguments: [
      (BoxMeasure.Unit.pixels, BoxMeasure.Origin.topLeft, BoxMeasure.Anchor.corner, ["10", "8", "50", "20"]),
      (.pixels, .topLeft, .center, ["35", "18", "50", "20"]),
      (.pixels, .bottomLeft, .corner, ["10", "12", "50", "20"]),
      (.pixels, .bottomLeft, .center, ["35", "22", "50", "20"]),
      (.shares, .topLeft, .corner, ["0.1", "0.2", "0.5", "0.5"]),
      (.shares, .topLeft, .center, ["0.35", "0.45", "0.5", "0.5"]),
      (.shares, .bottomLeft, .corner, ["0.1", "0.3", "0.5", "0.5"]),
      (.shares, .bottomLeft, .center, ["0.35", "0.55", "0.5", "0.5"]),
    ])
  func measures(
    unit: BoxMeasure.Unit, origin: BoxMeasure.Origin, anchor: BoxMeasure.Anchor, wanted: [String]
  ) throws {
    let region = Region<Stored>(box: Rect2D(x: 10, y: 8, width: 50, height: 20))
    #expect(try texts(BoxMeasure(unit: unit, origin: origin, anchor: anchor), region) == wanted)
  }

  @Test("Edges are left, top, right and bottom")
  func edges() throws {
    let numbers = try #require(BoxNumbers(BoxMeasure(unit: .shares, origin: .topLeft, anchor: .corner), Labels.size))
    let region = Region<Stored>(box: Rect2D(x: 10, y: 8, width: 50, height: 20))
    #expect(numbers.edges(region).map(Labels.text) == ["0.1", "0.2", "0.6", "0.7"])
  }

  @Test("Only pixels from the top can do without a size")
  func sizes() throws {
    let region = Region<Stored>(box: Rect2D(x: 10, y: 8, width: 50, height: 20))
    #expect(try texts(.pixels, region, nil) == ["10", "8", "50", "20"])
    #expect(BoxNumbers<Stored>(.vision, nil) == nil)
    #expect(BoxNumbers<Stored>(BoxMeasure(unit: .pixels, origin: .bottomLeft, anchor: .center), nil) == nil)
    #expect(BoxNumbers<Stored>(.vision, PixelSize(width: 0, height: 4)) == nil)
  }

  @Test("What was rounded before gets as few decimals as lead back, in shares a little more of them")
  func precision() throws {
    let box = Rect2D<Stored>(x: 33.3333, y: 8, width: 50, height: 20)
    let region = Region(box: box, precision: LabelPrecision(across: 5e-3, down: 5e-3))
    #expect(try texts(.pixels, region) == ["33.33", "8", "50", "20"])
    #expect(try texts(.vision, region)[0] == "0.3333")
    let one = LabelPrecision<Stored>(LabelPrecision(across: 1, down: 2), scaledBy: (1, 1))
    #expect(one == LabelPrecision(across: 1, down: 2))
    let two = LabelPrecision<Stored>(LabelPrecision(across: 1, down: 2), scaledBy: (0.5, 0.25))
    #expect(two == LabelPrecision(across: 0.49, down: 0.49))
  }
}
