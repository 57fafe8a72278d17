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
  private static let cvat =
    #"<?xml version="1.0"?>\#n<annotations><version>1.1</version><image id="0" name="6.jpg" width="3"/></annotations>"#
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
    ("masks/6.jpg", "masks/6_seg.png", ""), ("photos/6.jpg", "photos/6_mask.png", ""),
    ("photos/6.jpg", "photos/6.mask.PNG", ""), ("photos/6.jpg", "photos/6-Mask.png", ""),
    ("photos/6.jpg", "photos/6_seg.png", ""), ("6_leftImg8bit.jpg", "6_gtFine_color.png", ""),
    ("photos/6.jpg", "photos/6_mask_1.png", ""), ("photos/6.jpg", "photos/6-Mask-02.PNG", ""),
    ("photos/6.jpg", "photos/6_mask.tif", ""), ("photos/6.jpg", "photos/6_mask_3.TIFF", ""),
    ("photos/6.jpg", "masks/6_mask_1.png", ""), ("photos/6.jpg", "masks/6.masks.12.tiff", ""),
    ("images/6.jpg", "masks/6.jpg.png", ""), ("photos/6_seg.jpg", "masks/6_seg.png", ""),
    ("images/6.jpg", "annotations.json", coco), ("images/6.jpg", "annotations.xml", cvat),
    ("images/6.jpg", "annotations/instances_train.json", coco), ("images/6.jpg", "annotations/default.xml", cvat),
    ("JPEGImages/train/6.jpg", "any.json", coco), ("photos/6.jpg", "photos/annotations.xml", cvat),
  ])
  func labelsAreFoundWhereDataSetsKeepThem(photo: String, label: String, text: String) throws {
    try write(photo)
    try write(label, text)
    #expect(try LabelsBeside().describing(folder.path(photo)) == [absolute(label)])
    let other = photo.replacingOccurrences(of: "6", with: "5")
    let isList = [Self.coco, Self.createML, Self.cvat].contains(text)
    #expect(try LabelsBeside().describing(folder.path(other)) == (isList && photo != other ? [absolute(label)] : []))
  }

  @Test(arguments: [
    ("photos/6.txt", "a photo of a cat"), ("photos/6.txt", ""), ("photos/6.txt", "1 2 3"),
    ("photos/6.json", #"{"title": "6.jpg", "photoTakenTime": {}}"#), ("photos/6.xml", "<svg/>"),
    ("photos/6.png", ""), ("photos/settings.json", #"{"annotations": []}"#), ("labels/7.txt", row),
    ("others/6.txt", row), ("images/6.txt", row), ("masks/66.png", ""), ("masks/6_other.png", ""),
    (".labels/6.txt", row), ("labels/deep/6.txt", row), ("photos/6_mask.jpg", ""), ("photos/6_edit.png", ""),
    ("photos/6.jpg.png", ""), ("photos/_mask.png", ""), ("photos/66_mask.png", ""), ("6_mask.png", ""),
    ("photos/6_gt_1.png", ""), ("photos/66_mask_1.png", ""), ("photos/6_mask1.png", ""), ("photos/6.tif", ""),
    ("photos/6_mask_1.jpg", ""),
    ("annotations.xml", cvat),
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

  @Test func twoPhotosOfOneNameAreNoMasks() throws {
    for name in ["6.jpg", "6.png", "6_mask.png"] { try write("photos/\(name)") }
    for name in ["6.jpg", "6.png"] {
      #expect(try LabelsBeside().describing(folder.path("photos/\(name)")) == [absolute("photos/6_mask.png")])
    }
    #expect(LabelsBeside().describing(folder.path("photos/6_mask.png")) == [])
  }

  private static func coco(_ names: String...) -> String {
    #"{"images":[\#(names.map { #"{"id":1, "file_name" : "\#($0)"}"# }.joined(separator: ","))],"annotations":[]}"#
  }

  private static func cvat(_ names: String...) -> String {
    "<annotations>\(names.map { "<image id=\"0\" name=\"\($0)\"/>" }.joined())</annotations>"
  }

  /// A list that names a photo of the same name in another folder is not one of this photo.
  @Test(arguments: [
    (coco("train/6.jpg"), "json"), (coco("train\\/6.jpg", "x/6.jpg"), "json"), (coco(#"train\\6.jpg"#), "json"),
    (coco("images/train/6.jpg"), "json"), (coco("/mnt/train/6.jpg"), "json"), (coco(#"C:\\a\\train\\6.jpg"#), "json"),
    (coco("./train/6.JPG"), "json"), (coco("val/../train/6"), "json"), (cvat("train/6.jpg"), "xml"),
    (#"[{"image": "train/6.jpg", "annotations": []}]"#, "json"),
  ])
  func listsOfOtherFoldersAreNotTaken(text: String, ending: String) throws {
    for part in ["train", "val"] { try write("images/\(part)/6.jpg") }
    try write("annotations/all.\(ending)", text)
    let labels = LabelsBeside()
    #expect(try labels.describing(folder.path("images/train/6.jpg")) == [absolute("annotations/all.\(ending)")])
    #expect(labels.describing(folder.path("images/val/6.jpg")) == [])
  }

  @Test(arguments: [
    coco("6.jpg"), coco("train/6.jpg", "val/6.jpg"), coco("7.jpg"), coco("https://a.example/train/6.jpg"), coco(),
    coco("train/6.jpg?d=1"),
  ])
  func otherListsAreOfAllPhotosOfTheirFolder(text: String) throws {
    for part in ["train", "val"] { try write("images/\(part)/6.jpg") }
    try write("annotations/all.json", text)
    for part in ["train", "val"] {
      let found = LabelsBeside().describing(folder.path("images/\(part)/6.jpg"))
      #expect(try found == [absolute("annotations/all.json")], "\(part)")
    }
  }

  /// Names without folders are those of the part of the data set that the list is named after.
  @Test func listsAreOfTheirPartOfTheDataSet() throws {
    for part in ["train2017", "val2017", "other"] { try write("\(part)/6.jpg") }
    for part in ["train2017", "val2017", "test2017"] { try write("annotations/instances_\(part).json", Self.coco) }
    let labels = LabelsBeside()
    func found(_ photo: String) -> [String] {
      labels.describing(folder.path(photo)).map { FileName.last(of: $0) }
    }
    #expect(found("train2017/6.jpg") == ["instances_test2017.json", "instances_train2017.json"])
    #expect(found("val2017/6.jpg") == ["instances_test2017.json", "instances_val2017.json"])
    #expect(found("other/6.jpg").count == 3)
  }

  /// A photo in a folder that is a link has labels beside the link, and beside what it leads to.
  @Test func labelsAreFoundBesideLinks() throws {
    try write("store/deep/6.jpg")
    try write("store/123.jpg")
    try write("set/labels/6.txt", Self.row)
    try write("set/labels/7.txt", Self.row)
    try write("store/labels/6.txt", Self.row)
    try write("store/labels/123.txt", Self.row)
    try write("set/pictures/8.jpg")
    for (name, target) in [("set/images", "../store/deep"), ("set/pictures/7.jpg", "../../store/123.jpg")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }
    let labels = LabelsBeside()
    #expect(
      try labels.describing(folder.path("set/images/6.jpg"))
        == [
          "set/labels/6.txt", "store/labels/6.txt",
        ].map(absolute))
    #expect(try labels.describing(folder.path("set/pictures/7.jpg")) == [absolute("set/labels/7.txt")])
  }

  /// A file that was given by several links has the labels of each name.
  @Test func labelsOfAllNamesOfAFileAreFound() throws {
    try write("store/123.jpg")
    for name in ["6", "7", "123"] { try write("set/labels/\(name).txt", Self.row) }
    try write("set/images/8.jpg")
    for name in ["6", "7"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("set/images/\(name).jpg"), withDestinationPath: "../../store/123.jpg")
    }
    let names = ["store/123.jpg", "set/images/6.jpg", "store/./123.jpg", "set/images/7.jpg"]
    let distinct = DistinctFiles(names.map { InputFile(path: folder.path($0), relativePath: $0) })
    #expect(distinct.files.map(\.relativePath) == ["store/123.jpg"])
    #expect(distinct.files[0].otherNames.map(\.relativePath) == ["set/images/6.jpg", "set/images/7.jpg"])
    #expect(
      try LabelsBeside().describing(distinct.files[0]) == ["6", "7"].map { try absolute("set/labels/\($0).txt") })
  }

  /// However the photo's path is written, its labels are the same, and named relative to the working folder.
  @Test(arguments: ["images/6.jpg", "images/./6.jpg", "images//6.jpg", "labels/../images/6.jpg", "./images/6.jpg"])
  func pathsOfOnePhotoAreTheSame(path: String) throws {
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: .rightTop)
    try write("images/6.png")
    try write("labels/6.txt", Self.row)
    try write("masks/6.png")
    try write("list.json", Self.coco)
    try folder.write(TinyJPEG(image, exif: TinyTIFF(orientation: 6)).bytes, as: "images/6.jpg")
    let answer = try UprightTool.run(["fix", "-i", "--json", path], in: folder)
    let lead = path.hasPrefix("./") ? "./" : ""
    let names = ["labels/6.txt", "list.json", "masks/6.png"].map { "\"\(lead)\($0)\"" }.joined(separator: ",")
    #expect(answer.text.contains("\"labelsBeside\":[\(names)]"), "\(answer.text)")
  }

  @Test func foldersAreThoseThatRemainOfAPath() {
    #expect(MaskFolders.folders(of: "a//b/./c/../d/e.png") == ["a", "b", "d"])
    #expect(MaskFolders.folders(of: "../../masks/e.png") == ["..", "..", "masks"])
    #expect(MaskFolders.contain("a//masks/./e.png") && MaskFolders.contain("x/../masks/e.png"))
    #expect(!MaskFolders.contain("masks/../e.png") && !MaskFolders.contain("labels/.././x/masks"))
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
