// A contact sheet: a grid of cards, each with an image as stored beside the image as displayed.

package import Upright
package import UprightBatch
package import UprightFiles

/// Lays out cells and draws them.
package struct Sheet {
  private static let margin = 24
  private static let padding = 16
  private static let arrow = 48
  private static let arrowDot = 4
  private static let columns = 4
  private static let lineGap = 10
  /// The width of the bar at the left of a card with findings.
  private static let mark = 6
  private static let background = Canvas.Color(0xE4E4E1)

  package let cells: [SheetCell]

  /// Memberwise initializer.
  package init(cells: [SheetCell]) { self.cells = cells }

  private var card: PixelSize<Output> {
    let text = Canvas.capHeight + Self.lineGap
    let lines = cells.contains { !$0.findings.isEmpty } ? 4 : 3
    return PixelSize(
      width: 2 * Self.padding + 2 * SheetCell.box + Self.arrow,
      height: 2 * Self.padding + lines * text + SheetCell.box + Self.lineGap)
  }

  private var columnCount: Int { min(Self.columns, max(1, cells.count)) }

  /// Its size in pixels.
  package var size: PixelSize<Output> {
    let rows = (cells.count + columnCount - 1) / columnCount
    return PixelSize(
      width: columnCount * (card.width + Self.margin) + Self.margin,
      height: rows * (card.height + Self.margin) + Self.margin)
  }

  /// The sheet.
  package func drawn() -> Canvas {
    var canvas = Canvas(size: size, color: Self.background)
    for (index, cell) in cells.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: columnCount)
      let area = PixelRect<Output>(
        x: Self.margin + column * (card.width + Self.margin),
        y: Self.margin + row * (card.height + Self.margin), width: card.width, height: card.height)
      draw(cell, in: area, on: &canvas)
    }
    return canvas
  }

  private func draw(_ cell: SheetCell, in area: PixelRect<Output>, on canvas: inout Canvas) {
    canvas.fill(area, with: .paper)
    canvas.frame(area, with: cell.findings.isEmpty ? .line : .amber)
    let (left, width) = (area.x + Self.padding, area.width - 2 * Self.padding)
    var top = area.y + Self.padding
    canvas.write(Canvas.shortened(TerminalText.plain(cell.name), to: width), x: left, y: top, color: .ink)
    top += Canvas.capHeight + Self.lineGap
    writeTag(cell, x: left, y: top, on: &canvas)
    top += Canvas.capHeight + Self.lineGap
    let right = left + SheetCell.box + Self.arrow
    draw(cell.stored, x: left, y: top, on: &canvas)
    draw(cell.displayed, x: right, y: top, on: &canvas)
    canvas.write(
      "→", x: left + SheetCell.box + (Self.arrow - 5 * Self.arrowDot) / 2,
      y: top + (SheetCell.box - 7 * Self.arrowDot) / 2, dot: Self.arrowDot, color: .quiet)
    top += SheetCell.box + Self.lineGap
    caption("stored \(cell.probe.storedSize)", x: left, y: top, on: &canvas)
    caption("displayed \(cell.probe.displayedSize)", x: right, y: top, on: &canvas)
    guard !cell.findings.isEmpty else { return }
    top += Canvas.capHeight + Self.lineGap
    canvas.fill(
      PixelRect(x: area.x, y: area.y, width: Self.mark, height: area.height), with: .amber)
    canvas.write(
      Canvas.shortened(cell.findings.joined(separator: ", "), to: width), x: left, y: top, color: .amber)
  }

  private func writeTag(_ cell: SheetCell, x: Int, y: Int, on canvas: inout Canvas) {
    let tag = cell.probe.orientation.exif
    let words = "tag \(tag.rawValue) \(tag.word)"
    canvas.write(words, x: x, y: y, color: tag == .topLeft ? .quiet : .blue)
    let route = "fix: \(cell.route)"
    let right = x + 2 * SheetCell.box + Self.arrow
    canvas.write(route, x: right - route.count * Canvas.advance + Canvas.dot, y: y, color: .quiet)
  }

  private func caption(_ text: String, x: Int, y: Int, on canvas: inout Canvas) {
    let shown = Canvas.shortened(text, to: SheetCell.box)
    let width = shown.count * Canvas.advance - Canvas.dot
    canvas.write(shown, x: x + (SheetCell.box - width) / 2, y: y, color: .quiet)
  }

  /// Draws an image in the center of its box.
  private func draw(_ image: Canvas, x: Int, y: Int, on canvas: inout Canvas) {
    canvas.fill(PixelRect(x: x, y: y, width: SheetCell.box, height: SheetCell.box), with: .panel)
    let (left, top) = (x + (SheetCell.box - image.size.width) / 2, y + (SheetCell.box - image.size.height) / 2)
    canvas.draw(image, x: left, y: top)
    canvas.frame(
      PixelRect(x: left, y: top, width: image.size.width, height: image.size.height), with: .frame)
  }
}

/// What a contact sheet shows of a file: the image as stored and as displayed, and its facts.
package struct SheetCell: Sendable {
  /// Pixels of the box that each of the two images fits into.
  package static let box = 240

  package let name: String
  package let probe: Probe
  /// By which route `fix` would make it upright, or that it skips it.
  package let route: String
  /// The codes of its findings.
  package let findings: [String]
  package let stored: Canvas
  package let displayed: Canvas
  /// Whether both show only what could be read.
  package let damage: SourceDamage
  /// The permissions of the file.
  package let access: FileAccess

  /// Reads one file.
  ///
  /// - Throws: Why it fails, with the path.
  package init(_ file: InputFile, pipeline: Pipeline, frame: Rendition.Frame = .first) throws(UprightError) {
    do throws(UprightError) {
      let bytes = try FileBytes(file.location)
      let probe = try bytes.probe()
      name = file.relativePath
      access = FileAccess(of: bytes)
      self.probe = probe
      findings = ProbedFile.codes(ProbedFile(probe, path: file.path).findings)
      route = Self.route(probe, pipeline)
      let pair = try ImagePair(of: probe, from: bytes, pipeline, box: Self.box, frame: frame)
      (stored, displayed, damage) = (pair.stored, pair.displayed, pair.damage)
    } catch {
      throw error.naming(file.path)
    }
  }

  private static func route(_ probe: Probe, _ pipeline: Pipeline) -> String {
    do throws(UprightError) {
      var fixed = EdgeMode.auto.rendition()
      fixed.stale = .skip
      let plan = try pipeline.plan(fixed, for: probe)
      if plan.skipped != nil { return "skips it (\(Finding.Code.staleTag.rawValue))" }
      return plan.keepsTag ? "keeps tag" : plan.route.name.rawValue
    } catch {
      return error.codes.name
    }
  }
}

/// One page of a contact sheet: which files it shows, and its name.
package struct SheetPage: Sendable {
  /// The name of its file; nil if it is not written to a file.
  package let output: String?
  /// The files that it shows.
  package let files: [InputFile]

  /// The pages for `files`: one, or as many as needed for `count` files on each.
  ///
  /// The pages of `sheet.png` are `sheet-1.png`, `sheet-2.png` …; all numbers have equally many digits.
  package static func all(of files: [InputFile], count: Int?, output: String?) -> [Self] {
    guard let count, count > 0, let output else { return [Self(output: output, files: files)] }
    let last = max(1, files.count / count + (files.count % count == 0 ? 0 : 1))
    return (1...last).map { number in
      let start = (number - 1) * count
      return Self(
        output: name(number, of: last, output), files: Array(files.dropFirst(start).prefix(count)))
    }
  }

  private static func name(_ number: Int, of last: Int, _ output: String) -> String {
    let digits = String(repeating: "0", count: "\(last)".count - "\(number)".count) + "\(number)"
    let tail = FileName.fileExtension(of: output)
    let stem = tail.isEmpty ? output : String(output.dropLast(tail.count + 1))
    return "\(stem)-\(digits)" + (tail.isEmpty ? "" : ".\(tail)")
  }
}

// A contact sheet as a PNG file, within limits.
extension Sheet {
  /// Checks that the sheet is within the limits.
  ///
  /// - Throws: `.limit`.
  package func check(_ limits: Limits) throws(UprightError) {
    let pixels = size.pixelCount ?? .max
    guard pixels <= limits.pixels else { throw .limit(.pixels, asked: pixels, allowed: limits.pixels) }
    guard pixels <= limits.memoryBytes / 6 else {
      throw .limit(.memory, asked: 6 * pixels, allowed: limits.memoryBytes)
    }
  }

  /// Writes the sheet to a file that grants no more access than the files that it shows.
  ///
  /// - Throws: `.exists`, `.io`, `.limit`.
  package func write(to path: String, overwriting: Bool, limits: Limits) throws(UprightError) {
    try check(limits)
    try SafeReplace.create(path, noMoreOpenThan: Set(cells.map(\.access)), overwriting: overwriting) {
      (sink: inout FileSink) throws(UprightError) in
      try DrawnPNG(canvas: drawn()).write(into: &sink, limits: limits)
    }
  }

  /// The sheet as the bytes of a PNG.
  ///
  /// - Throws: `.limit`.
  package func png(_ limits: Limits) throws(UprightError) -> [UInt8] {
    try check(limits)
    return try png(within: limits)
  }

  /// The sheet scaled down for a terminal, as the bytes that draw it there.
  ///
  /// - Throws: As `ImagePair.init`.
  package func bytes(
    for window: TerminalWindow, by image: ImageProtocol, columns: Int, _ pipeline: Pipeline
  ) throws(UprightError) -> [UInt8] {
    let drawn = try png(within: pipeline.limits)
    var room = image.maxSize(window, columns: columns)
    room = PixelSize(width: room.width, height: max(room.height, size.height))
    let pair = try ImagePair(of: Probe(checking: drawn), from: drawn, pipeline, within: room)
    return try image.bytes(pair.displayed, window)
  }

  private func png(within limits: Limits) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try DrawnPNG(canvas: drawn()).write(into: &bytes, limits: limits)
    return bytes
  }
}
