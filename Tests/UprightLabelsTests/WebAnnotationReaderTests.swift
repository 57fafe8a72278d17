// Web annotations as regions.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Reading Web annotations")
struct WebAnnotationReaderTests {
  @Test("Everything that the file says")
  func whole() throws {
    let set = try Labels.read(WebAnnotationFormat(), Labels.file("a.json", Labels.web))
    #expect(set.findings.isEmpty && set.names == ["cat", "dog"] && set.images.map(\.name) == ["a.jpg"])
    let regions = set.images[0].regions
    #expect(regions.map(\.label) == [0, 1] + [Int?](repeating: nil, count: 9))
    #expect(regions[0].attributes == [LabelAttribute("commenting", "café")])
    #expect(
      Labels.boxes(set) == [
        [30.25, 16, 40, 8.5], [1, 2, 3, 4], [25, 5, 50, 30], [0, 0, 100, 40], [10, 0, 20, 30], [1, 2, 10, 10],
        [1, 2.5, 30, 4], [40, 15, 20, 10], [45, 15, 10, 10], [0, 0, 50, 40], [10, 8, 30, 16],
      ])
    #expect(
      regions.map { $0.outline == nil } == [true, true, true, true, false, false, true, false, false, false, true])
    #expect(regions.map(\.location.row) == (0..<11).map { Int32($0) })
  }

  @Test("Names of pictures stand in addresses, and come out as they went in")
  func addresses() throws {
    #expect(ImageIRI.of("a b#1%.jpg") == "a%20b%231%25.jpg")
    for name in ["a b#1%.jpg", "é\u{7F}\"x\".png", "x/y?z", "%41", "100%", "", "a%2"] {
      #expect(ImageIRI.name(of: ImageIRI.of(name)) == name)
      var set = LabelSet<Stored>(names: ["\"<\\"])
      let region = Region<Stored>(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0)
      set.images = [LabelledImage(name: name, size: Labels.size, regions: [region])]
      let again = try Labels.read(WebAnnotationFormat(), WebAnnotationFormat().written(set).files[0])
      #expect(
        again.images.map(\.name) == [name] && again.names == set.names && Labels.boxes(again) == [[1, 2, 3, 4]])
    }
    #expect(ImageIRI.name(of: "100%") == "100%" && ImageIRI.name(of: "%zz%4") == "%zz%4")
  }
}
