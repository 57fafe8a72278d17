// Labels into other spaces and formats: they stay on the same pixels, and the inverse gives the same bytes.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct LabelsConvertCommandTests {
  /// The color in the center of a box, given relative to the stored image, read from the decoded file.
  private func color(_ album: LabelledAlbum, tag: Int, x: Double, y: Double) throws -> [UInt8] {
    let bytes = try album.album.folder.read("photos/\(tag).jpg")
    let plain = try Probe(bytes).retag(to: .identity).applied(to: bytes)
    let raster = try Pipeline(codecs: SystemCodecs.all).raster(
      Rendition(upright: .pixels), of: Probe(plain), from: plain)
    let (column, row) = (Int(x * Double(raster.size.width)), Int(y * Double(raster.size.height)))
    let start = (row * raster.size.width + column) * 3
    return Array(raster.bytes[start..<start + 3])
  }

  @Test func displayedLabelsLandOnTheSamePixelsAsStored() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    let answer = try album.run(
      "convert", "--from-space", "displayed", "--to-space", "stored", "--images", "photos", "-o", "stored", "labels")
    #expect(answer.status == 0 && answer.text == "9 files, 8 regions", "\(answer.complaints)")
    for tag in 1...8 {
      let row = try album.text("stored/\(tag).txt").split(separator: " ").compactMap {
        Double($0.filter { $0 != "\n" })
      }
      #expect(row.count == 5)
      let pixel = try color(album, tag: tag, x: row[1], y: row[2])
      #expect(pixel[1] > 200 && pixel[0] < 60 && pixel[2] < 60, "tag \(tag): \(pixel)")
    }
    let back = try album.run(
      "convert", "--from-space", "stored", "--to-space", "displayed", "--images", "photos", "-o", "back", "stored")
    #expect(back.status == 0)
    for tag in 1...8 { #expect(try album.text("back/\(tag).txt") == LabelledAlbum.green + "\n") }
    #expect(try album.text("back/data.yaml") == "names: [green]\n")
  }

  // How four other tools read the same line without asking: two one way, two the other.
  @Test func bothAnswersOfOthersComeOnRequest() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.writeRows("0 0.5 0.5 0.5 0.25", tags: 6...6)
    for (space, size, box) in [("stored", (32, 48), "[8,18,16,12]"), ("displayed", (48, 32), "[12,12,24,8]")] {
      let answer = try album.run(
        "convert", "--to", "coco", "--from-space", space, "--images", "photos", "-o", "\(space).json", "labels")
      #expect(answer.status == 0)
      let text = try album.text("\(space).json")
      #expect(text.contains("\"width\":\(size.0),\"height\":\(size.1),\"file_name\":\"6.jpg\""))
      #expect(text.contains("\"bbox\":\(box)"))
    }
    let silent = try album.run("convert", "--to", "coco", "--images", "photos", "-o", "c.json", "labels")
    #expect(silent.status == 64 && silent.complaints.contains("--from-space stored or --from-space displayed"))
    #expect(throws: (any Error).self) { try album.text("c.json") }
  }

  @Test func theSpaceIsFoundWhereSizesAreStated() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    for space in ["stored", "displayed"] {
      _ = try album.run(
        "convert", "--to", "coco", "--from-space", space, "--images", "photos", "-o", "\(space).json", "labels")
      let answer = try album.run("convert", "--to", "yolo", "--images", "photos", "-o", space, "\(space).json")
      #expect(answer.status == 0)
      for tag in 1...8 {
        #expect(try album.text("\(space)/\(tag).txt") == "0 0.500000 0.250000 0.333333 0.500000\n")
      }
      #expect(try album.text("\(space)/data.yaml") == "names:\n  0: \"green\"\n")
    }
  }

  @Test func rowsThatBreakARuleAreNamedAndTheOthersConverted() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.writeRows("0 0.5 0.5 0.5 0.25\n0 x 0.5 0.5 0.25\n0 0.25 0.5", tags: 6...6)
    let words = ["--to", "coco", "--from-space", "stored", "--images", "photos", "-o", "a.json", "labels"]
    let answer = try UprightTool.run(["labels", "convert"] + words, in: album.album.folder)
    #expect(answer.status == 2 && answer.text == "1 file, 1 region")
    #expect(answer.complaints.contains("6.txt, line 2, column 2:") && answer.complaints.contains("6.txt, line 3"))
    let strict = try UprightTool.run(["labels", "convert", "--strict", "--force"] + words, in: album.album.folder)
    #expect(strict.status == 2 && strict.text == "")
    let json = try UprightTool.run(["labels", "convert", "--json", "--force"] + words, in: album.album.folder)
    #expect(try json.objects().first?["regions"] as? Int == 1)
    let lines = json.complaints.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{\"schema\":1,\"code\":") })
  }

  @Test func nothingIsOverwrittenUnasked() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.writeRows(tags: 1...1)
    try album.write("a.json", "mine")
    let words = ["--to", "coco", "--from-space", "stored", "--images", "photos", "-o", "a.json", "labels"]
    let refused = try UprightTool.run(["labels", "convert"] + words, in: album.album.folder)
    #expect(refused.status == 74 && refused.complaints.contains("--force overwrites it"))
    #expect(try album.text("a.json") == "mine")
    #expect(try UprightTool.run(["labels", "convert", "--force"] + words, in: album.album.folder).status == 0)
    #expect(try album.text("a.json").hasPrefix("{\"images\":["))
  }

  @Test(arguments: [
    ("stored:displayed", "--from-space stored --to-space displayed"), ("displayed", "--from-space displayed"),
    ("displayed->stored", "--from-space displayed --to-space stored"),
    ("x", "--from-space stored --to-space displayed"),
  ])
  func theOldSpellingIsRefusedWithTheNewOne(old: String, new: String) throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.writeRows(tags: 6...6)
    for words in [["--space", old], ["--space=" + old]] {
      let answer = try UprightTool.run(
        ["labels", "convert", "--images", "photos"] + words + ["-o", "out", "labels"], in: album.album.folder)
      #expect(
        answer.status == 64 && answer.complaints.contains("use " + new), "\(answer.complaints)")
      #expect(!FileManager.default.fileExists(atPath: album.album.folder.path("out")))
    }
  }

  @Test(arguments: ["stored", "displayed"])
  func whatIsWantedIsSaidAloneWhereTheRestIsFound(space: String) throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    _ = try album.run(
      "convert", "--to", "coco", "--from-space", space, "--images", "photos", "-o", "a.json", "labels")
    for wanted in ["stored", "displayed"] {
      let found = try album.run("convert", "--to-space", wanted, "--images", "photos", "-o", "\(wanted).json", "a.json")
      let said = try album.run(
        "convert", "--from-space", space, "--to-space", wanted, "--images", "photos", "-o", "\(wanted)-said.json",
        "a.json")
      #expect(found.status == 0 && said.status == 0, "\(found.complaints)")
      #expect(try album.text("\(wanted).json") == album.text("\(wanted)-said.json"))
      #expect(try (album.text("\(wanted).json") == album.text("a.json")) == (wanted == space))
    }
    let untold = try album.run("convert", "--to-space", "stored", "--images", "photos", "-o", "rows", "labels")
    #expect(untold.status == 64 && untold.complaints.contains("--from-space stored or --from-space displayed"))
  }

  @Test func whatLacksIsSaid() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.writeRows(tags: 1...1)
    let without = try album.run("convert", "--from-space", "stored", "--to-space", "displayed", "-o", "o", "labels")
    #expect(without.status == 64 && without.complaints.contains("--images must name the folder"))
    let nowhere = try album.run("convert", "--from-space", "stored", "-o", "o", "nowhere")
    #expect(nowhere.status == 74)
    try album.write("mixed/a.json", "{}")
    try album.write("mixed/a.xml", "<a/>")
    let mixed = try album.run("convert", "-o", "o", "mixed")
    #expect(mixed.status == 64 && mixed.complaints.contains("--from"))
    let broken = try album.run("convert", "--to", "yolo", "-o", "o", "mixed/a.xml")
    #expect(broken.status == 65 && broken.complaints.contains("a.xml, line 1, byte"))
  }
}
