// LabelMe's files as a whole.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("LabelMe")
struct LabelMeFormatTests {
  private let file = Labels.file("a.json", Labels.labelMe)

  @Test("Shapes become regions, and parts of one thing one region")
  func reading() throws {
    let set = try Labels.read(LabelMeFormat(), file)
    #expect(set.findings.isEmpty && set.files == ["a.json"])
    let image = try #require(set.images.first)
    #expect(image.name == "pictures/a.jpg" && image.size == Labels.size)
    #expect(set.names == ["cat", "café", "dog", "sun", "way", "eye", "eyes", "roof"])
    #expect(image.regions.map { $0.label ?? -1 } == [0, 1, 2, 3, 4, 4, 5, 6, 7])
    #expect(image.regions[0].box == Rect2D(x: 30.25, y: 16, width: 40, height: 8.5))
    #expect(image.regions[1].box == Rect2D(x: 30, y: 16, width: 40, height: 8))
    guard case .polygon(let dog)? = image.regions[2].outline else { return #expect(Bool(false), "no polygon") }
    #expect(dog.rings.map(\.count) == [3, 3] && dog.rings[1][1] == Point2D(x: 60.5, y: 2))
    #expect(image.regions[2].box == Rect2D(x: 10.5, y: 0, width: 50, height: 30))
    #expect(
      image.regions[3].outline
        == .ellipse(RotatedRect(center: Point2D(x: 50, y: 20), size: Size2D(width: 10, height: 10), degrees: 0)))
    #expect(image.regions[3].box == Rect2D(x: 45, y: 15, width: 10, height: 10))
    #expect(image.regions[6].outline == .points([Point2D(x: 33.5, y: 7)]))
    #expect(image.regions.map(\.location.row) == [0, 1, 2, 4, 5, 6, 7, 8, 9])
    #expect(image.regions[0].location.line == 4)
  }

  @Test("Under tag 6 these are the numbers, and all else stays")
  func turned() throws {
    let edit = try LabelMeFormat().reoriented(file) { name in name == "pictures/a.jpg" ? Labels.turn(.rightTop) : nil }
    #expect(edit.reorientedRows == 10 && edit.unchangedRows == 0 && edit.findings.isEmpty)
    var wanted = Labels.labelMe
    for (old, new) in [
      ("[[30.25, 16.0], [70.25, 24.5]]", "[[15.5, 30.25], [24.0, 70.25]]"),
      ("[[70, 24], [30, 16]]", "[[24, 70], [16, 30]]"),
      (
        "[[10.5, 0.0], [30.5, 0.30726256983240300], [20.125, 30.0]]",
        "[[40.0, 10.5], [39.69273743016759700, 30.5], [10.0, 20.125]]"
      ), ("[ [ 50 , 1 ],", "[ [ 39 , 50 ],"), ("[ 60.5,2 ],[55,9.75] ]", "[ 38,60.5 ],[30.25,55] ]"),
      ("[[50, 20], [53, 24]]", "[[20, 50], [16, 53]]"), ("[[0, 40], [100, 0]]", "[[0, 0], [40, 100]]"),
      ("[[0, 40], [50.5, 0.125], [99, 10]]", "[[0, 0], [39.875, 50.5], [30, 99]]"), ("[[33.5, 7]]", "[[33, 33.5]]"),
      ("[[33.5, 7], [40, 8]]", "[[33, 33.5], [32, 40]]"),
      ("[[10, 10], [20, 15], [15, 25], [5, 20]]", "[[30, 10], [25, 20], [15, 15], [20, 5]]"),
      ("\"imageHeight\": 40, \"imageWidth\": 100", "\"imageHeight\": 100, \"imageWidth\": 40"),
    ] { wanted = wanted.replacing(old, with: new) }
    #expect(Labels.text(edit.bytes) == wanted, "\(Labels.difference(edit.bytes, Array(wanted.utf8)))")
  }

  @Test("A picture inside the file is named where labels are turned, not where they are read")
  func embedded() throws {
    let text = "{\"shapes\":[{\"points\":[[1,2]],\"shape_type\":\"point\"}],\"imageData\":\"/9j/4A==\"}"
    let file = Labels.file("a.json", text)
    let edit = try LabelMeFormat().reoriented(file) { _ in Labels.turn(.bottomRight) }
    #expect(Labels.text(edit.bytes) == text.replacing("[1,2]", with: "[99,38]"))
    #expect(edit.findings.map(\.code) == [.imageEmbedded] && edit.findings.map(\.field) == ["imageData"])
    #expect(!LabelFinding.Code.imageEmbedded.dropsRow)
    #expect(try Labels.read(LabelMeFormat(), file).findings.isEmpty)
  }

  @Test("A mask stays, with a finding, and the shapes around it are turned")
  func mask() throws {
    let mask = "{\"points\":[[1,2],[3,4]],\"shape_type\":\"mask\",\"mask\":\"iVBORw==\"}"
    let text = "{\"shapes\":[{\"points\":[[1,2]],\"shape_type\":\"point\"},\n\(mask)]}"
    let edit = try LabelMeFormat().reoriented(Labels.file("a.json", text)) { _ in Labels.turn(.topRight) }
    #expect(edit.reorientedRows == 1 && edit.unchangedRows == 1)
    #expect(Labels.text(edit.bytes) == text.replacing("[[1,2]]", with: "[[99,2]]"))
    #expect(edit.findings.map(\.code) == [.notExpressible] && edit.findings.first?.line == 2)
    #expect(edit.findings.first?.field == "shapes[1].mask")
    #expect(try Labels.read(LabelMeFormat(), Labels.file("a.json", text)).regionCount == 1)
  }

  @Test(
    "The picture is the one beside the file, whatever the path's slashes",
    arguments: [
      ("a.jpg", "a.jpg"), ("sub/a.jpg", "sub/a.jpg"), ("../a.jpg", "a.jpg"), ("..\\..\\p\\a.jpg", "p/a.jpg"),
      ("/home/a.jpg", "a.jpg"), ("C:\\p\\a.jpg", "a.jpg"), ("./x/./a.jpg", "x/a.jpg"), ("x/../a.jpg", "a.jpg"),
      ("..", nil), ("", nil), ("a/..", nil),
    ] as [(String, String?)])
  func paths(path: String, name: String?) {
    #expect(LabelMeScan.imageName(of: path) == name)
  }

  @Test("A stated size that is not the header's: the header counts when read, and nothing is turned")
  func contradiction() throws {
    let file = Labels.file(
      "a.json", "{\"shapes\":[{\"points\":[[1,2]],\"shape_type\":\"point\"}],\"imageWidth\":40,\"imageHeight\":100}")
    let set = try Labels.read(LabelMeFormat(), file)
    #expect(set.findings.map(\.code) == [.sizeContradicts] && set.images[0].size == Labels.size)
    let edit = try LabelMeFormat().reoriented(file) { _ in Labels.turn(.rightTop) }
    #expect(edit.bytes == file.bytes && edit.unchangedRows == 1 && edit.findings.map(\.code) == [.imageUnknown])
  }
}
