// What a command promises about the images of a batch, besides what their results show.

package import Upright

/// What a command promises about each image.
package struct ImageGoal: Sendable {
  /// Whether every image must become upright: one that cannot, because of damage or a limit, falls short.
  package var makesUpright = false
  /// Whether the orientation stays in the tag wherever pixels cannot be rotated without loss.
  package var leavesTags = false
  /// Whether to find out which images keep their tags only because re-encoding would take the original's place.
  package var countsEncodable = false
  /// Whether something is made of a damaged image: its readable part, or a copy with its tag. Otherwise, damage is an
  /// error wherever it is found.
  package var allowsDamage = true
  /// Whether a result is compared with its source before it gets its name.
  package var verifies = false
  /// Whether reports list every part of the source, for people who ask why.
  package var listsParts = false
  /// The only format of files that are processed; nil for all.
  package var onlyFormat: ContainerFormat?
  /// What to do instead if the blocks at an edge cannot be moved by this rotation and may not be lost; nil if the error
  /// is sufficient.
  package var edgeAdvice: (@Sendable (Orientation<Displayed, Displayed>) -> String)?

  /// Something is made of every image that can be read.
  package init() {}

  /// Every image becomes upright.
  package static var upright: Self {
    var goal = Self()
    goal.makesUpright = true
    return goal
  }
}
