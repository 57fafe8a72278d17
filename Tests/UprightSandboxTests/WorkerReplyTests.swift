// The worker's replies, as bytes and back, whole and damaged: the parent trusts none of them.

import Testing
import Upright

@testable import UprightSandbox

@Suite struct WorkerReplyTests {
  private static func bare(_ confinement: WorkerHandshake.Confinement) -> WorkerHandshake {
    WorkerHandshake(version: WorkerHandshake.currentVersion, confinement: confinement, capabilities: [:])
  }

  private static let handshake = WorkerHandshake(
    version: WorkerHandshake.currentVersion, confinement: .limited(38),
    capabilities: [
      .jpeg: Capabilities(decodes: true, encodes: false, transforms: true, planes: true, denominators: [1, 2, 8]),
      .avif: Capabilities(decodes: false, encodes: true, transforms: false),
    ])
  private static let errors: [UprightError] = [
    .malformed(MetadataError(.corruptData, at: 99)),
    .malformed(MetadataError(.unreadable, at: 0, systemError: 5, format: .tiff)), .unsupported("twelve bits"),
    .unanswerable(field: "region", reason: "it lies outside"), .limit(.pixels, asked: 9, allowed: 8),
    .codec(format: .heif, message: "no"), .io(path: "", systemError: 116), .cancelled,
    .outOfMemory, .outOfProcesses, .shortage(of: .folderWatches),
    .malformedText(offset: 41, reason: "a.json, line 3, byte 41: a comma is missing"),
  ]
  private static let all: [WorkerReply] =
    [
      .handshake(handshake), .handshake(Self.bare(.filtered)), .handshake(Self.bare(.none)),
      .needsBytes(at: 1 << 40, count: 4096),
      .filled(firstRow: 64, rows: 64), .needsRows(firstRow: 0, rows: 1), .written([]), .written([1, 2, 3]), .done(0),
      .done(Int.max),
    ] + errors.map(WorkerReply.failed)

  @Test func everyReportComesBackAsItWas() throws {
    for reply in Self.all { #expect(try WorkerReply(reply.bytes) == reply) }
  }

  @Test func damagedReportsAreRefusedOrOthers() {
    for (number, reply) in Self.all.enumerated() {
      for bytes in Damage.all(of: reply.bytes, seed: UInt64(number)) {
        guard let read = try? WorkerReply(bytes), !bytes.isEmpty else { continue }
        // A path, or a duplicate format, is not accepted; text that is not UTF-8 becomes UTF-8.
        if case .handshake = read { continue }
        if case .failed = read { continue }
        #expect(read.bytes == bytes, "what is understood says all of its bytes")
      }
    }
  }

  @Test func numbersBeyondWhatIsAskedForAreRefused() {
    let wrong: [WorkerReply] = [
      .needsBytes(at: -1, count: 1), .needsBytes(at: 0, count: 0), .needsBytes(at: 0, count: 1 << 30),
      .filled(firstRow: 0, rows: 0), .filled(firstRow: 0, rows: 65), .filled(firstRow: -1, rows: 1),
      .needsRows(firstRow: 0, rows: 65), .done(-1),
      .handshake(WorkerHandshake(version: 0, confinement: .filtered, capabilities: [:])),
    ]
    for reply in wrong { #expect(throws: ProtocolViolation.self) { try WorkerReply(reply.bytes) } }
  }

  @Test func longTextsAreCutOff() throws {
    let long = UprightError.unsupported(Phrase(String(repeating: "long ", count: 10_000)))
    let read = try WorkerReply(WorkerReply.failed(long).bytes)
    #expect(WorkerReply.failed(long).bytes.count < 1100)
    #expect(read == .failed(.unsupported(Phrase(String(repeating: "long ", count: 200)))))
  }

  @Test func everyReasonOfEveryFormatComesBack() throws {
    for code in MetadataError.Code.allCases {
      for number: Int32? in [nil, 0, 4095] {
        for format in [nil] + ContainerFormat.allCases.map(Optional.some) {
          let error = UprightError.malformed(
            MetadataError(code, at: 1 << 40, systemError: number, format: format))
          #expect(try WorkerReply(WorkerReply.failed(error).bytes) == .failed(error))
        }
      }
    }
    for format in ContainerFormat.allCases {
      let error = UprightError.codec(format: format, message: "kaputt – 壊れた")
      #expect(try WorkerReply(WorkerReply.failed(error).bytes) == .failed(error))
    }
    for (asked, allowed) in [(0, 0), (-1, 1), (Int.max, Int.min)] {
      let error = UprightError.limit(.memory, asked: asked, allowed: allowed)
      #expect(try WorkerReply(WorkerReply.failed(error).bytes) == .failed(error))
    }
  }

  @Test func aPathDoesNotTravel() throws {
    let error = UprightError.io(path: "secret/place", systemError: 28)
    #expect(try WorkerReply(WorkerReply.failed(error).bytes) == .failed(.io(path: "", systemError: 28)))
    for number: Int32 in [-1, 4096, .max] {
      let wrong = WorkerReply.failed(.io(path: "", systemError: number))
      #expect(throws: ProtocolViolation("\(number) is not in 0...4095")) { try WorkerReply(wrong.bytes) }
      let read = WorkerReply.failed(.malformed(MetadataError(.unreadable, at: 0, systemError: number)))
      #expect(throws: ProtocolViolation("\(number) is not in 0...4095")) { try WorkerReply(read.bytes) }
    }
  }

  @Test func everyTextIsCutOffAtAThousandBytes() throws {
    let (long, short) = (String(repeating: "x", count: 1001), String(repeating: "x", count: 1000))
    let all: [(UprightError, UprightError)] = [
      (.unsupported(Phrase(long)), .unsupported(Phrase(short))),
      (
        .unanswerable(field: Phrase(long), reason: Phrase(long)),
        .unanswerable(field: Phrase(short), reason: Phrase(short))
      ),
      (.codec(format: .png, message: long), .codec(format: .png, message: short)),
    ]
    for (said, repliesReceived) in all {
      #expect(try WorkerReply(WorkerReply.failed(said).bytes) == .failed(repliesReceived))
      #expect(try WorkerReply(WorkerReply.failed(repliesReceived).bytes) == .failed(repliesReceived))
    }
    let parted = UprightError.unsupported(Phrase("a" + String(repeating: "é", count: 600)))
    let expected = UprightError.unsupported(Phrase("a" + String(repeating: "é", count: 499) + "\u{FFFD}"))
    #expect(try WorkerReply(WorkerReply.failed(parted).bytes) == .failed(expected))
  }

  @Test func everyPrefixEndsEarlyAndNothingFollows() {
    for reply in Self.all {
      let bytes = reply.bytes
      for count in bytes.indices {
        #expect(throws: ProtocolViolation("the message ends early")) { try WorkerReply(Array(bytes[..<count])) }
      }
      #expect(throws: ProtocolViolation("1 bytes too many")) { try WorkerReply(bytes + [0]) }
    }
  }

  @Test func numbersOfNoReportAreNamed() {
    for number in [0] + Array(UInt8(8)...255) {
      #expect(throws: ProtocolViolation("unknown reply \(number)")) { try WorkerReply([number]) }
    }
    for number in [0] + Array(UInt8(10)...255) {
      #expect(throws: ProtocolViolation("unknown error \(number)")) { try WorkerReply([7, number]) }
    }
  }

  @Test func theMostThatIsSentAtOnceIsNotTooLong() throws {
    let most = WorkerReply.written([UInt8](repeating: 9, count: WorkerReply.maxBytes))
    #expect(most.bytes.count <= WorkerReply.longest)
    #expect(try WorkerReply(most.bytes) == most)
    let bytes = WorkerReply.needsBytes(at: 0, count: WorkerReply.maxBytes)
    #expect(try WorkerReply(bytes.bytes) == bytes)
    let more = WorkerReply.needsBytes(at: 0, count: WorkerReply.maxBytes + 1)
    #expect(throws: ProtocolViolation("262145 is not in 1...262144")) { try WorkerReply(more.bytes) }
  }
}
