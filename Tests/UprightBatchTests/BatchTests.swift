// Requests in, reports out: correct pixels, in order, and no work for a cancelled caller.

import Foundation
import Testing
import Upright
import UprightBatch
import UprightFiles
import UprightFixtures
import UprightTestTools

@Suite struct BatchTests {
  private static let upright = Rendition(upright: .pixels)

  /// The photos of all tags, 48 by 32 as displayed: red, green, blue over yellow, magenta, white.
  private static func photos(in folder: ScratchFolder) throws -> [String] {
    try (1...8).map { tag in
      let image = TinyImage.sixColors.enlarged(by: 16)
      let stored = ExifOrientation(rawValue: UInt8(tag)).map(image.stored) ?? image
      try folder.write(TinyJPEG(stored, exif: TinyTIFF(orientation: tag)).bytes, as: "\(tag).jpg")
      return folder.path("\(tag).jpg")
    }
  }

  /// The colors in the centers of the six fields, each sample as 0 or 1.
  private static func fields(of bytes: [UInt8]) throws -> [[Int]] {
    let probe = try Probe(bytes)
    #expect(probe.orientation.isIdentity)
    #expect(probe.storedSize == PixelSize(width: 48, height: 32))
    let raster = try Pipeline(codecs: ImageCodecs.all()).raster(Rendition(), of: probe, from: bytes)
    return (0..<6).map { field in
      raster.pixel(x: 8 + 16 * (field % 3), y: 8 + 16 * (field / 3)).map { $0 > 127 ? 1 : 0 }
    }
  }

  private static let six = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [1, 1, 1]]

  @Test func everyTagBecomesUprightInOrder() async throws {
    let folder = try ScratchFolder()
    let paths = try Self.photos(in: folder)
    let requests = paths.map { Batch.Request($0, Self.upright, to: .file(path: $0 + ".out.jpg", overwriting: false)) }
    var places: [Int] = []
    for await report in Batch(width: 3).run(requests) {
      places.append(report.index)
      let image = try report.outcome.get()
      #expect(image.output == requests[report.index].source + ".out.jpg")
      #expect(try Self.fields(of: folder.read("\(report.index + 1).jpg.out.jpg")) == Self.six)
    }
    #expect(places == Array(0..<8))
  }

  @Test func labelsThatStayAreAmongTheComplaints() async throws {
    let folder = try ScratchFolder()
    let path = try Self.photos(in: folder)[5]
    try folder.write(Array(#"{"shapes":[]}"#.utf8), as: "6.json")
    let image = try await Batch().run(Batch.Request(path, Self.upright, to: .inPlace)).outcome.get()
    let labels = try FileName.absolute(folder.path("6.json"))
    #expect(image.complaints == ["labels or masks of this photo were not rotated with it: \(labels)"])
    #expect(try Self.fields(of: folder.read("6.jpg")) == Self.six)
  }

  @Test func resultsInMemoryLeaveNoFiles() async throws {
    let folder = try ScratchFolder()
    let paths = try Self.photos(in: folder)
    for path in paths {
      let report = await Batch().run(Batch.Request(path, Self.upright, to: .memory))
      let bytes = try #require(try report.outcome.get().bytes)
      #expect(try Self.fields(of: bytes) == Self.six)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == (1...8).map { "\($0).jpg" })
  }

  @Test func filesInPlaceAreRewrittenAndFlushed() async throws {
    let folder = try ScratchFolder()
    let paths = try Self.photos(in: folder)
    for await report in Batch(width: 2).run(paths.map { Batch.Request($0, Self.upright, to: .inPlace) }) {
      _ = try report.outcome.get()
      #expect(try Self.fields(of: folder.read("\(report.index + 1).jpg")) == Self.six)
    }
  }

  @Test func plansAloneWriteNothing() async throws {
    let folder = try ScratchFolder()
    let paths = try Self.photos(in: folder)
    let before = try folder.read("6.jpg")
    let report = await Batch().run(Batch.Request(paths[5], Self.upright, to: .planOnly))
    #expect(try report.outcome.get().plan.route.name == .transform)
    #expect(try folder.read("6.jpg") == before)
  }

  @Test func oneBadFileDoesNotStopTheRest() async throws {
    let folder = try ScratchFolder()
    var paths = try Self.photos(in: folder)
    paths.insert(folder.path("missing.jpg"), at: 4)
    var failed: [Int] = []
    for await report in Batch(width: 2).run(paths.map { Batch.Request($0, Self.upright, to: .memory) }) {
      if case .failure(let error) = report.outcome {
        failed.append(report.index)
        guard case .io(let path, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(path == paths[4])
      }
    }
    #expect(failed == [4])
  }

  @Test func aResultThatExistsIsRefusedUnlessItMayBeReplaced() async throws {
    let folder = try ScratchFolder()
    let path = try Self.photos(in: folder)[5]
    try folder.write([1, 2, 3], as: "there.jpg")
    let there = folder.path("there.jpg")
    let refused = await Batch().run(Batch.Request(path, Self.upright, to: .file(path: there, overwriting: false)))
    #expect(throws: UprightError.exists(there)) { try refused.outcome.get() }
    #expect(try folder.read("there.jpg") == [1, 2, 3])
    _ = try await Batch().run(Batch.Request(path, Self.upright, to: .file(path: there, overwriting: true))).outcome
      .get()
    #expect(try Self.fields(of: folder.read("there.jpg")) == Self.six)
  }

  @Test(arguments: ["6.jpg", "./6.jpg", "link.jpg", "hard.jpg"])
  func aResultDoesNotTakeThePlaceOfItsSource(_ name: String) async throws {
    let folder = try ScratchFolder()
    let path = try Self.photos(in: folder)[5]
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.jpg"), withDestinationPath: "6.jpg")
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("hard.jpg"))
    let before = try folder.read("6.jpg")
    let destination = Batch.Request.Destination.file(path: folder.path(name), overwriting: true)
    let report = await Batch().run(Batch.Request(path, Self.upright, to: destination))
    guard case .failure(.unanswerable("destination", _)) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(try folder.read("6.jpg") == before)
  }

  @Test func aCancelledTaskBeginsNothingMore() async throws {
    let folder = try ScratchFolder()
    let path = try Self.photos(in: folder)[5]
    let requests = (0..<500).map {
      Batch.Request(path, Self.upright, to: .file(path: folder.path("out\($0).jpg"), overwriting: false))
    }
    let (reached, reach) = AsyncStream.makeStream(of: Void.self)
    let (cancelled, cancel) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var reports = 0
      for await _ in Batch(width: 2).run(requests) {
        reports += 1
        if reports == 3 {
          reach.finish()
          for await _ in cancelled {}
        }
      }
      return reports
    }
    for await _ in reached {}
    task.cancel()
    cancel.finish()
    #expect(await task.value <= 5)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("out") }.count <= 5)
  }
}
