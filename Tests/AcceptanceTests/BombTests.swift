// Small files that claim to be huge, given to the program: refused by name, with the memory of a small process.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: UprightTool.path != nil, "needs the program upright"))
struct BombTests {
  /// The bytes that a process may use for a refused file.
  private static let allowed = 64 << 20

  @Test func thereAreManyAndEachIsSmall() {
    #expect(Bomb.all.count >= 25)
    #expect(Set(Bomb.all.map(\.name)).count == Bomb.all.count)
    for bomb in Bomb.all { #expect(bomb.bytes.count < 2 << 20, "\(bomb.name)") }
  }

  @Test(arguments: Bomb.all)
  func isRefusedByNameAndLeavesNothing(_ bomb: Bomb) throws {
    let folder = try ScratchFolder()
    try folder.write(bomb.bytes, as: "in.\(bomb.suffix)")
    let answer = try UprightTool.run(["thumb", "64", "in.\(bomb.suffix)", "-o", "out.png"], in: folder)
    #expect(answer.status == 65 || answer.status == 69, "\(answer)")
    #expect(answer.complaints.contains(bomb.refusal), "\(answer.complaints)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["in.\(bomb.suffix)"])
    #expect(try folder.read("in.\(bomb.suffix)") == bomb.bytes)
  }

  @Test(
    .enabled(if: OutsideTool.time.isInstalled, "\(OutsideTool.time.reason)"),
    arguments: Bomb.all)
  func costsLittleMemory(_ bomb: Bomb) throws {
    let program = try #require(UprightTool.path)
    let folder = try ScratchFolder()
    try folder.write(bomb.bytes, as: "in.\(bomb.suffix)")
    let command = ["-f", "%M", program, "thumb", "64", "in.\(bomb.suffix)", "-o", "out.png"]
    // The least of three: the kernel sometimes gives a process whole pages of 2 MiB.
    let peaks = try (0..<3).map { _ in
      let answer = try OutsideTool.time.run(command, in: folder)
      #expect(answer.status != 0)
      return try #require(answer.complaints.split(separator: "\n").last.flatMap { Int($0) }) * 1_024
    }
    #expect(peaks.contains { $0 < Self.allowed }, "\(peaks) bytes")
  }

  @Test func oneOfThemDoesNotKeepTheOthersFromBeingDone() throws {
    let folder = try ScratchFolder()
    for (index, bomb) in Bomb.all.enumerated() { try folder.write(bomb.bytes, as: "bomb\(index).\(bomb.suffix)") }
    let photo = TinyJPEG(TinyImage.sixColors.enlarged(by: 40), exif: TinyTIFF(orientation: 6)).bytes
    try folder.write(photo, as: "photo.jpg")
    let names = Bomb.all.enumerated().map { "bomb\($0.offset).\($0.element.suffix)" } + ["photo.jpg"]
    try FileManager.default.createDirectory(atPath: folder.path("small"), withIntermediateDirectories: false)
    let answer = try UprightTool.run(["thumb", "64", "--format", "jpeg"] + names + ["-o", "small/"], in: folder)
    #expect(answer.status == 2, "\(answer)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("small")) == ["photo.jpg"])
    for name in names.dropLast() { #expect(answer.complaints.contains("\(name): "), "\(name) is reported") }
    for (index, bomb) in Bomb.all.enumerated() {
      #expect(try folder.read("bomb\(index).\(bomb.suffix)") == bomb.bytes, "what is refused stays as it was")
    }
  }
}
