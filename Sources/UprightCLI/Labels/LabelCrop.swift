// What is cut out of pictures for each labelled region, in whole pixels of the displayed picture.

import ArgumentParser
import Upright
import UprightBatch
import UprightLabels

/// One region that is cut out.
struct LabelCrop: Sendable {
  /// The picture, and the result's path inside the folder as its relative one.
  let file: InputFile
  /// Which region of the picture, from 1.
  let index: Int
  /// What it is called; nil where nobody says it.
  let label: String?
  /// Where it lies.
  let area: PixelRect<Displayed>

  /// The pixels that a box touches, with a border around it, as far as the picture reaches; nil where there are none.
  ///
  /// Edges that lie beyond a whole pixel by no more than their digits say are taken for that pixel's.
  static func area(
    of region: Region<Displayed>, border: Double, in size: PixelSize<Displayed>
  ) -> PixelRect<Displayed>? {
    let box = region.box.standardized
    guard box.x.isFinite, box.y.isFinite, box.maxX.isFinite, box.maxY.isFinite else { return nil }
    let across = inset(box.width, by: 2 * Double(region.precision.across)) - box.width * border
    let down = inset(box.height, by: 2 * Double(region.precision.down)) - box.height * border
    let padded = Rect2D<Displayed>(
      x: box.x + across, y: box.y + down, width: box.width - 2 * across, height: box.height - 2 * down)
    guard padded.width > 0, padded.height > 0 else { return nil }
    return padded.clipped(to: size)?.pixels(.outward).clipped(to: size)
  }

  private static func inset(_ side: Double, by slack: Double) -> Double { side > 4 * slack ? slack : 0 }

  /// All regions of all pictures; those of which there is no pixel are findings.
  static func all(
    of views: LabelViews, in space: LabelSpaceName, border: Double, name: CropName
  ) -> (crops: [LabelCrop], findings: [LabelFinding]) {
    var (crops, findings): ([LabelCrop], [LabelFinding]) = ([], [])
    for view in views.views {
      for (index, region) in view.regions(space).enumerated() {
        guard let area = area(of: region, border: border, in: view.facts.displayedSize) else {
          let note = "region \(index + 1) has no pixel of this picture, so there is nothing to be cut out"
          findings.append(LabelFinding(.notExpressible, in: view.name, note: note))
          continue
        }
        let label = LabelViews.name(of: region.label, in: views.names)
        let path = name.name(path: view.file.relativePath, index: index + 1, label: label)
        let file = InputFile(view.file.location, relativePath: path)
        crops.append(LabelCrop(file: file, index: index + 1, label: label, area: area))
      }
    }
    return (crops, findings)
  }

  /// The first two of the same name; nil where there are none.
  static func duplicates(_ crops: [LabelCrop]) -> (LabelCrop, LabelCrop)? {
    var seen: [String: Int] = [:]
    for (index, crop) in crops.enumerated() {
      if let first = seen.updateValue(index, forKey: crop.file.relativePath) { return (crops[first], crop) }
    }
    return nil
  }
}

/// A border in percent of a box's sides, as typed: `10` or `10%`.
struct BorderArgument: ExpressibleByArgument, Hashable, Sendable {
  /// As a part of the side, for each end.
  let share: Double

  /// No border.
  static let none = BorderArgument(share: 0)

  private init(share: Double) { self.share = share }

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Double(digits), percent.isFinite, (0...1000).contains(percent) else { return nil }
    share = percent / 100
  }

  var defaultValueDescription: String { "0%" }
}
