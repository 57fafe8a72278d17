// Regions as COCO's JSON.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Writing COCO")
struct COCOWriterTests {
  private func set(_ regions: [Region<Stored>], size: PixelSize<Stored>? = Labels.size) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["a \"b\""])
    set.images = [LabelledImage(name: "x/a.jpg", size: size, regions: regions)]
    return set
  }

  private func text(_ set: LabelSet<Stored>) -> String { Labels.text(COCOFormat().written(set).files[0].bytes) }

  @Test("The whole file")
  func whole() {
    let region = Region<Stored>(
      box: Rect2D(x: 30.25, y: 16, width: 40, height: 8.5),
      outline: .polygon(Polygon(rings: [[Point2D(x: 0, y: 0), Point2D(x: 10, y: 0), Point2D(x: 10, y: 5.5)]])),
      keypoints: [Keypoint(Point2D(x: 1.5, y: 2)), Keypoint(Point2D(x: 0, y: 0), .absent)], label: 0,
      attributes: [LabelAttribute("score", "0.75")])
    var set = set([region, Region(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0)])
    set.keypointNames[0] = ["nose", "tail"]
    #expect(
      text(set) == """
        {"images":[
        {"id":1,"width":100,"height":40,"file_name":"x/a.jpg"}],
        "annotations":[
        {"id":1,"image_id":1,"category_id":1,"bbox":[30.25,16,40,8.5],"segmentation":[[0,0,10,0,10,5.5]],"area":27.5,"iscrowd":0,"score":0.75,"num_keypoints":1,"keypoints":[1.5,2,2,0,0,0]},
        {"id":2,"image_id":1,"category_id":1,"bbox":[1,2,3,4],"segmentation":[],"area":12,"iscrowd":0}],
        "categories":[
        {"id":1,"name":"a \\"b\\"","keypoints":["nose","tail"],"skeleton":[]}]}

        """)
  }

  @Test("Masks, turned boxes and crowds")
  func outlines() throws {
    let mask = try #require(RunMask<Stored>(size: Labels.size, runs: [0, 3, 37, 3, 3957]))
    let rect = RotatedRect<Stored>(center: Point2D(x: 50, y: 20), size: Size2D(width: 20, height: 10), degrees: 90)
    let written = text(
      set([
        Region(
          box: Rect2D(x: 0, y: 0, width: 2, height: 3), outline: .mask(mask), label: 0,
          attributes: [LabelAttribute("iscrowd", "1")]),
        Region(box: Rect2D(x: 45, y: 10, width: 10, height: 20), outline: .rotated(rect), label: 0),
      ]))
    #expect(written.contains("\"segmentation\":{\"size\":[40,100],\"counts\":\"03U10`j3\"},\"area\":6,\"iscrowd\":1}"))
    #expect(written.contains("\"segmentation\":[[55,10,55,30,45,30,45,10]],\"area\":200,\"iscrowd\":0}"))
  }

  @Test("What COCO cannot say is named, and its box is written")
  func lost() {
    let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
    let regions: [Region<Stored>] = [
      Region(box: box, outline: .line([Point2D(x: 1, y: 2), Point2D(x: 4, y: 6)]), label: 0),
      Region(box: box, outline: .points([Point2D(x: 1, y: 2)]), label: 0),
      Region(
        box: box,
        outline: .ellipse(RotatedRect(center: Point2D(x: 2, y: 4), size: Size2D(width: 3, height: 4), degrees: 0)),
        label: 0),
      Region(
        box: box,
        outline: .polygon(
          Polygon(rings: [[Point2D(x: 1, y: 2), Point2D(x: 4, y: 2), Point2D(x: 4, y: 6)]], filling: .evenOdd)),
        label: 0),
    ]
    let output = COCOFormat().written(set(regions))
    #expect(output.findings.map(\.code) == [.detailLost, .detailLost, .detailLost, .detailLost])
    #expect(output.findings.allSatisfy { !$0.code.dropsRow && $0.file == "x/a.jpg" })
    #expect(Labels.text(output.files[0].bytes).split(separator: "\"bbox\":[1,2,3,4]").count == 5)
  }

  @Test("Regions without a class get one of their own, and pictures without a size have none")
  func unnamed() {
    let written = text(set([Region(box: Rect2D(x: 1, y: 2, width: 3, height: 4))], size: nil))
    #expect(written.contains("{\"id\":1,\"file_name\":\"x/a.jpg\"}"))
    #expect(written.contains("\"category_id\":2,"))
    #expect(written.contains("{\"id\":2,\"name\":\"object\"}"))
  }

  @Test("An empty set is a file that is read again")
  func empty() throws {
    let output = COCOFormat(fileName: "e.json").written(LabelSet<Stored>())
    #expect(output.files[0].name == "e.json")
    #expect(try Labels.read(COCOFormat(), output.files[0]).images.isEmpty)
  }

  @Test("A score that is no number is not written")
  func score() {
    let region = Region<Stored>(
      box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0, attributes: [LabelAttribute("score", "high\",")])
    #expect(!text(set([region])).contains("score"))
  }
}
