// How a preview fills its view, in the terms of camera libraries.

package import Upright

/// How a preview fills its view.
package enum PreviewFit: String, CaseIterable, Sendable {
  case cover, contain, stretch

  package var mode: FittingMode {
    switch self {
    case .cover: .fill
    case .contain: .fit
    case .stretch: .stretch
    }
  }
}
