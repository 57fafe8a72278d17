// Refusals: those that tag 1 gets, too, are honest, and are not counted. Others are failures.

import Foundation
import Testing
import UprightProgram

@testable import UprightConformance

@Suite struct RefusalsTests {
  /// The verdicts by case of a program that is a script, with a copy of the input as `$1`.
  private static func verdicts(_ script: String, _ part: String, of format: String) throws -> [String: String] {
    let words = #"["sh", "-c", "\#(script)", "sh", "{in}", "{out}", "{file}"]"#
    let text = #"{"name": "a", "formats": ["\#(format)"], "operations": {"load": \#(words)}}"#
    var run = ConformanceRun(in: .process)
    run.cases = run.cases.filter { $0.format.rawValue == format && $0.id.contains(part) }
    let results = try run.results(of: [try SubjectFile.subject(Array(text.utf8), folder: ".")])
    return Dictionary(uniqueKeysWithValues: results.subjects[0].answers.map { ($0.request.id, $0.verdict.line) })
  }

  /// Exit 69 for all movies says nothing about a matrix of zeros.
  @Test func anErrorForAllTagsIsNoPass() throws {
    let verdicts = try Self.verdicts("exit 69", "/", of: "mp4")
    #expect(verdicts["mp4/unusual/matrix-zero/load"] == "refused")
    #expect(verdicts["mp4/whole/1/load"] == "error: exit-69")
    #expect(verdicts["mp4/unusual/header-last/load"] == "error: exit-69")
  }

  /// A copy is right for tag 1, so an error for a file that no standard decides is honest.
  @Test func anErrorForUnusualTagsOnlyPasses() throws {
    let script = "case $3 in *unusual*) exit 69;; esac; cp $1 $2"
    let verdicts = try Self.verdicts(script, "/", of: "png")
    #expect(verdicts["png/odd/1/load"] == "pass" && verdicts["png/odd/6/load"] == "wrong: not-rotated")
    let unusual = verdicts.filter { $0.key.contains("unusual") }
    #expect(unusual.count == 5 && unusual.values.allSatisfy { $0 == "pass" })
  }

  private static func answers(_ condition: String, only part: String = "png/odd/") throws -> RunResults {
    let folder = try ScratchFolder()
    let module = """
      import os, shutil
      def run(operation, source, target, **numbers):
          if \(condition): raise NotImplementedError
          shutil.copy(source, target)
      """
    try folder.write(Array(module.utf8), as: "mine.py")
    let text = #"{"name": "mine", "python": "mine:run", "formats": ["png"], "operations": ["load", "bake"]}"#
    var run = ConformanceRun(in: .process)
    run.cases = run.cases.filter { $0.id.contains(part) }
    return try run.results(of: [try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)])
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func aFunctionMayDeclineAnOperationForAllTags() throws {
    let results = try Self.answers("operation == 'bake'")
    #expect(results.subjects[0].answers.allSatisfy { $0.request.operation == .load })
    #expect(results.subjects[0].answers.count == 8)
  }

  /// The copy is right for tag 1 only; declining the others would hide that.
  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func aFunctionThatDeclinesOtherTagsFails() throws {
    let tag1 = try #require(ConformanceSuite.cases.first { $0.id == "png/odd/1/load" }).file.bytes.count
    let results = try Self.answers("operation == 'load' and os.path.getsize(source) != \(tag1)")
    let lines = results.subjects[0].answers.filter { $0.request.operation == .load }.map(\.verdict.line)
    #expect(lines.count == 8 && lines.contains("error: declined") && lines.contains("pass"))
    #expect(results.subjects[0].tally(.load).judged == 8)
  }

  @Test func aRowThatIsRefusedHasNoCases() {
    var subject = SubjectResult(name: "a", version: "")
    subject.answers = ConformanceSuite.cases.prefix(3).map { .init(request: $0, verdict: Verdict(.refused)) }
    var results = RunResults()
    results.subjects = [subject]
    #expect(results.unasked == ["a"] && !results.hasFailedMust && results.unjudged.isEmpty)
    #expect(ResultsTable(results).rows[0].contains { $0.hasPrefix("– (") && $0.hasSuffix(" refused)") })
  }
}
