// A picture with its labels, once for each space that they may be in, side by side, with what an audit says of them.

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// What an overlay shows of one picture.
struct OverlaySheet: Sendable {
  /// Pixels around and between the panels.
  static let margin = 12
  /// Pixels from one line of text to the next.
  static let line = Canvas.capHeight + 8
  /// A panel is at least so wide, so that its words can be read.
  static let minWidth = 260

  private enum Palette {
    static let ground = Canvas.Color(0xFBFBFA)
    static let words = Canvas.Color(0x22221F)
    static let quiet = Canvas.Color(0x74746F)
    static let tag = Canvas.Color(0x1D5FA6)
    static let fits = Canvas.Color(0x2B7A3D)
    static let odd = Canvas.Color(0xB3261E)
  }

  let view: LabelView
  let names: [String]
  /// The picture as displayed.
  let picture: Canvas
  /// Who may do what with the picture.
  let access: FileAccess
  /// What is drawn, from the left.
  let spaces: [LabelSpaceName]

  /// Decodes the picture of `view` at most `side` pixels long.
  ///
  /// - Throws: what stops it, with the path.
  init(
    _ view: LabelView, names: [String], spaces: [LabelSpaceName], side: Int, rules: OrientationRules,
    pipeline: Pipeline
  ) throws(UprightError) {
    do throws(UprightError) {
      let bytes = try FileBytes(view.file.location)
      let pair = try ImagePair(of: try bytes.probe(rules: rules), from: bytes, pipeline, box: side)
      (self.view, self.names, picture, self.spaces) = (view, names, pair.displayed, spaces)
      access = FileAccess(of: bytes)
    } catch {
      throw error.naming(view.file.path)
    }
  }

  private var panelWidth: Int { max(picture.size.width, Self.minWidth) }

  /// The picture with the labels on it, if they are in `space`.
  func panel(_ space: LabelSpaceName) -> Canvas {
    LabelOverlay(names: names, size: view.facts.displayedSize).drawn(view.regions(space), on: picture)
  }

  /// Where the left top corner of a panel's picture lies.
  func corner(_ index: Int) -> (x: Int, y: Int) {
    (Self.margin + index * (panelWidth + Self.margin), Self.margin + 3 * Self.line)
  }

  /// The drawing.
  func drawn() -> Canvas {
    let (left, top) = corner(spaces.count)
    var canvas = Canvas(
      size: PixelSize(width: left, height: top + picture.size.height + Self.margin), color: Palette.ground)
    let room = left - 2 * Self.margin
    canvas.write(
      Canvas.shortened(TerminalText.plain(view.file.relativePath), to: room), x: Self.margin, y: Self.margin,
      color: Palette.words)
    for (index, space) in spaces.enumerated() {
      let (left, top) = corner(index)
      canvas.write(
        Canvas.shortened(heading(space), to: panelWidth), x: left, y: top - 2 * Self.line, color: color(space))
      canvas.write(
        Canvas.shortened(count(space), to: panelWidth), x: left, y: top - Self.line,
        color: view.extendsBeyond(space) > 0 ? Palette.odd : Palette.quiet)
      canvas.draw(panel(space), x: left, y: top)
    }
    return canvas
  }

  /// What the panel shows, and what an audit says of it.
  func heading(_ space: LabelSpaceName) -> String {
    switch view.verdict {
    case .either: "either: not turned"
    case .undecidable: "if \(space.rawValue)?"
    case .contradiction: "if \(space.rawValue)? contradiction"
    default: view.verdict.word == space.rawValue ? "if \(space.rawValue): it is" : "if \(space.rawValue): no"
    }
  }

  private func color(_ space: LabelSpaceName) -> Canvas.Color {
    switch view.verdict {
    case .undecidable: Palette.tag
    case .contradiction: Palette.odd
    case .either: Palette.quiet
    default: view.verdict.word == space.rawValue ? Palette.fits : Palette.quiet
    }
  }

  private func count(_ space: LabelSpaceName) -> String {
    let (count, beyond) = (view.regions(space).count, view.extendsBeyond(space))
    return "\(CountedNoun("region", count))" + (beyond > 0 ? ", \(beyond) beyond" : "")
  }
}

extension LabelView {
  /// The spaces that are worth a panel each: one where the picture is displayed as it is stored.
  func spaces(_ asked: LabelSpaceName?) -> [LabelSpaceName] {
    if let asked { return [asked] }
    return facts.orientation.isIdentity ? [.displayed] : LabelSpaceName.allCases
  }
}
