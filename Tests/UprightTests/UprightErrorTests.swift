// Every error with its name, exit code, status and sentence, written out.

import Testing
import Upright

@Suite struct UprightErrorTests {
  private struct Row {
    let error: UprightError
    let name: String
    let exitCode: Int32
    let status: Int
    let sentence: String
  }

  private static let table: [Row] = [
    Row(
      error: .malformed(MetadataError(.truncated, at: 12)), name: "truncated", exitCode: 65, status: 422,
      sentence: "the file ends inside a structure (byte 12)"),
    Row(
      error: .malformedText(offset: 7, reason: "a.json, line 2, byte 7: a comma is missing"), name: "malformed-text",
      exitCode: 65, status: 422, sentence: "a.json, line 2, byte 7: a comma is missing"),
    Row(error: .unsupported("decoding png"), name: "unsupported", exitCode: 69, status: 415, sentence: "decoding png"),
    Row(
      error: .unanswerable(field: "region", reason: "it is empty"), name: "unanswerable", exitCode: 64, status: 400,
      sentence: "region: it is empty"),
    Row(
      error: .limit(name: "pixels", asked: 300, allowed: 200), name: "limit", exitCode: 65, status: 413,
      sentence: "300 pixels needed, 200 allowed"),
    Row(
      error: .codec(format: .png, message: "bad zlib"), name: "codec", exitCode: 70, status: 500,
      sentence: "png: bad zlib"),
    Row(
      error: .io(path: "a.jpg", systemError: 28), name: "io", exitCode: 74, status: 500,
      sentence: "the disk failed (errno 28)"),
    Row(
      error: .outOfMemory, name: "shortage", exitCode: 75, status: 503,
      sentence: "the machine has too little memory; try again later"),
    Row(error: .cancelled, name: "cancelled", exitCode: 130, status: 500, sentence: "cancelled"),
  ]

  @Test func everyErrorReadsAsInTheTable() {
    for row in Self.table {
      let (name, exitCode, status) = row.error.codes
      #expect(name == row.name && exitCode == row.exitCode && status == row.status)
      #expect(row.error.description == row.sentence)
    }
  }

  /// A case that is added has to be added to the table as well.
  @Test func theTableKnowsEveryCase() {
    let kinds = Self.table.map { row -> Int in
      switch row.error {
      case .malformed: 0
      case .malformedText: 1
      case .unsupported: 2
      case .unanswerable: 3
      case .limit: 4
      case .codec: 5
      case .io: 6
      case .shortage: 7
      case .cancelled: 8
      }
    }
    #expect(kinds == Array(0...8))
  }

  @Test(arguments: [0, 3])
  func warningsAreNeverSaidToBeMemory(allowed: Int) {
    let error = UprightError.limit(name: "warnings", asked: 4, allowed: allowed)
    #expect(error.description == "its decoder warned of damage 4 times; \(allowed) are let pass")
    #expect(UprightError.limit(name: "scans", asked: 4, allowed: 0).description == "4 scans needed, 0 allowed")
  }

  @Test func nothingAllowedIsMemoryThatWasNotToBeHad() {
    let error = UprightError.limit(name: "bytes of memory", asked: 5, allowed: 0)
    #expect(error.description == "there is not enough memory" && error.codes.name == "limit")
  }

  @Test func secondsAreThoseThatWereAllowed() {
    let (asked, worker) = (
      UprightError.limit(name: "seconds", asked: 8, allowed: 7),
      UprightError.limit(name: "worker seconds", asked: 61, allowed: 60)
    )
    #expect(asked.description == "it took longer than the 7 seconds that are allowed")
    #expect(
      worker.description
        == "its decoder or encoder was waited for longer than the 60 seconds that a picture of its size is given")
  }

  @Test func onlyBrokenBytesHaveAPlace() {
    for row in Self.table {
      switch row.error {
      case .malformed(let error): #expect(row.error.offset == error.offset)
      case .malformedText(let offset, _): #expect(row.error.offset == offset)
      default: #expect(row.error.offset == nil)
      }
    }
    #expect(UprightError(MetadataError(.notExpressible, at: 0, format: .gif)).offset == nil, "no byte is at fault")
  }

  /// All codes of metadata errors: formats are our fault, the disk's faults the disk's, everything else the bytes'.
  @Test(arguments: MetadataError.Code.allCases)
  func metadataErrorsAreSortedByWhoseFaultTheyAre(_ code: MetadataError.Code) {
    let error = MetadataError(code, at: 77)
    let sorted = UprightError(error)
    switch code {
    case .unrecognizedFormat, .unsupportedFormat, .notExpressible:
      #expect(sorted == .malformed(error) && sorted.codes == (code.rawValue, 69, 415) && sorted.offset == 77)
    case .unreadable:
      #expect(sorted == .io(path: "", systemError: 0))
      #expect(UprightError(MetadataError(code, at: 77, systemError: 5)) == .io(path: "", systemError: 5))
    case .truncated, .markerExpected, .segmentTooShort, .frameMissing, .frameInvalid, .tooManyMarkers,
      .fieldNotWritable, .metadataNotRemovable, .corruptData, .boxInvalid, .tooManyStructures, .tooMuchMetadata,
      .numberTooLarge,
      .imageMissing:
      #expect(sorted == .malformed(error))
      #expect(sorted.codes.name == code.rawValue && sorted.codes.exitCode == 65 && sorted.offset == 77)
      #expect(sorted.description.hasSuffix("(byte 77)"))
    }
  }

  /// Exit codes of sysexits.h, 64…78, and the shell's 128 + SIGINT: none is mistaken for success or for findings.
  @Test func exitCodesMeanWhatTheShellExpects() {
    for row in Self.table { #expect((64...78).contains(row.exitCode) || row.exitCode == 130) }
    for row in Self.table { #expect((400..<600).contains(row.status)) }
  }
}
