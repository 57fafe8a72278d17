// Errors of whole files.

import Testing

@testable import UprightLabels

@Suite("Errors of label files")
struct LabelErrorTests {
  @Test("An error is one sentence with file, line and byte")
  func sentence() {
    let error = LabelError(.syntax, in: "a.json", at: 41, line: 3, "a comma should be here")
    #expect(error.description == "a.json, line 3, byte 41: a comma should be here")
  }

  @Test("Codes are stable words", arguments: LabelError.Code.allCases)
  func codes(code: LabelError.Code) {
    #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
  }

  @Test("Every error of every format names the file")
  func named() {
    let file = LabelFile(name: "the name", bytes: [0xFF, 0xFE, 0x3C, 0])
    for read in [
      { _ = try Labels.read(COCOFormat(), file) }, { _ = try Labels.read(YOLOFormat(), file) },
      { _ = try Labels.read(VOCFormat(), file) },
      { _ = try YOLONames(file) },
    ] as [() throws -> Void] {
      do {
        try read()
        Issue.record("was read")
      } catch { #expect(String(describing: error).hasPrefix("the name, line 1, byte 0: the file is in UTF-16")) }
    }
  }
}
