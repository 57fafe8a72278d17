// Files are read in ranges, and concurrent changes are noticed.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightFixtures
import UprightSystem
import UprightTestTools

@Suite struct FileBytesTests {
  let folder: ScratchFolder
  let contents: [UInt8] = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }

  init() throws {
    folder = try ScratchFolder()
    try folder.write(contents, as: "a.bin")
  }

  private func open(_ name: String = "a.bin") throws -> FileBytes { try FileBytes(path: folder.path(name)) }

  @Test(arguments: [0..<0, 0..<1, 0..<1000, 999..<1000, 500..<700, 990..<2000, 1000..<1001, 5000..<6000])
  func rangesAreClippedToTheFile(_ range: Range<Int>) throws {
    let bytes = try open()
    #expect(bytes.byteCount == 1000)
    #expect(try bytes.read(range) == Array(contents[range.clamped(to: 0..<1000)]))
  }

  @Test func readingMovesNothing() throws {
    let bytes = try open()
    #expect(try bytes.read(10..<20) == bytes.read(10..<20))
  }

  @Test func aMissingFileIsNamedAsGiven() {
    #expect(throws: UprightError.io(path: "no/such.jpg", systemError: ENOENT)) { try FileBytes(path: "no/such.jpg") }
  }

  @Test func aFolderIsNoFile() {
    #expect(throws: UprightError.io(path: folder.url.path, systemError: EISDIR)) {
      try FileBytes(path: folder.url.path)
    }
  }

  @Test func aZeroInAPathDoesNotShortenIt() {
    let path = folder.path("a.bin") + "\0.jpg"
    #expect(throws: UprightError.io(path: path, systemError: EINVAL)) { try FileBytes(path: path) }
  }

  @Test func aPipeIsRefusedWithoutWaitingForAWriter() throws {
    #expect(try OutsideTool.run("/usr/bin/mkfifo", [folder.path("pipe")], in: nil).status == 0)
    #expect(throws: UprightError.unsupported("not a regular file; pipes and devices cannot be read")) {
      try open("pipe")
    }
    #expect(throws: UprightError.unsupported("not a regular file; pipes and devices cannot be read")) {
      try FileBytes(path: "/dev/null")
    }
  }

  @Test func aLoopOfLinksIsReported() throws {
    try folder.link("one", to: "two")
    try folder.link("two", to: "one")
    #expect(throws: UprightError.io(path: folder.path("one"), systemError: ELOOP)) { try open("one") }
  }

  @Test func aFileCutShortMeanwhileIsAnErrorAndNoCrash() throws {
    let bytes = try open()
    try folder.truncate("a.bin", to: 600)
    #expect(try bytes.read(0..<600) == Array(contents[..<600]))
    #expect(throws: MetadataError(.unreadable, at: 600, systemError: ESTALE)) { try bytes.read(500..<700) }
  }

  enum Change: CaseIterable {
    case append, truncate, overwrite, touch, replace, remove
  }

  @Test(arguments: Change.allCases)
  func everyChangeIsNoticed(_ change: Change) throws {
    let bytes = try open()
    try bytes.checkUnchanged()
    usleep(20_000)
    switch change {
    case .append: try folder.append([1], to: "a.bin")
    case .truncate: try folder.truncate("a.bin", to: 10)
    case .overwrite: try overwriteFirstByte()
    case .touch: try folder.set(.modificationDate, Date(), of: "a.bin")
    case .replace: try Data(contents).write(to: folder.url.appendingPathComponent("a.bin"), options: .atomic)
    case .remove: try FileManager.default.removeItem(atPath: folder.path("a.bin"))
    }
    #expect(throws: UprightError.self) { try bytes.checkUnchanged() }
  }

  private func overwriteFirstByte() throws {
    let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("a.bin"))
    try file.write(contentsOf: Data([99]))
    try file.close()
  }

  /// Memory shared with a process that is not trusted.
  @Test(arguments: [O_RDONLY, O_RDWR]) func whatIsLentCanOnlyBeRead(_ flags: Int32) throws {
    let path = folder.path("a.bin")
    let file = try FileBytes(Syscalls.openFile(path, flags), path: path)
    try file.withDescriptor { number in
      let lent = try #require(number)
      #expect((lent == file.file.number) == (flags == O_RDONLY))
      let own = Descriptor(dup(lent))
      #expect(try Syscalls.bytes(of: own, at: 0, count: 2000) == contents)
      #expect(throws: SystemError(number: EBADF)) { try Syscalls.append([1], to: lent) }
    }
    #expect(try folder.read("a.bin") == contents)
    #expect(try file.head().withDescriptor { number in number != nil })
  }

  @Test func readingIsNoChange() throws {
    let bytes = try open()
    _ = try folder.read("a.bin")
    try bytes.checkUnchanged()
  }
}

// The beginning of a file held in memory gives the same bytes as the file.

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
