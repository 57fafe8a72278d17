// A run-length-encoded mask in column-major order; the first run is outside (COCO API, common/maskApi.h).
// As text: differences in groups of five bits, as characters from 48 on (common/maskApi.c, rleToString).

public import UprightGeometry

/// The pixels of an image that belong to an object.
public struct RunMask<S: Space>: Hashable, Sendable {
  /// Maximum number of pixels; reorienting a mask needs one bit per pixel.
  public static var maxPixels: Int { 1 << 30 }

  /// The image's size.
  public let size: PixelSize<S>
  /// Run lengths in column-major order from the top left: outside, inside, outside …; they add up to the number of
  /// pixels.
  public let runs: [Int]

  /// A mask with these runs. nil if any is negative, they do not add up to the pixels of `size`, or there are too
  /// many pixels.
  public init?(size: PixelSize<S>, runs: [Int]) {
    guard size.width >= 0, size.height >= 0, let count = size.pixelCount, count <= Self.maxPixels else { return nil }
    var rest = count
    for run in runs {
      guard run >= 0, run <= rest else { return nil }
      rest -= run
    }
    guard rest == 0 else { return nil }
    (self.size, self.runs) = (size, runs)
  }

  private init(_ size: PixelSize<S>, canonical runs: [Int]) { (self.size, self.runs) = (size, runs) }

  /// A mask of the pixels for which `contains` returns true; nil if the size is invalid.
  public init?(size: PixelSize<S>, contains: (_ x: Int, _ y: Int) -> Bool) {
    guard size.width >= 0, size.height >= 0, let count = size.pixelCount, count <= Self.maxPixels else { return nil }
    var collector = RunCollector()
    for x in 0..<size.width { for y in 0..<size.height { collector.add(contains(x, y)) } }
    self.init(size, canonical: collector.finished)
  }

  /// Number of pixels in the mask.
  public var area: Int { stride(from: 1, to: runs.count, by: 2).reduce(0) { $0 + runs[$1] } }

  /// Its bounding box; nil if it is empty.
  public var box: PixelRect<S>? {
    var (at, left, top, right, bottom) = (0, Int.max, Int.max, -1, -1)
    for (index, run) in runs.enumerated() {
      defer { at += run }
      guard index & 1 == 1, run > 0 else { continue }
      let (first, last) = (at, at + run - 1)
      (left, right) = (min(left, first / size.height), max(right, last / size.height))
      let isInOneColumn = first / size.height == last / size.height
      top = min(top, isInOneColumn ? first % size.height : 0)
      bottom = max(bottom, isInOneColumn ? last % size.height : size.height - 1)
    }
    return right < 0 ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// The mask after the image is reoriented by `orientation`; adjacent runs are merged.
  public func applying<To: Space>(_ orientation: Orientation<S, To>) -> RunMask<To> {
    let turned = orientation.applied(to: size)
    guard !orientation.isIdentity, !size.isEmpty else { return RunMask<To>(turned, canonical: runs) }
    let bits = PixelBits(runs, count: size.width * size.height)
    func index(_ x: Int, _ y: Int) -> Int {
      let pixel = PixelRect<To>(x: x, y: y, width: 1, height: 1).applying(orientation.inverse, in: turned)
      return pixel.x * size.height + pixel.y
    }
    let first = index(0, 0)
    let (across, down) = (index(1, 0) - first, index(0, 1) - first)
    var collector = RunCollector()
    for x in 0..<turned.width {
      var at = first + x * across
      for _ in 0..<turned.height {
        collector.add(bits.contains(at))
        at += down
      }
    }
    return RunMask<To>(turned, canonical: collector.finished)
  }
}

extension RunMask {
  /// Number of its pixels inside a rectangle.
  func area(inside window: PixelRect<S>) -> Int {
    guard let window = window.clipped(to: size) else { return 0 }
    var (at, sum) = (0, 0)
    for (index, run) in runs.enumerated() {
      let end = at + run
      while index & 1 == 1, at < end {
        let column = at / size.height
        let last = min(end, (column + 1) * size.height)
        if column >= window.x, column < window.maxX {
          let (top, bottom) = (at - column * size.height, last - column * size.height)
          sum += max(0, min(bottom, window.maxY) - max(top, window.y))
        }
        at = last
      }
      at = end
    }
    return sum
  }

  /// The mask of an image of `size` that shows pixels of this one: for each of its columns and rows, the number of the
  /// row or column here, or of one outside.
  ///
  /// - Parameter swaps: Whether its columns are rows of this mask.
  func sampled<To: Space>(size result: PixelSize<To>, across: [Int], down: [Int], swaps: Bool) -> RunMask<To> {
    let bits = PixelBits(runs, count: size.width * size.height)
    var collector = RunCollector()
    for first in across {
      for second in down {
        let (x, y) = swaps ? (second, first) : (first, second)
        let isInside = x >= 0 && x < size.width && y >= 0 && y < size.height
        collector.add(isInside && bits.contains(x * size.height + y))
      }
    }
    return RunMask<To>(result, canonical: collector.finished)
  }
}

/// Collects pixels into runs.
private struct RunCollector {
  private var runs: [Int] = []
  private var isInside = false
  private var length = 0

  /// The runs of all pixels so far.
  var finished: [Int] { runs + [length] }

  mutating func add(_ pixel: Bool) {
    if pixel != isInside {
      runs.append(length)
      (isInside, length) = (pixel, 0)
    }
    length += 1
  }
}

/// The mask as one bit per pixel.
private struct PixelBits {
  private var words: [UInt64]

  init(_ runs: [Int], count: Int) {
    words = [UInt64](repeating: 0, count: count / 64 + 1)
    var at = 0
    for (index, run) in runs.enumerated() {
      if index & 1 == 1 { fill(at..<at + run) }
      at += run
    }
  }

  private mutating func fill(_ range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      let end = min(range.upperBound, (at | 63) + 1)
      let ones: UInt64 = end - at == 64 ? .max : (1 << UInt64(end - at) - 1) << UInt64(at & 63)
      words[at >> 6] |= ones
      at = end
    }
  }

  func contains(_ pixel: Int) -> Bool { words[pixel >> 6] >> UInt64(pixel & 63) & 1 == 1 }
}

extension RunMask {
  /// Decodes COCO's `counts` text; nil if it is invalid or does not match `size`.
  public init?(size: PixelSize<S>, text: [UInt8]) {
    guard let runs = RunText.runs(text) else { return nil }
    self.init(size: size, runs: runs)
  }

  /// The runs as COCO's `counts`, in ASCII.
  public var text: [UInt8] { RunText.text(runs) }
}

/// Encodes and decodes runs as text.
enum RunText {
  static func runs(_ text: [UInt8]) -> [Int]? {
    var (runs, at): ([Int], Int) = ([], 0)
    while at < text.count {
      guard var run = number(text, &at) else { return nil }
      if runs.count > 2 {
        let (sum, overflow) = run.addingReportingOverflow(runs[runs.count - 2])
        guard !overflow else { return nil }
        run = sum
      }
      guard run >= 0 else { return nil }
      runs.append(run)
    }
    return runs
  }

  /// A two's complement number, least significant five bits first; at most 12 groups, more than any run needs.
  private static func number(_ text: [UInt8], _ at: inout Int) -> Int? {
    var (value, shift) = (0, 0)
    while at < text.count, shift < 60 {
      guard (48..<112).contains(text[at]) else { return nil }
      let group = Int(text[at]) - 48
      at += 1
      value |= (group & 0x1F) << shift
      shift += 5
      if group & 0x20 == 0 { return group & 0x10 == 0 ? value : value | -1 << shift }
    }
    return nil
  }

  static func text(_ runs: [Int]) -> [UInt8] {
    var text: [UInt8] = []
    for (index, run) in runs.enumerated() {
      var rest = index > 2 ? run - runs[index - 2] : run
      var goesOn = true
      while goesOn {
        let group = rest & 0x1F
        rest >>= 5
        goesOn = group & 0x10 == 0 ? rest != 0 : rest != -1
        text.append(UInt8(48 + group + (goesOn ? 0x20 : 0)))
      }
    }
    return text
  }
}
