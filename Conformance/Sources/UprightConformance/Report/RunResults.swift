// The results of a run: answers by subject, in the suite's order, and the short names of cases that share a verdict.

import UprightFiles

/// Results of several subjects.
package struct RunResults: Sendable {
  /// The version of the suite.
  package var suite = ConformanceSuite.version
  /// The subjects in the order in which they ran.
  package var subjects: [SubjectResult] = []

  /// No results.
  package init() {}

  /// Whether a case that a subject claims to support, and that a standard decides, failed.
  package var hasFailedMust: Bool { hasFailedMust(in: subjects.map(\.name)) }

  /// The same for the subjects with these names.
  package func hasFailedMust(in names: [String]) -> Bool {
    subjects.contains { subject in
      names.contains(subject.name)
        && subject.answers.contains { $0.request.requirement == .must && $0.verdict.isJudged && !$0.verdict.isPass }
    }
  }

  /// Whether one of these cases is of class `must` and failed.
  package func hasFailedMust(among cases: [(subject: String, id: String)]) -> Bool {
    let wanted = Dictionary(grouping: cases, by: \.subject).mapValues { Set($0.map(\.id)) }
    return subjects.contains { subject in
      subject.answers.contains {
        wanted[subject.name]?.contains($0.request.id) == true && $0.request.requirement == .must && $0.verdict.isJudged
          && !$0.verdict.isPass
      }
    }
  }

  /// The results that could not be judged, each in one line.
  package var unjudged: [String] {
    subjects.flatMap { subject in
      subject.answers.filter { $0.verdict.kind == .unjudged }.map { answer in
        "\(subject.name): \(answer.request.id): \(answer.verdict.detail)"
      }
    }
  }

  /// Why no case of an operation passed: for each such operation, the most frequent verdict, in one line.
  package var reasons: [String] {
    subjects.flatMap { subject in
      CaseOperation.allCases.compactMap { operation in
        let failed = subject.answers.filter {
          $0.request.operation == operation && !$0.request.isUnusual && $0.verdict.isJudged
        }.map(\.verdict)
        guard !failed.contains(where: \.isPass) else { return nil }
        let kinds = Dictionary(grouping: failed, by: \.line)
        // Of equally frequent ones, the first in the suite's order.
        let most = kinds.values.map(\.count).max()
        guard let first = failed.first(where: { kinds[$0.line]?.count == most }) else { return nil }
        let sentence = first.detail.isEmpty ? first.output.split(separator: "\n").last.map(String.init) : first.detail
        return "\(subject.name): \(operation.rawValue): \(most ?? 0) of \(failed.count) \(first.line)"
          + (sentence.map { ": \($0)" } ?? "")
      }
    }
  }

  /// The names of the subjects that were asked nothing, or refused everything.
  package var unasked: [String] {
    subjects.filter { $0.answers.allSatisfy { $0.verdict.kind == .refused } }.map(\.name)
  }

  /// The results as JSON: per subject its cases with their verdicts as `Verdict.line`. Cases with one verdict that
  /// differ only in the third part of their names are one line: `jpeg/odd/2,5,6/load`. No times and no messages, so two
  /// runs of the same programs give the same bytes.
  package var json: String {
    let parts = subjects.map { subject in
      let head = JSONLine.text(subject.name).line
      let lines = CaseNames.joined(subject.answers.map { ($0.request.id, $0.verdict.line) }).map { names, verdict in
        "    \(JSONLine.text(names).line): \(JSONLine.text(verdict).line)"
      }
      return """
          {"name": \(head), "version": \(JSONLine.text(subject.version).line),
           "notes": \(JSONLine.text(subject.notes).line), "results": {
        \(lines.joined(separator: ",\n"))
          }}
        """
    }
    return "{\"schema\": 2, \"suite\": \"\(suite)\", \"subjects\": [\n\(parts.joined(separator: ",\n"))\n]}\n"
  }
}

/// The results of one subject.
package struct SubjectResult: Sendable {
  /// A case and its verdict.
  package struct Answer: Sendable {
    package let request: ConformanceCase
    package let verdict: Verdict

    /// Memberwise initializer.
    package init(request: ConformanceCase, verdict: Verdict) { (self.request, self.verdict) = (request, verdict) }
  }

  package let name: String
  package let version: String
  package var notes = ""
  /// The answers to the cases that it claims to support.
  package var answers: [Answer] = []

  /// Passed and judged cases of one operation, among those with a tag from 1 to 8.
  func tally(_ operation: CaseOperation) -> Tally {
    Tally(answers.filter { $0.request.operation == operation && !$0.request.isUnusual })
  }

  /// Passed and judged cases with an unusual tag, of one class.
  func tallyOfUnusual(_ requirement: Requirement) -> Tally {
    Tally(answers.filter { $0.request.requirement == requirement && $0.request.isUnusual })
  }

  /// Passed and judged cases of one class.
  package func tally(_ requirement: Requirement) -> Tally {
    Tally(answers.filter { $0.request.requirement == requirement })
  }
}

/// Passed cases among those that were judged.
package struct Tally: Hashable, Sendable {
  package let passed: Int
  package let judged: Int
  /// Results that could not be judged.
  package let unjudged: Int
  /// Cases that the subject refused, because it does not have the format.
  package let refused: Int

  init(_ answers: [SubjectResult.Answer]) {
    passed = answers.count { $0.verdict.isPass }
    judged = answers.count { $0.verdict.isJudged }
    unjudged = answers.count { $0.verdict.kind == .unjudged }
    refused = answers.count { $0.verdict.kind == .refused }
  }

  /// `56/56`, or a dash if nothing was judged; with `+2?` for two results that could not be judged, and `(8 refused)`
  /// for eight cases of formats that the subject does not have.
  package var text: String {
    let doubt = unjudged == 0 ? "" : "+\(unjudged)?"
    let numbers = judged == 0 ? (doubt.isEmpty ? "–" : doubt) : "\(passed)/\(judged)\(doubt)"
    return refused == 0 ? numbers : "\(numbers) (\(refused) refused)"
  }

  /// Whether all judged cases passed; nil if nothing was judged.
  package var isGood: Bool? { judged == 0 ? nil : passed == judged }

  /// Rounded down, so that only all cases are 100.
  package var percent: Int { judged == 0 ? 0 : passed * 100 / judged }
}

extension ConformanceCase {
  /// Whether its file has an unusual tag.
  package var isUnusual: Bool { id.split(separator: "/").dropFirst().first == "unusual" }
}

// Names of cases that share a verdict, as one name, so that results are short: `jpeg/odd/2,5,6/load`.

/// Joins and splits names that differ only in their third part.
package enum CaseNames {
  /// Answers with joined names, in the order of each first one.
  static func joined(_ answers: [(id: String, verdict: String)]) -> [(names: String, verdict: String)] {
    struct Group: Hashable {
      let head, tail, verdict: String
    }
    var order: [Group] = []
    var members: [Group: [String]] = [:]
    for answer in answers {
      let parts = answer.id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4 else {
        order.append(Group(head: answer.id, tail: "", verdict: answer.verdict))
        continue
      }
      let group = Group(head: "\(parts[0])/\(parts[1])/", tail: "/\(parts[3])", verdict: answer.verdict)
      if members[group] == nil { order.append(group) }
      members[group, default: []].append(parts[2])
    }
    return order.map { ($0.head + (members[$0]?.joined(separator: ",") ?? "") + $0.tail, $0.verdict) }
  }

  /// The single names.
  package static func split(_ names: String) -> [String] {
    let parts = names.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return [names] }
    return parts[2].split(separator: ",").map { "\(parts[0])/\(parts[1])/\($0)/\(parts[3])" }
  }
}
