// The counts of an audit: formats and tags, findings by code, unreadable files by reason.

package import Upright
package import UprightFiles

/// The counts of an audit, with example files for each group.
package struct AuditTally {
  /// An example of a group.
  package struct Example: Hashable, Sendable {
    package let path: String
    /// What is unusual about this file; empty if the group's sentence is complete.
    package let message: String
  }

  /// Files with a common property.
  package struct Group: Hashable, Sendable {
    package var count = 0
    /// The first files.
    package var examples: [Example] = []

    fileprivate mutating func add(_ example: Example, keeping limit: Int) {
      count += 1
      if examples.count < limit { examples.append(example) }
    }
  }

  /// Why files could not be read.
  package struct Reason: Hashable, Sendable {
    /// The error's code.
    package let code: String
    /// The error as a sentence.
    package let sentence: String
  }

  /// The number of files of one format without an orientation, and the number displayed under each tag.
  package struct Row: Hashable, Sendable {
    package fileprivate(set) var untagged = 0
    package fileprivate(set) var tagged = [Int](repeating: 0, count: 8)

    /// The total.
    package var count: Int { tagged.reduce(untagged, +) }
    /// The untagged files, then those of tags 1 to 8.
    package var columns: [Int] { [untagged] + tagged }

    package static func + (one: Row, other: Row) -> Row {
      var sum = Row()
      sum.untagged = one.untagged + other.untagged
      sum.tagged = zip(one.tagged, other.tagged).map { $0 + $1 }
      return sum
    }
  }

  package private(set) var formats: [ContainerFormat: Row] = [:]
  /// The files whose stored pixels are not upright.
  package private(set) var notUpright = Group()
  package private(set) var findings: [Finding.Code: Group] = [:]
  package private(set) var failures: [Reason: Group] = [:]
  /// The number of files with at least one finding.
  package private(set) var unusualCount = 0
  /// The number of unreadable files.
  package private(set) var failureCount = 0
  /// The permissions of the files that were read, if collected.
  package private(set) var access: Set<FileAccess> = []
  /// The number of examples kept per group.
  private let limit: Int

  /// An empty tally that keeps the first `limit` files of each group.
  package init(keeping limit: Int) { self.limit = limit }

  /// The number of files that were read.
  package var readCount: Int { formats.values.reduce(0) { $0 + $1.count } }

  /// The number of all files.
  package var fileCount: Int { readCount + failureCount }

  /// Counts a readable file.
  package mutating func add(_ file: ProbedFile, path: String, access: Set<FileAccess> = []) {
    let probe = file.probe
    self.access.formUnion(access)
    if probe.source == .none {
      formats[probe.format, default: Row()].untagged += 1
    } else {
      formats[probe.format, default: Row()].tagged[Int(probe.orientation.exif.rawValue) - 1] += 1
    }
    if !file.findings.isEmpty { unusualCount += 1 }
    if let reason = Self.reasonNotUpright(probe) {
      notUpright.add(Example(path: path, message: reason), keeping: limit)
    }
    var seen: Set<Finding.Code> = []
    for finding in file.findings where seen.insert(finding.code).inserted {
      findings[finding.code, default: Group()].add(Example(path: path, message: finding.message), keeping: limit)
    }
  }

  /// Why the stored pixels are not known to be upright, in a few words; nil if they are.
  static func reasonNotUpright(_ probe: Probe) -> String? {
    if probe.hiddenOrientation != nil { return "orientation unknown: the file is damaged" }
    guard UprightState(of: probe) != .upright else { return nil }
    return probe.hasSeveralPages ? PageWords.tags(probe.rotatedPages) : "tag \(probe.orientation.exif.rawValue)"
  }

  /// Counts an unreadable file.
  package mutating func add(_ error: UprightError, path: String) {
    failureCount += 1
    failures[Reason(error), default: Group()].add(
      Example(path: path, message: error.detail(about: path)), keeping: limit)
  }

  /// The formats that occurred, in declaration order.
  package var rows: [(name: String, row: Row)] {
    ContainerFormat.allCases.compactMap { format in formats[format].map { (format.rawValue, $0) } }
  }

  /// The findings, most frequent first.
  package var rankedFindings: [(code: Finding.Code, group: Group)] {
    let order = Dictionary(uniqueKeysWithValues: zip(Finding.Code.allCases, 0...))
    return findings.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.count != other.1.count ? one.1.count > other.1.count : (order[one.0] ?? 0) < (order[other.0] ?? 0)
    }
  }

  /// The reasons for unreadable files, most frequent first.
  package var rankedFailures: [(reason: Reason, group: Group)] {
    failures.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.count != other.1.count
        ? one.1.count > other.1.count : (one.0.code, one.0.sentence) < (other.0.code, other.0.sentence)
    }
  }
}

extension AuditTally.Reason {
  /// The reason in an error, without its offset.
  package init(_ error: UprightError) {
    code = error.codes.name
    sentence = if case .malformed(let fault) = error { fault.sentence } else { error.sentence }
  }
}

extension UprightError {
  /// The details that the reason omits: the byte offset, or another path.
  fileprivate func detail(about path: String) -> String {
    if case .io(let failed, _) = self, failed != path { return failed }
    return offset.map { "byte \($0)" } ?? ""
  }
}
