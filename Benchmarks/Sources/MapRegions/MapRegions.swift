// What it costs to carry a million labelled boxes in memory from the stored images to the displayed ones.

import UprightGeometry
import UprightLabels

@main enum MapRegions {
  static func main() {
    let (images, each) = (5_000, 200)
    print("| ms, \(images * each) boxes of \(images) pictures | min | median | max |\n|---|--:|--:|--:|")
    for tag in [ExifOrientation.rightTop, .topRight] {
      let times = (0..<15).map { _ in milliseconds(boxes(images: images, each: each), tag) }.sorted()
      let figures = [times[0], times[times.count / 2], times[times.count - 1]].map { "\(($0 * 10).rounded() / 10)" }
      print("| stored to displayed, tag \(tag.rawValue) | \(figures.joined(separator: " | ")) |")
    }
  }

  /// For labels that nobody else holds, as they are when they have just been read.
  private static func milliseconds(_ set: consuming LabelSet<Stored>, _ tag: ExifOrientation) -> Double {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let clock = ContinuousClock()
    let start = clock.now
    let turned = set.applying { _ in orientation }
    let spent = start.duration(to: clock.now).components
    precondition(turned.regionCount == 1_000_000)
    return Double(spent.seconds) * 1e3 + Double(spent.attoseconds) / 1e15
  }

  /// The same on every run.
  private static func boxes(images: Int, each: Int) -> LabelSet<Stored> {
    var state: UInt64 = 1
    func next(_ limit: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return limit * Double(state >> 11) / 0x1p53
    }
    var set = LabelSet<Stored>(names: (0..<80).map { "thing \($0)" })
    set.images = (0..<images).map { image in
      let regions = (0..<each).map { _ in
        Region<Stored>(
          box: Rect2D(x: next(4000), y: next(3000), width: 1 + next(900), height: 1 + next(900)), label: Int(next(79)))
      }
      return LabelledImage(name: "\(image).jpg", size: PixelSize(width: 4032, height: 3024), regions: regions)
    }
    return set
  }
}
