// The figures of the eight orientations: stored next to displayed, and the two meanings of a horizontal mirror.

import Upright

enum OrientationFigures {
  /// The displayed image, the same in all of them.
  private static let displayed = PixelSize<Displayed>(width: 96, height: 64)
  private static let card = (width: 270.0, height: 170.0)

  private static func origin(_ index: Int, columns: Int, width: Double, height: Double) -> (x: Double, y: Double) {
    (Double(index % columns) * width, Double(index / columns) * height)
  }

  /// The operation to apply to the stored image, mirror first.
  private static func words(_ orientation: Orientation<Stored, Displayed>) -> String {
    let turns = ["", "turn 90° clockwise", "turn 180°", "turn 90° counterclockwise"]
    let (mirrored, quarters) = orientation.mirrorFirst
    let parts = [mirrored ? "mirror" : "", turns[quarters]].filter { !$0.isEmpty }
    return parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
  }

  private static func apple(_ tag: ExifOrientation) -> String { AppleOrientation(exif: tag).rawValue }

  /// As stored, and as displayed, for each tag.
  static var eight: String {
    var svg = SVG(width: Int(card.width) * 4, height: Int(card.height) * 2)
    for (index, tag) in ExifOrientation.allCases.enumerated() {
      let (left, top) = origin(index, columns: 4, width: card.width, height: card.height)
      let orientation = Orientation<Stored, Displayed>(exif: tag)
      let stored = orientation.inverse.applied(to: displayed)
      svg.write("\(tag.rawValue) · \(apple(tag))", x: left + 135, y: top + 24, bold: true)
      let asStored = Transform2D(orientation.inverse, in: displayed).then(sheet(stored))
      svg.image(displayed, through: asStored.centred(displayed, x: left + 72, y: top + 86))
      svg.arrow(x: left + 138, y: top + 86)
      svg.image(displayed, through: sheet(displayed).centred(displayed, x: left + 204, y: top + 86))
      svg.write(words(orientation), x: left + 135, y: top + 156, color: "#555")
    }
    return svg.text
  }

  /// For each tag: the displayed image, the same after a mirror as displayed, and after a mirror as stored.
  static var mirrors: String {
    let width = 470.0
    let height = 140.0
    var svg = SVG(width: Int(width) * 2, height: Int(height) * 4)
    for (index, tag) in ExifOrientation.allCases.enumerated() {
      let (left, top) = origin(index, columns: 2, width: width, height: height)
      let orientation = Orientation<Stored, Displayed>(exif: tag)
      let (asDisplayed, asStored) = (
        orientation.mirroredHorizontallyAsDisplayed, orientation.mirroredHorizontallyAsStored
      )
      for (column, seen) in [orientation, asDisplayed, asStored].enumerated() {
        let map = Transform2D<Displayed, Stored>(orientation.inverse, in: displayed)
          .then(Transform2D(seen, in: orientation.inverse.applied(to: displayed)))
        let x = left + 85 + 150 * Double(column)
        svg.image(displayed, through: map.then(sheet(displayed)).centred(displayed, x: x, y: top + 84))
        let caption = [
          "\(tag.rawValue) · \(apple(tag))", "as displayed: \(seen.exif.rawValue)", "as stored: \(seen.exif.rawValue)",
        ]
        let differs = column == 2 && asStored != asDisplayed
        svg.write(caption[column], x: x, y: top + 34, bold: column == 0, color: differs ? "#b3261e" : "#222")
      }
    }
    return svg.text
  }

  private static func sheet<S: Space>(_ size: PixelSize<S>) -> Transform2D<S, Sheet> {
    Transform2D(scaleX: 1, scaleY: 1)
  }
}
