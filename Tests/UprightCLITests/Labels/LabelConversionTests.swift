// Conversions in memory: every format to every other, in both spaces, and back to the same boxes.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelConversionTests {
  /// Boxes in whole pixels, one at each corner of the displayed image of 48 × 32 and one in its center.
  static let boxes: [[Double]] = [[0, 0, 8, 4], [40, 0, 8, 4], [0, 28, 8, 4], [40, 28, 8, 4], [16, 8, 12, 20]]

  /// The boxes as COCO has them, of all photos of an album, as displayed.
  private func coco(_ tags: ClosedRange<Int>) -> String {
    let images = tags.map { #"{"id":\#($0),"file_name":"\#($0).jpg","width":48,"height":32}"# }
    let annotations = tags.flatMap { tag in
      Self.boxes.enumerated().map { index, box in
        let numbers = box.map { String(Int($0)) }.joined(separator: ",")
        return #"{"id":\#(tag * 10 + index),"image_id":\#(tag),"category_id":\#(index % 2 + 1),"bbox":[\#(numbers)]}"#
      }
    }
    return #"{"images":[\#(images.joined(separator: ","))],"annotations":[\#(annotations.joined(separator: ","))],"#
      + #""categories":[{"id":1,"name":"cat"},{"id":2,"name":"dog"}]}"#
  }

  private func convert(
    _ album: LabelledAlbum, _ path: String, from: LabelFormatName, to: LabelFormatName, _ space: String?
  ) throws -> LabelConversion.Output {
    let folder = album.album.folder
    let conversion = try LabelConversion(
      files: LabelFiles(folder.path(path), format: from, names: nil), format: to,
      images: ImageIndex(folder.path("photos"), rules: OrientationRules()),
      from: space.flatMap(LabelSpaceChange.init(old:))?.from, to: space.flatMap(LabelSpaceChange.init(old:))?.to)
    return try conversion.output(by: conversion.route())
  }

  /// Writes a file, or a folder if the format has one file per image, and returns its path.
  @discardableResult
  private func save(
    _ output: LabelConversion.Output, _ album: LabelledAlbum, as name: String, _ format: LabelFormatName = .coco
  ) throws -> String {
    let path = format.isFilePerImage ? name : name + ".json"
    for file in output.files {
      try album.write(
        format.isFilePerImage ? "\(path)/\(file.name)" : path, String(decoding: file.bytes, as: UTF8.self))
    }
    return path
  }

  /// All boxes of label files, in whole pixels of their own space.
  private func boxes(
    _ album: LabelledAlbum, _ path: String, _ format: LabelFormatName, stored: Bool
  ) throws -> [String: [[Int]]] {
    let files = try LabelFiles(album.album.folder.path(path), format: format, names: nil)
    let images = ImageIndex(album.album.folder.path("photos"), rules: OrientationRules())
    var set = LabelSet<Labelled>(names: files.names?.names ?? [])
    for file in files.files {
      try format.coding().read(file, into: &set) { name in
        images.facts(of: name)?.labelledSize(stored ? .stored : .displayed)
      }
    }
    return Dictionary(
      uniqueKeysWithValues: set.images.map { image in
        let boxes = image.regions.map { region in
          [region.box.x, region.box.y, region.box.width, region.box.height].map { Int($0.rounded()) }
            + [set.names[region.label ?? 0] == "dog" ? 1 : 0]
        }
        return (String(image.name.prefix(1)), boxes)
      })
  }

  @Test(arguments: LabelFormatName.allCases)
  func boxesSurviveEveryFormatInBothSpaces(format: LabelFormatName) throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco(1...8))
    let truth = try boxes(album, "a.json", .coco, stored: false)
    #expect(truth.count == 8 && truth["6"]?[4] == [16, 8, 12, 20, 0])
    for space in ["displayed", "displayed->stored"] {
      let there = try convert(album, "a.json", from: .coco, to: format, space)
      let name = space == "displayed" ? "d" : "s"
      #expect(there.findings.isEmpty && there.rowCount == 40)
      let path = try save(there, album, as: name, format)
      if name == "d" {
        #expect(try boxes(album, path, format, stored: false) == truth)
        continue
      }
      let back = try convert(album, path, from: format, to: .coco, "stored->displayed")
      try save(back, album, as: "back")
      #expect(try boxes(album, "back.json", .coco, stored: false) == truth)
    }
  }

  // The position of a box in the stored image, by the formulas of each tag and not by the geometry under test.
  @Test(arguments: LabelFormatName.allCases)
  func storedBoxesLieWhereTheTagSays(format: LabelFormatName) throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco(1...8))
    let output = try convert(album, "a.json", from: .coco, to: format, "displayed->stored")
    let path = try save(output, album, as: "s", format)
    let found = try boxes(album, path, format, stored: true)
    for tag in 1...8 {
      let expected = Self.boxes.enumerated().map { index, box in
        TagFormula.stored(box.map { Int($0) }, displayed: (48, 32), tag: tag) + [index % 2]
      }
      #expect(found["\(tag)"] == expected, "tag \(tag)")
    }
  }

  @Test(arguments: LabelFormatName.allCases)
  func inTheSameFormatThereAndBackIsTheSameFile(format: LabelFormatName) throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco(1...8))
    let first = try convert(album, "a.json", from: .coco, to: format, "displayed")
    let path = try save(first, album, as: "d", format)
    let there = try convert(album, path, from: format, to: format, "displayed->stored")
    let other = try save(there, album, as: "s", format)
    let back = try convert(album, other, from: format, to: format, "stored->displayed")
    #expect(back.findings.isEmpty && there.findings.isEmpty)
    let before = Dictionary(uniqueKeysWithValues: first.files.map { ($0.name, $0.bytes) })
    for file in back.files {
      let name = format.isFilePerImage ? file.name : first.files[0].name
      #expect(before[name] == file.bytes, "\(file.name)")
    }
    #expect(there.files.count { before[$0.name] != $0.bytes } >= (format.isFilePerImage ? 7 : 1))
  }

  // Through an intermediate format, and across spaces: what a format cannot hold must not move the boxes.
  @Test(arguments: LabelFormatName.allCases)
  func everyFormatLeadsToEveryOther(first: LabelFormatName) throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco(1...8))
    let truth = try boxes(album, "a.json", .coco, stored: false)
    let path = try save(
      try convert(album, "a.json", from: .coco, to: first, "displayed->stored"), album, as: "first", first)
    for second in LabelFormatName.allCases where second != first {
      let there = try convert(album, path, from: first, to: second, "stored->displayed")
      #expect(there.rowCount == 40, "\(first) to \(second)")
      #expect(!there.findings.contains { $0.code.dropsRow }, "\(first) to \(second): \(there.findings)")
      let name = try save(there, album, as: "second-\(second)", second)
      #expect(try boxes(album, name, second, stored: false) == truth, "\(first) to \(second)")
      let back = try convert(album, name, from: second, to: first, "displayed->stored")
      let again = try save(back, album, as: "again-\(second)", first)
      let (one, other) = (
        try boxes(album, path, first, stored: true), try boxes(album, again, first, stored: true)
      )
      #expect(one == other && one.count == 8, "\(first) to \(second) and back")
    }
  }

  @Test func withoutASpaceAndAFormatNothingChanges() throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco(1...8))
    let output = try convert(album, "a.json", from: .coco, to: .coco, nil)
    #expect(output.files.map(\.bytes) == [Array(coco(1...8).utf8)] && output.findings.isEmpty)
  }

  @Test func theSpaceIsAskedOfTheAudit() throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco(1...8))
    let found = try convert(album, "a.json", from: .coco, to: .voc, nil)
    let said = try convert(album, "a.json", from: .coco, to: .voc, "displayed")
    #expect(found.files == said.files && found.rowCount == 40)
    try save(try convert(album, "a.json", from: .coco, to: .yolo, nil), album, as: "y", .yolo)
    #expect(throws: UprightError.self) { try convert(album, "y", from: .yolo, to: .coco, nil) }
    let mixed = coco(1...8).replacing(
      #""file_name":"5.jpg","width":48,"height":32"#, with: #""file_name":"5.jpg","width":32,"height":48"#)
    try album.write("a.json", mixed)
    #expect(throws: UprightError.self) { try convert(album, "a.json", from: .coco, to: .voc, nil) }
  }

  @Test func whatIsToBeDoneIsDecidedBefore() throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco(1...8))
    let folder = album.album.folder
    func route(_ to: LabelFormatName, _ space: String?) throws -> LabelConversion.Route {
      try LabelConversion(
        files: LabelFiles(folder.path("a.json"), format: nil, names: nil), format: to,
        images: ImageIndex(folder.path("photos"), rules: OrientationRules()),
        from: space.flatMap(LabelSpaceChange.init(old:))?.from, to: space.flatMap(LabelSpaceChange.init(old:))?.to
      ).route()
    }
    let there = try #require(LabelSpaceChange(old: "stored->displayed"))
    #expect(try route(.coco, nil) == .keep)
    #expect(try route(.coco, "stored") == .keep)
    #expect(try route(.coco, "stored->displayed") == .reorient(there))
    #expect(try route(.voc, "stored->displayed") == .rewrite(there))
    #expect(try route(.voc, "stored") == .rewrite(LabelSpaceChange(.stored)))
    #expect(try route(.voc, nil) == .rewrite(LabelSpaceChange(.displayed)))
  }

  // The stated size is that of the other space: rotating again would be the mistake.
  @Test func whatIsInTheOtherSpaceAlreadyStays() throws {
    let album = try LabelledAlbum()
    try album.write("a.json", coco(1...8))
    let once = try convert(album, "a.json", from: .coco, to: .coco, "displayed->stored")
    try save(once, album, as: "s")
    let twice = try convert(album, "s.json", from: .coco, to: .coco, "displayed->stored")
    #expect(!twice.findings.isEmpty)
    try save(twice, album, as: "t")
    let (one, two) = (
      try boxes(album, "s.json", .coco, stored: true), try boxes(album, "t.json", .coco, stored: true)
    )
    for tag in 5...8 { #expect(one["\(tag)"] == two["\(tag)"]) }
  }

  @Test func imagesThatAreMissingAreNamed() throws {
    let album = try LabelledAlbum(tags: 1...4)
    try album.write("a.json", coco(1...8))
    let output = try convert(album, "a.json", from: .coco, to: .voc, "displayed->stored")
    #expect(output.findings.count { $0.code == .imageUnknown } == 4)
    #expect(output.files.count == 4 && output.rowCount == 20)
  }
}
