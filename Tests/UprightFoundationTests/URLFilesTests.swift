// Files by their URLs: the same bytes as by paths, whatever the name, and nothing from elsewhere.

import Foundation
import Synchronization
import Testing
import Upright
import UprightFixtures

@testable import UprightFoundation

@Suite struct URLFilesTests {
  private static let pipeline = Pipeline(codecs: [])
  private static let turned = Rendition(rotation: .rotate90)

  private static func photo(_ tag: Int) -> [UInt8] { TinyJPEG(.sixColors, exif: TinyTIFF(orientation: tag)).bytes }

  /// Calls `body` with a new folder.
  private static func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "upright-\(UUID())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test(arguments: ["a.jpg", "with space %41.jpg", "Käse 100%.jpg", "写真?#.jpg"])
  func everyNameIsFound(name: String) async throws {
    try await Self.inFolder { folder in
      let (source, result) = (folder.appending(path: name), folder.appending(path: "new \(name)"))
      try Data(Self.photo(6)).write(to: source)
      func synchronous() throws {
        #expect(try Probe(contentsOf: source) == Probe(Self.photo(6)))
        let plan = try Self.pipeline.run(Self.turned, from: source, to: result)
        #expect(plan.route.name == .retag)
        #expect(throws: UprightError.self) { try Self.pipeline.run(Self.turned, from: source, to: result) }
        try Self.pipeline.run(Self.turned, from: source, to: result, overwriting: true)
      }
      try synchronous()
      let expected = try Self.pipeline.run(Self.turned, on: Self.photo(6))
      #expect(try [UInt8](Data(contentsOf: result)) == expected)
      try await Self.pipeline.rewrite(Self.turned, at: source)
      #expect(try [UInt8](Data(contentsOf: source)) == expected)
      #expect(try await Probe(contentsOf: source) == Probe(expected))
      let found = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      #expect(found.sorted() == [name, "new \(name)"].sorted())
    }
  }

  @Test func bytesThatAreNotUTF8Stay() throws {
    #expect(try URL(string: "file://LOCALHOST/a")?.fileSystemPath() == "/a")
    #expect(try URL(string: "file:///a%FFb%25")?.fileSystemPath() == "/a\u{10FEFF}b%")
  }

  @Test(arguments: [
    "https://example.org/photo.jpg", "file://elsewhere/photo.jpg", "file:///a%00b.jpg", "file:///a%2Fb.jpg",
    "file:///a%2f..%2fb.jpg", "data:,x",
  ])
  func onlyFilesOfThisMachineAreRead(text: String) throws {
    let url = try #require(URL(string: text))
    let error = #expect(throws: UprightError.self) { try url.fileSystemPath() }
    #expect(error?.codes.name == "unsupported")
    #expect(throws: UprightError.self) { try Probe(contentsOf: url) }
  }

  @Test func aCanceledTaskWritesNothing() async throws {
    try await Self.inFolder { folder in
      let (source, result) = (folder.appending(path: "a.jpg"), folder.appending(path: "b.jpg"))
      try Data(Self.photo(6)).write(to: source)
      let canceled = Task {
        while !Task.isCancelled { await Task.yield() }
        try await Self.pipeline.run(Self.turned, from: source, to: result)
      }
      canceled.cancel()
      await #expect(throws: UprightError.cancelled) { try await canceled.value }
      let rewritten = Task {
        while !Task.isCancelled { await Task.yield() }
        try await Self.pipeline.rewrite(Self.turned, at: source)
      }
      rewritten.cancel()
      await #expect(throws: UprightError.cancelled) { try await rewritten.value }
      #expect(try [UInt8](Data(contentsOf: source)) == Self.photo(6))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) == ["a.jpg"])
    }
  }

  /// A codec that can do nothing, and records the task in which the planner asks for it.
  private final class Recording: Codec {
    struct Caller {
      let priority: TaskPriority
      let isMain: Bool
    }

    let format = ContainerFormat.jpeg
    private let caller = Mutex<Caller?>(nil)
    var seen: Caller? { caller.withLock { $0 } }

    var capabilities: Capabilities {
      let now = Caller(priority: Task.currentPriority, isMain: Thread.isMainThread)
      caller.withLock { $0 = now }
      return Capabilities(missingTrait: "none")
    }
  }

  @MainActor private static func runOnMainActor(_ pipeline: Pipeline, _ source: URL, _ result: URL) async throws {
    try await pipeline.run(turned, from: source, to: result)
  }

  @Test(arguments: [TaskPriority.low, .high])
  func theWorkHasTheCallersPriorityAndLeavesItsActor(priority: TaskPriority) async throws {
    try await Self.inFolder { folder in
      let source = folder.appending(path: "a.jpg")
      try Data(Self.photo(6)).write(to: source)
      let recording = Recording()
      let pipeline = Pipeline(codecs: [recording])
      let result = folder.appending(path: "b.jpg")
      let caller = Task.detached(priority: priority) { try await Self.runOnMainActor(pipeline, source, result) }
      // Waiting for the task's value would raise its priority to the test's.
      while recording.seen == nil { try await Task.sleep(for: .milliseconds(1)) }
      let seen = try #require(recording.seen)
      #expect(seen.priority == priority && !seen.isMain)
      try await caller.value
    }
  }
}
