// Invariants of every box that is cut out: compared with a count of pixels one by one, for all eight tags.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

extension LabelCropTests {
  private static let image = PixelSize<Displayed>(width: 24, height: 18)

  /// A box whose edges are on eighths of a pixel, some of them outside the image.
  private func box(_ numbers: inout SplitMix64) -> Rect2D<Displayed> {
    func pick(_ range: Range<Int>) -> Double { Double(Int.random(in: range, using: &numbers)) / 8 }
    return Rect2D(x: pick(-80..<240), y: pick(-80..<200), width: pick(1..<160), height: pick(1..<120))
  }

  /// The pixels that a box touches with some of its area, searched one by one.
  private func touched(_ box: Rect2D<Displayed>) -> [Int]? {
    let columns = (0..<Self.image.width).filter { Double($0) < box.maxX && Double($0 + 1) > box.x }
    let rows = (0..<Self.image.height).filter { Double($0) < box.maxY && Double($0 + 1) > box.y }
    guard let left = columns.first, let top = rows.first else { return nil }
    return [left, top, columns.count, rows.count]
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func exactlyThePixelsThatAreTouchedAreCutOut(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let box = box(&numbers)
    let area = LabelCrop.area(of: Region(box: box), border: 0, in: Self.image)
    #expect(area.map { [$0.x, $0.y, $0.width, $0.height] } == touched(box), "\(box)")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func aTurnOfTheImageTurnsWhatIsCutOut(seed: UInt64) {
    var numbers = SplitMix64(seed: seed &+ 500)
    let region = Region<Displayed>(box: box(&numbers))
    let border = Double(Int.random(in: 0..<4, using: &numbers)) / 4
    let plain = LabelCrop.area(of: region, border: border, in: Self.image)
    for turn in Orientation<Displayed, Displayed>.all {
      let size = turn.applied(to: Self.image)
      let turned = LabelCrop.area(of: region.applying(turn, in: Self.image), border: border, in: size)
      #expect(turned == plain?.applying(turn, in: Self.image), "\(turn): \(region.box)")
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func aBorderOnlyAddsPixels(seed: UInt64) {
    var numbers = SplitMix64(seed: seed &+ 900)
    let region = Region<Displayed>(box: box(&numbers))
    var last: PixelRect<Displayed>?
    for border in [0, 0.1, 0.5, 2, 10] {
      let area = LabelCrop.area(of: region, border: border, in: Self.image)
      if let last, let area {
        #expect(area.x <= last.x && area.y <= last.y && area.maxX >= last.maxX && area.maxY >= last.maxY)
      }
      #expect(last == nil || area != nil)
      last = area
    }
  }
}
