// Foundation's bytes as sources and sinks: the same results as with arrays, also for slices.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightFoundation

@Suite struct DataTests {
  private static let pipeline = Pipeline(codecs: [])
  private static let turned = Rendition(rotation: .rotate90)

  private static func photo(_ tag: Int) -> [UInt8] { TinyJPEG(.sixColors, exif: TinyTIFF(orientation: tag)).bytes }

  @Test(arguments: 1...8)
  func dataIsProbedAndChangedLikeAnArray(_ tag: Int) throws {
    let photo = Self.photo(tag)
    let probe = try Probe(photo)
    #expect(try Probe(Data(photo)) == probe && Probe(data: Data(photo)) == probe)
    let changed: Data = try Self.pipeline.run(Self.turned, on: Data(photo))
    #expect(try [UInt8](changed) == Self.pipeline.run(Self.turned, on: photo))
  }

  /// A slice keeps the indices of the whole.
  @Test func aSliceIsReadFromItsFirstByte() throws {
    let photo = Self.photo(6)
    let slice = Data([1, 2, 3] + photo + [4, 5])[3..<(3 + photo.count)]
    #expect(slice.startIndex == 3 && slice.byteCount == photo.count)
    #expect(try Probe(data: slice) == Probe(photo))
    #expect(try slice.read(0..<4) == Array(photo[0..<4]))
    #expect(try slice.read((photo.count - 2)..<(photo.count + 9)) == Array(photo.suffix(2)))
    #expect(try slice.read(-5..<0).isEmpty && slice.read(photo.count..<Int.max).isEmpty)
    let changed: Data = try Self.pipeline.run(Self.turned, on: slice)
    #expect(try [UInt8](changed) == Self.pipeline.run(Self.turned, on: photo))
  }

  @Test func noDataIsAnErrorOfTheLibrary() {
    #expect(throws: UprightError.self) { try Probe(data: Data()) }
    #expect(throws: UprightError.self) { try Probe(data: Data([0xFF, 0xD8])) }
  }

  @Test func aTaskGetsTheSameAndACanceledOneNothing() async throws {
    let photo = Data(Self.photo(6))
    let expected: [UInt8] = try Self.pipeline.run(Self.turned, on: Self.photo(6))
    let changed: Data = try await Self.pipeline.run(Self.turned, on: photo)
    #expect([UInt8](changed) == expected)
    let canceled = Task { () async throws -> Data in
      while !Task.isCancelled { await Task.yield() }
      return try await Self.pipeline.run(Self.turned, on: photo)
    }
    canceled.cancel()
    await #expect(throws: UprightError.cancelled) { try await canceled.value }
  }

  /// The module's page shows this code.
  private static func page(
    _ pipeline: Pipeline, _ photoURL: URL, _ copyURL: URL, _ data: Data, _ box: PixelSize<Output>
  )
    async throws -> Data
  {
    let request = Rendition(upright: .pixels)
    try await pipeline.run(request, from: photoURL, to: copyURL)
    let small = try await pipeline.run(.thumbnail(within: box), on: data)
    return small
  }

  @Test func thePagesCodeCompiles() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func lines(_ path: String) throws -> [String] {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    let own = try lines("Tests/UprightFoundationTests/DataTests.swift")
    let page = try lines("Sources/UprightFoundation/UprightFoundation.docc/UprightFoundation.md")
    let start = try #require(page.firstIndex(of: "```swift"))
    let code = page[(start + 1)...].prefix { $0 != "```" }
    #expect(code.count == 3 && own.indices.contains { own[$0...].starts(with: code) })
  }
}
