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

// One image with its labels drawn on it, as a file.

/// Draws the labels of one image into a file.
package struct OverlayTask: Sendable {
  package let names: [String]
  package let space: LabelSpaceName?
  package let side: Int
  package let rules: OrientationRules
  package let pipeline: Pipeline
  /// The permissions of the labels.
  package let access: Set<FileAccess>
  package let overwrites: Bool
  package let isDryRun: Bool

  /// Memberwise initializer.
  package init(
    names: [String], space: LabelSpaceName?, side: Int, rules: OrientationRules, pipeline: Pipeline,
    access: Set<FileAccess>, overwrites: Bool, isDryRun: Bool
  ) {
    self.names = names
    self.space = space
    self.side = side
    self.rules = rules
    self.pipeline = pipeline
    self.access = access
    self.overwrites = overwrites
    self.isDryRun = isDryRun
  }

  /// The destination of each drawing: JPEGs in a folder, or one file in the format of its name.
  ///
  /// - Throws: `DestinationConflict` if two drawings would have the same name, or one that of an image.
  package static func destinations(
    of views: [LabelView], output: String, format: ContainerFormat?
  ) throws(DestinationConflict) -> DestinationPlan {
    var inputs = InputFiles([], recursive: false, formats: [])
    inputs.files = views.map(\.file)
    let isNamed = ContainerFormat(fileExtension: FileName.fileExtension(of: output)) != nil
    inputs.hasFolder = views.count != 1 || !isNamed
    let format = format ?? (isNamed && views.count == 1 ? nil : .jpeg)
    return try DestinationPlan(inputs, output: output, format: format)
  }

  /// Draws `view` and writes it to `location`, unless it is a dry run.
  ///
  /// - Returns: Whether only a part of the image could be read; a dry run does not read it.
  /// - Throws: Why it fails, with the path.
  package func write(
    _ view: LabelView, to location: FileLocation, makesFolder: Bool
  ) throws(UprightError) -> SourceDamage {
    let path = location.path
    if !overwrites, (try? FileIdentity(location)) != nil { throw .exists(path) }
    if isDryRun { return .none }
    let sheet = try OverlaySheet(
      view, names: names, spaces: view.spaces(space), side: side, rules: rules, pipeline: pipeline)
    let drawing = sheet.drawn()
    let isPNG = ContainerFormat(fileExtension: FileName.fileExtension(of: path)) == .png
    if makesFolder { try location.makeFolder() }
    try SafeReplace.create(location, noMoreOpenThan: access.union([sheet.access]), overwriting: overwrites) {
      (sink: inout FileSink) throws(UprightError) in
      if isPNG { return try DrawnPNG(canvas: drawing).write(into: &sink, limits: pipeline.limits) }
      try DrawnJPEG(canvas: drawing, quality: 90, keepsColors: true).write(into: &sink, limits: pipeline.limits)
    }
    return sheet.damage
  }
}

extension LabelView {
  /// The line for people.
  package func text(drawnTo path: String) -> String {
    "\(TerminalText.plain(file.path)) -> \(TerminalText.plain(path)): "
      + "\(verdict.word), \(CountedNoun("region", displayed.count))"
  }

  /// The line for programs.
  package func json(drawnTo path: String, _ damage: SourceDamage = .none) -> JSONLine {
    .about(
      file.path,
      [
        .init("output", .text(path)), .init("space", .text(verdict.word)), .init("regions", .number(displayed.count)),
        .init("orientation", .number(Int(facts.orientation.exif.rawValue))),
        .init("beyondAsStored", .number(extendsBeyond(.stored))),
        .init("beyondAsDisplayed", .number(extendsBeyond(.displayed))),
      ] + damage.json)
  }
}
