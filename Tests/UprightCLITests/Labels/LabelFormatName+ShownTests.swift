// The format detected from label files if none is specified.

import Foundation
import Testing
import Upright
import UprightGeometry
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite("The format that label files show by themselves", .inProcess)
struct LabelFormatNameShownTests {
  private let labelMe = """
    {"version": "5.5.0", "shapes": [{"label": "red", "points": [[10, 20], [30, 40]], "shape_type": "rectangle"}],
      "imagePath": "1.jpg", "imageData": null, "imageHeight": 64, "imageWidth": 96}
    """

  /// The detected format of a file with a name and text.
  private func shown(_ name: String, _ text: String) throws -> LabelFormatName? {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/" + name, text)
    return try LabelFormatName.shown(by: album.album.folder.path("labels/" + name))
  }

  /// A set as written by a format.
  private func written(_ format: LabelFormatName) throws -> String {
    var set = LabelSet<Labelled>(names: ["red"])
    let box = Region<Labelled>(box: Rect2D(x: 10, y: 20, width: 30, height: 4), label: 0)
    set.images = [LabelledImage(name: "1.jpg", size: PixelSize(width: 96, height: 64), regions: [box])]
    let files = format.coding().written(set).files.filter { $0.name != "data.yaml" }
    return String(decoding: try #require(files.first).bytes, as: UTF8.self)
  }

  @Test("What is written in a format is read in it, or in one that reads the same", arguments: LabelFormatName.allCases)
  func all(format: LabelFormatName) throws {
    let text = try written(format)
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/1." + format.fileExtension, text)
    for path in ["labels", "labels/1." + format.fileExtension] {
      let shown = try LabelFormatName.shown(by: album.album.folder.path(path))
      switch format {
      case .yolo, .yoloSegment, .yoloOBB, .xmp: #expect(shown == nil)
      case .vocFromZero: #expect(shown == .voc)
      default: #expect(shown == format)
      }
    }
  }

  @Test("What shows nothing is left to the names of files")
  func nothing() throws {
    for text in ["", "{}", "[]", "7", "<a/>", "\u{0}"] {
      for name in ["a.json", "a.jsonl", "a.xml", "a.txt", "a.md"] { #expect(try shown(name, text) == nil) }
    }
    #expect(try shown("a.txt", labelMe) == nil && shown("a.json", labelMe) == .labelMe)
  }

  @Test("Files of several formats in a folder, and shares from nowhere, have to be told")
  func told() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/a.json", labelMe)
    try album.write("labels/b.json", "{\"images\":[]}")
    let mixed = try album.run("validate", "labels")
    #expect(mixed.status == 64, "\(mixed.complaints)")
    #expect(mixed.complaints.contains("a.json looks like LabelMe, b.json like COCO; choose with --from"))
    try album.write("s.jsonl", "{\"image\":\"1.jpg\",\"bbox\":[0.25,0.5,0.125,0.125]}\n")
    let shares = try album.run("validate", "s.jsonl")
    #expect(shares.status == 64 && shares.complaints.contains("--from vision reads"), "\(shares.complaints)")
    #expect(try album.run("validate", "--from", "jsonl", "s.jsonl").status == 0)
  }

  @Test("Commands take the format that is shown, and say nothing of it")
  func commands() throws {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("p1.json", labelMe)
    let valid = try album.run("validate", "p1.json")
    #expect(valid.status == 0, "\(valid.text) \(valid.complaints)")
    let same = try album.run("diff", "p1.json", "p1.json", "--images", "photos")
    #expect(same.status == 0, "\(same.text) \(same.complaints)")
    let strange = try album.run("validate", "--from", "coco", "p1.json")
    #expect(strange.status == 2 && strange.text.contains("line 1, byte 0: a COCO file needs"), "\(strange.text)")
  }

  @Test("Boxes of TensorFlow's, one on a line, are converted and turned without a word of their format")
  func lines() throws {
    let album = try LabelledAlbum(tags: 6...6)
    let line = "{\"image\":\"6.jpg\",\"label\":\"red\",\"ymin\":0.625,\"xmin\":0.0625,\"ymax\":0.875,\"xmax\":0.25}"
    try album.write("t.jsonl", line + "\n")
    let turned = try album.run(
      "convert", "--from-space", "stored", "--to-space", "displayed", "--images", "photos", "-o", "d.jsonl", "t.jsonl")
    #expect(turned.status == 0, "\(turned.complaints)")
    let wanted = "\"ymin\":0.0625,\"xmin\":0.125,\"ymax\":0.25,\"xmax\":0.375"
    #expect(try album.text("d.jsonl") == "{\"image\":\"6.jpg\",\"label\":\"red\",\(wanted)}\n")
    try album.write("m.jsonl", line + "\n" + line.replacing(",\"xmax\":0.25", with: "") + "\n")
    let missing = try album.run("validate", "m.jsonl")
    #expect(missing.status != 0 && (missing.text + missing.complaints).contains("field-missing"), "\(missing.text)")
  }

  @Test("A size that no picture can have ends a conversion with 2 and stays as it is")
  func sizes() throws {
    let album = try LabelledAlbum(tags: 6...6)
    for width in ["-240", "1e30", "240.5", "\"240\""] {
      let text =
        "{\"images\":[{\"id\":1,\"file_name\":\"6.jpg\",\"width\":\(width),\"height\":320}],"
        + "\"annotations\":[{\"id\":1,\"image_id\":1,\"bbox\":[1,2,3,4]}],\"categories\":[]}"
      try album.write("c.json", text)
      let valid = try album.run("validate", "c.json")
      #expect(valid.status != 0 && valid.text.contains("images[0].width"), "\(width): \(valid.text)")
      let turned = try album.run(
        "convert", "--from-space", "stored", "--to-space", "displayed", "--images", "photos", "--force", "-o", "d.json",
        "c.json")
      #expect(turned.status == 2 && turned.complaints.contains("c.json, images[0].width: "), "\(width)")
      #expect(try album.text("d.json") == text)
    }
  }
}
