// SIGTERM while a long file is copied: the program ends soon, and leaves nothing behind.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct StoppedCopiesTests {
  /// A video of 3 GB of bytes that are not holes, as far as the file system lets a test make one quickly.
  @Test(arguments: [[], ["--journal", "j"]]) func aCopyStopsWithinASecond(_ options: [String]) throws {
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
    usleep(700_000)
    let start = ContinuousClock.now
    process.terminate()
    process.waitUntilExit()
    #expect(ContinuousClock.now - start < .seconds(2))
    if !options.isEmpty { #expect(process.terminationStatus == 143) }
    let left = try FileManager.default.contentsOfDirectory(atPath: album.folder.path("out"))
    #expect(!left.contains { $0.hasPrefix(".upright") }, "\(left)")
  }
}
