// What we write and rotate, as other readers place it: pycocotools, supervision (as displayed) and panlabel (as
// stored).

import Foundation
import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Labels as others read them")
struct IndependentReadersTests {
  /// A photo of 100 by 40 with a tag.
  static func photo(_ tag: ExifOrientation) -> [UInt8] {
    TinyJPEG(
      TinyImage(width: 100, height: 40, filledWith: [90, 120, 150]), exif: TinyTIFF(orientation: Int(tag.rawValue))
    ).bytes
  }

  /// Three boxes on the stored photo, of two classes.
  static var set: LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["cat", "dog"])
    set.images = [
      LabelledImage(
        name: "a.jpg", size: Labels.size,
        regions: [
          Region(box: Rect2D(x: 30, y: 16, width: 40, height: 8), label: 0),
          Region(box: Rect2D(x: 0, y: 0, width: 12, height: 40), label: 1),
          Region(box: Rect2D(x: 83, y: 21, width: 5, height: 14), label: 0),
        ])
    ]
    return set
  }

  /// All formats of another reader, with its names for them.
  static let formats: [(name: String, coding: any LabelCoding)] = [
    ("coco", COCOFormat()), ("yolo", YOLOFormat()), ("voc", VOCFormat()), ("labelme", LabelMeFormat()),
    ("create-ml", CreateMLFormat(fileName: "create-ml.json")), ("label-studio", LabelStudioFormat()),
  ]

  /// Folders `1`…`8` with a photo and labels in each format, with one set per tag; files for each image in a folder of
  /// their format.
  func folder<S: Space>(_ set: (ExifOrientation) -> LabelSet<S>) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases {
      let place = folder.url.appendingPathComponent("\(tag.rawValue)")
      func write(_ bytes: [UInt8], _ path: String) throws {
        let url = place.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
      }
      try write(Self.photo(tag), "images/a.jpg")
      for (name, coding) in Self.formats {
        let output = coding.written(set(tag))
        #expect(output.findings.isEmpty && output.files.count == (name == "yolo" ? 2 : 1), "\(name)")
        for file in output.files {
          try write(file.bytes, file.name.hasPrefix("a.") ? "\(name)/\(file.name)" : file.name)
        }
      }
      try FileManager.default.createSymbolicLink(
        at: place.appendingPathComponent("labels"), withDestinationURL: place.appendingPathComponent("yolo"))
    }
    return folder
  }

  func displayed(_ tag: ExifOrientation) -> LabelSet<Displayed> {
    Self.set.applying { _ in Orientation(exif: tag) }
  }

  /// Lines of `tag format class left top right bottom`, rounded.
  func lines<S: Space>(_ set: LabelSet<S>, _ tag: Int, _ format: String) -> [String] {
    set.images[0].regions.map { region in
      let box = region.box
      let numbers = [box.x, box.y, box.maxX, box.maxY].map { String(Int($0.rounded())) }
      return "\(tag) \(format) \(set.names[region.label ?? 0]) \(numbers.joined(separator: " "))"
    }
  }

  /// The same for all tags and several formats.
  func lines<S: Space>(_ set: (ExifOrientation) -> LabelSet<S>, _ formats: [String]) -> [String] {
    ExifOrientation.allCases.flatMap { tag in
      formats.flatMap { lines(set(tag), Int(tag.rawValue), $0) }
    }
  }

  /// supervision's result for the folders `1`…`8`, as `lines` writes it.
  func supervision(in folder: ScratchFolder, _ formats: [String]) throws -> [String] {
    let script = """
      import os, supervision as sv
      data = sv.DetectionDataset
      readers = {
        "coco": lambda: data.from_coco("images", "annotations.json"),
        "yolo": lambda: data.from_yolo("images", "yolo", "data.yaml"),
        "voc": lambda: data.from_pascal_voc("images", "voc"),
        "labelme": lambda: data.from_labelme("images", "labelme"),
        "create-ml": lambda: data.from_createml("images", "create-ml.json"),
      }
      for tag in range(1, 9):
        os.chdir(str(tag))
        for name in "\(formats.joined(separator: " "))".split():
          data = readers[name]()
          for path, image, found in data:
            for box, label in zip(found.xyxy, found.class_id):
              print(tag, name, data.classes[label], *[round(float(v)) for v in box])
        os.chdir("..")
      """
    return try LabelReader.answer(to: script, in: folder).split(separator: "\n").map(String.init)
  }

  /// panlabel's result for a file or folder, as `lines` writes it.
  func panlabel(_ input: String, in folder: ScratchFolder, _ tag: Int, _ format: String) throws -> [String] {
    let output = "\(tag)-\(format)-again.json"
    try LabelReader.panlabel.run(
      ["convert", "--from", format, "--to", "coco", "-i", input, "-o", output, "--allow-lossy"], in: folder)
    let set = try Labels.read(COCOFormat(), LabelFile(name: output, bytes: try folder.read(output)))
    #expect(set.images.map(\.name) == ["a.jpg"])
    return lines(set, tag, format)
  }

  @Test(
    "supervision places what we write as displayed where we do, in all formats and under all tags",
    .enabled(if: LabelReader.supervision.isInstalled, "\(LabelReader.supervision.reason)"))
  func supervision() throws {
    let formats = ["coco", "yolo", "voc", "labelme", "create-ml"]
    let found = try supervision(in: try folder(displayed), formats)
    #expect(found.sorted() == lines(displayed, formats).sorted())
  }

  @Test(
    "panlabel places what we write as stored where we do, in all formats and under all tags",
    .enabled(if: LabelReader.panlabel.isInstalled, "\(LabelReader.panlabel.reason)"))
  func panlabel() throws {
    let folder = try folder { _ in Self.set }
    let inputs = [
      ("coco", "annotations.json"), ("yolo", "."), ("labelme", "labelme/a.json"), ("create-ml", "create-ml.json"),
      ("label-studio", "label-studio.json"),
    ]
    let found = try (1...8).flatMap { tag in
      try inputs.flatMap { format, input in try panlabel("\(tag)/\(input)", in: folder, tag, format) }
    }
    #expect(found.sorted() == lines({ _ in Self.set }, inputs.map(\.0)).sorted())
  }

  @Test(
    "panlabel finds nothing to complain about",
    .enabled(if: LabelReader.panlabel.isInstalled, "\(LabelReader.panlabel.reason)"))
  func validated() throws {
    let folder = try folder { _ in Self.set }
    try LabelReader.panlabel.run(["validate", "--format", "coco", "1/annotations.json"], in: folder)
    try LabelReader.panlabel.run(["validate", "--format", "yolo", "1"], in: folder)
  }

  @Test(
    "One photo of orientation 6 and one line: two tools, two answers; ours are both, each in its own space",
    .enabled(
      if: LabelReader.panlabel.isInstalled && LabelReader.supervision.isInstalled, "needs panlabel and supervision"))
  func demonstration() throws {
    let folder = try ScratchFolder()
    for name in ["images", "labels"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: false)
    }
    let line = Labels.file("a.txt", "0 0.5 0.5 0.4 0.2\n")
    try folder.write(Self.photo(.rightTop), as: "images/a.jpg")
    try folder.write(line.bytes, as: "labels/a.txt")
    try folder.write(YOLONames(names: ["x"]).bytes, as: "data.yaml")

    let theirs = try LabelReader.answer(
      to: """
        import supervision as sv
        data = sv.DetectionDataset.from_yolo("images", "labels", "data.yaml")
        print([[round(float(v)) for v in box] for path, image, found in data for box in found.xyxy])
        """, in: folder)
    #expect(theirs == "[[12, 40, 28, 60]]")
    try LabelReader.panlabel.run(
      ["convert", "--from", "yolo", "--to", "coco", "-i", ".", "-o", "p.json", "--allow-lossy"], in: folder)
    let others = try Labels.read(COCOFormat(), LabelFile(name: "p.json", bytes: try folder.read("p.json")))
    #expect(Labels.boxes(others) == [[30, 16, 40, 8]])

    let stored = try Labels.read(YOLOFormat(), line)
    #expect(Labels.boxes(stored) == [[30, 16, 40, 8]])
    var displayed = LabelSet<Displayed>()
    try YOLOFormat().read(line, into: &displayed) { _ in PixelSize(width: 40, height: 100) }
    #expect(Labels.boxes(displayed) == [[12, 40, 16, 20]])
    let carried: LabelSet<Displayed> = stored.applying { _ in Orientation(exif: .rightTop) }
    #expect(Labels.boxes(carried) == [[16, 30, 8, 40]])
  }

  @Test(
    "pycocotools reads our boxes, polygons and runs, and its areas are ours, under all tags",
    .enabled(if: LabelReader.pycocotools.isInstalled, "\(LabelReader.pycocotools.reason)"))
  func pycocotools() throws {
    var random = SplitMix64(seed: 77)
    let folder = try ScratchFolder()
    var set = LabelSet<Stored>(names: ["a"])
    let size = PixelSize<Stored>(width: 61, height: 37)
    let masks = (0..<6).map { _ in random.mask(in: size) }
    set.images = [
      LabelledImage(
        name: "a.jpg", size: size,
        regions: masks.map { Region(box: $0.box?.rect ?? size.bounds.rect, outline: .mask($0), label: 0) })
    ]
    var expected: [String] = []
    for (tag, orientation) in PixelTable.all {
      let turned: LabelSet<Displayed> = set.applying { _ in orientation }
      try folder.write(COCOFormat().written(turned).files[0].bytes, as: "\(tag).json")
      let table = PixelTable(tag: tag, width: size.width, height: size.height)
      for mask in masks {
        let rows = table.turned(Raster.of(.mask(mask), size.width, size.height))
        let sum = rows.enumerated().reduce(0) { sum, row in
          sum + row.element.enumerated().reduce(0) { $0 + ($1.element ? (row.offset + 1) * 1000 + $1.offset : 0) }
        }
        expected.append("\(tag) \(mask.area) \(table.displayed.height) \(table.displayed.width) \(sum)")
      }
    }
    let script = """
      import io, contextlib
      from pycocotools.coco import COCO
      for tag in range(1, 9):
        with contextlib.redirect_stdout(io.StringIO()):
          coco = COCO("%d.json" % tag)
        for row in coco.loadAnns(coco.getAnnIds()):
          mask = coco.annToMask(row)
          total = sum((y + 1) * 1000 + x for y, x in zip(*map(lambda a: a.tolist(), mask.nonzero())))
          assert mask.sum() == row["area"]
          print(tag, int(mask.sum()), *mask.shape, total)
      """
    let found = try LabelReader.answer(to: script, in: folder).split(separator: "\n").map(String.init)
    #expect(found == expected)
  }

  @Test(
    "pycocotools draws the polygons that we turned over the pixels of those that we did not, but for edges",
    .enabled(if: LabelReader.pycocotools.isInstalled, "\(LabelReader.pycocotools.reason)"))
  func polygons() throws {
    let folder = try ScratchFolder()
    let file = Labels.file(
      "a.json",
      """
      {"images":[{"id":1,"file_name":"a.jpg","width":200,"height":80}],"categories":[{"id":1,"name":"x"}],
      "annotations":[{"id":1,"image_id":1,"category_id":1,"iscrowd":0,"area":1,"bbox":[20,10,120,60],
      "segmentation":[[20,10,140,20.5,90,70,30.25,55]]}]}
      """)
    let size = PixelSize<Stored>(width: 200, height: 80)
    for (tag, orientation) in PixelTable.all {
      let edit = try COCOFormat().reoriented(file) { _ in LabelReorientation(size: size, orientation: orientation) }
      try folder.write(edit.bytes, as: "\(tag).json")
    }
    let script = """
      import io, contextlib, numpy as np
      from pycocotools.coco import COCO
      flips = {1: lambda a: a, 2: lambda a: a[:, ::-1], 3: lambda a: a[::-1, ::-1], 4: lambda a: a[::-1], 5: lambda a: a.T,
               6: lambda a: np.rot90(a, -1), 7: lambda a: a[::-1, ::-1].T, 8: lambda a: np.rot90(a)}
      first = None
      for tag in range(1, 9):
        with contextlib.redirect_stdout(io.StringIO()):
          coco = COCO("%d.json" % tag)
        mask = coco.annToMask(coco.loadAnns(1)[0])
        first = mask if first is None else first
        wanted = flips[tag](first)
        print(tag, mask.shape == wanted.shape, bool((mask != wanted).sum() < 0.06 * first.sum()))
      """
    let found = try LabelReader.answer(to: script, in: folder)
    #expect(found == (1...8).map { "\($0) True True" }.joined(separator: "\n"))
  }

  @Test(
    "panlabel reads our CVAT, and its boxes and classes are ours",
    .enabled(if: LabelReader.panlabel.isInstalled, "\(LabelReader.panlabel.reason)"))
  func cvat() throws {
    let folder = try ScratchFolder()
    let found = try ExifOrientation.allCases.flatMap { tag in
      let path = "\(tag.rawValue).xml"
      try folder.write(CVATFormat().written(displayed(tag)).files[0].bytes, as: path)
      return try panlabel(path, in: folder, Int(tag.rawValue), "cvat")
    }
    #expect(found.sorted() == lines(displayed, ["cvat"]).sorted())
  }

  @Test(
    "exiftool reads our regions in XMP, both lists, and the size that they were made for, under all tags",
    .enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftool() throws {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases {
      let set = displayed(tag)
      let size = try #require(set.images[0].size)
      try folder.write(XMPRegionsFormat().written(set).files[0].bytes, as: "a.xmp")
      let answer = try OutsideTool.exiftool.run(
        [
          "-n", "-s3", "-sep", " ", "-RegionAppliedToDimensionsW", "-RegionAppliedToDimensionsH", "-RegionName",
          "-RegionAreaX", "-RegionAreaY", "-RegionAreaW", "-RegionAreaH", "-RegionPersonDisplayName",
          "-RegionRectangle", "-validate", "a.xmp",
        ], in: folder)
      let answers = answer.text.split(separator: "\n").map(String.init)
      try #require(answers.count >= 9, "\(answer.text) \(answer.complaints)")
      #expect(answers[0] == "\(size.width)" && answers[1] == "\(size.height)")
      #expect(answers[2] == "cat dog cat" && answers[7] == "cat dog cat")
      let columns = answers[3..<7].map { $0.split(separator: " ").compactMap { Double($0) } }
      let corners = answers[8].split { $0 == " " || $0 == "," }.compactMap { Double($0) }
      #expect(corners.count == 12)
      for (index, region) in set.images[0].regions.enumerated() {
        let (wide, high) = (Double(size.width), Double(size.height))
        let (across, down) = (columns[2][index] * wide, columns[3][index] * high)
        let box = [columns[0][index] * wide - across / 2, columns[1][index] * high - down / 2, across, down]
        let wanted = [region.box.x, region.box.y, region.box.width, region.box.height]
        #expect(zip(box, wanted).allSatisfy { abs($0 - $1) < 0.01 }, "tag \(tag.rawValue): \(box) \(wanted)")
        let corner = zip(corners[(index * 4)..<(index * 4 + 4)], [wide, high, wide, high]).map { $0 * $1 }
        #expect(zip(corner, wanted).allSatisfy { abs($0 - $1) < 0.01 }, "tag \(tag.rawValue): \(corner) \(wanted)")
      }
    }
  }

  @Test(
    "Regions that exiftool wrote are read where it put them, and turn where they stand",
    .enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"))
  func exiftoolWrites() throws {
    let folder = try ScratchFolder()
    let info =
      "{AppliedToDimensions={W=100,H=40,Unit=pixel},RegionList=[{Area={X=0.5,Y=0.25,W=0.2,H=0.1,Unit=normalized},"
      + "Name=Anna,Type=Face}]}"
    _ = try OutsideTool.exiftool.run(["-RegionInfo=\(info)", "a.xmp"], in: folder)
    let file = LabelFile(name: "a.xmp", bytes: try folder.read("a.xmp"))
    let set = try Labels.read(XMPRegionsFormat(), file)
    #expect(set.names == ["Face"] && set.findings.isEmpty && set.regionCount == 1)
    #expect(set.images[0].regions[0].attributes == [LabelAttribute("name", "Anna")])
    for (found, wanted) in zip(Labels.boxes(set)[0], [40.0, 8, 20, 4]) { #expect(abs(found - wanted) < 1e-9) }
    let edit = try XMPRegionsFormat().reoriented(file) { _ in Labels.turn(.rightTop) }
    try folder.write(edit.bytes, as: "b.xmp")
    let answer = try OutsideTool.exiftool.run(
      [
        "-n", "-s3", "-RegionAreaX", "-RegionAreaY", "-RegionAreaW", "-RegionAreaH", "-RegionAppliedToDimensionsW",
        "b.xmp",
      ],
      in: folder)
    #expect(answer.text.split(separator: "\n") == ["0.75", "0.5", "0.1", "0.2", "40"])
  }

  @Test(
    "datumaro finds the pixels of our CVAT's masks, and its boxes and polygons, where we do, under all tags",
    .enabled(if: LabelReader.datumaro.isInstalled, "\(LabelReader.datumaro.reason)"))
  func datumaro() throws {
    var random = SplitMix64(seed: 78)
    let size = PixelSize<Stored>(width: 31, height: 17)
    let masks = (0..<5).map { _ in random.mask(in: size) }
    let ring = [Point2D<Stored>(x: 1, y: 2), Point2D(x: 20, y: 3), Point2D(x: 11, y: 16)]
    let regions =
      masks.map { Region<Stored>(box: $0.box?.rect ?? size.bounds.rect, outline: .mask($0), label: 0) } + [
        Region(box: Rect2D(x: 2, y: 3, width: 20, height: 7), label: 1),
        Region(box: Rect2D(x: 1, y: 2, width: 19, height: 14), outline: .polygon(Polygon(rings: [ring])), label: 1),
      ]
    var set = LabelSet<Stored>(names: ["a", "b"])
    set.images = [LabelledImage(name: "a.jpg", size: size, regions: regions)]
    let stored = CVATFormat().written(set).files[0]
    let folder = try ScratchFolder()
    var expected: [String] = []
    for (tag, orientation) in PixelTable.all {
      let edit = try CVATFormat().reoriented(stored) { _ in LabelReorientation(size: size, orientation: orientation) }
      let table = PixelTable(tag: tag, width: size.width, height: size.height)
      let place = folder.url.appendingPathComponent("\(tag)/images")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let image = TinyImage(width: table.displayed.width, height: table.displayed.height, filledWith: [9, 9, 9])
      try folder.write(TinyJPEG(image).bytes, as: "\(tag)/images/a.jpg")
      try folder.write(edit.bytes, as: "\(tag)/train.xml")
      for mask in masks {
        let rows = table.turned(Raster.of(.mask(mask), size.width, size.height))
        let pixels = rows.enumerated().flatMap { y, row in row.indices.filter { row[$0] }.map { y * 1000 + $0 } }
        expected.append("\(tag) a \(pixels.map(String.init).joined(separator: " "))")
      }
      let turned: LabelSet<Displayed> = set.applying { _ in orientation }
      for region in turned.images[0].regions.dropFirst(masks.count) {
        let numbers = [region.box.x, region.box.y, region.box.width, region.box.height].map { String(Int($0)) }
        expected.append("\(tag) b \(numbers.joined(separator: " "))")
      }
    }
    let script = """
      import warnings, numpy as np
      warnings.simplefilter("ignore")
      import datumaro as dm
      for tag in range(1, 9):
        data = dm.Dataset.import_from(str(tag), "cvat")
        names = [label.name for label in data.categories()[dm.AnnotationType.label]]
        for item in data:
          for row in item.annotations:
            if row.type == dm.AnnotationType.mask:
              places = [int(y) * 1000 + int(x) for y, x in np.argwhere(np.asarray(row.image))]
            else:
              places = [int(v) for v in row.get_bbox()]
            print(tag, names[row.label], *places)
      """
    let found = try LabelReader.answer(to: script, in: folder).split(separator: "\n").map(String.init)
    #expect(found.sorted() == expected.sorted())
  }
}
