// The crop of each labeled region, in whole pixels of the displayed image.

package import Upright
package import UprightBatch
package import UprightFiles
package import UprightLabels

/// The crop of one region.
package struct LabelCrop: Sendable {
  /// The image; its relative path is the result's path inside the folder.
  package let file: InputFile
  /// The number of the region in the image, from 1.
  package let index: Int
  /// Its label; nil for none.
  package let label: String?
  /// Its area, in displayed pixels.
  package let area: PixelRect<Displayed>

  /// The pixels that a box touches, plus a border, clipped to the image; nil if there are none.
  ///
  /// Edges that extend beyond a whole pixel only by the rounding of their digits are snapped to that pixel.
  package static func area(
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

  /// The crops of all regions of all images; regions without a pixel become findings.
  package static func all(
    of views: LabelViews, in space: LabelSpaceName, border: Double, name: CropName
  ) -> (crops: [LabelCrop], findings: [LabelFinding]) {
    var (crops, findings): ([LabelCrop], [LabelFinding]) = ([], [])
    for view in views.views {
      for (index, region) in view.regions(space).enumerated() {
        guard let area = area(of: region, border: border, in: view.facts.displayedSize) else {
          let note = "region \(index + 1) \(fault(of: region)), so nothing is cut out"
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

  /// Why a region without a pixel has none.
  private static func fault(of region: Region<Displayed>) -> String {
    let box = region.box.standardized
    guard box.x.isFinite, box.y.isFinite, box.maxX.isFinite, box.maxY.isFinite else { return "has no finite box" }
    if box.width > 0, box.height > 0 { return "is outside the image" }
    return box.width > 0 || box.height > 0 ? "has no area" : "is a point, which has no area"
  }

  /// The first two crops with the same name; nil for none.
  package static func duplicates(_ crops: [LabelCrop]) -> (LabelCrop, LabelCrop)? {
    var seen: [String: Int] = [:]
    for (index, crop) in crops.enumerated() {
      if let first = seen.updateValue(index, forKey: crop.file.relativePath) { return (crops[first], crop) }
    }
    return nil
  }
}

extension LabelCrop {
  /// The line for programs.
  package func json(_ report: ImageReport) -> JSONLine {
    let label = label.map { [JSONLine.Member("label", .text($0))] } ?? []
    let numbers = [area.x, area.y, area.width, area.height].map { JSONLine.number($0) }
    return .about(
      file.path,
      [.init("output", .text(report.output ?? "")), .init("index", .number(index))] + label
        + [.init("region", .list(numbers))] + report.plan.json
        + (report.isDamaged ? [.init("damaged", .flag(true))] : []))
  }
}
