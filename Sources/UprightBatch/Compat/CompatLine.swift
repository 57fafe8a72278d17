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
  /// What to do instead if blocks at an edge cannot be moved and the file is refused for that; the rotation is the one
  /// of the displayed image.
  package var edgeAdvice: (@Sendable (Orientation<Displayed, Displayed>) -> String)?
  /// The command that does the same and has the options that messages advise.
  package var advice = CompatAdvice(command: "upright fix")
  /// Whether files that succeed are not printed.
  package var isQuiet = false
  package var paths: [String] = []

  /// An empty request.
  package init() {}

  /// Rotates pixels and sets the tag to 1, as the original programs do.
  ///
  /// - Parameters:
  ///   - transform: What happens to the stored image, whatever its tag; nil for what its tag states.
  ///   - edge: What happens to blocks that cannot be moved.
  package mutating func rotate(stored transform: Orientation<Stored, Displayed>? = nil, edge: EdgeMode) {
    rendition = { probe in
      let wanted = transform ?? probe.orientation
      return edge.rendition(rotation: probe.orientation.inverse.then(wanted))
    }
  }
}

/// Why another program's command line cannot be carried out here.
package struct CompatFault: Error, Hashable {
  /// The reason, for the person who typed it.
  package let reason: String

  /// A fault for this reason.
  package init(_ reason: String) { self.reason = reason }
}
