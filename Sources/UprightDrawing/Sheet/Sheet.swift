// A contact sheet: a grid of cards, each with an image as stored beside the image as displayed.

package import Upright
import UprightBatch

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
