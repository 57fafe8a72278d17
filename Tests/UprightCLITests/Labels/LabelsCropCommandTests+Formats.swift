// Crops of images in other formats, and by labels in other formats: the same pixels.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing
@testable import UprightLabelJobs

extension LabelsCropCommandTests {
  /// The lower left third after a half turn; before it the upper right one, which is blue.
  private static let corner = "0 0.166667 0.75 0.333333 0.5"

  @Test(arguments: ["png", "webp", "jpg"])
  func everyFormatThatIsDecodedIsCut(format: String) throws {
    let album = try LabelledAlbum()
    try FileManager.default.createDirectory(
      atPath: album.album.folder.path("p"), withIntermediateDirectories: true)
    for tag in 1...8 {
      let made = try UprightTool.run(
        ["rotate", "180", "photos/\(tag).jpg", "-o", "p/\(tag).\(format)"], in: album.album.folder)
      #expect(made.status == 0, "\(made.complaints)")
    }
    try album.writeRows(Self.corner)
    let answer = try album.run("crop", "--space", "displayed", "--images", "p", "-o", "parts", "labels")
    #expect(answer.status == 0 && answer.complaints == "", "\(answer.complaints)")
    for tag in 1...8 {
      let name = "parts/\(tag)-1-green.\(format)"
      let bytes = try album.album.folder.read(name)
      let probe = try Probe(checking: bytes)
      #expect(probe.format.rawValue == (format == "jpg" ? "jpeg" : format))
      let canvas = try ImagePair(of: probe, from: bytes, Pipeline(codecs: ImageCodecs.all()), box: 99).displayed
      #expect(canvas.size == PixelSize(width: 16, height: 16))
      let color = canvas.color(x: 8, y: 8)
      #expect(Int(color.blue) > 200 && Int(color.red) < 60 && Int(color.green) < 60, "\(name): \(color)")
    }
  }

  @Test(arguments: ["yolo", "voc", "voc-0", "yolo-obb"])
  func labelsOfEveryFormatCutTheSamePixels(format: String) throws {
    let samples = try LabelledSamples()
    try samples.write([[40, 60, 101, 53], [203, 150, 120, 151]], stating: .displayed)
    for (space, name) in [("displayed", "d"), ("stored", "s")] {
      let made = try samples.run(
        "convert", "--to", format, "--from-space", "displayed", "--to-space", space, "--images", "photos", "-o", name,
        "a.json")
      #expect(made.status == 0, "\(made.complaints)")
    }
    #expect(try samples.run("crop", "--images", "photos", "--format", "png", "-o", "whole", "a.json").status == 0)
    for (space, name) in [("displayed", "d"), ("stored", "s")] {
      let answer = try samples.run(
        "crop", "--from", format, "--space", space, "--images", "photos", "--format", "png", "-o", "p\(name)", name)
      #expect(answer.status == 0, "\(answer.complaints)")
    }
    let contents = try samples.album.contents()
    let names = contents.keys.filter { $0.hasPrefix("whole/") }.map { String($0.dropFirst(6)) }
    #expect(names.count == 16)
    for name in names {
      #expect(contents["pd/\(name)"] == contents["whole/\(name)"], "\(name), displayed")
      #expect(contents["ps/\(name)"] == contents["whole/\(name)"], "\(name), stored")
    }
  }
}
