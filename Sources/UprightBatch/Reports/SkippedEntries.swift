// Entries of folders that a command skips, by reason.

import Upright
package import UprightFiles

/// The number of skipped entries by reason and, if they are to be named, their paths.
package struct SkippedEntries: Hashable, Sendable {
  /// Why an entry is skipped.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case notAnImage, unsupported, hidden, subfolder, linkToFolder, link, device, results

    /// The reason for people.
    package var sentence: String {
      switch self {
      case .notAnImage: "not an image or video in a known format"
      case .unsupported: "an image or video in a format that is recognized, not supported"
      case .hidden: "the name begins with a dot"
      case .subfolder: "a subfolder; \(option: .recursive) includes it"
      case .linkToFolder: "a link to a folder"
      case .link: "a symbolic link, with \(option: .noFollow)"
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

  /// The number of entries of each reason.
  package private(set) var counts: [Reason: Int] = [:]
  /// The paths of each reason, in the order of the walk; empty if they are not to be named.
  package private(set) var paths: [Reason: [String]] = [:]
  private let areNamed: Bool

  /// No entries.
  ///
  /// - Parameter areNamed: Whether paths are kept: there may be millions.
  package init(areNamed: Bool = false) { self.areNamed = areNamed }

  /// Adds an entry.
  package mutating func add(_ path: @autoclosure () -> String, because reason: Reason) {
    counts[reason, default: 0] += 1
    if areNamed { paths[reason, default: []].append(path()) }
  }

  /// Adds the entries of another folder.
  package mutating func add(_ other: Self) {
    counts.merge(other.counts) { $0 + $1 }
    if areNamed { paths.merge(other.paths) { $0 + $1 } }
  }

  /// The lines for people: each reason with its number, then its paths.
  package var lines: [String] {
    Reason.allCases.flatMap { reason in
      guard let count = counts[reason] else { return [String]() }
      return ["skipped, \(reason.sentence): \(count)"] + (paths[reason] ?? []).map { "    \(TerminalText.plain($0))" }
    }
  }

  /// The counts for programs.
  package var json: JSONLine {
    .object(
      Reason.allCases.compactMap { reason in
        counts[reason].map { JSONLine.Member(reason.rawValue, .number($0)) }
      })
  }
}
