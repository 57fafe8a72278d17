// Adapters of image servers: what is asked of them, and which answers are none.

import Foundation
import Testing
import UprightTestTools

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

  /// WebP is optional (IIIF Image API 3.0, section 4.5). The server refuses every image; only WebP may be refused.
  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"), arguments: [400, 501])
  func aServerMayHaveNoWebP(_ status: Int) throws {
    let folder = try ScratchFolder()
    let port = 20_000 + (Int(ProcessInfo.processInfo.processIdentifier) * 2 + status % 2) % 20_000
    let server = """
      import http.server
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.send_response(200 if self.path == "/ready" else \(status))
              self.end_headers()
      http.server.ThreadingHTTPServer(("127.0.0.1", \(port)), Handler).serve_forever()
      """
    try folder.write(Array(server.utf8), as: "server.py")
    let text = """
      {"name": "a", "formats": ["jpeg", "png", "webp"], "iiif": "http://127.0.0.1:\(port)/iiif/3",
       "start": ["python3", "\(folder.path("server.py"))"], "ready": "http://127.0.0.1:\(port)/ready"}
      """
    var run = ConformanceRun()
    run.cases = run.cases.filter { ["convert", "rotate"].contains($0.operation.rawValue) && $0.id.contains("/odd/6/") }
    let subject = try SubjectFile.subject(Array(text.utf8), folder: folder.url.path)
    let answers = try #require(try run.results(of: [subject]).subjects.first).answers
    // convert of JPEG and rotate of WebP would give WebP.
    #expect(
      Set(answers.map(\.request.id)) == [
        "jpeg/odd/6/rotate", "png/odd/6/rotate", "png/odd/6/convert", "webp/odd/6/convert",
      ])
    #expect(answers.allSatisfy { $0.verdict.line == "error: exit-22" })
  }
}
