// Overlays as files: the strokes are where each tag's formula puts them, in both spaces, and no other file is written.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing
@testable import UprightLabelJobs

@Suite(.inProcess) struct LabelsOverlayCommandTests {
  /// Boxes in whole pixels that fit the stored and the displayed image, far enough from one another and from the edges.
  private let boxes = [[40, 60, 100, 50], [200, 150, 120, 150]]
  private let corner = (x: 12, y: 78)

  /// Whether all four corners of a box have its class's color; scaled with the image.
  private func expectCorners(
    _ box: [Int], _ color: Canvas.Color, in canvas: Canvas, from left: Int, scale: Int = 1, _ note: String
  ) {
    for (x, y) in [(box[0], box[1]), (box[0] + box[2], box[1]), (box[0], box[1] + box[3])] + [
      (box[0] + box[2], box[1] + box[3])
    ] {
      #expect(canvas.corner(x: left + x / scale, y: corner.y + y / scale) == color, "\(note): \(x), \(y)")
    }
  }

  @Test(arguments: 1...8)
  func strokesLieWhereTheTagSaysInBothSpaces(tag: Int) throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    let name = "landscape_\(tag)"
    let answer = try samples.run("overlay", "--images", "photos", "--format", "png", "-o", "seen", "a.json")
    #expect(answer.status == 0 && answer.complaints == "")
    let drawn = try samples.canvas("seen/\(name).png")
    let plain = try samples.canvas("photos/\(name).jpg")
    for (index, box) in boxes.enumerated() {
      let color = LabelOverlay.palette[index]
      let right = tag == 1 ? corner.x : 2 * corner.x + 512
      expectCorners(box, color, in: drawn, from: right, "displayed")
      let (x, y) = (box[0] + box[2] / 2, box[1] + box[3] / 2)
      #expect(drawn.color(x: right + x, y: corner.y + y) == plain.color(x: x, y: y))
      guard tag > 1 else { continue }
      let stored = TagFormula.displayed(box, stored: LabelledSamples.stored(tag), tag: tag)
      expectCorners(stored, color, in: drawn, from: corner.x, "stored")
      // If top or left stay, an edge of the rotated box may run through the corner.
      if tag == 3 || tag > 4 { #expect(drawn.corner(x: corner.x + box[0], y: corner.y + box[1]) != color) }
    }
    #expect(drawn.size.width == (tag == 1 ? 24 + 512 : 36 + 1024))
  }

  @Test(arguments: [2, 4])
  func atAFractionTheyLieThereToo(scale: Int) throws {
    let samples = try LabelledSamples()
    let box = [40, 60, 100, 48]
    try samples.write([box], classes: [])
    let answer = try samples.run(
      "overlay", "--images", "photos", "--size", "\(512 / scale)", "--format", "png", "-o", "seen", "a.json")
    #expect(answer.status == 0)
    for tag in 5...8 {
      let drawn = try samples.canvas("seen/landscape_\(tag).png")
      let width = max(512 / scale, OverlaySheet.minWidth)
      expectCorners(box, LabelOverlay.unnamed, in: drawn, from: 24 + width, scale: scale, "tag \(tag)")
      let stored = TagFormula.displayed(box, stored: LabelledSamples.stored(tag), tag: tag)
      expectCorners(stored, LabelOverlay.unnamed, in: drawn, from: 12, scale: scale, "tag \(tag)")
    }
  }

  /// `images` and `labels` in one folder, as `audit` finds them; and where there is none.
  @Test func aDataSetHasItsImages() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.album.add("set/images/6.jpg")
    try album.write("set/labels/6.txt", LabelledAlbum.green + "\n")
    #expect(try album.run("overlay", "-o", "seen", "set").status == 0)
    #expect(try album.run("crop", "--space", "displayed", "-o", "parts", "set").status == 0)
    let made = try album.album.contents().keys.filter { $0.hasPrefix("seen/") || $0.hasPrefix("parts/") }
    #expect(made.sorted() == ["parts/6-1-0.jpg", "seen/6.jpg"], "\(made)")
    for command in ["overlay", "crop"] {
      let answer = try album.run(command, "-o", "none", "set/labels")
      #expect(answer.status == 64 && answer.complaints.contains("use this option to name the folder of the images"))
    }
  }

  @Test func oneSpaceIsOnePanel() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, tags: 6...6)
    for space in LabelSpaceName.allCases {
      let answer = try samples.run(
        "overlay", "--images", "photos", "--space", space.rawValue, "-o", "\(space.rawValue).png", "a.json")
      #expect(answer.status == 0)
      let drawn = try samples.canvas("\(space.rawValue).png")
      #expect(drawn.size == PixelSize(width: 24 + 512, height: 78 + 384 + 12))
      let box = space == .stored ? TagFormula.displayed(boxes[1], stored: (384, 512), tag: 6) : boxes[1]
      expectCorners(box, LabelOverlay.palette[1], in: drawn, from: 12, space.rawValue)
    }
  }

  @Test func namesAndFormatsAreThoseOfTheImagesUnlessAsked() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    #expect(try samples.run("overlay", "--images", "photos", "-o", "seen/", "a.json").status == 0)
    let written = try samples.album.contents().keys.filter { $0.hasPrefix("seen/") }.sorted()
    #expect(written == (1...8).map { "seen/landscape_\($0).jpg" })
    #expect(try Probe(checking: samples.album.folder.read(written[5])).format == .jpeg)
    try samples.write(boxes, tags: 6...6)
    #expect(try samples.run("overlay", "--images", "photos", "-o", "one.png", "a.json").status == 0)
    #expect(try Probe(checking: samples.album.folder.read("one.png")).format == .png)
    #expect(try samples.run("overlay", "--images", "photos", "-o", "one.tif", "a.json").status == 64)
    #expect(try samples.run("overlay", "--images", "photos", "-o", "one", "--format", "webp", "a.json").status == 64)
  }

  @Test func anImageIsNeverOverwritten() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    let before = try samples.album.contents()
    let answer = try samples.run("overlay", "--images", "photos", "--force", "-o", "photos", "a.json")
    #expect(answer.status == 64 && answer.complaints.contains("is one of the input files"))
    #expect(try samples.album.contents() == before)
  }

  @Test func drawingsThatAreThereStayUnlessForced() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, tags: 6...6)
    try samples.write("one.jpg", text: "mine")
    let refused = try samples.run("overlay", "--images", "photos", "-o", "one.jpg", "a.json")
    #expect(refused.status == 74 && refused.complaints.contains("--force"))
    #expect(try samples.album.folder.read("one.jpg") == Array("mine".utf8))
    #expect(try samples.run("overlay", "--images", "photos", "--force", "-o", "one.jpg", "a.json").status == 0)
    #expect(try samples.canvas("one.jpg").size.width == 36 + 1024)
  }

  @Test func aDryRunSaysAllAndWritesNothing() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    let before = try samples.album.contents()
    let dry = try samples.run("overlay", "-n", "--images", "photos", "-o", "seen", "a.json")
    #expect(dry.status == 0 && dry.text.split(separator: "\n").count == 8)
    #expect(dry.complaints.hasSuffix("upright: 8 results; nothing was written (dry run)\n"))
    #expect(dry.text.contains("photos/landscape_3.jpg -> seen/landscape_3.jpg: undecidable, 2 regions"))
    #expect(try samples.album.contents() == before)
  }

  @Test func eachImageIsAnObjectWhereAsked() throws {
    let samples = try LabelledSamples()
    try samples.write([[400, 10, 100, 50], [10, 20, 30, 40]])
    let answer = try samples.run("overlay", "--json", "-j", "2", "--images", "photos", "-o", "seen", "a.json")
    let objects = try answer.objects()
    #expect(objects.map { $0["orientation"] as? Int } == Array(1...8))
    #expect(objects.map { $0["beyondAsStored"] as? Int } == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(objects.allSatisfy { $0["beyondAsDisplayed"] as? Int == 0 && $0["regions"] as? Int == 2 })
    #expect(objects[5]["space"] as? String == "displayed")
    #expect(objects[5]["output"] as? String == "seen/landscape_6.jpg")
  }

  @Test func onlyDoubtfulImagesWhereAsked() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: .displayed)
    let answer = try samples.run("overlay", "--doubtful", "-n", "--images", "photos", "-o", "seen", "a.json")
    let words = answer.text.split(separator: "\n").compactMap { $0.split(separator: ":").first }
    #expect(words == (2...4).map { "photos/landscape_\($0).jpg -> seen/landscape_\($0).jpg" })
  }

  @Test func anImageThatFailsDoesNotStopTheOthers() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    let bytes = try samples.album.folder.read("photos/landscape_4.jpg")
    try samples.album.folder.write(Array(bytes.prefix(3000)), as: "photos/landscape_4.jpg")
    try FileManager.default.removeItem(atPath: samples.album.folder.path("photos/landscape_7.jpg"))
    let answer = try samples.run("overlay", "--images", "photos", "-o", "seen", "a.json")
    #expect(answer.status == 2 && answer.complaints.contains("landscape_7.jpg"))
    let written = try samples.album.contents().keys.filter { $0.hasPrefix("seen/") }
    #expect(written.count >= 6 && !written.contains("seen/landscape_7.jpg"))
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    #expect(try samples.run("overlay", "-o", "seen", "a.json").status == 64)
    #expect(try samples.run("overlay", "--images", "photos", "a.json").status == 64)
    for size in ["0", "-5", "15", "99999"] {
      #expect(try samples.run("overlay", "--images", "photos", "--size=\(size)", "-o", "seen", "a.json").status == 64)
    }
    #expect(try samples.run("overlay", "--images", "photos", "--space", "seen", "-o", "seen", "a.json").status == 64)
    #expect(try samples.album.contents().keys.allSatisfy { !$0.hasPrefix("seen") })
  }

  @Test func manyAtOnceAreWhatOneAtATimeIs() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes)
    for jobs in ["1", "4"] {
      let answer = try samples.run(
        "overlay", "-j", jobs, "--images", "photos", "--size", "200", "-o", "o\(jobs)", "a.json")
      #expect(answer.status == 0 && answer.text.split(separator: "\n").count == 8)
    }
    let contents = try samples.album.contents()
    for name in LabelledSamples.names {
      #expect(contents["o1/\(name)"] != nil && contents["o1/\(name)"] == contents["o4/\(name)"])
    }
  }

  // The labels name the image by its stem; the drawing has the image's own path in its folder.
  @Test func foldersInsideStay() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.album.add("photos/deep/8.jpg")
    try album.write("labels/6.txt", LabelledAlbum.green + "\n")
    try album.write("labels/8.txt", LabelledAlbum.green + "\n")
    let answer = try album.run("overlay", "--images", "photos", "-o", "seen", "labels")
    #expect(answer.status == 0, "\(answer.complaints)")
    let written = try album.album.contents().keys.filter { $0.hasPrefix("seen/") && $0.hasSuffix(".jpg") }.sorted()
    #expect(written == ["seen/6.jpg", "seen/deep/8.jpg"])
  }

  @Test func rowsThatAreLostAreNamedAndTheRestIsDrawn() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write("labels/6.txt", LabelledAlbum.green + "\n0 x 0.5 0.1 0.1\n")
    try album.write("labels/7.txt", LabelledAlbum.green + "\n")
    let answer = try album.run("overlay", "--images", "photos", "-o", "seen.png", "labels")
    #expect(answer.status == 2 && answer.text.hasSuffix("undecidable, 1 region"))
    #expect(answer.complaints.contains("6.txt, line 2, column 2") && answer.complaints.contains("7.txt"))
    #expect(try album.album.contents()["seen.png"] != nil)
  }
}
