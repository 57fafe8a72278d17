// The folder of a data set: labels, images and class names are found in the usual layouts, and undecidable spaces are
// explained.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct LabelDataSetTests {
  private static let coco =
    #"{"images":[{"id":1,"file_name":"6.jpg","width":32,"height":48}],"#
    + #""categories":[{"id":1,"name":"green"}],"annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[2,2,12,10]}]}"#

  private static func voc(_ name: String) -> String {
    "<annotation><filename>\(name)</filename><size><width>32</width><height>48</height></size><object><name>green</name>"
      + "<bndbox><xmin>3</xmin><ymin>3</ymin><xmax>12</xmax><ymax>14</ymax></bndbox></object></annotation>"
  }

  private func made(_ photos: [String], _ labels: [String: String]) throws -> LabelledAlbum {
    let album = try LabelledAlbum(tags: 1...1)
    for photo in photos { try album.album.add("set/" + photo) }
    for (name, text) in labels { try album.write("set/" + name, text) }
    return album
  }

  private static let row = LabelledAlbum.green + "\n"

  /// A layout: the files of a data set, and the positions of its parts.
  struct Layout: Sendable {
    let photos: [String]
    let texts: [String: String]
    let images: String
    let labels: String
    var names: String?
  }

  private static let yaml = "names: [green]\n"
  static let layouts: [Layout] = [
    Layout(
      photos: ["images/6.jpg"], texts: ["labels/6.txt": row, "data.yaml": yaml], images: "set/images",
      labels: "set/labels", names: "set/data.yaml"),
    Layout(
      photos: ["images/train/6.jpg", "images/val/6.jpg"],
      texts: ["labels/train/6.txt": row, "labels/val/6.txt": row, "data.yaml": yaml], images: "set/images",
      labels: "set/labels", names: "set/data.yaml"),
    Layout(
      photos: ["train/images/6.jpg", "valid/images/6.jpg"],
      texts: [
        "train/labels/6.txt": row, "valid/labels/6.txt": row, "data.yaml": yaml, "README.roboflow.txt": "by hand\n",
      ], images: "set", labels: "set", names: "set/data.yaml"),
    Layout(
      photos: ["JPEGImages/6.jpg"], texts: ["Annotations/6.xml": voc("6.jpg")], images: "set/JPEGImages",
      labels: "set/Annotations"),
    Layout(
      photos: ["images/6.jpg"], texts: ["annotations/instances.json": coco], images: "set/images",
      labels: "set/annotations"),
    Layout(photos: ["train/6.jpg"], texts: ["train/_annotations.coco.json": coco], images: "set", labels: "set"),
    Layout(
      photos: ["6.jpg"], texts: ["6.txt": row, "classes.txt": "green\n"], images: "set", labels: "set",
      names: "set/classes.txt"),
  ]

  @Test(arguments: layouts)
  func whatLiesWhereItUsuallyDoesIsFound(layout: Layout) throws {
    let (photos, images, labels, names) = (layout.photos, layout.images, layout.labels, layout.names)
    let album = try made(photos, layout.texts)
    let answer = try album.run("audit", "--json", "set")
    let end = try #require(answer.objects().last)
    #expect(end["images"] as? String == images && end["labels"] as? String == labels, "\(answer.complaints)")
    #expect(end["names"] as? String == names)
    #expect(end["regions"] as? Int == photos.count && end["pictures"] as? Int == photos.count)
    #expect(end["defects"] as? Int == 0 && end["findings"] as? Int == 0, "\(answer.text) \(answer.complaints)")
    let text = try album.run("audit", "set").text
    #expect(
      text.contains("\nfound: images in \(images), labels in \(labels)" + (names.map { ", names in \($0)" } ?? "")))
  }

  @Test func whatIsNotThereIsSaid() throws {
    let album = try made([], ["labels/6.txt": Self.row, "a.json": Self.coco])
    let empty = try album.run("audit", "set")
    #expect(empty.status == 64 && empty.complaints.contains("no images in set"), "\(empty.complaints)")
    let file = try album.run("audit", "set/a.json")
    #expect(file.status == 64 && file.complaints.contains("--images FOLDER"), "\(file.complaints)")
    #expect(try album.run("audit", "nowhere").status == 74)
    #expect(try album.run("audit", "--images", "photos", "set/a.json").status == 1)
  }

  @Test(arguments: [
    (["6"], row, "the labels are fractions without an image size"),
    (["3"], row, "rotation keeps their width and height"),
    (["6"], "", "they have no labels"),
  ])
  func whyNothingTellsTheSpaceIsSaid(tags: [String], rows: String, words: String) throws {
    let album = try made(
      tags.map { "images/\($0).jpg" }, ["labels/\(tags[0]).txt": rows, "data.yaml": "names: [green]\n"])
    let answer = try album.run("audit", "set")
    #expect(answer.status == 1)
    #expect(answer.text.contains("\nundecidable: 1 image: " + words), "\(answer.text)")
    #expect(answer.text.contains("\nwhat to do: look at a few images with `upright labels overlay --doubtful`"))
    let end = try #require(try album.run("audit", "--json", "set").objects().last)
    let ambiguities = try #require(end["doubts"] as? [[String: Any]])
    #expect(ambiguities.count == 1 && ambiguities[0]["pictures"] as? Int == 1)
    #expect((ambiguities[0]["message"] as? String ?? "").hasPrefix(words))
  }
}
