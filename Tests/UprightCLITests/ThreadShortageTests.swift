// A user who may have no second thread: a program that works alone, or that ends and says why.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct ThreadShortageTests {
  /// Whether another user can run the program with as many threads as it has.
  private static func canRestrict() throws -> Bool {
    guard OutsideTool.setpriv.isInstalled, OutsideTool.bash.isInstalled, getuid() == 0, UprightTool.path != nil
    else { return false }
    return try run("--version", in: ScratchFolder(), isLimited: false).status == 0
  }

  /// Noise, whose data is so long that a second thread would walk a part of it.
  private static let photo: [UInt8] = {
    var (image, random) = (TinyImage(width: 640, height: 480, filledWith: [0, 0, 0]), SplitMix64(seed: 3))
    for y in 0..<480 {
      for x in 0..<640 {
        image.fill(
          x: x, y: y, width: 1, height: 1, with: (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) })
      }
    }
    return TinyJPEG(image, segments: [.exif(TinyTIFF(orientation: 6))]).bytes
  }()

  private static func run(
    _ line: String, in folder: ScratchFolder, isLimited: Bool = true
  ) throws -> OutsideTool.Answer {
    let path = try #require(UprightTool.path)
    // The limit counts all processes of a user; `timeout` is one of root's.
    let user = "setpriv --reuid=\(OtherUser.number) --regid=\(OtherUser.number) --clear-groups"
    let script = "timeout -k 1 60 \(user) bash -c '\(isLimited ? "ulimit -u 1; " : "")exec \"$0\" \"$@\"' \"$0\" \"$@\""
    return try OutsideTool.run(
      "/bin/sh", ["-c", script, path] + line.split(separator: " ").map(String.init), in: folder)
  }

  @Test(
    .enabled("needs root, setpriv and bash, and a build that another user can run") { try Self.canRestrict() },
    arguments: [
      "thumb 32 a.jpg -o r.png", "thumb 200 a.jpg -o r.png", "crop 9,9,99,99 a.jpg -o r.png", "fix a.jpg -o r.jpg",
      "fix -i a.jpg", "rotate cw --bake a.jpg -o r.jpg", "thumb 32 a.jpg b.jpg --jobs 4 -o r/",
    ])
  func oneThreadDoesTheWorkOfMany(line: String) throws {
    let folder = try ScratchFolder()
    for name in ["a.jpg", "b.jpg"] {
      let path = try folder.write(Self.photo, as: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    }
    #expect(Self.photo.count > 200_000)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
    let answer = try Self.run(line, in: folder)
    #expect(answer.status == 0, "\(answer)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left.allSatisfy { !$0.hasPrefix(".upright") })
  }

  @Test(.enabled("needs root, setpriv and bash, and a build that another user can run") { try Self.canRestrict() })
  func aWorkerWithoutThreadsEnds() throws {
    let answer = try Self.run("worker", in: ScratchFolder())
    #expect(answer.status == 75 && answer.complaints.contains("no thread left"), "\(answer)")
  }
}
