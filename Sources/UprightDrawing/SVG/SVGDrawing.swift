// A drawing of rectangles, text and curves as SVG (SVG 1.1 for the elements; XML 1.0, 2.2 "Characters").

package import Upright
import UprightBatch

/// Elements, each drawn over those before it; the same elements always give the same bytes.
package struct SVGDrawing {
  /// Which part of a text is at its x coordinate.
  package enum Anchor: String {
    case start, middle, end
  }

  /// Connected points: x to the right, y down.
  package typealias Line = [(x: Double, y: Double)]

  private let size: PixelSize<Output>
  private let title, description: String
  private var elements: [String] = []

  /// An empty drawing.
  ///
  /// - Parameters:
  ///   - title: Its name, which browsers show and screen readers read first.
  ///   - description: What can be seen, for people who cannot see it.
  package init(size: PixelSize<Output>, title: String, description: String) {
    (self.size, self.title, self.description) = (size, title, description)
  }

  /// The default size of text, in pixels.
  package static let textSize = 15

  /// The whole file.
  package var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
    viewBox="0 0 \(size.width) \(size.height)" role="img" font-family="sans-serif" font-size="\(Self.textSize)">
    <title>\(MarkupText.escaped(title))</title>
    <desc>\(MarkupText.escaped(description))</desc>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  /// Fills a rectangle with sharp edges.
  package mutating func fill(_ area: PixelRect<Output>, with color: Canvas.Color) {
    elements.append(
      "<rect x=\"\(area.x)\" y=\"\(area.y)\" width=\"\(area.width)\" height=\"\(area.height)\""
        + " fill=\"\(color.hexadecimal)\" shape-rendering=\"crispEdges\"/>")
  }

  /// Draws a line one pixel wide just inside the edges of a rectangle.
  package mutating func frame(_ area: PixelRect<Output>, with color: Canvas.Color) {
    elements.append(
      "<rect x=\"\(area.x).5\" y=\"\(area.y).5\" width=\"\(area.width - 1)\" height=\"\(area.height - 1)\""
        + " fill=\"none\" stroke=\"\(color.hexadecimal)\"/>")
  }

  /// Writes text on a baseline.
  package mutating func write(
    _ text: String, x: Int, baseline: Int, anchor: Anchor = .start, size: Int = Self.textSize, color: Canvas.Color
  ) {
    elements.append(
      "<text x=\"\(x)\" y=\"\(baseline)\"" + (anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\"")
        + (size == Self.textSize ? "" : " font-size=\"\(size)\"")
        + " fill=\"\(color.hexadecimal)\">\(MarkupText.escaped(text))</text>")
  }

  /// Draws lines two pixels wide; a line of one point is a dot. The points are finite.
  package mutating func draw(_ lines: [Line], in color: Canvas.Color) {
    guard !lines.isEmpty else { return }
    let parts = lines.map { line in
      let points = line.map { "\(Self.number($0.x)) \(Self.number($0.y))" }
      return "M" + (points.count == 1 ? points + points : points).joined(separator: "L")
    }
    elements.append(
      "<path fill=\"none\" stroke=\"\(color.hexadecimal)\" stroke-width=\"2\" stroke-linecap=\"round\" "
        + "stroke-linejoin=\"round\" d=\"\(parts.joined(separator: "\n"))\"/>")
  }

  /// A coordinate with two decimals.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    return (hundredths < 0 ? "-" : "") + "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension Canvas.Color {
  /// As in CSS, such as `#e8e8e4`.
  fileprivate var hexadecimal: String {
    let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    return "#" + String(String(1 << 24 | value, radix: 16).dropFirst())
  }
}
