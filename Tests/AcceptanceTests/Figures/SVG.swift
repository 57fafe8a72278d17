// Just enough of SVG 1.1 for the figures of the documentation: boxes, text and an image mapped through a transform.

import Upright

/// A drawing to which elements are added.
struct SVG {
  let width: Int
  let height: Int
  private var elements: [String] = []

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The file: on white, so that it is readable on any page.
  var text: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
    font-family="Helvetica, Arial, sans-serif" font-size="14">
    <rect width="\(width)" height="\(height)" fill="#fff"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  /// A number with the fewest digits that are exact to a hundred-thousandth, less than a pixel of any image.
  static func number(_ value: Double) -> String {
    let rounded = (value * 100_000).rounded() / 100_000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  mutating func box<S: Space>(
    _ area: Rect2D<S>, fill: String = "none", stroke: String = "none", isClear: Bool = false, dashed: Bool = false
  ) {
    let numbers = [area.x, area.y, area.width, area.height].map(Self.number)
    elements.append(
      "<rect x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\" height=\"\(numbers[3])\" fill=\"\(fill)\""
        + " stroke=\"\(stroke)\"\(dashed ? " stroke-dasharray=\"5 4\"" : "")"
        + "\(isClear ? " fill-opacity=\"0.4\"" : "")/>")
  }

  mutating func write(_ text: String, x: Double, y: Double, bold: Bool = false, color: String = "#222", size: Int = 14)
  {
    elements.append(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" text-anchor=\"middle\" fill=\"\(color)\""
        + " font-size=\"\(size)\"\(bold ? " font-weight=\"bold\"" : "")>\(text)</text>")
  }

  /// A phone of `size`, its screen toward us and its top edge marked, that `map` maps onto the drawing.
  mutating func phone<S: Space>(_ size: Size2D<S>, through map: Transform2D<S, Sheet>) {
    let corners = Rect2D<S>(x: 0, y: 0, width: size.width, height: size.height)
    let screen = Rect2D<S>(x: 5, y: 14, width: size.width - 10, height: size.height - 28)
    let mark = Rect2D<S>(x: size.width / 2 - 12, y: 5, width: 24, height: 4)
    box(corners.applying(map), fill: "#3a3f47")
    box(screen.applying(map), fill: "#f4f4f2")
    box(mark.applying(map), fill: "#facd1e")
  }

  /// An arrow to the right, centered at a point.
  mutating func arrow(x: Double, y: Double) { write("→", x: x, y: y + 8, color: "#777", size: 24) }

  /// A scene that shows every rotation and mirror, drawn in an image of `size` that `map` maps onto the drawing.
  mutating func image<S: Space, Sheet: Space>(_ size: PixelSize<S>, through map: Transform2D<S, Sheet>) {
    let numbers = [map.a, map.b, map.c, map.d, map.tx, map.ty].map(Self.number).joined(separator: " ")
    let (wide, high) = (Double(size.width), Double(size.height))
    let side = min(wide, high) / 5
    elements.append("<g transform=\"matrix(\(numbers))\">")
    box(Rect2D<S>(x: 0, y: 0, width: wide, height: high), fill: "#dbe9f6", stroke: "#555")
    box(Rect2D<S>(x: 0, y: 0, width: side, height: side), fill: "#d62828")
    box(Rect2D<S>(x: wide - side, y: 0, width: side, height: side), fill: "#28a03c")
    box(Rect2D<S>(x: wide - side, y: high - side, width: side, height: side), fill: "#2846c8")
    box(Rect2D<S>(x: 0, y: high - side, width: side, height: side), fill: "#facd1e")
    let (x, y, unit) = (wide / 2 - side * 0.9, high / 2 - side * 1.5, side * 0.6)
    box(Rect2D<S>(x: x, y: y, width: unit, height: 5 * unit), fill: "#1c202c")
    box(Rect2D<S>(x: x, y: y, width: 3 * unit, height: unit), fill: "#1c202c")
    box(Rect2D<S>(x: x, y: y + 2 * unit, width: 2.2 * unit, height: unit), fill: "#1c202c")
    elements.append("</g>")
  }
}

/// The plane of a figure.
enum Sheet: Space {}

extension Transform2D where To == Sheet {
  /// The same image, centered at a point of the figure.
  func centred(_ size: PixelSize<From>, x: Double, y: Double) -> Self {
    let area = size.bounds.rect.applying(self)
    return then(
      Transform2D<Sheet, Sheet>(scaleX: 1, scaleY: 1, tx: x - area.x - area.width / 2, ty: y - area.y - area.height / 2)
    )
  }
}
