// Boxes, outlines, keypoints and names drawn on an image, each class in its own color.

package import Upright
import UprightBatch
package import UprightDrawing
package import UprightLabels

/// Draws the regions of one image.
package struct LabelOverlay {
  /// The class names.
  package let names: [String]
  /// The image's size, in whose pixels the regions are given.
  package let size: PixelSize<Displayed>

  /// Colors that are distinguishable on photos; further classes reuse them in order.
  package static let palette = [0xFF2D55, 0x00C853, 0x2979FF, 0xFFAB00, 0xD500F9, 0x00E5FF, 0xAEEA00, 0xFF6D00].map {
    Canvas.Color($0)
  }
  /// Regions of no class.
  package static let unnamed = Canvas.Color(0xFFFFFF)
  /// The width of a box's line in pixels, half of it outside the box.
  package static let stroke = 2
  private static let (keypoint, padding, longestName) = (5, 2, 24)

  /// The color of a class.
  package static func color(of label: Int?) -> Canvas.Color {
    guard let label, label >= 0 else { return unnamed }
    return palette[label % palette.count]
  }

  /// An image of any size with the regions drawn on it; names are drawn last.
  package func drawn(_ regions: [Region<Displayed>], on image: Canvas) -> Canvas {
    var canvas = image
    let map = Transform2D<Displayed, Output>(
      scaleX: Double(image.size.width) / Double(max(1, size.width)),
      scaleY: Double(image.size.height) / Double(max(1, size.height)))
    for region in regions { draw(region, map, on: &canvas) }
    for region in regions { write(region, map, on: &canvas) }
    return canvas
  }

  private func draw(_ region: Region<Displayed>, _ map: Transform2D<Displayed, Output>, on canvas: inout Canvas) {
    let color = Self.color(of: region.label)
    if let outline = region.outline { draw(outline, map, color, on: &canvas) }
    let box = region.box.standardized.applying(map)
    let corners: [Point2D<Output>] = [
      Point2D(x: box.x, y: box.y), Point2D(x: box.maxX, y: box.y), Point2D(x: box.maxX, y: box.maxY),
      Point2D(x: box.x, y: box.maxY),
    ]
    canvas.path(corners, isClosed: true, width: region.outline == nil ? Self.stroke : 1, color: color)
    for keypoint in region.keypoints where keypoint.visibility != .absent {
      let place = map.apply(keypoint.point)
      canvas.dot(at: place, width: Self.keypoint + 2, color: Canvas.Color(0))
      canvas.dot(at: place, width: Self.keypoint, color: color)
      if keypoint.visibility == .hidden { canvas.dot(at: place, width: Self.keypoint - 2, color: Canvas.Color(0)) }
    }
  }

  private func draw(
    _ outline: Outline<Displayed>, _ map: Transform2D<Displayed, Output>, _ color: Canvas.Color,
    on canvas: inout Canvas
  ) {
    func path(_ points: [Point2D<Displayed>], isClosed: Bool = true) {
      canvas.path(points.map { map.apply($0) }, isClosed: isClosed, width: Self.stroke, color: color)
    }
    switch outline {
    case .rotated(let rect): path(rect.corners)
    case .ellipse(let rect): path(rect.ellipsePoints)
    case .polygon(let polygon): for ring in polygon.rings { path(ring) }
    case .line(let points): path(points, isClosed: false)
    case .points(let points):
      for point in points { canvas.dot(at: map.apply(point), width: Self.keypoint, color: color) }
    case .mask(let mask): MaskTint(mask, map).draw(color, on: &canvas)
    }
  }

  /// Writes the name above the box if there is space, otherwise inside, on a background of the class's color.
  private func write(_ region: Region<Displayed>, _ map: Transform2D<Displayed, Output>, on canvas: inout Canvas) {
    guard let name = LabelViews.name(of: region.label, in: names) else { return }
    let plain = TerminalText.plain(name)
    let text = plain.count > Self.longestName ? plain.prefix(Self.longestName - 1) + "…" : plain
    let box = region.box.standardized.applying(map)
    guard box.x < Double(canvas.size.width), box.y < Double(canvas.size.height), box.maxX > 0, box.maxY > 0 else {
      return
    }
    let (width, height) = (text.count * Canvas.advance + 2 * Self.padding, Canvas.capHeight + 2 * Self.padding + 2)
    let left = max(0, min(Int(max(0, box.x)), canvas.size.width - width))
    let above = Int(max(-1000, box.y.rounded())) - height - 1
    let top = above >= 0 ? above : max(0, Int(max(0, box.y)) + Self.stroke)
    let color = Self.color(of: region.label)
    canvas.fill(PixelRect(x: left, y: top, width: width, height: height), with: color)
    canvas.write(text, x: left + Self.padding, y: top + Self.padding, color: color.contrast)
  }
}

extension Canvas.Color {
  /// Black or white, whichever is readable on this color (luma of ITU-R BT.601).
  package var contrast: Self {
    299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 140_000 ? Self(0) : Self(0xFFFFFF)
  }
}

extension RotatedRect {
  /// Points on the inscribed ellipse, dense enough for drawing: tangents of sixteenths, doubled twice.
  fileprivate var ellipsePoints: [Point2D<S>] {
    // Half-angle tangents t = 0, 1/16 … 1 give exact points of a quarter without a C library.
    let quarter = (0..<16).map { step -> (Double, Double) in
      let tangent = Double(step) / 16
      let base = 1 + tangent * tangent
      return ((1 - tangent * tangent) / base, 2 * tangent / base)
    }
    let round =
      quarter + quarter.map { (-$0.1, $0.0) } + quarter.map { (-$0.0, -$0.1) } + quarter.map { ($0.1, -$0.0) }
    let (corners, middle) = (corners, center)
    let (right, below) = (
      (x: (corners[1].x - corners[0].x) / 2, y: (corners[1].y - corners[0].y) / 2),
      (x: (corners[3].x - corners[0].x) / 2, y: (corners[3].y - corners[0].y) / 2)
    )
    return round.map {
      Point2D(x: middle.x + $0.0 * right.x + $0.1 * below.x, y: middle.y + $0.0 * right.y + $0.1 * below.y)
    }
  }
}

/// The pixels of a mask on a smaller image: each takes the mask's pixel under its center.
private struct MaskTint {
  private let mask: RunMask<Displayed>
  private let map: Transform2D<Displayed, Output>

  init(_ mask: RunMask<Displayed>, _ map: Transform2D<Displayed, Output>) { (self.mask, self.map) = (mask, map) }

  func draw(_ color: Canvas.Color, on canvas: inout Canvas) {
    var at = 0
    let height = mask.size.height
    for (index, run) in mask.runs.enumerated() {
      defer { at += run }
      guard index & 1 == 1, run > 0 else { continue }
      for column in at / height...(at + run - 1) / height {
        let columns = Self.range(column, column + 1, by: map.a)
        guard !columns.isEmpty else { continue }
        let rows = Self.range(max(at - column * height, 0), min(at + run - column * height, height), by: map.d)
        canvas.tint(
          PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count), with: color)
      }
    }
  }

  /// The pixels whose centers are between two edges.
  private static func range(_ low: Int, _ high: Int, by scale: Double) -> Range<Int> {
    let (first, last) = ((Double(low) * scale - 0.5).rounded(.up), (Double(high) * scale - 0.5).rounded(.up))
    return Int(first)..<max(Int(first), Int(last))
  }
}

// Rejects masks that do not have the image's size: rotating one costs what its header states (COCO API,
// common/maskApi.h).

/// The sizes that masks of an image can have.
package struct MaskBounds {
  private let sizes: [PixelSize<Labelled>]

  /// The mask sizes of an image: stored and displayed.
  package init(_ facts: ImageFacts) { sizes = LabelSpaceName.allCases.map(facts.labelledSize) }

  /// The region; only its box if its mask has another size than the image.
  package func clipped(_ region: Region<Labelled>) -> Region<Labelled> {
    guard foreignSize(region) != nil else { return region }
    var region = region
    region.outline = nil
    return region
  }

  /// Findings about masks of an image that have another size.
  package func contradictions(of image: LabelledImage<Labelled>, in files: [String]) -> [LabelFinding] {
    image.regions.compactMap { region in
      foreignSize(region).map { size in
        let known = Set(sizes.map { "\($0)" }).sorted().joined(separator: " or ")
        let file = Int(region.location.file)
        return LabelFinding(
          .sizeContradicts, in: files.indices.contains(file) ? files[file] : image.name,
          line: Int(region.location.line),
          note: "the mask is for an image of \(size), but \(image.name) is \(known); only its box is used")
      }
    }
  }

  /// The size of the region's mask if it is not the image's in either space.
  private func foreignSize(_ region: Region<Labelled>) -> PixelSize<Labelled>? {
    guard case .mask(let mask)? = region.outline, !sizes.contains(mask.size) else { return nil }
    return mask.size
  }
}
