// The beginning of a file held in memory gives the same bytes as the file.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightFiles

@Suite struct FileHeadTests {
  private func file(_ count: Int) throws -> (folder: ScratchFolder, bytes: [UInt8], file: FileBytes) {
    let folder = try ScratchFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    return (folder, bytes, try FileBytes(path: folder.write(bytes, as: "file")))
  }

  @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 40_000])
  func everyRangeReadsAsFromTheFile(_ count: Int) throws {
    let (_, bytes, file) = try file(count)
    let head = try FileHead(file)
    #expect(head.byteCount == count)
    let places = [0, 1, 100, 4_096, 16_383, 16_384, 16_385, count - 1, count, count + 5].filter { $0 >= 0 }
    for from in places {
      for to in places where from <= to {
        #expect(try head.read(from..<to) == bytes.read(from..<to), "\(from)..<\(to) of \(count)")
      }
    }
  }

  @Test func whatWasReadOnceStaysWhatIsBehindItIsNoted() throws {
    let (folder, bytes, file) = try file(40_000)
    let head = try FileHead(file)
    #expect(try OutsideTool.run("/bin/sh", ["-c", "truncate -s 10 file"], in: folder).status == 0)
    #expect(try head.read(0..<16_384) == Array(bytes[..<16_384]))
    #expect(throws: MetadataError.self) { try head.read(16_000..<20_000) }
    #expect(throws: MetadataError.self) { try FileHead(file) }
  }

  @Test func aBeginningThatChangedWithinATickOfTheClockIsNoticed() throws {
    // The system may write the page to the disk at any moment, and the next change then sets the times.
    let isFound = try (0..<200).contains { _ in
      let (folder, bytes, _) = try file(40_000)
      let mapped = try MappedFile(folder.path("file"))
      let head = try FileBytes(path: folder.path("file")).head()
      try head.checkUnchanged()
      mapped.write([bytes[0] ^ 1])
      #expect(throws: UprightError.changedUnderneath(folder.path("file"))) { try head.checkUnchanged() }
      guard (try? head.file.checkUnchanged()) != nil else { return false }
      mapped.write([bytes[0]])
      try head.checkUnchanged()
      return true
    }
    if !isFound { print("SKIPPED aBeginningThatChangedWithinATickOfTheClockIsNoticed: each page was written at once") }
  }

  @Test func aFileIsProbedAsItsBytesAre() throws {
    let (folder, _, _) = try file(0)
    for tag in 1...8 {
      let bytes = TinyJPEG(.sixColors, exif: TinyTIFF(orientation: tag)).bytes
      let photo = try FileBytes(path: folder.write(bytes, as: "\(tag).jpg"))
      #expect(try photo.probe() == Probe(bytes))
      #expect(try photo.probe().orientation.exif.rawValue == UInt8(tag))
    }
    let text = try FileBytes(path: folder.write(Array("text".utf8), as: "text"))
    #expect(throws: UprightError.malformed(MetadataError(.unrecognizedFormat, at: 0))) { try text.probe() }
  }
}
