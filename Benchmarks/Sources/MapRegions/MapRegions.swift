// What it costs to carry a million labelled boxes in memory from the stored pictures to the displayed ones.

import Measuring
import UprightGeometry
import UprightLabels

@main enum MapRegions {
  static func main() {
    let set = boxes(pictures: 5_000, each: 200)
    print(Measurement.header("ns per box, \(set.regionCount) of \(set.pictures.count) pictures at once"))
    for tag in [ExifOrientation.rightTop, .topRight] {
      let orientation = Orientation<Stored, Displayed>(exif: tag)
      let row = Measurement("stored to displayed, tag \(tag.rawValue)", count: set.regionCount, runs: 30) {
        set.applying { _ in orientation }
      }
      print(row.row)
    }
  }

  /// The same on every run.
  private static func boxes(pictures: Int, each: Int) -> LabelSet<Stored> {
    var state: UInt64 = 1
    func next(_ limit: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return limit * Double(state >> 11) / 0x1p53
    }
    var set = LabelSet<Stored>(names: (0..<80).map { "thing \($0)" })
    set.pictures = (0..<pictures).map { picture in
      let regions = (0..<each).map { _ in
        Region<Stored>(
          box: Rect2D(x: next(4000), y: next(3000), width: 1 + next(900), height: 1 + next(900)), label: Int(next(79)))
      }
      return LabelledPicture(name: "\(picture).jpg", size: PixelSize(width: 4032, height: 3024), regions: regions)
    }
    return set
  }
}
