// An image as stored and as displayed, as elements of a page (WHATWG HTML; SVG 1.1 for images that cannot be decoded).

import Upright
import UprightFiles

/// The two sides of a card.
package struct AuditSides {
  package let card: AuditCard

  /// Both sides and the arrow between them.
  package var text: String {
    let (stored, displayed) = elements
    return side("stored \(card.probe.storedSize)", stored) + "<span class=\"arrow\">→</span>"
      + side("displayed \(card.probe.displayedSize)", displayed)
  }

  private func side(_ caption: String, _ element: String) -> String {
    "<div class=\"side\"><div class=\"frame\">\(element)</div><small>\(caption)</small></div>"
  }

  private var elements: (stored: String, displayed: String) {
    switch card.sides {
    case .images(let stored, let displayed):
      (Self.image(stored, as: "as stored"), Self.image(displayed, as: "as displayed"))
    case .drawing: drawings
    }
  }

  private static func image(_ jpeg: [UInt8], as name: String) -> String {
    "<img alt=\"\(name)\" src=\"data:image/jpeg;base64,\(Base64.text(jpeg))\">"
  }

  /// A letter F in a box of the image's shape: upright as displayed, and as stored.
  private var drawings: (stored: String, displayed: String) {
    let shown = card.probe.displayedSize
    let longest = Double(max(1, shown.width, shown.height))
    let box = PixelSize<Displayed>(
      width: max(12, Int(Double(shown.width) / longest * 96)), height: max(12, Int(Double(shown.height) / longest * 96))
    )
    let back = card.probe.orientation.inverse
    return (
      Self.drawing(back.applied(to: box), of: box, by: Transform2D(back, in: box)),
      Self.drawing(box, of: box, by: Transform2D<Displayed, Displayed>(scaleX: 1, scaleY: 1))
    )
  }

  private static func drawing<S: Space>(
    _ size: PixelSize<S>, of box: PixelSize<Displayed>, by map: Transform2D<Displayed, S>
  ) -> String {
    let matrix = [map.a, map.b, map.c, map.d, map.tx, map.ty].map { "\(Int($0))" }.joined(separator: " ")
    let side = min(box.width, box.height)
    let (left, top, unit) = ((box.width - side) / 2, (box.height - side) / 2, Double(side) / 10)
    let path = "M3 2h5v1.5h-3.3v2h2.6v1.5h-2.6v3h-1.7z"
    return """
      <svg role="img" aria-label="orientation" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)"><rect width="\(size.width)" height="\(size.height)"/>\
      <g transform="matrix(\(matrix))"><path transform="translate(\(left) \(top)) scale(\(unit)) translate(-0.5 -1)" \
      d="\(path)"/></g></svg>
      """
  }
}
