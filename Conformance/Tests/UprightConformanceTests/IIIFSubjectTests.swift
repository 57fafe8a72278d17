// Adapters of image servers: what is asked of them, and which answers are none.

import Foundation
import Testing
import UprightProgram

@testable import UprightConformance

@Suite struct IIIFSubjectTests {
  private static func subject(_ members: String) throws(SubjectFault) -> Subject {
    try SubjectFile.subject(
      Array(#"{"name": "a", "iiif": "http://127.0.0.1:9/iiif/3"\#(members)}"#.utf8), folder: ".")
  }

  @Test func onlyItsOperationsAndFormatsAreAsked() throws {
    let subject = try Self.subject(#", "operations": ["load", "rotate"], "formats": ["png", "heic"]"#)
    #expect(Set(subject.calls.keys) == [.load, .rotate])
    #expect(subject.calls[.load]?.formats == [.png, .heic])
    // Section 4.5 has no HEIC.
    #expect(subject.calls[.rotate]?.formats == [.png])
    #expect(try Self.subject("").calls.count == 6)
  }

  @Test(arguments: [
    (#", "operations": ["lod"]"#, "line 1: operations.lod: unknown operation"),
    (#", "operations": ["strip"]"#, "line 1: operations.strip: the IIIF Image API has no such operation"),
    (#", "operations": {"load": ["curl", "{in}"]}"#, "line 1: operations: it is a list of strings"),
  ])
  func operationsThatItCannotHaveAreRefused(_ members: String, _ part: String) {
    #expect(throws: SubjectFault.self) { try Self.subject(members) }
    do throws(SubjectFault) { _ = try Self.subject(members) } catch { #expect(error.sentence.hasPrefix(part)) }
  }

  /// A proxy of the environment is not asked for a server on this machine.
  @Test(arguments: [
    ("http://127.0.0.1:9/iiif/3", true), ("http://localhost/iiif", true), ("http://[::1]:9/iiif", true),
    ("https://user@localhost:9/iiif", true), ("http://images.example/localhost", false),
    ("http://10.0.0.1/iiif", false),
  ])
  func aServerOnThisMachineIsAskedDirectly(_ base: String, _ isDirect: Bool) {
    #expect(IIIFCalls.direct(base) == (isDirect ? ["--noproxy", "*"] : []))
    let words = IIIFCalls.calls(base, [.png])[.load]?.command ?? []
    #expect(words.contains("--noproxy") == isDirect)
  }

  /// WebP is optional (IIIF Image API 3.0, section 4.5). The server refuses every image; only WebP may be refused, and
  /// only if that does not depend on the tag.
  @Test(
    .enabled(if: OutsideTool.python3.isInstalled, "needs python3"),
    .enabled(if: OutsideTool.curl.isInstalled, "\(OutsideTool.curl.reason)"),
    arguments: [(400, ""), (501, ""), (400, "-odd-1."), (501, "-odd-6.")])
  func aServerMayHaveNoWebP(_ status: Int, _ served: String) throws {
    let folder = try ScratchFolder()
    let number = status % 2 + (served.isEmpty ? 0 : 2)
    let port = 20_000 + (Int(ProcessInfo.processInfo.processIdentifier) * 4 + number) % 20_000
    let server = """
      import http.server
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              is_served = self.path == "/ready" or "\(served.isEmpty ? "nothing" : served)" in self.path
              self.send_response(200 if is_served else \(status))
              self.end_headers()
      http.server.ThreadingHTTPServer(("127.0.0.1", \(port)), Handler).serve_forever()
      """
    try folder.write(Array(server.utf8), as: "server.py")
    let text = """
      {"name": "a", "formats": ["jpeg", "png", "webp"], "iiif": "http://127.0.0.1:\(port)/iiif/3",
       "start": ["python3", "\(folder.path("server.py"))"], "ready": "http://127.0.0.1:\(port)/ready"}
      """
    var run = ConformanceRun(in: .process)
    run.cases = run.cases.filter { request in
      ["convert", "rotate"].contains(request.operation.rawValue)
        && ["/odd/6/", "/odd/1/"].contains(where: request.id.contains)
    }
    let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
    let results = try run.results(of: [subject])
    #expect(results.subjects[0].answers.count == 12)
    for answer in results.subjects[0].answers {
      // convert of JPEG and rotate of WebP would give WebP.
      let isWebP = ["jpeg/odd/6/convert", "webp/odd/6/rotate", "jpeg/odd/1/convert", "webp/odd/1/rotate"]
        .contains(answer.request.id)
      let isServed = !served.isEmpty && answer.request.file.name.contains(served)
      let line = isServed ? "error: no-result" : isWebP && served != "-odd-1." ? "refused" : "error: exit-22"
      #expect(answer.verdict.line == line, "\(answer.request.id)")
    }
    let row = Dictionary(uniqueKeysWithValues: zip(ResultsTable.head, ResultsTable(results).rows[0]))
    let refused = served.isEmpty ? "0/4 (2 refused)" : served == "-odd-1." ? "0/6" : "0/5 (1 refused)"
    #expect(row["convert"] == refused && results.json.contains("\"refused\"") == (served != "-odd-1."))
  }
}
