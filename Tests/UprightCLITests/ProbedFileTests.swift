// Findings about one file, from its headers and its name.

import Testing
import Upright
import UprightFiles
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ProbedFileTests {
  @Test(arguments: [("a.jpg", 0), ("a.png", 1), ("A.HEIC", 1), ("a.jpg.bak", 0), ("a", 0), (".png", 0)])
  func theNameIsLookedAtToo(_ name: String, count: Int) throws {
    let file = ProbedFile(try Probe(Album.photo(6)), path: "holiday.gif/" + name)
    #expect(file.findings.map(\.code) == Array(repeating: .wrongExtension, count: count))
    let lines = file.text(of: name).split(separator: "\n")
    #expect(lines[0].hasSuffix(count == 0 ? "  " + name : "  \(name)  (extension-wrong)"))
    #expect(
      lines.dropFirst().map { $0.hasPrefix("             the file name ends in ") }
        == Array(repeating: true, count: count))
  }

  @Test func whatTheProbeFoundComesFirst() throws {
    let file = ProbedFile(try Probe(Album.photo(9)), path: "9.tif")
    #expect(file.findings.map(\.code) == [.invalidValue, .wrongExtension])
    #expect(
      file.json(of: "9.tif").line.contains("\"code\":\"extension-wrong\",\"message\":\"the file name ends in .tif"))
  }

  @Test func inALineACodeStandsOnce() {
    let findings = [Finding.Code.metadataDamaged, .trailer, .metadataDamaged, .trailer].map { Finding($0, "\($0)") }
    #expect(ProbedFile.codes(findings) == ["metadata-damaged", "trailer"])
    #expect(ProbedFile.codes([]) == [])
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func aFileReadsAsItsBytes(_ tag: UInt8) throws {
    let album = try Album("\(tag).jpg")
    let file = try ProbedFile(path: album.folder.path("\(tag).jpg"), rules: OrientationRules())
    #expect(file.probe == (try Probe(Album.photo(tag))))
  }

  @Test func whatFailsNamesThePath() throws {
    let album = try Album()
    #expect(throws: UprightError.io(path: album.folder.path("no.jpg"), systemError: 2)) {
      try ProbedFile(path: album.folder.path("no.jpg"), rules: OrientationRules())
    }
    let path = try album.folder.write(Array("text".utf8), as: "text.jpg")
    #expect(throws: UprightError.malformed(MetadataError(.unrecognizedFormat, at: 0))) {
      try ProbedFile(path: path, rules: OrientationRules())
    }
  }
}
