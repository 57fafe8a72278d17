// What it costs to carry a drag in a view to the stored pixels of the image, a thousand drags at once.

import Measuring
import UprightGeometry

@main enum MapRectangles {
  static func main() { Drags(count: 1_000).measure() }
}

/// Rectangles that were drawn over a photo, mostly inside it.
struct Drags {
  let stored = PixelSize<Stored>(width: 4032, height: 3024)
  let orientation = Orientation<Stored, Displayed>(exif: .rightTop)
  let drags: [Rect2D<Viewport>]

  /// The same on every run.
  init(count: Int) {
    var state: UInt64 = 1
    func next(_ range: ClosedRange<Double>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) / 0x1p53
    }
    drags = (0..<count).map { _ in
      Rect2D(x: next(-20...370), y: next(-20...370), width: next(1...90), height: next(1...90))
    }
  }

  /// Prints the table.
  func measure() {
    let size = orientation.applied(to: stored)
    let placement = Placement(of: size, in: Rect2D<Viewport>(x: 0, y: 0, width: 390, height: 390))
    guard let toImage = placement.toImage else { return }
    print(Measurement.header("ns per rectangle, \(drags.count) at once"))
    row("view to stored pixels") { placement.pixels(of: $0, orientation) }
    row("view to selections") { placement.selections($0) }
    row("view to displayed, exact map") { $0.map { $0.applying(toImage) } }
    let crops = drags.map { $0.applying(toImage).pixels(.outward) }
    row("displayed to stored pixels") { _ in crops.map { $0.applying(orientation.inverse, in: size) } }
  }

  private func row<Result>(_ name: String, _ work: ([Rect2D<Viewport>]) -> Result) {
    print(Measurement(name, count: drags.count) { work(drags) }.row)
  }
}
