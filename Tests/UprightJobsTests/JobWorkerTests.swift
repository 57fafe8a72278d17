// The loop of a worker on streams in memory: one result per job, whatever else happens.

import Foundation
import Synchronization
import Testing
import Upright
import UprightBatch
import UprightFiles
import UprightFixtures
import UprightTestTools

@testable import UprightJobs

@Suite struct JobWorkerTests {
  /// Pieces of input, and all output; after `failing` writes, output fails.
  private final class Streams: Outlet {
    private struct State {
      var input: [[UInt8]]
      var left: Int
      var output: [UInt8] = []
      /// How many more pieces were read than answered, counting the greeting as no answer.
      var ahead = 1
      var furthest = 0
    }

    private let state: Mutex<State>

    init(_ input: [[UInt8]], failing left: Int) { state = Mutex(State(input: input, left: left)) }

    func read() -> [UInt8] {
      state.withLock { state in
        guard !state.input.isEmpty else { return [] }
        state.ahead += 1
        return state.input.removeFirst()
      }
    }

    func write(_ bytes: [UInt8]) throws(UprightError) {
      let isOpen = state.withLock { state in
        state.left -= 1
        state.ahead -= 1
        state.furthest = max(state.furthest, state.ahead)
        if state.left >= 0 { state.output += bytes }
        return state.left >= 0
      }
      if !isOpen { throw .io(path: "standard output", systemError: 32) }
    }

    func check() {}

    var isTerminal: Bool { false }
    var terminalColumns: Int? { nil }
    var output: [UInt8] { state.withLock(\.output) }
    /// How many pieces had at most been read without an answer when one was written.
    var furthest: Int { state.withLock(\.furthest) }
  }

  /// The lines of an output, with the bodies that they announce.
  private static func messages(_ bytes: [UInt8]) throws -> [(line: JSONLine, body: [UInt8]?)] {
    var messages: [(JSONLine, [UInt8]?)] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 10) {
      let line = try #require(JSONReader.document(of: Array(rest[..<end]), atMost: 1_000))
      rest = rest[(end + 1)...]
      let count = line["body"]?.number
      messages.append((line, count.map { Array(rest.prefix($0)) }))
      rest = rest.dropFirst(count ?? 0)
    }
    #expect(rest.isEmpty)
    return messages
  }

  private static func run(
    _ input: [[UInt8]], failing left: Int = .max, _ change: (inout WorkerSettings) -> Void = { _ in }
  ) throws -> (status: Int32, messages: [(line: JSONLine, body: [UInt8]?)]) {
    var settings = WorkerSettings()
    change(&settings)
    let streams = Streams(input, failing: left)
    let worker = JobWorker(JobEngine(), settings, in: .inMemory(output: streams)) { () throws(UprightError) in
      streams.read()
    }
    return (worker.run().code, try messages(streams.output))
  }

  private static let photo = TinyJPEG(TinyImage.sixColors.enlarged(by: 16), exif: TinyTIFF(orientation: 6)).bytes

  private static func job(_ id: Int, op: String = #""kind":"fix""#) -> [UInt8] {
    let rest = #""op":{\#(op)},"in":{"body":\#(photo.count)},"out":{"body":true}}"#
    var bytes = Array(#"{"type":"job","id":"\#(id)","attempt":\#(id + 1),\#(rest)"#.utf8)
    bytes.append(10)
    bytes += photo
    return bytes
  }

  private static func types(_ messages: [(line: JSONLine, body: [UInt8]?)]) -> [String] {
    messages.compactMap { $0.line["type"]?.text }
  }

  @Test(arguments: [1, 3])
  func everyJobHasOneResult(_ width: Int) throws {
    let (status, messages) = try Self.run((0..<20).map { Self.job($0) }) { $0.width = width }
    #expect(status == 0)
    let types = Self.types(messages)
    #expect(types.first == "hello" && types.last == "bye")
    #expect(types.dropFirst().dropLast() == Array(repeating: "result", count: 20)[...])
    let results = messages.dropFirst().dropLast()
    let ids = results.compactMap { $0.line["id"]?.text }.compactMap { Int($0) }
    #expect(ids.sorted() == Array(0..<20))
    for (id, result) in zip(ids, results) {
      #expect(result.line["status"]?.text == "ok")
      #expect(result.line["attempt"]?.number == id + 1)
      let body = try #require(result.body)
      #expect(result.line["out_digest"]?.text == SHA256Text.text(SHA256Text.digest(of: body)))
      #expect(try Probe(body).orientation.isIdentity)
    }
    #expect(messages[0].line["protocol"]?.number == 1 && messages[0].line["credits"]?.number == 8)
    #expect(messages[21].line["reason"]?.text == "end")
  }

  @Test func everyPrefixOfInputEndsTheWorker() throws {
    let input = Self.job(0) + Self.job(1)
    for end in stride(from: 0, to: input.count, by: 97) {
      let (status, messages) = try Self.run([Array(input[..<end])])
      let isWhole = [0, Self.job(0).count].contains(end)
      #expect(status == (isWhole ? 0 : 65), "\(end)")
      #expect(Self.types(messages).count { $0 == "result" } == end / Self.job(0).count)
    }
  }

  @Test func jobsThatStateNothingFailAlone() throws {
    let (status, messages) = try Self.run([
      Self.job(0), Self.job(1, op: #""kind":"joke""#), Self.job(2),
      Array(#"{"type":"job","id":"3"}"#.utf8) + [10],
    ])
    #expect(status == 0)
    let failed = messages.filter { $0.line["status"]?.text == "failed" }
    #expect(failed.compactMap { $0.line["id"]?.text }.sorted() == ["1", "3"])
    #expect(failed.allSatisfy { $0.line["error"]?["class"]?.text == "permanent" })
  }

  @Test func whatIsNoMessageEndsTheWorkerAfterItsJobs() throws {
    let (status, messages) = try Self.run([Self.job(0), Array("garbage\n".utf8), Self.job(1)])
    #expect(status == 65)
    #expect(Self.types(messages) == ["hello", "result", "bye"])
    #expect(messages[2].line["reason"]?.text == "protocol")
    #expect(messages[2].line["message"]?.text?.contains("line 2") == true)
  }

  @Test func drainingEndsAfterTheJobsBefore() throws {
    let (status, messages) = try Self.run([Self.job(0), Array("{\"type\":\"drain\"}\n".utf8), Self.job(1)])
    #expect(status == 0)
    #expect(Self.types(messages) == ["hello", "result", "bye"] && messages[2].line["reason"]?.text == "drain")
  }

  @Test func aWorkerIsRecycledAfterSomeJobs() throws {
    let (status, messages) = try Self.run((0..<9).map { Self.job($0) }) { $0.mostJobs = 4 }
    #expect(status == 0)
    #expect(Self.types(messages).count { $0 == "result" } == 4 && messages.last?.line["reason"]?.text == "recycle")
    let small = try Self.run((0..<9).map { Self.job($0) }) { $0.mostMemory = 1 }
    #expect(small.messages.last?.line["reason"]?.text == "recycle" && Self.types(small.messages).contains("result"))
  }

  @Test func aClosedOutputEndsTheWorker() throws {
    let (status, messages) = try Self.run((0..<50).map { Self.job($0) }, failing: 3)
    #expect(status == 74)
    #expect(Self.types(messages) == ["hello", "result", "result"])
  }

  @Test(arguments: [1, 2, 5])
  func noMoreIsReadThanThereIsRoomFor(_ credits: Int) throws {
    var settings = WorkerSettings()
    (settings.width, settings.credits) = (2, credits)
    let streams = Streams((0..<20).map { Self.job($0) }, failing: .max)
    let worker = JobWorker(JobEngine(), settings, in: .inMemory(output: streams)) { () throws(UprightError) in
      streams.read()
    }
    #expect(worker.run().code == 0)
    #expect(Self.types(try Self.messages(streams.output)).count { $0 == "result" } == 20)
    #expect(streams.furthest <= credits, "those that have room, and one that waits for it, less the one answered")
  }

  @Test func bodiesThatDoNotFitTogetherWait() throws {
    let (status, messages) = try Self.run((0..<12).map { Self.job($0) }) { $0.bounds.body = Self.photo.count + 10 }
    #expect(status == 0)
    #expect(Self.types(messages).count { $0 == "result" } == 12)
    let refused = try Self.run([Self.job(0)]) { $0.bounds.body = Self.photo.count - 1 }
    #expect(refused.status == 65)
  }
}
