// Reports: the page, the badge, the table and the comparison with an older run.

import Testing
import UprightGeometry

@testable import UprightConformance

@Suite struct ReportTests {
  /// A subject that fails one case, and passes the other.
  private static let results: RunResults = {
    let requests = ["jpeg/whole/6/load", "jpeg/whole/1/load"].compactMap { id in
      ConformanceSuite.cases.first { $0.id == id }
    }
    var subject = SubjectResult(name: "<one>", version: "1")
    subject.answers = requests.map { request in
      let image = DeliveredImage(stored: request.file.stored, tag: .topLeft)
      return SubjectResult.Answer(request: request, verdict: Judge.verdict(on: image, of: request))
    }
    var results = RunResults()
    results.subjects = [subject]
    return results
  }()

  @Test func thePageShowsFailedCasesAsDeliveredAndAsExpected() {
    var page = ResultsPage(Self.results)
    let text = page.text()
    #expect(text.contains("jpeg/whole/6/load") && !text.contains("jpeg/whole/1/load"))
    #expect(text.contains("&lt;one&gt;") && !text.contains("<one>"))
    #expect(text.contains("class=\"p p0\"") && text.contains("class=\"p p1\""))
    #expect(text.split(separator: "data:image/png;base64,").count == 3)
    var whole = ResultsPage(Self.results, showsPasses: true)
    #expect(whole.text().contains("jpeg/whole/1/load"))
  }

  @Test func aRemovedTagIsACellOfItsOwn() throws {
    var subject = SubjectResult(name: "strip", version: "")
    let requests = ConformanceSuite.cases.filter { $0.operation == .strip && $0.format == .jpeg }.prefix(3)
    let verdicts = [Verdict(.pass), Verdict(.tagRemoved), Verdict(.wrong, reason: "content")]
    subject.answers = zip(requests, verdicts).map { SubjectResult.Answer(request: $0, verdict: $1) }
    var results = RunResults()
    results.subjects = [subject]
    let row = Dictionary(uniqueKeysWithValues: zip(ResultsTable.head, ResultsTable(results).rows[0]))
    #expect(row["strip"] == "1/3" && row["of these tag-removed"] == "1")
    #expect(results.json.contains("\"tag-removed\""))
  }

  @Test func thePageHasTheEndOfWhatAProgramSaid() {
    var results = Self.results
    let lines = (1...2_000).map { "line \($0)<" }.joined(separator: "\n") + "\u{1B}"
    var verdict = results.subjects[0].answers[0].verdict
    verdict.output = lines
    results.subjects[0].answers[0] = .init(request: results.subjects[0].answers[0].request, verdict: verdict)
    var page = ResultsPage(results)
    let text = page.text()
    #expect(text.contains("line 2000&lt;") && !text.contains("line 1&lt;") && text.utf8.count < 40_000)
    #expect(text.contains("line 1999&lt;\nline 2000&lt;\\x1B</pre>"))
  }

  /// The row's most frequent verdict, with what the program said.
  @Test func anOperationThatNeverPassesHasItsReason() {
    var subject = SubjectResult(name: "tool", version: "")
    let requests = ConformanceSuite.cases.filter { $0.operation == .load && $0.format == .jpeg && !$0.isUnusual }
    var error = Verdict(.error, reason: "exit-3")
    error.output = "loading\ntool: no such option"
    let verdicts = [Verdict(.wrong, reason: "size", detail: "1x1"), error, error, Verdict(.unjudged)]
    subject.answers = zip(requests, verdicts).map { SubjectResult.Answer(request: $0, verdict: $1) }
    var results = RunResults()
    results.subjects = [subject]
    #expect(results.reasons == ["tool: load: 2 of 3 error: exit-3: tool: no such option"])
    results.subjects[0].answers.append(.init(request: requests[4], verdict: Verdict(.pass)))
    #expect(results.reasons.isEmpty)
  }

  @Test func theBadgeStatesTheShareOfMust() {
    #expect(ResultsBadge.svg(Self.results).contains("50% of 2"))
    #expect(ResultsBadge.svg(RunResults()).contains("not tested"))
  }

  @Test func theTableCountsPasses() {
    #expect(ResultsTable(Self.results).rows == [["<one>", "1/2"] + Array(repeating: "–", count: 11)])
    #expect(Self.results.hasFailedMust)
  }

  @Test func aCaseThatFailsNowIsARegression() throws {
    let now = Self.results
    let old = now.json.split(separator: "wrong: as-tag-1").joined(separator: "pass")
    let comparison = try #require(ResultsComparison(of: now, with: Array(old.utf8)))
    #expect(comparison.regressions.map(\.line) == ["<one>: jpeg/whole/6/load: pass -> wrong: as-tag-1"])
    #expect(try #require(ResultsComparison(of: now, with: Array(now.json.utf8))).regressions.isEmpty)
    var fewer = now
    fewer.subjects[0].answers.removeLast()
    #expect(try #require(ResultsComparison(of: fewer, with: Array(now.json.utf8))).regressions.count == 1)
    #expect(ResultsComparison(of: now, with: [1]) == nil)
    let newer = now.json.replacing("\"schema\": 2", with: "\"schema\": 99")
    #expect(ResultsComparison(of: now, with: Array(newer.utf8)) == nil)
    let renamed = now.json.replacing("<one>", with: "two")
    let other = try #require(ResultsComparison(of: now, with: Array(renamed.utf8)))
    #expect(other.unknown == ["<one>"] && now.hasFailedMust(in: other.unknown) && other.olderSuite == nil)
    let older = now.json.replacing("\"suite\": \"\(now.suite)\"", with: "\"suite\": \"1.0\"")
    #expect(try #require(ResultsComparison(of: now, with: Array(older.utf8))).olderSuite == "1.0")
    // Schema 1 had a line per case.
    let subject = #"{"name": "<one>", "results": {"jpeg/whole/6/load": "pass"}}"#
    let first = #"{"schema": 1, "suite": "2.0", "subjects": [\#(subject)]}"#
    #expect(try #require(ResultsComparison(of: now, with: Array(first.utf8))).regressions.count == 1)
  }

  @Test func casesWithOneVerdictAreOneLineAndAreFoundAgain() throws {
    let ids = ConformanceSuite.cases.map(\.id)
    for verdict: (Int) -> String in [{ _ in "pass" }, { $0 % 3 == 0 ? "pass" : "wrong: size" }] {
      let answers = ids.enumerated().map { (id: $1, verdict: verdict($0)) }
      let joined = CaseNames.joined(answers)
      let found = joined.flatMap { line in CaseNames.split(line.names).map { [$0, line.verdict] } }
      #expect(Set(found) == Set(answers.map { [$0.id, $0.verdict] }) && found.count == ids.count)
      #expect(joined.count < ids.count / 2)
    }
    #expect(CaseNames.joined([("a/b/1/c", "pass"), ("a/b/2/c", "pass")]).map(\.names) == ["a/b/1,2/c"])
  }

  @Test func oneRegressionAmongJoinedCasesIsNamed() throws {
    var subject = SubjectResult(name: "one", version: "")
    subject.answers = ConformanceSuite.cases.filter { $0.id.hasPrefix("png/odd/") && $0.operation == .load }
      .map { SubjectResult.Answer(request: $0, verdict: Verdict(.pass)) }
    var results = RunResults()
    results.subjects = [subject]
    let old = Array(results.json.utf8)
    #expect(results.json.contains("\"png/odd/1,2,3,4,5,6,7,8/load\": \"pass\""))
    let request = subject.answers[4].request
    results.subjects[0].answers[4] = .init(request: request, verdict: Verdict(.wrong, reason: "size"))
    let comparison = try #require(ResultsComparison(of: results, with: old))
    #expect(comparison.regressions.map(\.line) == ["one: png/odd/5/load: pass -> wrong: size"])
  }

  @Test func aResultThatCouldNotBeJudgedIsNoFailureAndIsShown() throws {
    var results = Self.results
    let request = results.subjects[0].answers[0].request
    results.subjects[0].answers[0] = .init(request: request, verdict: Verdict(.unjudged, reason: "unsupported"))
    #expect(!results.hasFailedMust && results.unjudged.count == 1)
    #expect(ResultsTable(results).rows[0][1] == "1/1+1?")
    let old = results.json.split(separator: "not judged: unsupported").joined(separator: "pass")
    let comparison = try #require(ResultsComparison(of: results, with: Array(old.utf8)))
    #expect(comparison.regressions.isEmpty && comparison.others.count == 1)
  }
}
