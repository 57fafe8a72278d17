// An image with its labels in each space, side by side, with the audit's verdict.

package import Upright
package import UprightBatch
package import UprightDrawing
package import UprightFiles
import UprightLabels

/// The overlay of one image.
package struct OverlaySheet: Sendable {
  /// Pixels around and between the panels.
  package static let margin = 12
  /// The line height in pixels.
  package static let line = Canvas.capHeight + 8
  /// The minimum width of a panel, so that its text is readable.
  package static let minWidth = 260

  private enum Palette {
    static let fits = Canvas.Color(0x2B7A3D)
    static let odd = Canvas.Color(0xB3261E)
  }

  package let view: LabelView
  package let names: [String]
  /// The displayed image.
  package let image: Canvas
  /// Whether it shows only what could be read.
  package let damage: SourceDamage
  /// The permissions of the image.
  package let access: FileAccess
  /// The spaces to draw, from the left.
  package let spaces: [LabelSpaceName]

  /// Decodes the image of `view`, at most `side` pixels long.
  ///
  /// - Throws: Why it fails, with the path.
  package init(
    _ view: LabelView, names: [String], spaces: [LabelSpaceName], side: Int, rules: OrientationRules,
    pipeline: Pipeline
  ) throws(UprightError) {
    do throws(UprightError) {
      let bytes = try FileBytes(view.file.location)
      let pair = try ImagePair(of: try bytes.probe(rules: rules), from: bytes, pipeline, box: side)
      (self.view, self.names, self.spaces) = (view, names, spaces)
      (image, damage) = (pair.displayed, pair.damage)
      access = FileAccess(of: bytes)
    } catch {
      throw error.naming(view.file.path)
    }
  }

  private var panelWidth: Int { max(image.size.width, Self.minWidth) }

  /// The image with the labels drawn as if they were in `space`.
  package func panel(_ space: LabelSpaceName) -> Canvas {
    LabelOverlay(names: names, size: view.facts.displayedSize).drawn(view.regions(space), on: image)
  }

  /// The top left corner of a panel's image.
  package func corner(_ index: Int) -> (x: Int, y: Int) {
    (Self.margin + index * (panelWidth + Self.margin), Self.margin + 3 * Self.line)
  }

  /// The whole sheet.
  package func drawn() -> Canvas {
    let (left, top) = corner(spaces.count)
    var canvas = Canvas(
      size: PixelSize(width: left, height: top + image.size.height + Self.margin), color: .paper)
    let room = left - 2 * Self.margin
    canvas.write(
      Canvas.shortened(TerminalText.plain(view.file.relativePath), to: room), x: Self.margin, y: Self.margin,
      color: .ink)
    for (index, space) in spaces.enumerated() {
      let (left, top) = corner(index)
      canvas.write(
        Canvas.shortened(heading(space), to: panelWidth), x: left, y: top - 2 * Self.line, color: color(space))
      canvas.write(
        Canvas.shortened(count(space), to: panelWidth), x: left, y: top - Self.line,
        color: view.extendsBeyond(space) > 0 ? Palette.odd : .quiet)
      canvas.draw(panel(space), x: left, y: top)
    }
    return canvas
  }

  /// A panel's title, with the audit's verdict.
  package func heading(_ space: LabelSpaceName) -> String {
    switch view.verdict {
    case .either: "either: not rotated"
    case .undecidable: "as \(space.rawValue)?"
    case .contradiction: "as \(space.rawValue)? contradiction"
    default: view.verdict.word == space.rawValue ? "as \(space.rawValue): fits" : "as \(space.rawValue): does not fit"
    }
  }

  private func color(_ space: LabelSpaceName) -> Canvas.Color {
    switch view.verdict {
    case .undecidable: .blue
    case .contradiction: Palette.odd
    case .either: .quiet
    default: view.verdict.word == space.rawValue ? Palette.fits : .quiet
    }
  }

  private func count(_ space: LabelSpaceName) -> String {
    let (count, beyond) = (view.regions(space).count, view.extendsBeyond(space))
    return "\(CountedNoun("region", count))" + (beyond > 0 ? ", \(beyond) outside the image" : "")
  }
}

extension LabelView {
  /// The spaces to show in panels: only one if the image is displayed as stored.
  package func spaces(_ asked: LabelSpaceName?) -> [LabelSpaceName] {
    if let asked { return [asked] }
    return facts.orientation.isIdentity ? [.displayed] : LabelSpaceName.allCases
  }
}
