// LabelMe, Create ML and Label Studio as readers of others place them: supervision as displayed, panlabel as stored.

import Foundation
import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

extension IndependentReadersTests {
  private static let jsonFormats: [(name: String, coding: any LabelCoding)] = [
    ("labelme", LabelMeFormat()), ("create-ml", CreateMLFormat()), ("label-studio", LabelStudioFormat()),
  ]

  /// Folders `1`…`8` with a photo and labels in each format, by a set for each tag.
  private func jsonFolder<S: Space>(_ set: (ExifOrientation) -> LabelSet<S>) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases {
      let place = folder.url.appendingPathComponent("\(tag.rawValue)")
      func write(_ bytes: [UInt8], _ path: String) throws {
        let url = place.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
      }
      try write(Self.photo(tag), "images/a.jpg")
      for (name, coding) in Self.jsonFormats {
        let output = coding.written(set(tag))
        #expect(output.findings.isEmpty && output.files.count == 1)
        try write(output.files[0].bytes, name == "labelme" ? "labelme/a.json" : "\(name).json")
      }
    }
    return folder
  }

  @Test(
    "supervision places what we write as displayed where we do, in LabelMe and Create ML and under all tags",
    .enabled(if: LabelReader.supervision.isInstalled, "\(LabelReader.supervision.reason)"))
  func supervisionJSON() throws {
    let folder = try jsonFolder(displayed)
    let script = """
      import os, supervision as sv
      for tag in range(1, 9):
        os.chdir(str(tag))
        sets = [
          ("labelme", sv.DetectionDataset.from_labelme("images", "labelme")),
          ("create-ml", sv.DetectionDataset.from_createml("images", "create-ml.json")),
        ]
        for name, data in sets:
          for path, image, found in data:
            for box, label in zip(found.xyxy, found.class_id):
              print(tag, name, data.classes[label], *[round(float(v)) for v in box])
        os.chdir("..")
      """
    let found = try LabelReader.answer(to: script, in: folder).split(separator: "\n").map(String.init)
    #expect(found.sorted() == lines(displayed, ["labelme", "create-ml"]).sorted())
  }

  @Test(
    "What we turn from stored to displayed supervision places as what we write so",
    .enabled(if: LabelReader.supervision.isInstalled, "\(LabelReader.supervision.reason)"))
  func supervisionTurned() throws {
    let folder = try jsonFolder { _ in Self.set }
    for tag in ExifOrientation.allCases {
      for (path, coding) in [
        ("labelme/a.json", LabelMeFormat() as any LabelCoding), ("create-ml.json", CreateMLFormat()),
      ] {
        let file = LabelFile(name: path, bytes: try folder.read("\(tag.rawValue)/\(path)"))
        let edit = try coding.turned(file) { _ in Labels.turn(tag) }
        #expect(edit.findings.isEmpty && edit.turnedRows == 3)
        try folder.write(edit.bytes, as: "\(tag.rawValue)/\(path)")
      }
    }
    let script = """
      import os, supervision as sv
      for tag in range(1, 9):
        os.chdir(str(tag))
        for name, data in [("labelme", sv.DetectionDataset.from_labelme("images", "labelme")),
                           ("create-ml", sv.DetectionDataset.from_createml("images", "create-ml.json"))]:
          for path, image, found in data:
            for box, label in zip(found.xyxy, found.class_id):
              print(tag, name, data.classes[label], *[round(float(v)) for v in box])
        os.chdir("..")
      """
    let found = try LabelReader.answer(to: script, in: folder).split(separator: "\n").map(String.init)
    #expect(found.sorted() == lines(displayed, ["labelme", "create-ml"]).sorted())
  }

  @Test(
    "panlabel places what we write as stored where we do, in LabelMe, Create ML and Label Studio and under all tags",
    .enabled(if: LabelReader.panlabel.isInstalled, "\(LabelReader.panlabel.reason)"))
  func panlabelJSON() throws {
    let folder = try jsonFolder { _ in Self.set }
    let inputs = [
      ("labelme", "labelme/a.json"), ("create-ml", "create-ml.json"), ("label-studio", "label-studio.json"),
    ]
    var found: [String] = []
    for tag in 1...8 {
      for (format, input) in inputs {
        let output = "\(tag)/\(format)-again.json"
        try LabelReader.panlabel.run(
          ["convert", "--from", format, "--to", "coco", "-i", "\(tag)/\(input)", "-o", output, "--allow-lossy"],
          in: folder)
        let set = try Labels.read(COCOFormat(), LabelFile(name: output, bytes: try folder.read(output)))
        #expect(set.pictures.map(\.name) == ["a.jpg"])
        found += set.pictures[0].regions.map { region in
          let numbers = [region.box.x, region.box.y, region.box.maxX, region.box.maxY].map { String(Int($0.rounded())) }
          return "\(tag) \(format) \(set.names[region.label ?? 0]) \(numbers.joined(separator: " "))"
        }
      }
    }
    #expect(found.sorted() == lines({ _ in Self.set }, inputs.map(\.0)).sorted())
  }

  @Test(
    "What panlabel writes we read where it does: LabelMe, Create ML and Label Studio",
    .enabled(if: LabelReader.panlabel.isInstalled, "\(LabelReader.panlabel.reason)"))
  func panlabelWrites() throws {
    let folder = try jsonFolder { _ in Self.set }
    try folder.write(COCOFormat().written(Self.set).files[0].bytes, as: "1/coco.json")
    for (format, coding) in Self.jsonFormats {
      let output = format == "labelme" ? "1/out" : "1/out.json"
      try LabelReader.panlabel.run(
        ["convert", "--from", "coco", "--to", format, "-i", "1/coco.json", "-o", output, "--allow-lossy"], in: folder)
      let path = format == "labelme" ? "1/out/annotations/a.json" : output
      let found = try Labels.read(coding, LabelFile(name: "a.json", bytes: try folder.read(path)))
      #expect(found.findings.isEmpty && found.names.sorted() == ["cat", "dog"])
      #expect(
        Labels.boxes(found).sorted { $0[0] < $1[0] } == Labels.boxes(Self.set).sorted { $0[0] < $1[0] }, "\(format)")
    }
  }
}
