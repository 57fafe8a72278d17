// LabelMe's files as a whole.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

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

// Regions as LabelMe's files.

@Suite("Writing LabelMe")
struct LabelMeWriterTests {
  private func set(_ regions: [Region<Stored>], name: String = "p/a.jpg") -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["cat", "caf\"é"])
    set.images = [LabelledImage(name: name, size: Labels.size, regions: regions)]
    return set
  }

  @Test("A file for each picture, with the fields of LabelMe's own")
  func document() {
    let box = Region<Stored>(box: Rect2D(x: 1, y: 2.5, width: 3, height: 4), label: 1)
    let output = LabelMeFormat().written(set([box]))
    #expect(output.findings.isEmpty && output.files.map(\.name) == ["p/a.json"])
    #expect(
      Labels.text(output.files[0].bytes) == """
        {"version":"5.5.0","flags":{},"shapes":[
        {"label":"caf\\"é","points":[[1,2.5],[4,6.5]],"group_id":null,"description":"","shape_type":"rectangle","flags":{},"mask":null}],
        "imagePath":"a.jpg","imageData":null,"imageHeight":40,"imageWidth":100}

        """)
  }

  @Test("Names that lead out of the folder are findings, a picture without a size has none, a class is needed")
  func edges() {
    #expect(LabelMeFormat().written(set([], name: "../a.jpg")).findings.map(\.code) == [.notExpressible])
    var sizeless = set([Region(box: Rect2D(x: 1, y: 2, width: 3, height: 4))])
    sizeless.images[0].size = nil
    let text = Labels.text(LabelMeFormat().written(sizeless).files[0].bytes)
    #expect(text.contains("\"imageHeight\":null,\"imageWidth\":null") && text.contains("\"label\":\"object\""))
  }

  @Test("Each outline that LabelMe has comes back as it was", arguments: 0..<4)
  func outlines(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let ring = random.ring(in: Labels.size)
    let outlines: [Outline<Stored>] = [
      .polygon(Polygon(rings: [ring])), .polygon(Polygon(rings: [ring, random.ring(in: Labels.size)])),
      .line(random.ring(in: Labels.size)), .line(Array(ring.prefix(2))), .points(random.ring(in: Labels.size)),
      .points([ring[0]]),
      .ellipse(RotatedRect(center: ring[0], size: Size2D(width: 7.25, height: 7.25), degrees: 0)),
    ]
    let source = set(
      outlines.map { Region(box: $0.box ?? Rect2D(x: 0, y: 0, width: 0, height: 0), outline: $0, label: 0) })
    let output = LabelMeFormat().written(source)
    #expect(output.findings.isEmpty)
    let again = try Labels.read(LabelMeFormat(), output.files[0])
    #expect(again.regionCount == outlines.count)
    for (found, wanted) in zip(again.images[0].regions, source.images[0].regions) {
      #expect(Labels.agree(found, wanted, within: 1e-8))
    }
  }

  @Test("Parts of one thing get a group that no other has, or keep theirs")
  func groups() throws {
    let rings = [[Point2D<Stored>(x: 1, y: 1), Point2D(x: 2, y: 1), Point2D(x: 2, y: 2)]]
    let outline = Outline.polygon(Polygon(rings: rings + rings))
    let box = Rect2D<Stored>(x: 1, y: 1, width: 1, height: 1)
    let output = LabelMeFormat().written(
      set([
        Region(box: box, outline: outline, label: 0),
        Region(box: box, label: 0, attributes: [LabelAttribute("group_id", "6")]),
        Region(box: box, outline: outline, label: 0, attributes: [LabelAttribute("group_id", "4")]),
        Region(box: box, outline: outline, label: 0),
      ]))
    let groups = Labels.text(output.files[0].bytes).split(separator: "\"group_id\":").dropFirst().map {
      $0.prefix { $0 != "," }
    }
    #expect(groups == ["7", "7", "6", "4", "4", "8", "8"])
    #expect(try Labels.read(LabelMeFormat(), output.files[0]).regionCount == 4)
  }

  @Test("What LabelMe cannot say is said, and its box written")
  func losses() throws {
    var random = SplitMix64(seed: 5)
    let mask: RunMask<Stored> = random.mask(in: Labels.size)
    let rect = RotatedRect<Stored>(center: Point2D(x: 20, y: 20), size: Size2D(width: 4, height: 8), degrees: 30)
    let ring = random.ring(in: Labels.size) as [Point2D<Stored>]
    let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
    let regions: [Region<Stored>] = [
      Region(box: box, outline: .mask(mask)), Region(box: box, outline: .ellipse(rect)),
      Region(box: box, outline: .polygon(Polygon(rings: [ring, ring], filling: .evenOdd))),
      Region(box: box, keypoints: [Keypoint(Point2D(x: 1, y: 2))]), Region(box: box, outline: .rotated(rect)),
    ]
    let output = LabelMeFormat().written(set(regions))
    #expect(output.findings.map(\.code) == [.detailLost, .detailLost, .detailLost, .detailLost])
    #expect(
      output.findings.map(\.note) == [
        "only its box is written", "only its box is written", "holes are filled", "its keypoints are not written",
      ])
    let again = try Labels.read(LabelMeFormat(), output.files[0])
    #expect(again.images[0].regions.map { $0.outline == nil } == [true, true, false, true, false])
    let corners = Outline.polygon(Polygon(rings: [rect.corners]))
    #expect(
      Labels.agree(
        again.images[0].regions[4], Region(box: corners.box ?? box, outline: corners, label: 0), within: 1e-8))
  }
}
