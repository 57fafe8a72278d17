// Paths of requests as segments.

import Testing
import UprightIIIF

@Suite("Paths of requests")
struct ServerPathTests {
  @Test(
    "Segments are split before they are decoded",
    arguments: [
      ("/", []), ("/a", ["a"]), ("/iiif/3/a%2Fb.jpg/info.json", ["iiif", "3", "a/b.jpg", "info.json"]),
      ("/ark:%2F12025%2F654xz321", ["ark:/12025/654xz321"]), ("/a%252Fb", ["a%2Fb"]), ("/%5E300,", ["^300,"]),
      ("/a+b", ["a+b"]), ("/%c3%A9", ["é"]), ("/é", ["é"]), ("/...", ["..."]), ("/..a", ["..a"]), ("/a%3Fb", ["a?b"]),
      ("/%EF%BF%BD", ["\u{FFFD}"]),
    ] as [(String, [String])])
  func segmentsAreDecodedOnce(path: String, segments: [String]) throws {
    #expect(try ServerPath.segments(path) == segments)
  }

  @Test(
    "What a path may not contain",
    arguments: [
      ("", "path-start"), ("a", "path-start"), ("//", "path-empty"), ("/a/", "path-empty"), ("/a//b", "path-empty"),
      ("/.", "path-dots"), ("/a/..", "path-dots"), ("/a/%2e%2E/b", "path-dots"), ("/.%2e", "path-dots"),
      ("/a%00b", "path-nul"), ("/%", "path-escape"), ("/%4", "path-escape"), ("/%g0", "path-escape"),
      ("/%4g", "path-escape"), ("/%%41", "path-escape"), ("/a%/b", "path-escape"), ("/%2/F", "path-escape"),
      ("/%ff", "path-utf8"), ("/%c3", "path-utf8"), ("/%c0%af", "path-utf8"), ("/%ed%a0%80", "path-utf8"),
    ])
  func aFaultyPathIsABadRequest(path: String, code: String) {
    #expect { try ServerPath.segments(path) } throws: { error in
      guard let error = error as? IIIFError else { return false }
      return error.status == 400 && error.code == code && error.parameter == "path"
    }
  }

  @Test func aPathHasAtMost2048Bytes() throws {
    let path = "/" + String(repeating: "a", count: 2_047)
    #expect(try ServerPath.segments(path).first?.utf8.count == 2_047)
    #expect { try ServerPath.segments(path + "a") } throws: { ($0 as? IIIFError)?.status == 414 }
  }

  @Test(
    "An identifier names folders and a file",
    arguments: [("a.jpg", ["a.jpg"]), ("a/b/c d.jpg", ["a", "b", "c d.jpg"]), ("é", ["é"])] as [(String, [String])])
  func anIdentifierNamesAFile(identifier: String, names: [String]) throws {
    #expect(try ServerPath.names(identifier) == names)
  }

  @Test(
    "An identifier cannot leave its folder",
    arguments: ["", "/", "/etc/passwd", "a/", "a//b", "..", "../a", "a/../b", "a/.", "./a", "a\0b", "a/\0"])
  func anIdentifierStaysBelow(identifier: String) {
    #expect(throws: IIIFError.self) { try ServerPath.names(identifier) }
  }

  @Test("Every byte's text is encoded so that it decodes to itself")
  func encodingIsUndoneByDecoding() throws {
    for value in 1...0x2FF as ClosedRange<UInt32> {
      let text = "a\(Unicode.Scalar(value).map(String.init) ?? "")/b"
      let encoded = ServerPath.encoded(text)
      #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
      #expect(try ServerPath.segments("/\(encoded)") == [text])
    }
  }
}
