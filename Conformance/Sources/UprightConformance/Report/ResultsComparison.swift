// What changed since an older run.

import UprightFiles

/// Differences between two runs.
package struct ResultsComparison: Sendable {
  /// A case whose verdict changed.
  package struct Change: Hashable, Sendable {
    package let subject: String
    package let id: String
    package let before: String
    package let after: String

    /// The change in one line.
    package var line: String { "\(subject): \(id): \(before) -> \(after)" }
  }

  /// Cases that passed before and do not now, or are not asked any more.
  package private(set) var regressions: [Change] = []
  /// Other changes.
  package private(set) var others: [Change] = []
  /// The subjects that the older run does not have, by name.
  package private(set) var unknown: [String] = []
  /// Cases of the other subjects that the older run does not have.
  package private(set) var added: [(subject: String, id: String)] = []
  /// The subjects of the older run that were not run, by name.
  package private(set) var absent: [String] = []
  /// The version of the suite of the older run, if it is another one.
  package private(set) var olderSuite: String?

  /// The schemas that can be read.
  private static let schemas = 1...2

  /// Why `bytes` cannot be compared with; nil if they can.
  package static func fault(of bytes: [UInt8]) -> String? {
    guard let old = JSONReader.document(of: bytes, atMost: longest), old["subjects"]?.list != nil,
      let schema = old["schema"]?.number, schema >= schemas.lowerBound
    else { return "not the JSON of a run" }
    guard schema > schemas.upperBound else { return old.verdicts == nil ? "not the JSON of a run" : nil }
    return "the JSON of a newer version: its schema is \(schema), and this program reads up to \(schemas.upperBound)"
  }

  /// The most values of the older run.
  private static let longest = 2_000_000

  /// Compares results with those in `bytes`; nil if they are not results, or of a newer schema. Cases that are only in
  /// one of the two are not compared, but a case that a subject no longer supports is a regression. A result that could
  /// not be judged is not.
  ///
  /// - Parameter cases: The cases that were to run; what the older run has besides is not compared.
  package init?(
    of results: RunResults, with bytes: [UInt8], cases: [ConformanceCase] = ConformanceSuite.cases
  ) {
    let asked = Set(cases.map(\.id))
    guard let old = JSONReader.document(of: bytes, atMost: Self.longest), let subjects = old["subjects"]?.list,
      let schema = old["schema"]?.number, Self.schemas.contains(schema)
    else { return nil }
    let present = Set(results.subjects.map(\.name))
    absent = subjects.compactMap { $0["name"]?.text }.filter { !present.contains($0) }
    let suite = old["suite"]?.text ?? "unknown"
    olderSuite = suite == results.suite ? nil : suite
    for subject in results.subjects {
      guard let entry = subjects.first(where: { $0["name"]?.text == subject.name }),
        case .object(let members)? = entry["results"]
      else {
        unknown.append(subject.name)
        continue
      }
      let now = Dictionary(subject.answers.map { ($0.request.id, $0.verdict.line) }, uniquingKeysWith: { $1 })
      var compared: Set<String> = []
      for member in members {
        guard let before = member.value.text else { return nil }
        for id in CaseNames.split(member.key) where asked.contains(id) {
          compared.insert(id)
          add(Change(subject: subject.name, id: id, before: before, after: now[id] ?? "not asked"))
        }
      }
      added += subject.answers.map(\.request.id).filter { !compared.contains($0) }.map { (subject.name, $0) }
    }
  }

  private mutating func add(_ change: Change) {
    guard change.before != change.after else { return }
    let isJudged = !change.after.hasPrefix(Verdict.Kind.unjudged.rawValue)
    let isRegression = change.before == Verdict.Kind.pass.rawValue && isJudged
    if isRegression { regressions.append(change) } else { others.append(change) }
  }
}

extension JSONLine {
  /// The verdicts of all subjects of a run; nil if something else is in their place.
  fileprivate var verdicts: [String]? {
    var verdicts: [String] = []
    for subject in self["subjects"]?.list ?? [] {
      guard case .object(let members)? = subject["results"] else { return nil }
      for member in members {
        guard let verdict = member.value.text else { return nil }
        verdicts.append(verdict)
      }
    }
    return verdicts
  }
}
