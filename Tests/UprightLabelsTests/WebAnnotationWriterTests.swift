// Web annotations, written.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Writing Web annotations")
struct WebAnnotationWriterTests {
  @Test("The whole page")
  func page() {
    var set = LabelSet<Stored>(names: ["cat \"x\""])
    let ring = [Point2D<Stored>(x: 1, y: 2), Point2D(x: 9, y: 2), Point2D(x: 5, y: 6.5)]
    set.images = [
      LabelledImage(
        name: "a b.jpg", size: Labels.size,
        regions: [
          Region(box: Rect2D(x: 30, y: 16, width: 40, height: 8.5), label: 0),
          Region(box: Rect2D(x: 1, y: 2, width: 8, height: 4.5), outline: .polygon(Polygon(rings: [ring]))),
        ])
    ]
    let output = WebAnnotationFormat().written(set)
    #expect(output.findings.isEmpty && output.files.map(\.name) == ["annotations.json"])
    #expect(
      Labels.text(output.files[0].bytes) == #"""
        {"@context":"http://www.w3.org/ns/anno.jsonld","type":"AnnotationPage","items":[
        {"id":"#annotation-1","type":"Annotation","body":[{"type":"TextualBody","purpose":"tagging","value":"cat \"x\""}],"target":{"source":"a%20b.jpg","selector":{"type":"FragmentSelector","conformsTo":"http://www.w3.org/TR/media-frags/","value":"xywh=pixel:30,16,40,8.5"}}},
        {"id":"#annotation-2","type":"Annotation","target":{"source":"a%20b.jpg","selector":[{"type":"FragmentSelector","conformsTo":"http://www.w3.org/TR/media-frags/","value":"xywh=pixel:1,2,8,4.5"},{"type":"SvgSelector","value":"<svg xmlns=\"http://www.w3.org/2000/svg\"><polygon points=\"1,2 9,2 5,6.5\"/></svg>"}]}}
        ]}

        """#)
  }

  @Test("What the fixture says is the same after it was written and read, but for what is lost with a word")
  func again() throws {
    let set = try Labels.read(WebAnnotationFormat(), Labels.file("a.json", Labels.web))
    let output = WebAnnotationFormat().written(set)
    #expect(output.findings.isEmpty)
    let again = try Labels.read(WebAnnotationFormat(), output.files[0])
    for (one, two) in zip(again.images[0].regions, set.images[0].regions) {
      #expect(Labels.agree(one, two), "\(one) \(two)")
    }
    #expect(WebAnnotationFormat().written(again).files == output.files)
  }

  @Test("Masks, places and keypoints are lost, with a word")
  func lost() throws {
    let set = try Labels.read(COCOFormat(), Labels.file("a.json", Labels.coco))
    let output = WebAnnotationFormat().written(set)
    #expect(output.findings.map(\.code) == [.detailLost, .detailLost, .detailLost])
    #expect(Labels.boxes(try Labels.read(WebAnnotationFormat(), output.files[0])) == Labels.boxes(set))
  }

  @Test("An empty set is an empty page")
  func empty() throws {
    let output = WebAnnotationFormat().written(LabelSet<Stored>())
    #expect(try Labels.read(WebAnnotationFormat(), output.files[0]).images.isEmpty)
  }
}
