// What the worker says, as bytes and back, whole and damaged: the parent believes none of it.

import Testing
import Upright

@testable import UprightSandbox

@Suite struct WorkerReportTests {
  private static func bare(_ confinement: WorkerHello.Confinement) -> WorkerHello {
    WorkerHello(version: WorkerHello.currentVersion, confinement: confinement, capabilities: [:])
  }

  private static let hello = WorkerHello(
    version: WorkerHello.currentVersion, confinement: .limited(38),
    capabilities: [
      .jpeg: Capabilities(decodes: true, encodes: false, transforms: true, planes: true, denominators: [1, 2, 8]),
      .avif: Capabilities(decodes: false, encodes: true, transforms: false),
    ])
  private static let errors: [UprightError] = [
    .malformed(MetadataError(.corruptData, at: 99)),
    .malformed(MetadataError(.unreadable, at: 0, systemError: 5, format: .tiff)), .unsupported("twelve bits"),
    .unanswerable(field: "region", reason: "it lies outside"), .limit(name: "pixels", asked: 9, allowed: 8),
    .codec(format: .heif, message: "no"), .io(path: "", systemError: 116), .cancelled,
    .outOfMemory, .outOfProcesses,
    .malformedText(offset: 41, reason: "a.json, line 3, byte 41: a comma is missing"),
  ]
  private static let all: [WorkerReport] =
    [
      .hello(hello), .hello(Self.bare(.filtered)), .hello(Self.bare(.none)), .needsBytes(at: 1 << 40, count: 4096),
      .filled(firstRow: 64, rows: 64), .needsRows(firstRow: 0, rows: 1), .written([]), .written([1, 2, 3]), .done(0),
      .done(Int.max),
    ] + errors.map(WorkerReport.failed)

  @Test func everyReportComesBackAsItWas() throws {
    for report in Self.all { #expect(try WorkerReport(report.bytes) == report) }
  }

  @Test func damagedReportsAreRefusedOrOthers() {
    for (number, report) in Self.all.enumerated() {
      for bytes in Damage.all(of: report.bytes, seed: UInt64(number)) {
        guard let read = try? WorkerReport(bytes), !bytes.isEmpty else { continue }
        // A path, or a format twice, is not taken over; text that is no UTF-8 becomes some.
        if case .hello = read { continue }
        if case .failed = read { continue }
        #expect(read.bytes == bytes, "what is understood says all of its bytes")
      }
    }
  }

  @Test func numbersBeyondWhatIsAskedForAreRefused() {
    let wrong: [WorkerReport] = [
      .needsBytes(at: -1, count: 1), .needsBytes(at: 0, count: 0), .needsBytes(at: 0, count: 1 << 30),
      .filled(firstRow: 0, rows: 0), .filled(firstRow: 0, rows: 65), .filled(firstRow: -1, rows: 1),
      .needsRows(firstRow: 0, rows: 65), .done(-1),
      .hello(WorkerHello(version: 0, confinement: .filtered, capabilities: [:])),
    ]
    for report in wrong { #expect(throws: Nonsense.self) { try WorkerReport(report.bytes) } }
  }

  @Test func longTextsAreCutOff() throws {
    let long = UprightError.unsupported(String(repeating: "long ", count: 10_000))
    let read = try WorkerReport(WorkerReport.failed(long).bytes)
    #expect(WorkerReport.failed(long).bytes.count < 1100)
    #expect(read == .failed(.unsupported(String(repeating: "long ", count: 200))))
  }

  @Test func everyReasonOfEveryFormatComesBack() throws {
    for code in MetadataError.Code.allCases {
      for number: Int32? in [nil, 0, 4095] {
        for format in [nil] + ContainerFormat.allCases.map(Optional.some) {
          let error = UprightError.malformed(
            MetadataError(code, at: 1 << 40, systemError: number, format: format))
          #expect(try WorkerReport(WorkerReport.failed(error).bytes) == .failed(error))
        }
      }
    }
    for format in ContainerFormat.allCases {
      let error = UprightError.codec(format: format, message: "kaputt – 壊れた")
      #expect(try WorkerReport(WorkerReport.failed(error).bytes) == .failed(error))
    }
    for (asked, allowed) in [(0, 0), (-1, 1), (Int.max, Int.min)] {
      let error = UprightError.limit(name: "", asked: asked, allowed: allowed)
      #expect(try WorkerReport(WorkerReport.failed(error).bytes) == .failed(error))
    }
  }

  @Test func aPathDoesNotTravel() throws {
    let error = UprightError.io(path: "secret/place", systemError: 28)
    #expect(try WorkerReport(WorkerReport.failed(error).bytes) == .failed(.io(path: "", systemError: 28)))
    for number: Int32 in [-1, 4096, .max] {
      let wrong = WorkerReport.failed(.io(path: "", systemError: number))
      #expect(throws: Nonsense("\(number) is not in 0...4095")) { try WorkerReport(wrong.bytes) }
      let read = WorkerReport.failed(.malformed(MetadataError(.unreadable, at: 0, systemError: number)))
      #expect(throws: Nonsense("\(number) is not in 0...4095")) { try WorkerReport(read.bytes) }
    }
  }

  @Test func everyTextIsCutOffAtAThousandBytes() throws {
    let (long, short) = (String(repeating: "x", count: 1001), String(repeating: "x", count: 1000))
    let all: [(UprightError, UprightError)] = [
      (.unsupported(long), .unsupported(short)),
      (.unanswerable(field: long, reason: long), .unanswerable(field: short, reason: short)),
      (.limit(name: long, asked: 1, allowed: 2), .limit(name: short, asked: 1, allowed: 2)),
      (.codec(format: .png, message: long), .codec(format: .png, message: short)),
    ]
    for (said, heard) in all {
      #expect(try WorkerReport(WorkerReport.failed(said).bytes) == .failed(heard))
      #expect(try WorkerReport(WorkerReport.failed(heard).bytes) == .failed(heard))
    }
    let parted = UprightError.unsupported("a" + String(repeating: "é", count: 600))
    let expected = UprightError.unsupported("a" + String(repeating: "é", count: 499) + "\u{FFFD}")
    #expect(try WorkerReport(WorkerReport.failed(parted).bytes) == .failed(expected))
  }

  @Test func everyPrefixEndsEarlyAndNothingFollows() {
    for report in Self.all {
      let bytes = report.bytes
      for count in bytes.indices {
        #expect(throws: Nonsense("it ends early")) { try WorkerReport(Array(bytes[..<count])) }
      }
      #expect(throws: Nonsense("1 bytes too many")) { try WorkerReport(bytes + [0]) }
    }
  }

  @Test func numbersOfNoReportAreNamed() {
    for number in [0] + Array(UInt8(8)...255) {
      #expect(throws: Nonsense("no report has the number \(number)")) { try WorkerReport([number]) }
    }
    for number in [0] + Array(UInt8(10)...255) {
      #expect(throws: Nonsense("no error has the number \(number)")) { try WorkerReport([7, number]) }
    }
  }

  @Test func theMostThatIsSentAtOnceIsNotTooLong() throws {
    let most = WorkerReport.written([UInt8](repeating: 9, count: WorkerReport.mostBytes))
    #expect(most.bytes.count <= WorkerReport.longest)
    #expect(try WorkerReport(most.bytes) == most)
    let bytes = WorkerReport.needsBytes(at: 0, count: WorkerReport.mostBytes)
    #expect(try WorkerReport(bytes.bytes) == bytes)
    let more = WorkerReport.needsBytes(at: 0, count: WorkerReport.mostBytes + 1)
    #expect(throws: Nonsense("262145 is not in 1...262144")) { try WorkerReport(more.bytes) }
  }
}
