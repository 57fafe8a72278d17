// Which refusals are honest: those of tag 1, too. A program that refuses only the other tags hides its failures.

import UprightGeometry

/// Decides what refusals mean, when all verdicts on a subject are known.
enum Refusals {
  /// The answers without those to operations that the subject declines. A refused format is no failure, but is shown.
  static func decided(_ answers: [SubjectResult.Answer]) -> [SubjectResult.Answer] {
    let untagged = Dictionary(
      answers.filter { isUntagged($0.request) }.map { (Kind($0.request), [$0.verdict]) }, uniquingKeysWith: +)
    return answers.map { answer in
      let others = untagged[Kind(answer.request)] ?? []
      var verdict = answer.verdict
      switch verdict.refusal {
      case .declined where others.allSatisfy({ $0.refusal == .declined }): verdict = Verdict(.skipped)
      case .format where others.allSatisfy({ $0.refusal == .format }): verdict.kind = .refused
      case .error where !others.isEmpty && others.allSatisfy({ $0.isJudged && !$0.isPass }): verdict.kind = .refused
      default: break
      }
      if verdict.kind == .refused { verdict.reason = "" }
      return SubjectResult.Answer(request: answer.request, verdict: verdict)
    }.filter { $0.verdict.kind != .skipped }
  }

  /// The suite's cases with tag 1 that decide what refusals mean, where none of them was asked, as with `--only`.
  static func companions(of answers: [SubjectResult.Answer]) -> [ConformanceCase] {
    let known = Set(answers.map(\.request).filter(isUntagged).map { Kind($0) })
    let refused = Set(answers.filter { $0.verdict.refusal != nil }.map { Kind($0.request) }).subtracting(known)
    return ConformanceSuite.cases.filter { isUntagged($0) && refused.contains(Kind($0)) }
  }

  /// What a subject supports for all tags or for none.
  private struct Kind: Hashable {
    let format: ConformanceCase.Format
    let operation: CaseOperation
    let part: KeptPart?

    init(_ request: ConformanceCase) {
      (format, operation, part) = (request.format, request.operation, request.part)
    }
  }

  private static func isUntagged(_ request: ConformanceCase) -> Bool {
    !request.isUnusual && request.file.accepted == [.topLeft]
  }
}
