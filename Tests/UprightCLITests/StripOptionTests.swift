// `--strip` on the command line: what is re-encoded, what is refused, and undo.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct StripOptionTests {
  /// A photo with a location whose blocks cannot all be moved.
  private static func photo(_ tag: ExifOrientation) -> [UInt8] {
    let order = TinyTIFF.ByteOrder.big
    var block = TinyTIFF(order, ifd0: [.orientation(Int(tag.rawValue)), TinyEntry(0x8825, .long, [0])])
    let start = block.bytes.count
    block.ifd0[1].values = [start]
    let position = TinyDirectory(order, [TinyEntry(2, .rational, secretNumbers)]).bytes(at: start, next: 0)
    let image = TinyImage(width: 51, height: 35, filledWith: [128, 20, 200])
    return TinyJPEG(image.stored(as: tag), segments: [.jfif, .exif(block.bytes + position)]).bytes
  }

  private static let secretNumbers = [48, 1, 12, 1, 345_678, 10_000]
  private static let secret = TinyTIFF.ByteOrder.big.bytes(345_678, width: 4)

  @Test(arguments: [["gps", "thumbnails"], ["thumbnails", "gps"], ["all-but-color", "none"]])
  func twoKindsOfMetadataAreRefused(kinds: [String]) throws {
    let album = try Album("6.jpg")
    let words = kinds.flatMap { ["--strip", $0] }
    let answer = try UprightTool.run(["fix", "6.jpg", "-o", "a.jpg"] + words, in: album.folder)
    #expect(answer.status == 64 && answer.complaints.contains("--strip can be given only once"))
    #expect(try album.contents().keys.sorted() == ["6.jpg"])
    #expect(try album.run("fix", "6.jpg", "-o", "a.jpg", "--strip", "gps", "--strip", "gps").status == 0)
  }

  private func holds(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast(3).contains { bytes[$0..<$0 + 4].elementsEqual(Self.secret) }
  }

  /// From the first quantization table on: no metadata.
  private func coded(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let start = bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDB }
    return bytes[(start ?? 0)...]
  }

  @Test(arguments: [
    (["fix", "-i", "--to", "tag"], ExifOrientation.rightTop, ExifOrientation.rightTop),
    (["fix", "-i", "--edge", "keep-tag"], .rightTop, .rightTop), (["fix", "-i"], .topLeft, .topLeft),
    (["rotate", "cw", "-i"], .rightTop, .bottomRight), (["rotate", "mirror-horizontal", "-i"], .topLeft, .topRight),
  ])
  func strippingAloneEncodesNothingAnew(words: [String], tag: ExifOrientation, after: ExifOrientation) throws {
    let (album, source) = (try Album(), Self.photo(tag))
    #expect(holds(source))
    for strip in ["gps", "all-but-color"] {
      try album.folder.write(source, as: "photo.jpg")
      let answer = try UprightTool.run(words + ["--strip", strip, "--json", "photo.jpg"], in: album.folder)
      #expect(answer.status == 0, "\(answer.complaints)")
      let result = try album.folder.read("photo.jpg")
      #expect(try answer.objects().first?["route"] as? String == "rewrite")
      #expect(coded(result).elementsEqual(coded(source)) && !holds(result))
      #expect(try Probe(result).orientation.exif == after)
    }
  }

  @Test func aSecondRunLeavesTheFileAlone() throws {
    let album = try Album()
    try album.folder.write(Self.photo(.rightTop), as: "photo.jpg")
    let words = ["fix", "-i", "--to", "tag", "--strip", "gps", "photo.jpg"]
    #expect(try UprightTool.run(words, in: album.folder).text.contains("photo.jpg: rewrite"))
    let before = try album.folder.read("photo.jpg")
    let again = try UprightTool.run(words, in: album.folder)
    #expect(again.status == 0 && again.text.contains("photo.jpg: unchanged") && again.complaints.isEmpty)
    #expect(try album.folder.read("photo.jpg") == before)
  }

  /// What was removed is restored, byte for byte.
  @Test func theJournalTakesItBack() throws {
    let (album, source) = (try Album(), Self.photo(.rightTop))
    try album.folder.write(source, as: "photo.jpg")
    for words in [["fix", "-i", "--to", "tag"], ["rotate", "cw", "-i"]] {
      let done = try UprightTool.run(
        words + ["--strip", "gps", "--journal", "run.jsonl", "photo.jpg"], in: album.folder)
      #expect(done.status == 0, "\(done.complaints)")
      #expect(try !holds(album.folder.read("photo.jpg")))
      let undone = try album.run("undo", "run.jsonl")
      #expect(undone.status == 0, "\(undone.complaints)")
      #expect(try album.folder.read("photo.jpg") == source)
      try FileManager.default.removeItem(atPath: album.folder.path("run.jsonl"))
    }
  }

  @Test func aVideoIsRefusedWithWhatWouldDo() throws {
    let (album, video) = (try Album(), TinyMovie(.sixColors, as: .rightTop).bytes)
    try album.folder.write(video, as: "a.mov")
    for words in [["fix", "-i", "--to", "tag"], ["rotate", "cw", "-i"]] {
      let answer = try UprightTool.run(words + ["--strip", "gps", "a.mov"], in: album.folder)
      #expect(answer.status == 69 && answer.complaints.contains("-map_metadata -1 -c copy"), "\(answer.complaints)")
      #expect(try album.folder.read("a.mov") == video)
    }
  }

  @Test(.enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func aThumbHasNoMetadataUnlessTheyAreKept() throws {
    let album = try Samples.copies(.landscape)
    func groups(_ name: String) throws -> Set<String> {
      let answer = try OutsideTool.exiftool.run(["-G0", "-a", "-s", album.folder.path(name)])
      return Set(answer.text.split(separator: "\n").compactMap { $0.split(separator: "]").first.map(String.init) })
    }
    #expect(try album.run("thumb", "64", "landscape_6.jpg", "-o", "lean.jpg").status == 0)
    #expect(try album.run("thumb", "64", "landscape_6.jpg", "-o", "kept.jpg", "--keep-metadata").status == 0)
    #expect(try groups("kept.jpg").contains("[EXIF"))
    #expect(try groups("lean.jpg").isSubset(of: ["[ExifTool", "[File", "[JFIF", "[Composite", "[ICC_Profile"]))
    #expect(try Probe(album.folder.read("lean.jpg")).orientation.isIdentity)
  }
}
