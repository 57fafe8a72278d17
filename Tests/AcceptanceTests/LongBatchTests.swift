// A batch of many files that is killed repeatedly: every file is changed once, and is as before after the undo.
// `Torture/run batch` does it with thousands.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite(.enabled(if: UprightTool.path != nil, "needs the program"))
struct LongBatchTests {
  private static let count = 120
  private static let words = ["rotate", "cw", "-i", "-r", "photos", "--journal", "j"]

  /// A tag of one byte; two tags in two sectors; no tag, so that the file is rewritten; a PNG, whose checksum changes
  /// with the tag.
  private static let photos: [(name: String, bytes: [UInt8])] = {
    var block = TinyTIFF(orientation: 6)
    block.exif = [TinyEntry(37_500, .undefined, [Int](repeating: 7, count: 1_200))]
    block.ifd1 = [TinyEntry(274, .short, [6])]
    block.thumbnail = TinyJPEG(.sixGrays).bytes
    return [
      ("jpg", TinyJPEG(.sixColors, exif: TinyTIFF(orientation: 8)).bytes),
      ("two.jpg", TinyJPEG(.sixColors, exif: block).bytes),
      ("bare.jpg", TinyJPEG(.sixColors).bytes), ("png", TinyPNG(.sixColors, exif: TinyTIFF(orientation: 3)).bytes),
    ]
  }()

  private static func name(_ index: Int) -> String { "\(1_000 + index).\(photos[index % photos.count].name)" }

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("photos"), withIntermediateDirectories: false)
    for index in 0..<Self.count {
      try folder.write(Self.photos[index % Self.photos.count].bytes, as: "photos/" + Self.name(index))
    }
  }

  private func contents() throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("photos"))
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.read("photos/" + $0)) })
  }

  private func images() throws -> [String: [UInt8]] { try contents().filter { !$0.key.hasPrefix(".") } }

  private func intents() -> Int {
    let journal = (try? folder.read("j")) ?? []
    return journal.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "{\"intent\"".utf8) }
  }

  /// Starts the batch, and kills it some time after this many announced changes.
  private func runAndKill(after wanted: Int, _ random: inout SplitMix64) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(UprightTool.path))
    process.arguments = Self.words + ((try? folder.read("j")) == nil ? [] : ["--resume"])
    process.currentDirectoryURL = folder.url
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    while process.isRunning, intents() < wanted { usleep(1_000) }
    usleep(UInt32.random(in: 0...3_000, using: &random))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  @Test func killedThriceItIsDoneOnceAndTakenBack() throws {
    let old = try contents()
    let new = try old.mapValues { bytes in
      let probe = try Probe(bytes)
      return try probe.retag(to: probe.orientation.then(.rotate90)).applied(to: bytes)
    }
    var random = SplitMix64(seed: 18)
    for round in 1...3 {
      try runAndKill(after: round * Self.count / 4, &random)
      for (name, bytes) in try images() where bytes != old[name] && bytes != new[name] {
        // Torn, until the undo record at the file is read.
        #expect(name.hasSuffix("two.jpg") || name.hasSuffix("png"), "\(name)")
      }
    }
    #expect(try UprightTool.run(Self.words + ["--resume"], in: folder).status == 0)
    #expect(try images() == new)
    let journal = try folder.read("j")
    let again = try UprightTool.run(Self.words + ["--resume"], in: folder)
    #expect(again.status == 0 && again.text == "")
    let all = "\(Self.count) of \(Self.count) files"
    #expect(again.complaints == "upright: \(all) are already done, according to the journal\n")
    #expect(try images() == new && folder.read("j") == journal)
    #expect(try UprightTool.run(["undo", "j"], in: folder).status == 0)
    #expect(try images() == old)
    #expect(try UprightTool.run(["recover", "-r", "--older-than", "0", "photos"], in: folder).status == 0)
    #expect(try contents() == old)
  }
}
