// Entries of folders that a command skips, by reason.

package import UprightFiles

/// The paths that are skipped, by reason.
package struct SkippedEntries: Hashable, Sendable {
  /// Why an entry is skipped.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case notAnImage, hidden, subfolder, linkToFolder, link, device, results

    /// The reason for people.
    package var sentence: String {
      switch self {
      case .notAnImage: "not an image or video in a known format"
      case .hidden: "the name begins with a dot"
      case .subfolder: "a subfolder; --recursive includes it"
      case .linkToFolder: "a link to a folder"
      case .link: "a symbolic link, with --no-follow"
      case .device: "a pipe, a socket or a device"
      case .results: "the output folder"
      }
    }

    /// The reason of an entry that is not walked.
    init(_ kind: Folder.NotWalked) {
      self =
        switch kind {
        case .folder: .subfolder
        case .linkToFolder: .linkToFolder
        case .device: .device
        case .results: .results
        case .hidden: .hidden
        }
    }
  }

  /// The paths of each reason, in the order of the walk.
  package private(set) var paths: [Reason: [String]] = [:]

  /// None.
  package init() {}

  /// Adds an entry.
  package mutating func add(_ path: String, because reason: Reason) { paths[reason, default: []].append(path) }

  /// Adds those of another folder.
  package mutating func add(_ other: Self) { paths.merge(other.paths) { $0 + $1 } }

  /// The lines for people: each reason, then its paths.
  package var lines: [String] {
    Reason.allCases.flatMap { reason in
      guard let paths = paths[reason] else { return [String]() }
      return ["skipped, \(reason.sentence): \(paths.count)"] + paths.map { "    \(TerminalText.plain($0))" }
    }
  }

  /// The counts for programs.
  package var json: JSONLine {
    .object(
      Reason.allCases.compactMap { reason in
        paths[reason].map { JSONLine.Member(reason.rawValue, .number($0.count)) }
      })
  }
}
