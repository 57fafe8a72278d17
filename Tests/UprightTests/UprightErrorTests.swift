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
      sentence: "the file is truncated: it ends inside a structure (byte 12)"),
    Row(
      error: .malformedText(offset: 7, reason: "a.json, line 2, byte 7: a comma is missing"), name: "malformed-text",
      exitCode: 65, status: 422, sentence: "a.json, line 2, byte 7: a comma is missing"),
    Row(error: .unsupported("decoding png"), name: "unsupported", exitCode: 69, status: 415, sentence: "decoding png"),
    Row(
      error: .unanswerable(field: "region", reason: "it is empty"), name: "unanswerable", exitCode: 64, status: 400,
      sentence: "region: it is empty"),
    Row(
      error: .limit(.pixels, asked: 300, allowed: 200), name: "limit", exitCode: 65, status: 413,
      sentence: "over the limit: 300 pixels, 200 allowed"),
    Row(
      error: .codec(format: .png, message: "bad zlib"), name: "codec", exitCode: 70, status: 500,
      sentence: "png: bad zlib"),
    Row(
      error: .io(path: "a.jpg", systemError: 28), name: "io", exitCode: 74, status: 500,
      sentence: "a file operation failed (errno 28)"),
    Row(
      error: .outOfMemory, name: "shortage", exitCode: 75, status: 503,
      sentence: "not enough memory at the moment; try again later"),
    Row(error: .cancelled, name: "cancelled", exitCode: 130, status: 500, sentence: "canceled"),
  ]

  @Test func everyErrorReadsAsInTheTable() {
    for row in Self.table {
      let (name, exitCode, status) = row.error.codes
      #expect(name == row.name && exitCode == row.exitCode && status == row.status)
      #expect(row.error.description == row.sentence)
    }
  }

  /// A new case must be added to the table as well.
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

  @Test func theLimitOnWatchedFoldersHasItsOwnSentence() {
    let error = UprightError.shortage(of: .folderWatches)
    #expect(error.codes == ("shortage", 75, 503))
    #expect(
      error.description
        == "the limit on watched folders is reached; watch fewer folders, or raise fs.inotify.max_user_watches")
  }

  @Test(arguments: [0, 3])
  func warningsAreNeverSaidToBeMemory(allowed: Int) {
    let error = UprightError.limit(.warnings, asked: 4, allowed: allowed)
    #expect(error.description == "image data is damaged: the decoder reported 4 errors, \(allowed) allowed")
    #expect(UprightError.limit(.scans, asked: 4, allowed: 0).description == "over the limit: 4 scans, 0 allowed")
  }

  @Test func aLimitOfNoMemoryIsStillALimit() {
    let error = UprightError.limit(.memory, asked: 5, allowed: 0)
    #expect(error.description == "needs 5 bytes of memory, 0 allowed" && error.codes.name == "limit")
    #expect(UprightError.outOfMemory.codes.name == "shortage")
  }

  @Test func secondsAreThoseThatWereAllowed() {
    let (asked, worker) = (
      UprightError.limit(.seconds, asked: 8, allowed: 7),
      UprightError.limit(.workerSeconds, asked: 61, allowed: 60)
    )
    #expect(asked.description == "processing took longer than the 7 seconds allowed")
    #expect(
      worker.description
        == "decoding or encoding took longer than the 60 seconds allowed for an image of this size")
  }

  @Test(arguments: [(0, "fraction of a second"), (1, "1 second"), (2, "2 seconds")])
  func aLimitBelowASecondIsNotNone(allowed: Int, words: String) {
    let error = UprightError.limit(.seconds, asked: allowed + 1, allowed: allowed)
    #expect(error.description == "processing took longer than the \(words) allowed")
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

  /// All codes of metadata errors: formats are our fault, disk errors the disk's, everything else the data's.
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
