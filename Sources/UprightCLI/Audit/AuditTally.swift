// What an audit has counted: formats and tags, findings by their codes, files that could not be read by their reasons.

import Upright
import UprightBatch
import UprightFiles

/// The numbers of an audit, and some files for each.
struct AuditTally {
  /// A file that stands for others.
  struct Example: Hashable, Sendable {
    let path: String
    /// What is odd about this one; empty where the group's sentence says it all.
    let message: String
  }

  /// Files that have something in common.
  struct Group: Hashable, Sendable {
    var count = 0
    /// The first of them.
    var examples: [Example] = []

    fileprivate mutating func add(_ example: Example, keeping limit: Int) {
      count += 1
      if examples.count < limit { examples.append(example) }
    }
  }

  /// Why files could not be read.
  struct Reason: Hashable, Sendable {
    /// The error's code.
    let code: String
    /// The same in a sentence.
    let sentence: String
  }

  /// How many files of one format have no carrier of an orientation, and how many are displayed under each tag by one.
  struct Row: Hashable, Sendable {
    fileprivate(set) var untagged = 0
    fileprivate(set) var tagged = [Int](repeating: 0, count: 8)

    /// All of them.
    var count: Int { tagged.reduce(untagged, +) }
    /// The untagged, then those of tag 1 to 8.
    var columns: [Int] { [untagged] + tagged }

    static func + (one: Row, other: Row) -> Row {
      var sum = Row()
      sum.untagged = one.untagged + other.untagged
      sum.tagged = zip(one.tagged, other.tagged).map { $0 + $1 }
      return sum
    }
  }

  private(set) var formats: [ContainerFormat: Row] = [:]
  /// The files whose stored pixels are not upright.
  private(set) var notUpright = Group()
  private(set) var findings: [Finding.Code: Group] = [:]
  private(set) var failures: [Reason: Group] = [:]
  /// How many files have at least one finding.
  private(set) var unusualCount = 0
  /// How many files could not be read.
  private(set) var failureCount = 0
  /// Who may do what with the files that were read, as far as that was asked.
  private(set) var access: Set<FileAccess> = []
  /// How many examples are kept of each group.
  private let limit: Int

  /// Nothing yet; of each group the first `limit` files are kept.
  init(keeping limit: Int) { self.limit = limit }

  /// How many files were read.
  var readCount: Int { formats.values.reduce(0) { $0 + $1.count } }

  /// How many files there were.
  var fileCount: Int { readCount + failureCount }

  /// Counts a file that was read.
  mutating func add(_ file: ProbedFile, path: String, access: Set<FileAccess> = []) {
    let probe = file.probe
    self.access.formUnion(access)
    if probe.source == .none {
      formats[probe.format, default: Row()].untagged += 1
    } else {
      formats[probe.format, default: Row()].tagged[Int(probe.orientation.exif.rawValue) - 1] += 1
    }
    if !file.findings.isEmpty { unusualCount += 1 }
    if !probe.isUpright {
      notUpright.add(Example(path: path, message: "tag \(probe.orientation.exif.rawValue)"), keeping: limit)
    }
    var seen: Set<Finding.Code> = []
    for finding in file.findings where seen.insert(finding.code).inserted {
      findings[finding.code, default: Group()].add(Example(path: path, message: finding.message), keeping: limit)
    }
  }

  /// Counts a file that could not be read.
  mutating func add(_ error: UprightError, path: String) {
    failureCount += 1
    failures[Reason(error), default: Group()].add(
      Example(path: path, message: error.detail(about: path)), keeping: limit)
  }

  /// The formats that were met, in the order of their declaration.
  var rows: [(name: String, row: Row)] {
    ContainerFormat.allCases.compactMap { format in formats[format].map { (format.rawValue, $0) } }
  }

  /// The findings, most frequent first.
  var rankedFindings: [(code: Finding.Code, group: Group)] {
    let order = Dictionary(uniqueKeysWithValues: zip(Finding.Code.allCases, 0...))
    return findings.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.count != other.1.count ? one.1.count > other.1.count : (order[one.0] ?? 0) < (order[other.0] ?? 0)
    }
  }

  /// The reasons why files could not be read, most frequent first.
  var rankedFailures: [(reason: Reason, group: Group)] {
    failures.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.count != other.1.count
        ? one.1.count > other.1.count : (one.0.code, one.0.sentence) < (other.0.code, other.0.sentence)
    }
  }
}

extension AuditTally.Reason {
  /// The reason in an error, without the place at which it was found.
  init(_ error: UprightError) {
    code = error.codes.name
    sentence = if case .malformed(let fault) = error { fault.sentence } else { error.sentence }
  }
}

extension UprightError {
  /// What the reason does not say: at which byte, or which other path.
  fileprivate func detail(about path: String) -> String {
    if case .io(let failed, _) = self, failed != path { return failed }
    return offset.map { "byte \($0)" } ?? ""
  }
}
