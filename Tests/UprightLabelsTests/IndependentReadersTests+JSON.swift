// LabelMe, Create ML and Label Studio with other programs: what we rotate, and what they write.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

extension IndependentReadersTests {
  @Test(
    "What we turn from stored to displayed supervision places as what we write so",
    .enabled(if: LabelReader.supervision.isInstalled, "\(LabelReader.supervision.reason)"))
  func supervisionTurned() throws {
    let folder = try folder { _ in Self.set }
    for tag in ExifOrientation.allCases {
      for (path, coding) in [
        ("labelme/a.json", LabelMeFormat() as any LabelCoding), ("create-ml.json", CreateMLFormat()),
      ] {
        let file = LabelFile(name: path, bytes: try folder.read("\(tag.rawValue)/\(path)"))
        let edit = try coding.reoriented(file) { _ in Labels.turn(tag) }
        #expect(edit.findings.isEmpty && edit.reorientedRows == 3)
        try folder.write(edit.bytes, as: "\(tag.rawValue)/\(path)")
      }
    }
    let formats = ["labelme", "create-ml"]
    let found = try supervision(in: folder, formats)
    #expect(found.sorted() == lines(displayed, formats).sorted())
  }

  @Test(
    "What panlabel writes we read where it does: LabelMe, Create ML and Label Studio",
    .enabled(if: LabelReader.panlabel.isInstalled, "\(LabelReader.panlabel.reason)"))
  func panlabelWrites() throws {
    let folder = try ScratchFolder()
    try folder.write(COCOFormat().written(Self.set).files[0].bytes, as: "coco.json")
    for (format, coding) in Self.formats where ["labelme", "create-ml", "label-studio"].contains(format) {
      let output = format == "labelme" ? "out" : "out.json"
      try LabelReader.panlabel.run(
        ["convert", "--from", "coco", "--to", format, "-i", "coco.json", "-o", output, "--allow-lossy"], in: folder)
      let path = format == "labelme" ? "out/annotations/a.json" : output
      let found = try Labels.read(coding, LabelFile(name: "a.json", bytes: try folder.read(path)))
      #expect(found.findings.isEmpty && found.names.sorted() == ["cat", "dog"])
      #expect(
        Labels.boxes(found).sorted { $0[0] < $1[0] } == Labels.boxes(Self.set).sorted { $0[0] < $1[0] }, "\(format)")
    }
  }
}
