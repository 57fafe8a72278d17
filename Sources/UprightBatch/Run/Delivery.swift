// How a result reaches its place: what may be replaced, what it keeps of its source's file, and when it is safe.

package import UprightFiles

/// How results are delivered, whatever they show.
package struct Delivery: Sendable {
  /// Whether nothing is written, and only reported what would be.
  package var isDryRun = false
  /// What to do if the name of a result exists.
  package var existing = NamePolicy.refuse
  /// The only file that a result replaces, and only as it was; nil for any.
  package var replaced: FileIdentity?
  /// Whether a file with several names may be replaced, so that they no longer share its content.
  package var breaksHardLinks = false
  /// Whether folders are made for results.
  package var makesFolders = false
  /// Whether the old file is kept, with a tilde after its name.
  package var backsUp = false
  /// When a change is reported: once it is on the disk, or once the system has it.
  package var durability = Durability.full
  /// The permissions of a result's sources other than its image.
  package var access: Set<FileAccess> = []
  /// Which results get their source's modification time.
  package var times = KeptTimes.none
  /// The journal, which gets each change's intent first.
  package var journal: Journal?
  /// Whether a change of a few bytes is made in the file; otherwise a new file takes its place.
  package var patchesInPlace = true

  /// Which results get their source's modification time.
  package enum KeptTimes: Hashable, Sendable {
    case none
    /// Those identical to their source.
    case ofCopies
    case all
  }

  /// What a result in another place may replace.
  var replacement: SafeReplace.Replacement {
    SafeReplace.Replacement(
      overwrites: existing.overwrites, only: replaced, noMoreOpenThan: access, journal: journal)
  }

  /// Whether a result gets its source's modification time.
  func keepsTime(ofCopy isCopy: Bool) -> Bool { times == .all || (times == .ofCopies && isCopy) }

  /// By default, nothing is replaced, and a change is reported once it is on the disk.
  package init() {}
}
