// Test results in JUnit's XML, as CI servers read them (Jenkins' junit-10.xsd): one test case per file.

/// Collects test cases. They are kept until the end, because the numbers of failures precede them.
struct JUnitReport {
  private var cases: [UInt8] = []
  private var (count, failures, errors) = (0, 0, 0)

  /// Adds the test case of the file at `path`.
  ///
  /// Problems that fail the audit are one failure, because readers use only the first. Others are output.
  mutating func add(_ problems: [AuditProblem], path: String) {
    count += 1
    let name = MarkupText.escaped(path)
    let file = MarkupText.escaped(ReportPath.readable(path))
    let failing = problems.filter(\.isFailure)
    let others = problems.filter { !$0.isFailure }
    var body: [String] = []
    if let first = failing.first {
      let isError = failing.contains { $0.rule == .unreadable }
      if isError { errors += 1 } else { failures += 1 }
      let element = isError ? "error" : "failure"
      let type = MarkupText.escaped(failing.map(\.rule.id).joined(separator: ","))
      let message = failing.count == 1 ? first.message : failing.map(\.rule.id).joined(separator: ", ")
      body.append(
        "<\(element) type=\"\(type)\" message=\"\(MarkupText.escaped(message))\">\(Self.lines(failing))</\(element)>")
    }
    if !others.isEmpty { body.append("<system-out>\(Self.lines(others))</system-out>") }
    let tag = "    <testcase classname=\"upright\" name=\"\(name)\" file=\"\(file)\""
    let text = body.isEmpty ? "\(tag)/>\n" : "\(tag)>\n\(body.map { "      \($0)\n" }.joined())    </testcase>\n"
    cases += text.utf8
  }

  /// The whole document, without its last line break.
  ///
  /// - Parameter seconds: Elapsed time, as decimal digits.
  func document(seconds: String) -> String {
    let numbers =
      "name=\"upright audit\" tests=\"\(count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" "
      + "time=\"\(seconds)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(numbers)>
        <testsuite \(numbers)>
      \(String(decoding: cases, as: UTF8.self))  </testsuite>
      </testsuites>
      """
  }

  private static func lines(_ problems: [AuditProblem]) -> String {
    problems.map { MarkupText.escaped("\($0.rule.id): \($0.message)") }.joined(separator: "\n")
  }
}
