// The results of a run: answers by subject, in the suite's order.

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
  package var hasFailedMust: Bool {
    subjects.contains { subject in
      subject.answers.contains { $0.question.requirement == .must && !$0.verdict.isPass }
    }
  }

  /// The results as JSON: per subject one line per case, with the verdict as `Verdict.line`. No times and no messages,
  /// so two runs of the same programs give the same bytes.
  package var json: String {
    let parts = subjects.map { subject in
      let head = JSONLine.text(subject.name).line
      let lines = subject.answers.map { answer in
        "    \(JSONLine.text(answer.question.id).line): \(JSONLine.text(answer.verdict.line).line)"
      }
      return """
          {"name": \(head), "version": \(JSONLine.text(subject.version).line),
           "notes": \(JSONLine.text(subject.notes).line), "results": {
        \(lines.joined(separator: ",\n"))
          }}
        """
    }
    return "{\"schema\": 1, \"suite\": \"\(suite)\", \"subjects\": [\n\(parts.joined(separator: ",\n"))\n]}\n"
  }
}

/// The results of one subject.
package struct SubjectResult: Sendable {
  /// A case and its verdict.
  package struct Answer: Sendable {
    package let question: ConformanceCase
    package let verdict: Verdict

    /// Memberwise initializer.
    package init(question: ConformanceCase, verdict: Verdict) { (self.question, self.verdict) = (question, verdict) }
  }

  package let name: String
  package let version: String
  package var notes = ""
  /// The answers to the cases that it claims to support.
  package var answers: [Answer] = []

  /// Passed and asked cases of one operation, among those with a tag from 1 to 8.
  func tally(_ operation: CaseOperation) -> Tally {
    Tally(answers.filter { $0.question.operation == operation && !$0.question.isUnusual })
  }

  /// Passed and asked cases with an unusual tag, of one class.
  func tallyOfUnusual(_ requirement: Requirement) -> Tally {
    Tally(answers.filter { $0.question.requirement == requirement && $0.question.isUnusual })
  }

  /// Passed and asked cases of one class.
  package func tally(_ requirement: Requirement) -> Tally {
    Tally(answers.filter { $0.question.requirement == requirement })
  }
}

/// Passed cases among those that were asked.
package struct Tally: Hashable, Sendable {
  package let passed: Int
  package let asked: Int

  init(_ answers: [SubjectResult.Answer]) {
    passed = answers.count { $0.verdict.isPass }
    asked = answers.count
  }

  /// `56/56`, or a dash if nothing was asked.
  package var text: String { asked == 0 ? "–" : "\(passed)/\(asked)" }

  /// Rounded down, so that only all cases are 100.
  package var percent: Int { asked == 0 ? 0 : passed * 100 / asked }
}

extension ConformanceCase {
  /// Whether its file has an unusual tag.
  package var isUnusual: Bool { id.split(separator: "/").dropFirst().first == "unusual" }
}
