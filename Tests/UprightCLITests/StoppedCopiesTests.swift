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

  /// A video of 60 GB that is mostly a hole.
  @Test(arguments: [[], ["--journal", "j"]]) func aCopyIsStopped(_ options: [String]) throws {
    let album = try Album("d/1.jpg")
    try album.folder.write(TinyMovie(.sixColors, as: .rightTop).bytes, as: "d/clip.mov")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: album.folder.path("d/clip.mov")))
    try file.seekToEnd()
    // With a journal, zeros are digested although they are not written.
    try file.truncate(atOffset: 60 << 30)
    try file.close()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(UprightTool.path))
    process.arguments = ["fix", "d", "-o", "out"] + options
    process.currentDirectoryURL = album.folder.url
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // Where holes are not written, the whole copy may end before it is seen.
    let limit = ContinuousClock.now + .seconds(60)
    while !hasBegun(album), process.isRunning, ContinuousClock.now < limit { usleep(5_000) }
    let start = ContinuousClock.now
    process.terminate()
    process.waitUntilExit()
    #expect(ContinuousClock.now - start < .seconds(10))
    if !options.isEmpty { #expect(process.terminationStatus == 143) }
    let left = try FileManager.default.contentsOfDirectory(atPath: album.folder.path("out"))
    #expect(!left.contains { $0.hasPrefix(".upright") }, "\(left)")
  }
}
