// A file that changes between the plan and the run.

import Foundation
import Synchronization
import Testing
import Upright
import UprightCodecs
import UprightFiles
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

extension ImageTaskTests {
  /// Counts how often a file was begun.
  private final class Counter: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func next() -> Int {
      state.withLock {
        $0 += 1
        return $0
      }
    }
  }

  /// The same photo under another tag.
  private func photo(_ before: [UInt8], tagged tag: ExifOrientation) throws -> [UInt8] {
    try Probe(before).retag(to: Orientation(exif: tag)).applied(to: before)
  }

  private func target(_ destination: Destination, in album: Album) -> Destination {
    guard case .file(let file) = destination else { return destination }
    return .file(FileLocation(path: album.folder.path(file.path)))
  }

  private static let pipeline = Pipeline(codecs: SystemCodecs.all)

  @Test(arguments: [Destination.inPlace, .file(FileLocation(path: "b.jpg"))])
  func aFileThatIsChangedMeanwhileIsSaidToBe(destination: Destination) throws {
    let album = try Album("6.jpg")
    let path = album.folder.path("6.jpg")
    let changed = try photo(album.folder.read("6.jpg"), tagged: .bottomRight)
    let counter = Counter()
    let task = ImageTask(pipeline: Self.pipeline) { _, _ in
      _ = counter.next()
      try? Data(changed).write(to: URL(fileURLWithPath: path))
      return Rendition(upright: .pixels)
    }
    let file = InputFile(path: path, relativePath: "6.jpg")
    let target = target(destination, in: album)
    #expect(throws: UprightError.io(path: path, systemError: ESTALE)) { try task.run(file, to: target) }
    #expect(counter.count == 1 + ImageTask.maxRetries)
    #expect(try album.folder.read("6.jpg") == changed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: album.folder.url.path) == ["6.jpg"])
  }

  private static let ways: [Rendition] = [
    Rendition(rotation: .rotate90, upright: .tagged), Rendition(upright: .pixels),
    Rendition(rotation: .rotate90, upright: .pixels, loss: .recode), Rendition(size: .within(8, 8), upright: .pixels),
  ]

  // A memory mapping changes a file without its times, as within one clock tick; a copy has none to begin with, like a
  // photo without a tag.
  @Test(arguments: [Destination.inPlace, .file(FileLocation(path: "b.jpg")), .standardOutput], ways)
  func aFileThatIsChangedOnceIsBegunAnewFromItsNewBytes(destination: Destination, wanted: Rendition) throws {
    for (tag, isMapped) in [(ExifOrientation.bottomRight, true), (.leftBottom, true), (.bottomRight, false)] {
      let (album, other) = (try Album("6.jpg"), try Album())
      let path = album.folder.path("6.jpg")
      let changed = try photo(album.folder.read("6.jpg"), tagged: tag)
      try other.folder.write(changed, as: "6.jpg")
      let (mapped, counter) = (try MappedFile(path), Counter())
      let task = ImageTask(pipeline: Self.pipeline) { _, _ in
        if counter.next() == 1 {
          if isMapped { mapped.write(changed) } else { try? Data(changed).write(to: URL(fileURLWithPath: path)) }
        }
        return wanted
      }
      let undisturbed = ImageTask(pipeline: Self.pipeline) { _, _ in wanted }
      let (report, expected) = try (
        task.run(InputFile(path: path, relativePath: "6.jpg"), to: target(destination, in: album)),
        undisturbed.run(
          InputFile(path: other.folder.path("6.jpg"), relativePath: "6.jpg"), to: target(destination, in: other))
      )
      #expect(counter.count == 2)
      #expect(report.bytes == expected.bytes)
      #expect(try album.contents() == other.contents(), "\(destination), \(wanted), tag \(tag)")
    }
  }

  // Nothing ends with an error about the request, the bytes or a codec, and with a journal nothing is retried.
  @Test(arguments: [Destination.inPlace, .file(FileLocation(path: "b.jpg")), .standardOutput], [false, true])
  func whatMayNotBeBegunAnewIsSaidToBeChanged(destination: Destination, hasJournal: Bool) throws {
    let region = Rendition(region: .pixels(PixelRect<Displayed>(x: 0, y: 0, width: 16, height: 16)), upright: .pixels)
    for wanted in hasJournal ? Self.ways : [region] {
      let album = try Album("6.jpg")
      let path = album.folder.path("6.jpg")
      let changed = try photo(album.folder.read("6.jpg"), tagged: .bottomRight)
      let (mapped, counter) = (try MappedFile(path), Counter())
      var task = ImageTask(pipeline: Self.pipeline) { _, _ in
        if counter.next() == 1 { mapped.write(changed) }
        return wanted
      }
      if hasJournal {
        task.delivery.journal = try Journal(creating: album.folder.path("journal"), operation: [], started: 1)
      }
      let outcome = Result { () throws(UprightError) in
        FileReport.image(
          try task.run(InputFile(path: path, relativePath: "6.jpg"), to: target(destination, in: album)))
      }
      let errors = task.commit([outcome]).map { (outcome) -> UprightError? in
        if case .failure(let error) = outcome { error } else { nil }
      }
      #expect(errors == [.changedUnderneath(path)], "\(destination), \(wanted)")
      #expect(counter.count == 1)
      #expect(try album.folder.read("6.jpg") == changed)
      #expect(try album.contents().keys.sorted() == (hasJournal ? ["6.jpg", "journal"] : ["6.jpg"]))
    }
  }
}
