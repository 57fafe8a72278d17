// SIGTERM while a long file is copied: the program ends soon, and leaves nothing behind.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct StoppedCopiesTests {
  /// Whether a file is being copied: the smaller photo has its name, and the video has none yet.
  private func hasBegun(_ album: Album) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: album.folder.path("out"))) ?? []
    return names.contains("1.jpg") && names.contains { $0.hasPrefix(".upright") }
  }

  /// A photo and a video, to which `lengthen` adds.
  private func album(_ lengthen: (FileHandle) throws -> Void) throws -> Album {
    let album = try Album("d/1.jpg")
    try album.folder.write(TinyMovie(.sixColors, as: .rightTop).bytes, as: "d/clip.mov")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: album.folder.path("d/clip.mov")))
    try file.seekToEnd()
    try lengthen(file)
    try file.close()
    return album
  }

  /// Stops a run as soon as it copies the video.
  ///
  /// - Returns: How it ended; nil if that was before it was seen.
  private func stopped(_ options: [String], in album: Album) throws -> Int32? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(UprightTool.path))
    process.arguments = ["fix", "d", "-o", "out"] + options
    process.currentDirectoryURL = album.folder.url
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let limit = ContinuousClock.now + .seconds(60)
    while !hasBegun(album), process.isRunning, ContinuousClock.now < limit { usleep(1_000) }
    let start = ContinuousClock.now
    process.terminate()
    process.waitUntilExit()
    #expect(ContinuousClock.now - start < .seconds(10))
    let left = try FileManager.default.contentsOfDirectory(atPath: album.folder.path("out"))
    #expect(!left.contains { $0.hasPrefix(".upright") }, "\(left)")
    if process.terminationStatus == 0 { return nil }
    #expect(!left.contains("clip.mov"))
    return process.terminationStatus
  }

  /// A video of 60 GB that is mostly a hole: with a journal, zeros are digested although they are not written.
  @Test func aDigestedCopyIsStopped() throws {
    let album = try album { try $0.truncate(atOffset: 60 << 30) }
    #expect(try stopped(["--journal", "j"], in: album) == 143)
  }

  /// A video of 256 MB, whose copy may take less time than this process waits for its turn.
  @Test func aCopyIsStopped() throws {
    let album = try album { file in
      for byte in UInt8(0)...255 { try file.write(contentsOf: Data(repeating: byte, count: 1 << 20)) }
    }
    var status: Int32?
    for _ in 0..<20 where status == nil {
      try? FileManager.default.removeItem(atPath: album.folder.path("out"))
      status = try stopped([], in: album)
    }
    #expect(status == 143)
  }
}
