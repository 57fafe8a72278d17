// Crops in displayed pixels and where they are stored: eight formulas, compared with those in the picker article
// (2009).

import Testing
import Upright
import UprightTestTools

@Suite struct PickerFormulasTests {
  /// x, y, width, height.
  typealias Numbers = [Int]

  /// The displayed rectangle of an image stored as wide × high, in stored coordinates.
  static func formula(_ tag: Int, _ r: Numbers, _ wide: Int, _ high: Int) -> Numbers {
    let (x, y, w, h) = (r[0], r[1], r[2], r[3])
    return switch tag {
    case 1: [x, y, w, h]
    case 2: [wide - x - w, y, w, h]
    case 3: [wide - x - w, high - y - h, w, h]
    case 4: [x, high - y - h, w, h]
    case 5: [y, x, h, w]
    case 6: [y, high - x - w, h, w]
    case 7: [wide - y - h, high - x - w, h, w]
    default: [wide - y - h, x, h, w]
    }
  }

  /// The stored rectangle of an image stored as wide × high, in displayed coordinates.
  static func backwards(_ tag: Int, _ r: Numbers, _ wide: Int, _ high: Int) -> Numbers {
    let (u, v, w, h) = (r[0], r[1], r[2], r[3])
    return switch tag {
    case 6: [high - v - h, u, h, w]
    case 8: [v, wide - u - w, h, w]
    case 5: [v, u, h, w]
    case 7: [high - v - h, wide - u - w, h, w]
    default: formula(tag, r, wide, high)
    }
  }

  /// As printed: `originalSize` is the size as displayed.
  static func printed(_ name: UIKitName, _ r: Numbers, _ wide: Int, _ high: Int) -> Numbers {
    let (x, y, w, h) = (r[0], r[1], r[2], r[3])
    return switch name {
    case .down: [wide - (w + x), high - (h + y), w, h]
    case .left: [y, high - (x + w), h, w]
    case .right: [high - y, x, h, w]
    default: r
    }
  }

  struct Case {
    let tag: Int
    let stored: PixelSize<Stored>
    let rect: PixelRect<Displayed>

    var orientation: Orientation<Stored, Displayed> { .all[tag - 1] }
    var displayed: PixelSize<Displayed> { orientation.applied(to: stored) }
    var numbers: Numbers { [rect.x, rect.y, rect.width, rect.height] }

    /// Any rectangle of any image up to `most` pixels long.
    init(tag: Int, most: Int, using random: inout SplitMix64) {
      self.tag = tag
      stored = PixelSize(width: .random(in: 1...most, using: &random), height: .random(in: 1...most, using: &random))
      let size: PixelSize<Displayed> = Orientation<Stored, Displayed>.all[tag - 1].applied(to: stored)
      let (x, y) = (Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random))
      rect = PixelRect(
        x: x, y: y, width: .random(in: 1...size.width - x, using: &random),
        height: .random(in: 1...size.height - y, using: &random))
    }

    func formula() -> Numbers { PickerFormulasTests.formula(tag, numbers, stored.width, stored.height) }
  }

  private static func numbers<S: Space>(_ rect: PixelRect<S>) -> Numbers { [rect.x, rect.y, rect.width, rect.height] }

  @Test(arguments: 1...8)
  func eightFormulasInBothDirections(_ tag: Int) {
    var random = SplitMix64(seed: UInt64(tag))
    for _ in 0..<500 {
      let one = Case(tag: tag, most: 5_000, using: &random)
      let (wide, high) = (one.stored.width, one.stored.height)
      let stored = one.rect.applying(one.orientation.inverse, in: one.displayed)
      #expect(Self.numbers(stored) == one.formula())
      #expect(Self.backwards(tag, Self.numbers(stored), wide, high) == one.numbers)
      #expect(Self.numbers(stored.applying(one.orientation, in: one.stored)) == one.numbers)
      let continuous: Rect2D<Stored> = one.rect.rect.applying(one.orientation.inverse, in: one.displayed)
      #expect(continuous == stored.rect && continuous.applying(one.orientation, in: one.stored) == one.rect.rect)
    }
  }

  // Cropping the stored image and rotating the crop equals rotating everything and cropping that.
  @Test(arguments: 1...8)
  func theFormulasHoldTheSamePixels(_ tag: Int) {
    var random = SplitMix64(seed: 100 + UInt64(tag))
    for _ in 0..<300 {
      let one = Case(tag: tag, most: 8, using: &random)
      let labels = CornerRule.numbered(width: one.stored.width, height: one.stored.height)
      let stored = one.rect.applying(one.orientation.inverse, in: one.displayed)
      let part = labels[stored.y..<stored.maxY].map { Array($0[stored.x..<stored.maxX]) }
      let seen = CornerRule.displayed(labels, tag: tag)[one.rect.y..<one.rect.maxY]
        .map { Array($0[one.rect.x..<one.rect.maxX]) }
      #expect(CornerRule.displayed(part, tag: tag) == seen, "\(one)")
    }
  }

  /// The branch for Left is the formula of the tag that UIKit calls Right.
  @Test func thePrintedLeftIsRight() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let six = Case(tag: 6, most: 2_000, using: &random)
      #expect(Self.printed(.left, six.numbers, six.stored.width, six.stored.height) == six.formula())
    }
    var wrong = 0
    for _ in 0..<300 {
      let eight = Case(tag: UIKitName.left.rawValue, most: 2_000, using: &random)
      if Self.printed(.left, eight.numbers, eight.stored.width, eight.stored.height) != eight.formula() { wrong += 1 }
    }
    #expect(wrong > 290, "and UIKit's Left is tag 8")
  }

  /// The branch for Right takes the wrong side and forgets an extent: it matches tag 8 only if wide - h happens to be
  /// high.
  @Test func thePrintedRightIsNoTags() {
    var random = SplitMix64(seed: 12)
    var (agreed, lucky, cases) = (0, 0, 0)
    for _ in 0..<5_000 {
      let one = Case(tag: 8, most: 9, using: &random)
      let (wide, high) = (one.stored.width, one.stored.height)
      let right = Self.printed(.right, one.numbers, wide, high)
      cases += 1
      if right == one.formula() { agreed += 1 }
      if wide - one.rect.height == high { lucky += 1 }
      #expect((right == one.formula()) == (wide - one.rect.height == high), "\(one)")
      #expect(right[0] == high - one.rect.y && right[1...] == one.formula()[1...])
    }
    #expect(agreed == lucky && 0 < agreed && 5 * agreed < cases, "\(agreed) of \(cases)")
    for _ in 0..<500 {
      let six = Case(tag: 6, most: 2_000, using: &random)
      let right = Self.printed(.right, six.numbers, six.stored.width, six.stored.height)
      #expect(right != six.formula() || six.rect.x == six.stored.height - six.rect.x - six.rect.width)
    }
  }

  @Test func thePrintedUpAndDownAreRight() {
    var random = SplitMix64(seed: 13)
    for name in [UIKitName.up, .down] {
      for _ in 0..<300 {
        let one = Case(tag: name.rawValue, most: 2_000, using: &random)
        #expect(Self.printed(name, one.numbers, one.stored.width, one.stored.height) == one.formula())
      }
    }
  }

  // Stored 1600 × 1200, the crop (100, 200, 300, 400) as displayed.
  @Test func oneExampleOfEachQuarter() {
    let crop = PixelRect<Displayed>(x: 100, y: 200, width: 300, height: 400)
    for (name, expected, theirs) in [
      (UIKitName.right, [200, 800, 400, 300], [1000, 100, 400, 300]),
      (.left, [1000, 100, 400, 300], [200, 800, 400, 300]),
    ] {
      let displayed = name.orientation.applied(to: PixelSize<Stored>(width: 1600, height: 1200))
      #expect(Self.numbers(crop.applying(name.orientation.inverse, in: displayed)) == expected)
      #expect(Self.printed(name, [100, 200, 300, 400], 1600, 1200) == theirs)
      #expect(theirs != expected)
    }
  }
}
