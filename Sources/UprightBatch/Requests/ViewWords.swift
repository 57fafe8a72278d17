// The words for a view's content modes and for rounding, as typed.

package import Upright

/// A content mode as typed.
package enum ModeName: String, Sendable, CaseIterable {
  case aspectFit = "aspect-fit"
  case aspectFill = "aspect-fill"
  case scaleToFill = "scale-to-fill"
  case redraw, center, top, bottom, left, right
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  /// As listed, or as in programs: `aspectFit`, `scaleAspectFit`, `topLeft`.
  package init?(argument: String) {
    func plain(_ word: String) -> String { word.lowercased().filter { $0 != "-" } }
    let word = plain(argument)
    guard let mode = Self.allCases.first(where: { [plain($0.rawValue), "scale" + plain($0.rawValue)].contains(word) })
    else { return nil }
    self = mode
  }

  /// The name of a mode.
  init(_ mode: ViewContentMode) { self = Self.allCases.first { $0.mode == mode } ?? .aspectFit }

  package var mode: ViewContentMode {
    switch self {
    case .aspectFit: .scaleAspectFit
    case .aspectFill: .scaleAspectFill
    case .scaleToFill: .scaleToFill
    case .redraw: .redraw
    case .center: .center
    case .top: .top
    case .bottom: .bottom
    case .left: .left
    case .right: .right
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    }
  }
}

/// A rounding as typed.
package enum RoundingName: String, Sendable, CaseIterable {
  case outward, nearest, inward

  package var rounding: PixelRounding {
    switch self {
    case .outward: .outward
    case .nearest: .nearest
    case .inward: .inward
    }
  }
}
