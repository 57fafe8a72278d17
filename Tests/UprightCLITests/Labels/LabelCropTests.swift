// Which pixels belong to a box, and which boxes have none.

import Testing
import Upright
import UprightLabels

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelCropTests {
  private let size = PixelSize<Displayed>(width: 200, height: 100)

  private func area(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, border: Double = 0, precision: Double = 0
  ) -> [Int]? {
    let region = Region<Displayed>(
      box: Rect2D(x: x, y: y, width: width, height: height),
      precision: LabelPrecision(across: precision, down: precision))
    return LabelCrop.area(of: region, border: border, in: size).map { [$0.x, $0.y, $0.width, $0.height] }
  }

  @Test func wholePixelsAreThemselvesAndPartsCountWhole() {
    #expect(area(10, 20, 30, 40) == [10, 20, 30, 40])
    #expect(area(10.5, 20.25, 30, 40) == [10, 20, 31, 41])
    #expect(area(10.9, 20, 0.2, 1) == [10, 20, 2, 1])
    #expect(area(40, 60, -30, -40) == [10, 20, 30, 40])
  }

  @Test func digitsThatAreMissingDoNotAddPixels() {
    #expect(area(9.9999, 20, 30.0001, 40) == [9, 20, 31, 40])
    #expect(area(9.9999, 20, 30.0002, 40, precision: 0.0001) == [10, 20, 30, 40])
    // A box smaller than the precision of its digits stays unchanged.
    #expect(area(10, 20, 0.5, 0.5, precision: 0.25) == [10, 20, 1, 1])
  }

  @Test func boxesAreClippedAndThoseBesideTheImageHaveNone() {
    #expect(area(-10, -10, 30, 30) == [0, 0, 20, 20])
    #expect(area(190, 90, 30, 30) == [190, 90, 10, 10])
    #expect(area(-1e9, -1e9, 2e9, 2e9) == [0, 0, 200, 100])
    for none in [(200.0, 10.0, 5.0, 5.0), (-9, 10, 9, 5), (10, 100, 5, 5), (10, 10, 0, 5), (10, 10, 5, 0)] {
      #expect(area(none.0, none.1, none.2, none.3) == nil, "\(none)")
    }
    for number in [Double.nan, .infinity, -.infinity, 1e308] {
      #expect(area(number, 10, 5, 5) == nil && area(10, 10, number, .infinity) == nil)
    }
  }

  @Test func aBorderIsAShareOfEachSide() {
    #expect(area(50, 40, 40, 20, border: 0.1) == [46, 38, 48, 24])
    #expect(area(50, 40, 40, 20, border: 1) == [10, 20, 120, 60])
    #expect(area(50, 40, 40, 20, border: 10) == [0, 0, 200, 100])
    #expect(area(-30, 40, 20, 20, border: 0.75) == [0, 25, 5, 50])
  }

  @Test func percentsAreUnderstood() {
    #expect(BorderArgument(argument: "10%")?.share == 0.1 && BorderArgument(argument: "10")?.share == 0.1)
    #expect(BorderArgument(argument: "0")?.share == 0 && BorderArgument(argument: "2.5%")?.share == 0.025)
    for word in ["", "%", "-1", "1001", "nan", "inf", "10 %", "ten", "10%%"] {
      #expect(BorderArgument(argument: word) == nil, "\(word)")
    }
    #expect(BorderArgument.none.share == 0)
  }

  @Test func allRegionsInOneOrderAndWhatHasNoPixelsIsNamed() throws {
    let samples = try LabelledSamples()
    try samples.write([[10, 20, 60, 30], [600, 10, 20, 20], [0, 0, 384, 384]], tags: 6...6)
    let views = try samples.views()
    for space in LabelSpaceName.allCases {
      let (crops, findings) = LabelCrop.all(of: views, in: space, border: 0, name: .standard)
      #expect(crops.map(\.index) == [1, 3] && crops.map(\.label) == ["a", "a"])
      #expect(crops.map(\.file.relativePath) == ["landscape_6-1-a", "landscape_6-3-a"])
      let seen = [[10, 20, 60, 30], [0, 0, 384, 384]].map {
        space == .stored ? TagFormula.displayed($0, stored: (384, 512), tag: 6) : $0
      }
      #expect(crops.map { [$0.area.x, $0.area.y, $0.area.width, $0.area.height] } == seen)
      #expect(findings.count == 1 && findings[0].code.dropsRow && findings[0].note.contains("region 2"))
    }
  }

  @Test func whatHasNoAreaIsNotCalledOutside() throws {
    let samples = try LabelledSamples()
    try samples.write([[10, 20, 0, 0], [10, 20, 30, 0], [600, 10, 20, 20]], tags: 6...6)
    let (crops, findings) = LabelCrop.all(of: try samples.views(), in: .stored, border: 0, name: .standard)
    #expect(crops.isEmpty)
    #expect(
      findings.map(\.note) == [
        "region 1 is a point, which has no area, so nothing is cut out",
        "region 2 has no area, so nothing is cut out",
        "region 3 is outside the image, so nothing is cut out",
      ])
  }

  @Test func twinsAreFound() throws {
    let samples = try LabelledSamples()
    try samples.write([[10, 20, 60, 30], [30, 10, 20, 20]], classes: ["a"], tags: 5...6)
    let views = try samples.views()
    func crops(_ pattern: String) throws -> [LabelCrop] {
      LabelCrop.all(of: views, in: .displayed, border: 0, name: try #require(CropName(argument: pattern))).crops
    }
    #expect(LabelCrop.duplicates(try crops("{stem}-{index}")) == nil)
    let duplicates = try #require(LabelCrop.duplicates(try crops("{stem}-{label}")))
    #expect(duplicates.0.index == 1 && duplicates.1.index == 2 && duplicates.0.file == duplicates.1.file)
    let others = try #require(LabelCrop.duplicates(try crops("{index}")))
    #expect(others.0.file.path != others.1.file.path && others.0.index == others.1.index)
  }
}
