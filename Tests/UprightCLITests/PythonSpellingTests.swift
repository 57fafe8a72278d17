// What the program says to the Python package names arguments of Python.

import Testing
import Upright
import UprightTestTools

@testable import UprightCLI

@Suite struct PythonSpellingTests {
  @Test(
    arguments: [
      ("use \(option: .edge, "recode") or \(option: .output)", #"use edge="recode" or output"#),
      ("\(option: .output, "FOLDER/"), or add \(option: .journal, "FILE")", "output=FOLDER, or add journal=FILE"),
      ("\(option: .overwrite) overwrites it", "overwrite=True overwrites it"),
      ("\(option: .inPlace), \(option: .from), \(option: .strictParts)", "output=None, from_format, strict_parts=True"),
      ("\(option: .lossless, "inward")", "the option lossless inward of the program upright"),
    ] as [(Phrase, String)])
  func optionsAreArguments(phrase: Phrase, words: String) {
    #expect(phrase.spelled(by: PythonSpelling()) == words)
  }

  @Test func theProgramIsToldWhoReads() throws {
    let album = try Album("6.jpg", "a.jpg")
    let answer = try UprightTool.run(
      ["fix", "6.jpg", "-o", "a.jpg"], in: album.folder,
      environment: [PythonSpelling.variable: PythonSpelling.language])
    #expect(answer.status == 74 && answer.complaints.contains("; overwrite=True overwrites it"), "\(answer)")
  }
}
