// A command line of another program, and the rendition that it requests.

package import Upright

/// A request in Upright's terms, whichever program it was typed for.
package struct CompatLine: Sendable {
  /// The rendition requested of each image.
  package var rendition: (@Sendable (Probe) -> Rendition)?
  /// Whether the files themselves change.
  package var changesInPlace = false
  /// The single file to write instead.
  package var output: String?
  /// Whether only tags change.
  package var onlyRetags = false
  /// Whether the old file is kept, with a tilde after its name.
  package var backsUp = false
  package var keepsTime = false
  /// What to do instead if blocks at an edge cannot be moved and the file is refused for that.
  package var edgeAdvice: String?
  /// Whether files that succeed are not printed.
  package var isQuiet = false
  package var paths: [String] = []

  /// An empty request.
  package init() {}

  /// Rotates pixels and sets the tag to 1, as the original programs do; `edge` decides about blocks that cannot be
  /// moved.
  package mutating func rotate(_ turn: Orientation<Displayed, Displayed>, edge: EdgeMode) {
    rendition = { _ in edge.rendition(rotation: turn) }
  }
}

/// Why another program's command line cannot be carried out here.
package struct CompatFault: Error, Hashable {
  /// The reason, for the person who typed it.
  package let reason: String

  /// A fault for this reason.
  package init(_ reason: String) { self.reason = reason }
}
