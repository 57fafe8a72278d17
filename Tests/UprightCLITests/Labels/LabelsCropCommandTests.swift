// Images of labeled regions: the pixels that Pillow cuts out of the rotated image, in both spaces.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing
@testable import UprightLabelJobs

@Suite(.inProcess) struct LabelsCropCommandTests {
  private static let hasPillow = OutsideTool.pillow.isInstalled
  private let boxes = [[40, 60, 101, 53], [203, 150, 120, 151], [0, 0, 33, 17]]

  private func outputs(_ samples: LabelledSamples, in folder: String) throws -> [String] {
    try samples.album.contents().keys.filter { $0.hasPrefix(folder + "/") }.sorted()
  }

  @Test(.enabled(if: hasPillow, "needs python3 with Pillow"), arguments: LabelSpaceName.allCases)
  func eachCropIsWhatPillowCutsOutOfTheTurnedImage(space: LabelSpaceName) throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: space)
    let answer = try samples.run("crop", "--images", "photos", "--format", "png", "-o", "parts", "a.json")
    #expect(answer.status == 0 && answer.complaints == "")
    #expect(try outputs(samples, in: "parts").count == 24)
    for tag in 1...8 {
      let whole = try DecodedByPillow.of(["photos/landscape_\(tag).jpg"], in: samples.album.folder, as: .displayed)[0]
      for (index, box) in boxes.enumerated() {
        let name = "parts/landscape_\(tag)-\(index + 1)-\(index == 1 ? "b" : "a").png"
        let part = try DecodedByPillow.of([name], in: samples.album.folder, as: .stored)[0]
        let seen =
          space == .stored ? TagFormula.displayed(box, stored: LabelledSamples.stored(tag), tag: tag) : box
        let cut = whole.cropped(x: seen[0], y: seen[1], width: seen[2], height: seen[3])
        #expect((part.width, part.height) == (cut.width, cut.height), "\(name)")
        #expect(part.distance(to: cut) < 0.6, "\(name): \(part.distance(to: cut))")
        #expect(part.tag <= 1)
      }
    }
  }

  @Test func wholeBlocksOfAJPEGMoveWithoutLoss() throws {
    let samples = try LabelledSamples()
    try samples.write([[64, 96, 128, 64]], stating: .displayed)
    let answer = try samples.run("crop", "--images", "photos", "-o", "parts", "a.json")
    let lines = answer.text.split(separator: "\n")
    #expect(lines.count == 8 && lines.allSatisfy { $0.hasSuffix("transform, 128x64, tag 1") })
  }

  @Test func sharesAreCutInBothSpaces() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    for space in LabelSpaceName.allCases {
      let answer = try album.run(
        "crop", "--space", space.rawValue, "--images", "photos", "--format", "png", "-o", space.rawValue, "labels")
      #expect(answer.status == 0)
    }
    // The row is the middle of the upper half: green, if labeled as displayed.
    let pipeline = Pipeline(codecs: ImageCodecs.all())
    for tag in 1...8 {
      let bytes = try album.album.folder.read("displayed/\(tag)-1-green.png")
      let canvas = try ImagePair(of: Probe(checking: bytes), from: bytes, pipeline, box: 99).displayed
      #expect(canvas.size == PixelSize(width: 16, height: 16), "tag \(tag)")
      let color = canvas.color(x: 8, y: 8)
      expectNear([color.red, color.green, color.blue], [0, 255, 0])
      #expect(try album.album.folder.read("stored/\(tag)-1-green.png") != bytes || tag <= 2)
    }
  }

  @Test func whatCannotBeToldIsRefused() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    let answer = try album.run("crop", "--images", "photos", "-o", "parts", "labels")
    #expect(answer.status != 0 && answer.complaints.contains("--space stored or --space displayed"))
    #expect(try album.album.contents().keys.allSatisfy { !$0.hasPrefix("parts") })
  }

  @Test func bordersAndSizesAreKept() throws {
    let samples = try LabelledSamples()
    try samples.write([[100, 100, 80, 40], [0, 0, 40, 40]], stating: .displayed, tags: 5...6)
    let padded = try samples.run("crop", "--images", "photos", "--pad", "25%", "-n", "-o", "parts", "--json", "a.json")
    let regions = try padded.objects().map { $0["region"] as? [Int] }
    #expect(regions == [[80, 90, 120, 60], [0, 0, 50, 50], [80, 90, 120, 60], [0, 0, 50, 50]])
    #expect(try samples.run("crop", "--images", "photos", "--size", "20", "-o", "parts", "a.json").status == 0)
    #expect(try samples.canvas("parts/landscape_6-1-a.jpg").size == PixelSize(width: 20, height: 10))
    #expect(try samples.canvas("parts/landscape_6-2-b.jpg").size == PixelSize(width: 20, height: 20))
  }

  @Test func namesFollowThePattern() throws {
    let samples = try LabelledSamples()
    try samples.write(
      [[100, 100, 80, 40], [0, 0, 40, 40]], classes: ["x/../..", "."], stating: .displayed, tags: 5...6)
    let answer = try samples.run(
      "crop", "--images", "photos", "--name", "{label}/{stem}-{index}", "-o", "parts", "a.json")
    #expect(answer.status == 0)
    #expect(
      try outputs(samples, in: "parts") == [
        "parts/_/landscape_5-2.jpg", "parts/_/landscape_6-2.jpg", "parts/x_.._../landscape_5-1.jpg",
        "parts/x_.._../landscape_6-1.jpg",
      ])
    for pattern in ["../{stem}", "/{stem}", "{what}"] {
      #expect(try samples.run("crop", "--images", "photos", "--name", pattern, "-o", "p", "a.json").status == 64)
    }
  }

  @Test func equalNamesAreRefusedBeforeAnythingIsWritten() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: .displayed)
    let answer = try samples.run("crop", "--images", "photos", "--name", "{label}", "-o", "parts", "a.json")
    #expect(answer.status == 64 && answer.complaints.contains("would both be written to a"))
    #expect(try outputs(samples, in: "parts").isEmpty)
  }

  @Test func noPhotoIsOverwritten() throws {
    let samples = try LabelledSamples()
    try samples.write([[0, 0, 64, 64]], stating: .displayed)
    let before = try samples.album.contents()
    let answer = try samples.run(
      "crop", "--images", "photos", "--force", "--name", "{stem}", "-o", "photos", "a.json")
    #expect(answer.status == 64 && answer.complaints.contains("is one of the input files"))
    #expect(try samples.album.contents() == before)
  }

  @Test func resultsThatAreThereStayUnlessForced() throws {
    let samples = try LabelledSamples()
    try samples.write([[0, 0, 64, 64]], stating: .displayed, tags: 6...6)
    #expect(try samples.run("crop", "--images", "photos", "-o", "parts", "a.json").status == 0)
    let again = try samples.run("crop", "--images", "photos", "-o", "parts", "a.json")
    #expect(again.status == 74 && again.complaints.contains("--force"))
    #expect(try samples.run("crop", "--force", "--images", "photos", "-o", "parts", "a.json").status == 0)
  }

  @Test func aDryRunWritesNothing() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: .displayed)
    let before = try samples.album.contents()
    let answer = try samples.run("crop", "-n", "--images", "photos", "-o", "parts", "a.json")
    #expect(answer.status == 0 && answer.text.contains("photos/landscape_6.jpg -> parts/landscape_6-1-a.jpg: "))
    let lines = answer.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains(" -> parts/") }, "one line for each")
    #expect(answer.complaints.hasSuffix("upright: \(lines.count) results; nothing was written (dry run)\n"))
    #expect(try samples.album.contents() == before)
  }

  @Test func aRegionWithoutPixelsIsNamedAndTheOthersAreCut() throws {
    let samples = try LabelledSamples()
    try samples.write([[0, 0, 64, 64], [600, 600, 10, 10]], stating: .displayed, tags: 6...6)
    let answer = try samples.run("crop", "--json", "--images", "photos", "-o", "parts", "a.json")
    #expect(answer.status == 2 && answer.complaints.contains("region 2 is outside the image"))
    let objects = try answer.objects()
    #expect(objects.count == 1 && objects[0]["label"] as? String == "a" && objects[0]["index"] as? Int == 1)
    #expect(objects[0]["route"] as? String == "transform" && objects[0]["schema"] as? Int == 1)
    #expect(try outputs(samples, in: "parts") == ["parts/landscape_6-1-a.jpg"])
  }

  /// What could be read is cut out, and the exit code tells.
  @Test(arguments: [[[0, 0, 64, 64]], [[0, 0, 64, 64], [64, 0, 64, 64]]])
  func aRegionOfADamagedPhotoIsCutAndSaidToBeDamaged(boxes: [[Int]]) throws {
    let samples = try LabelledSamples()
    let photo = try samples.album.folder.read("photos/landscape_1.jpg")
    try samples.album.folder.write(Array(photo.dropLast(photo.count / 4)), as: "photos/landscape_1.jpg")
    try samples.write(boxes, stating: .displayed, tags: 1...1)
    let answer = try samples.run("crop", "--json", "--images", "photos", "--format", "png", "-o", "parts", "a.json")
    #expect(answer.status == (boxes.count == 1 ? 65 : 2), "\(answer.complaints)")
    let objects = try answer.objects()
    #expect(objects.map { $0["damaged"] as? Bool } == boxes.map { _ in true })
    #expect(try outputs(samples, in: "parts").count == boxes.count)
  }

  @Test func manyAtOnceAreWhatOneAtATimeIs() throws {
    let samples = try LabelledSamples()
    try samples.write(boxes, stating: .stored)
    for jobs in ["1", "4"] {
      #expect(try samples.run("crop", "-j", jobs, "--images", "photos", "-o", "p\(jobs)", "a.json").status == 0)
    }
    let contents = try samples.album.contents()
    for name in try outputs(samples, in: "p1") { #expect(contents[name] == contents["p4" + name.dropFirst(2)]) }
    #expect(try outputs(samples, in: "p4").count == 24)
  }
}
