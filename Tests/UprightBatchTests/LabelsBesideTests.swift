// Labels and masks of photos, found where data sets keep them; other files of such names are none.

import Foundation
import Testing
import UprightFiles
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightBatch

@Suite struct LabelsBesideTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(_ name: String, _ text: String = "") throws {
    let parent = URL(fileURLWithPath: folder.path(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try folder.write(Array(text.utf8), as: name)
  }

  private func absolute(_ name: String) throws -> String { try FileName.absolute(folder.path(name)) }

  private static let row = "\n7 0.5 0.25 0.3 5e-1\n"
  private static let voc = "<?xml version=\"1.0\"?>\n<annotation><folder>a</folder></annotation>"
  private static let labelMe = #"{"version": "5.0.1", "flags": {}, "shapes": [], "imagePath": "6.jpg"}"#
  private static let coco = #"{"info":{},"licenses":[],"images":[{"id":1,"file_name":"6.jpg"}]}"#
  private static let createML = #"[{"image":"6.jpg","annotations":[]}]"#

  @Test(arguments: [
    ("photos/6.jpg", "photos/6.txt", row), ("photos/6.jpg", "photos/6.xml", voc),
    ("photos/6.jpg", "photos/6.json", labelMe), ("photos/6.jpg", "photos/_annotations.coco.json", coco),
    ("photos/6.jpg", "photos/all.json", createML), ("photos/6.jpg", "photos/labels/6.txt", row),
    ("photos/6.jpg", "labels/6.txt", row), ("photos/6.jpg", "annotations/any.json", coco),
    ("JPEGImages/6.jpg", "Annotations/6.xml", voc), ("JPEGImages/6.jpg", "SegmentationClass/6.png", ""),
    ("photos/6.jpg", "masks/6_mask.PNG", ""), ("photos/6.jpg", "photos/masks/6.png", ""),
    ("images/train/6.jpg", "labels/train/6.txt", row), ("images/train/6.jpg", "annotations/train.json", coco),
    ("leftImg8bit/a/b/6_leftImg8bit.jpg", "gtFine/a/b/6_gtFine_labelIds.png", ""),
    ("masks/6.jpg", "masks/6_seg.png", ""),
  ])
  func labelsAreFoundWhereDataSetsKeepThem(photo: String, label: String, text: String) throws {
    try write(photo)
    try write(label, text)
    #expect(try LabelsBeside().describing(folder.path(photo)) == [absolute(label)])
    let other = photo.replacingOccurrences(of: "6", with: "5")
    let isList = [Self.coco, Self.createML].contains(text)
    #expect(try LabelsBeside().describing(folder.path(other)) == (isList && photo != other ? [absolute(label)] : []))
  }

  @Test(arguments: [
    ("photos/6.txt", "a photo of a cat"), ("photos/6.txt", ""), ("photos/6.txt", "1 2 3"),
    ("photos/6.json", #"{"title": "6.jpg", "photoTakenTime": {}}"#), ("photos/6.xml", "<svg/>"),
    ("photos/6.png", ""), ("photos/settings.json", #"{"annotations": []}"#), ("labels/7.txt", row),
    ("others/6.txt", row), ("images/6.txt", row), ("masks/66.png", ""), ("masks/6_other.png", ""),
    (".labels/6.txt", row), ("labels/deep/6.txt", row),
  ])
  func otherFilesAreNoLabels(name: String, text: String) throws {
    try write("photos/6.jpg")
    try write(name, text)
    #expect(LabelsBeside().describing(folder.path("photos/6.jpg")) == [])
  }

  /// Paths are as the photo's was given: a folder's name in any writing, with or without `./`.
  @Test(arguments: ["photos", "照片", "U\u{308}bung", "Übung"], ["", "./"])
  func labelsAreNamedAsThePhotoIs(parent: String, lead: String) throws {
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop)
    try write("\(parent)/6.txt", Self.row)
    for name in ["\(parent)/6.jpg", "top.jpg"] {
      try folder.write(TinyJPEG(image, exif: TinyTIFF(orientation: 6)).bytes, as: name)
    }
    try write("top.txt", Self.row)
    for (photo, label) in [("\(parent)/6.jpg", "\(parent)/6.txt"), ("top.jpg", "top.txt")] {
      let answer = try UprightTool.run(["fix", "-i", "--json", lead + photo], in: folder)
      #expect(answer.text.contains("\"labelsBeside\":[\"\(lead + label)\"]"), "\(answer.text)")
    }
  }

  /// Only folders that may have labels of a photo are looked into for lists of labels.
  @Test func listsOfFoldersAboveAreOthers() throws {
    try write("a/photos/6.jpg")
    try write("coco.json", Self.coco)
    try write("a/coco.json", Self.coco)
    #expect(LabelsBeside().describing(folder.path("a/photos/6.jpg")) == [])
  }

  @Test func aMaskHasNoLabelsOfItsOwn() throws {
    try write("masks/6.png")
    try write("masks/6.txt", Self.row)
    #expect(LabelsBeside().describing(folder.path("masks/6.png")) == [])
  }

  @Test func severalAreInOrder() throws {
    for name in ["photos/6.jpg", "masks/6.png", "gt/6_gt.png"] { try write(name) }
    try write("photos/6.xml", Self.voc)
    try write("labels/6.txt", Self.row)
    let found = LabelsBeside().describing(folder.path("photos/6.jpg"))
    #expect(try found == ["gt/6_gt.png", "labels/6.txt", "masks/6.png", "photos/6.xml"].map(absolute))
  }
}
