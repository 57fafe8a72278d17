// Masks beside photos, which are labels: they rotate with their photos, and an audit names those that did not.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite(.inProcess) struct MaskFilesTests {
  /// The displayed mask: 48 × 32 indices of 4 bits, all corners different.
  private static func value(_ x: Int, _ y: Int) -> UInt16 { UInt16((x / 8 + y / 8 * 6) % 16) }

  /// The color of an index.
  private static func color(_ number: UInt8) -> [UInt8] { [number * 16, 255 - number * 16, number] }

  /// The mask as stored for a tag; `own` is a tag of the mask itself.
  private static func mask(_ tag: Int, colorType: Int = 3, own: Int? = nil) -> [UInt8] {
    let (width, height) = tag >= 5 ? (32, 48) : (48, 32)
    let samples = (0..<height).flatMap { row in
      (0..<width).map { column -> UInt16 in
        let place = CornerRule.place(row: row, column: column, tag: tag, width: 48, height: 32)
        return value(place.x, place.y)
      }
    }
    var file = SamplePNG(
      width: width, height: height, colorType: colorType, depth: colorType == 3 ? 4 : 8, samples: samples)
    if colorType == 3 { file.palette = (0..<16).map { (number: UInt8) -> [UInt8] in color(number) } }
    if let own { file.chunks = [.exif(TinyTIFF(orientation: own).bytes)] }
    return file.bytes
  }

  /// Whether a mask's pixels are the displayed ones, with its color type.
  private func isUpright(_ bytes: [UInt8], colorType: UInt8 = 3) throws -> Bool {
    let probe = try Probe(bytes)
    guard probe.orientation.isIdentity, bytes[25] == colorType, probe.storedSize == PixelSize(width: 48, height: 32)
    else { return false }
    let raster = try Pipeline(codecs: SystemCodecs.all).raster(Rendition(), of: probe, from: bytes)
    return (0..<32).allSatisfy { y in
      (0..<48).allSatisfy { x in
        let number = Self.value(x, y)
        let color: [UInt16] = colorType == 3 ? Self.color(UInt8(number)).map(UInt16.init) : [number]
        return raster.pixel(x: x, y: y) == color
      }
    }
  }

  private func album(
    _ folder: String, tags: ClosedRange<Int> = 1...8, colorType: Int = 3, own: (Int) -> Int? = { _ in nil }
  ) throws -> LabelledAlbum {
    let album = try LabelledAlbum(tags: tags)
    try FileManager.default.createDirectory(
      atPath: album.album.folder.path(folder), withIntermediateDirectories: true)
    for tag in tags {
      try album.album.folder.write(Self.mask(tag, colorType: colorType, own: own(tag)), as: "\(folder)/\(tag).png")
    }
    return album
  }

  private func fix(_ album: LabelledAlbum, _ words: String...) throws -> OutsideTool.Answer {
    try UprightTool.run(["fix", "-i", "-j", "1", "--journal", "j"] + words, in: album.album.folder)
  }

  @Test(arguments: ["masks", "SegmentationClass", "gtFine/train", "other", "photos"], [3, 0])
  func masksRotateWithTheirPhotosAndGoBack(folder: String, colorType: Int) throws {
    let album = try album(folder, colorType: colorType)
    let before = try album.album.contents().filter { !$0.key.contains(".upright-") }
    let answer = try fix(album, "--labels", folder, "photos")
    #expect(answer.status == 0, "\(answer.complaints)")
    for tag in 1...8 {
      #expect(try isUpright(album.album.folder.read("\(folder)/\(tag).png"), colorType: UInt8(colorType)), "\(tag)")
      #expect(try Probe(album.album.folder.read("photos/\(tag).jpg")).orientation.isIdentity)
    }
    #expect(try album.album.run("undo", "j").status == 0)
    let after = try album.album.contents().filter { !$0.key.contains(".upright-") && $0.key != "j" }
    #expect(after == before)
  }

  @Test func withoutLabelsTheMasksThatStayAreNamed() throws {
    let album = try album("masks", tags: 5...8)
    let (before, answer) = (try album.album.folder.read("masks/6.png"), try fix(album, "masks", "photos"))
    #expect(answer.status == 0)
    #expect(
      answer.complaints.contains(
        "4 masks stay as they are, although their photos were rotated: masks/5.png, masks/6.png, masks/7.png and 1 more; "
          + "fix --labels rotates masks together with their photos"), "\(answer.complaints)")
    #expect(try album.album.folder.read("masks/6.png") == before)
  }

  @Test func labelsThatStayAreNamedForPeopleAndPrograms() throws {
    let album = try album("masks", tags: 5...8)
    try album.writeRows(tags: 5...8)
    try album.write("photos/6.json", Self.labelMe(6))
    let before = try album.text("labels/6.txt")
    let answer = try fix(album, "--json", "photos")
    #expect(answer.status == 0)
    #expect(
      answer.complaints.contains(
        "4 masks stay as they are, although their photos were rotated: masks/5.png, masks/6.png, masks/7.png and 1 more; "
          + "fix --labels rotates masks together with their photos"), "\(answer.complaints)")
    #expect(
      answer.complaints.contains(
        "5 label files stay as they are, although their photos were rotated: labels/5.txt, labels/6.txt, labels/7.txt "
          + "and 2 more; fix --labels rotates label files together with their photos"), "\(answer.complaints)")
    let lines = try answer.objects().map { $0["labelsBeside"] as? [String] }
    #expect(lines[0] == ["labels/5.txt", "masks/5.png"])
    #expect(lines[1] == ["labels/6.txt", "masks/6.png", "photos/6.json"])
    #expect(try album.text("labels/6.txt") == before)
  }

  @Test func masksBesideTheirPhotosAreNamed() throws {
    let album = try LabelledAlbum(tags: 5...6)
    for name in ["5_mask", "6.mask", "6", "7_mask"] {
      try album.album.folder.write(Self.mask(6), as: "photos/\(name).png")
    }
    let answer = try fix(album, "photos")
    #expect(answer.status == 0)
    #expect(
      answer.complaints.contains(
        "2 masks stay as they are, although their photos were rotated: photos/5_mask.png, photos/6.mask.png; "),
      "\(answer.complaints)")
  }

  /// A photo's masks may have numbers, and may be TIFFs, which are named and never rotated as labels.
  @Test func numberedMasksAndTIFFsAreNamed() throws {
    let album = try LabelledAlbum(tags: 5...6)
    for name in ["5_mask_1", "5_mask_02", "7_mask_1"] {
      try album.album.folder.write(Self.mask(6), as: "photos/\(name).png")
    }
    try album.album.folder.write(Self.tiff(32, 48), as: "photos/6_mask.tif")
    let answer = try fix(album, "photos")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(
      answer.complaints.contains(
        "2 masks stay as they are, although their photos were rotated: photos/5_mask_02.png, photos/5_mask_1.png; "
          + "fix --labels rotates masks together with their photos"), "\(answer.complaints)")
    #expect(
      answer.complaints.contains(
        "1 TIFF mask stays as it is, although its photo was rotated: photos/6_mask.tif; "
          + "fix --labels does not rotate them"), "\(answer.complaints)")
  }

  /// A gray mask in TIFF.
  private static func tiff(_ width: Int, _ height: Int, photometric: Int = 1) -> [UInt8] {
    let kind = SampleTIFF.Kind(photometric, 8)
    let samples = [UInt16](repeating: 3, count: width * height * kind.colors)
    return SampleTIFF(width: width, height: height, kind, samples: samples).bytes
  }

  /// Masks beside their photo are named as those in folders, and are no photos without labels.
  @Test func anAuditNamesMasksBesideTheirPhotos() throws {
    let album = try LabelledAlbum(tags: 6...7)
    let boxes = (6...7).map { #"{"id":\#($0),"image_id":\#($0),"category_id":1,"bbox":[34,3,11,11]}"# }
    let images = (6...7).map { #"{"id":\#($0),"file_name":"\#($0).jpg","width":48,"height":32}"# }
    try album.write(
      "a.json",
      #"{"images":[\#(images.joined(separator: ","))],"annotations":[\#(boxes.joined(separator: ","))],"#
        + #""categories":[{"id":1,"name":"a"}]}"#)
    let folder = album.album.folder
    // As displayed, as stored, and of another size.
    try folder.write(Self.mask(1), as: "photos/6_mask.png")
    try folder.write(Self.mask(6), as: "photos/6_mask_1.png")
    try folder.write(Self.tiff(5, 4), as: "photos/7_mask_02.tif")
    // In colors, or of no photo: other images.
    try folder.write(Self.tiff(48, 32, photometric: 2), as: "photos/7_mask.tif")
    try folder.write(Self.mask(1), as: "photos/8_mask.png")
    let answer = try album.run("audit", "--json", "--images", "photos", "a.json")
    #expect(answer.status == 1, "\(answer.complaints)")
    let defects = try answer.objects().filter { $0["defect"] != nil }
    let masks = defects.filter { $0["defect"] as? String == "mask-size" }
    #expect(masks.map { $0["picture"] as? String } == ["6", "7"])
    #expect((masks.first?["message"] as? String)?.hasPrefix("the mask 6_mask_1.png is not rotated with") == true)
    #expect((masks.last?["message"] as? String)?.hasPrefix("the mask 7_mask_02.tif is 5x4") == true)
    let unlabelled = defects.filter { $0["defect"] as? String == "picture-unlabelled" }
    #expect(unlabelled.map { $0["picture"] as? String } == ["7_mask.tif", "8_mask.png"])
  }

  /// A photo may have several masks, which a folder of masks does not list twice.
  @Test func severalMasksOfAPhotoAreNoDefect() throws {
    let album = try LabelledAlbum(tags: 6...6)
    for name in ["6_mask_1", "6_mask_2"] {
      try album.write("masks/\(name).png", "")
      try album.album.folder.write(Self.mask(6), as: "masks/\(name).png")
    }
    let answer = try album.run("audit", "--images", "photos", "masks")
    #expect(answer.status == 0 && answer.text.hasPrefix("stored: "), "\(answer.text) \(answer.complaints)")
  }

  /// A mask that was rotated by its own tag does not stay as it is.
  @Test func masksBesideThatWereRotatedAreNotNamed() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.album.folder.write(Self.mask(6, own: 6), as: "photos/6_mask.png")
    let answer = try fix(album, "photos")
    #expect(answer.status == 0 && !answer.complaints.contains("although"), "\(answer.complaints)")
  }

  @Test func masksBesideTheirPhotosRotateWithOtherLabels() throws {
    let album = try LabelledAlbum(tags: 6...8)
    for tag in 6...8 {
      try album.write("photos/\(tag).json", Self.labelMe(tag))
      try album.album.folder.write(Self.mask(tag), as: "photos/\(tag)_mask.png")
    }
    let answer = try fix(album, "--labels", "photos", "--label-format", "labelme", "photos")
    #expect(answer.status == 0, "\(answer.complaints)")
    for tag in 6...8 {
      #expect(try isUpright(album.album.folder.read("photos/\(tag)_mask.png")), "\(tag)")
      #expect(try album.text("photos/\(tag).json").contains("\"imageHeight\":32,\"imageWidth\":48"))
    }
  }

  /// A mask among the files of a batch belongs to the photo in the folder that agrees, not to each of its name.
  @Test func masksOfPhotosThatStayAreNotNamed() throws {
    let album = try LabelledAlbum(tags: 6...6)
    for part in ["train", "val"] {
      for folder in ["masks", "images"] {
        try FileManager.default.createDirectory(
          atPath: album.album.folder.path("\(part)/\(folder)"), withIntermediateDirectories: true)
      }
      try album.album.folder.write(Self.mask(6), as: "\(part)/masks/6.png")
    }
    try album.album.folder.write(album.album.folder.read("photos/6.jpg"), as: "train/images/6.jpg")
    try album.album.folder.write(Album.photo(1), as: "val/images/6.jpg")
    let answer = try fix(album, "train", "val", "-r")
    #expect(answer.status == 0)
    #expect(
      answer.complaints.contains("1 mask stays as it is, although its photo was rotated: train/masks/6.png; "),
      "\(answer.complaints)")
  }

  /// However the folder of masks is written, its files are not taken for photos of the same name.
  @Test(arguments: [("masks", "./masks"), ("./masks/.", "masks"), ("photos/../masks", "masks"), ("masks//", "masks")])
  func masksAreNoPhotosHoweverTheyAreWritten(labels: String, batch: String) throws {
    let album = try album("masks", tags: 6...8)
    let answer = try fix(album, "--labels", labels, "--label-space", "stored", batch, "photos")
    #expect(answer.status == 0, "\(answer.complaints)")
    for tag in 6...8 { #expect(try isUpright(album.album.folder.read("masks/\(tag).png")), "\(tag)") }
  }

  @Test(arguments: [["photos", "-i", "--to", "tag"], ["photos", "-n", "-i"], ["photos", "-o", "out/"]])
  func labelsOfPhotosThatStayAreNotNamed(words: [String]) throws {
    let album = try album("masks", tags: 5...8)
    try album.writeRows(tags: 5...8)
    let answer = try UprightTool.run(["fix", "--json"] + words, in: album.album.folder)
    #expect(answer.status == 0)
    #expect(!answer.complaints.contains("although") && !answer.text.contains("labelsBeside"), "\(answer.complaints)")
  }

  /// Formats and the notes of a batch agree about which photo a mask belongs to.
  @Test func masksAreNamedAsByTheirFormat() {
    let format = MaskFormat(masks: .decoded)
    let stems =
      MaskName.endings.flatMap { ["a" + $0, "a" + $0.uppercased(), $0] }
      + ["a", "a_gtFine_x", "a_gtCoarse_x_mask", "_gtFine_", "a_b", "é_mask"]
    for stem in stems {
      let name = stem + ".png"
      #expect(MaskFolders.photo(ofMask: name) == format.imageName(of: LabelFile(name: name, bytes: [])), "\(stem)")
    }
  }

  // What a mask's own tag says does not matter: its pixels are those of the stored photo.
  @Test(arguments: [1, 3, 6, 8]) func aTagOfTheMaskItselfIsNotApplied(own: Int) throws {
    let album = try album("masks", tags: 6...6) { _ in own }
    #expect(try fix(album, "--labels", "masks", "--label-space", "stored", "photos").status == 0)
    #expect(try isUpright(album.album.folder.read("masks/6.png")))
  }

  @Test func masksAndRowsInOneFolderRotateTogether() throws {
    let album = try album("labels/masks", tags: 6...8)
    for tag in 6...8 { try album.write("labels/\(tag).json", Self.labelMe(tag)) }
    let answer = try fix(album, "--labels", "labels", "--label-format", "labelme", "photos")
    #expect(answer.status == 0, "\(answer.complaints)")
    for tag in 6...8 {
      #expect(try isUpright(album.album.folder.read("labels/masks/\(tag).png")), "\(tag)")
      #expect(try album.text("labels/\(tag).json").contains("\"imageHeight\":32,\"imageWidth\":48"))
    }
  }

  private static func labelMe(_ tag: Int) -> String {
    """
    {"version":"5.5.0","flags":{},"shapes":[{"label":"a","points":[[4,6],[10,12]],"shape_type":"rectangle"}],
    "imagePath":"\(tag).jpg","imageData":null,"imageHeight":48,"imageWidth":32}
    """
  }

  // A plain line is read by a shorter parser than one with further options.
  @Test(
    arguments: [
      ["thumb", "16", "masks/1.png", "-o", "small.png"],
      ["thumb", "16", "masks/1.png", "-o", "small.png", "--explain"],
      ["crop", "0,0,48,32", "masks/1.png", "--size", "16x11", "-o", "small.png"],
    ])
  func smallMasksHaveNoNewValues(words: [String]) throws {
    let album = try album("masks", tags: 1...1)
    let answer = try UprightTool.run(words, in: album.album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    let bytes = try album.album.folder.read("small.png")
    #expect(bytes[24] == 4 && bytes[25] == 3, "depth and color type stay")
    let raster = try Pipeline(codecs: SystemCodecs.all).raster(Rendition(), of: Probe(bytes), from: bytes)
    let colors = Set((0..<16).map { Self.color($0).map(UInt16.init) })
    for y in 0..<raster.size.height {
      for x in 0..<16 { #expect(colors.contains(raster.pixel(x: x, y: y)), "\(x), \(y)") }
    }
  }

  @Test func aMaskOfAnotherSizeStopsBeforeAnythingChanges() throws {
    let album = try album("masks", tags: 6...8)
    try album.album.folder.write(Self.mask(1), as: "masks/7.png")
    let before = try album.album.contents()
    let answer = try fix(album, "--labels", "masks", "--label-space", "stored", "photos")
    #expect(answer.status == 64 && answer.complaints.contains("7"), "\(answer.complaints)")
    #expect(try album.album.contents().filter { $0.key != "j" } == before)
  }

  @Test func anAuditNamesMasksThatWereNotRotated() throws {
    let album = try LabelledAlbum(tags: 1...1)
    for tag in [2, 6, 8] {
      try album.album.add("VOC/JPEGImages/\(tag).jpg")
      try album.write(
        "VOC/Annotations/\(tag).xml",
        """
        <annotation><filename>\(tag).jpg</filename><size><width>48</width><height>32</height></size><object>
        <name>a</name><bndbox><xmin>34</xmin><ymin>3</ymin><xmax>45</xmax><ymax>14</ymax></bndbox></object></annotation>
        """)
    }
    try FileManager.default.createDirectory(
      atPath: album.album.folder.path("VOC/SegmentationClass"), withIntermediateDirectories: true)
    let folder = album.album.folder
    // One as displayed, one as stored, one of another size.
    try folder.write(Self.mask(1), as: "VOC/SegmentationClass/6.png")
    try folder.write(Self.mask(8), as: "VOC/SegmentationClass/8.png")
    try folder.write(
      SamplePNG(width: 5, height: 4, colorType: 0, depth: 8, samples: [UInt16](repeating: 1, count: 20)).bytes,
      as: "VOC/SegmentationClass/2.png")
    for folder in ["", "/", "/.", "//"] {
      let words = ["--images", "VOC/JPEGImages", "VOC/Annotations" + folder]
      let answer = try UprightTool.run(["labels", "audit", "--json"] + words, in: album.album.folder)
      #expect(answer.text.split(separator: "\n").count { $0.contains("\"mask-size\"") } == 2, "\(answer.text)")
    }
    let answer = try album.run("audit", "--json", "VOC")
    #expect(answer.status == 1, "\(answer.complaints)")
    let defects = answer.text.split(separator: "\n").filter { $0.contains("\"mask-size\"") }
    #expect(defects.count == 2 && !defects.contains { $0.contains("6.png") }, "\(answer.text)")
    #expect(
      defects.contains { $0.contains("8.png is not rotated") } && defects.contains { $0.contains("2.png is 5x4") })
    let alone = try album.run("audit", "--images", "VOC/JPEGImages", "VOC/SegmentationClass")
    #expect(alone.text.contains("contradiction"), "\(alone.text)")
  }

  @Test(
    arguments: [
      ("a", "a"), ("a_mask", "a"), ("aachen_000_gtFine_labelIds", "aachen_000_leftImg8bit"), ("_mask", "_mask"),
      ("a-mask", "a"), ("mask", "mask"),
    ])
  func aMaskIsCalledByItsImage(name: String, image: String) {
    #expect(MaskImages.decoded.imageName(name) == image)
  }
}

extension MaskImages {
  fileprivate func imageName(_ stem: String) -> String {
    MaskFormat(masks: self).imageName(of: LabelFile(name: "masks/\(stem).png", bytes: []))
  }
}
