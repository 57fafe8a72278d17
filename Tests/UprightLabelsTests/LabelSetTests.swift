// Sets of labels.

import Testing
import UprightGeometry
import UprightTestTools
@testable import UprightLabels

@Suite("Sets of labels")
struct LabelSetTests {
  private var set: LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["a"])
    let region = Region<Stored>(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0)
    set.images = [
      LabelledImage(name: "known.jpg", size: Labels.size, regions: [region, region]),
      LabelledImage(name: "sizeless.jpg", size: nil, regions: [region]),
      LabelledImage(name: "unknown.jpg", size: Labels.size, regions: [region]),
    ]
    set.keypointNames = [0: ["nose"]]
    set.files = ["f"]
    return set
  }

  @Test("Each picture goes through its own orientation; what nobody knows is left out and named")
  func applying() {
    let turned: LabelSet<Displayed> = set.applying { $0 == "unknown.jpg" ? nil : Orientation(exif: .rightTop) }
    #expect(turned.images.map(\.name) == ["known.jpg"])
    #expect(turned.images[0].size == PixelSize(width: 40, height: 100))
    #expect(Labels.boxes(turned) == [[34, 1, 4, 3], [34, 1, 4, 3]])
    #expect(turned.findings.map(\.file) == ["sizeless.jpg", "unknown.jpg"])
    #expect(turned.findings.allSatisfy { $0.code == .imageUnknown && $0.code.dropsRow })
    #expect(turned.names == ["a"] && turned.keypointNames == [0: ["nose"]] && turned.files == ["f"])
  }

  @Test("There and back is the same set, under all eight tags", arguments: ExifOrientation.allCases)
  func thereAndBack(tag: ExifOrientation) {
    var whole = set
    whole.images = [whole.images[0]]
    let there: LabelSet<Displayed> = whole.applying { _ in Orientation(exif: tag) }
    let back: LabelSet<Stored> = there.applying { _ in Orientation<Stored, Displayed>(exif: tag).inverse }
    #expect(back == whole)
  }

  @Test("Names are found or added")
  func names() {
    var set = set
    #expect(set.index(of: "a") == 0)
    #expect(set.index(of: "b") == 1)
    #expect(set.index(of: "b") == 1)
    #expect(set.names == ["a", "b"])
    #expect(set.regionCount == 4)
  }

  @Test("Names that somebody changes are found as they are then")
  func changedNames() {
    var set = set
    #expect(set.index(of: "b") == 1)
    set.names[0] = "c"
    #expect(set.index(of: "c") == 0 && set.index(of: "a") == 2 && set.names == ["c", "b", "a"])
    set.names.append("d")
    set.names.append("d")
    #expect(set.index(of: "d") == 3 && set.index(of: "e") == 5)
    set.names = ["e"]
    #expect(set.index(of: "e") == 0 && set.index(of: "b") == 1)
    set.names.removeAll()
    #expect(set.index(of: "b") == 0 && set.names == ["b"])
  }

  @Test("What was looked up is no part of a set")
  func lookUpsDoNotCount() {
    var (one, other) = (set, set)
    #expect(one.index(of: "b") == 1)
    other.names.append("b")
    #expect(one == other && one.hashValue == other.hashValue)
  }

  @Test("Forty thousand names cost no more each than ten")
  func manyNames() {
    var set = LabelSet<Stored>()
    let spent = ProcessorTime.seconds {
      for number in 0..<40_000 { #expect(set.index(of: "class \(number)") == number) }
    }
    #expect(set.names.count == 40_000 && spent < 8)
    #expect(set.index(of: "class 39999") == 39_999)
  }

  @Test("A picture without a size has no labels elsewhere")
  func sizeless() {
    let image: LabelledImage<Displayed> = set.images[1].applying(Orientation(exif: .topRight))
    #expect(image.regions.isEmpty && image.size == nil)
  }

  @Test("A class is called by its name; one that is not listed by none", arguments: [nil, -1, 0, 1, 2, Int.max])
  func classNames(label: Int?) {
    let region = Region<Stored>(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: label)
    #expect(region.className(in: ["a", "b"]) == (label == 0 ? "a" : label == 1 ? "b" : nil))
    #expect(region.className(in: []) == nil)
  }

  /// Boxes alone, every fourth with keypoints and attributes, every seventh with an outline; all different.
  private func mixed(_ count: Int) -> [Region<Stored>] {
    (0..<count).map { number in
      let place = Double(number % 50)
      var region = Region<Stored>(
        box: Rect2D(x: place, y: place / 2, width: 1 + place / 4, height: 2), label: number % 5,
        precision: LabelPrecision(across: place, down: 1), location: LabelLocation(file: 0, line: number, row: number))
      if number % 4 == 0 {
        region.keypoints = [Keypoint(Point2D(x: place, y: 1))]
        region.attributes = [LabelAttribute("number", "\(number)")]
      }
      if number % 7 == 0 {
        let ring = [Point2D<Stored>(x: place, y: 0), Point2D(x: place + 1, y: 1), Point2D(x: place, y: 2)]
        region.outline = .polygon(Polygon(rings: [ring]))
      }
      return region
    }
  }

  @Test("Of a picture's regions each becomes what it becomes alone, in their order", arguments: [0, 1, 2, 28, 1000])
  func many(count: Int) {
    let image = LabelledImage(name: "a.jpg", size: Labels.size, regions: mixed(count))
    for tag in ExifOrientation.allCases {
      let orientation = Orientation<Stored, Displayed>(exif: tag)
      let turned = image.applying(orientation)
      #expect(turned.regions == mixed(count).map { $0.applying(orientation, in: Labels.size) }, "tag \(tag)")
      #expect(turned.regions.map(\.location.row) == (0..<count).map(Int32.init))
      #expect(turned.applying(orientation.inverse).regions == image.regions, "tag \(tag)")
    }
    #expect(image.regions == mixed(count), "those that were read stay as they are")
  }

  @Test("All formats with classes call them by the same name, and write one that is not listed as none")
  func classesOfFormats() throws {
    var set = LabelSet<Stored>(names: ["cat"])
    let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
    set.images = [
      LabelledImage(
        name: "a.jpg", size: Labels.size,
        regions: [0, nil, 5].map { Region(box: box, label: $0) })
    ]
    let codings: [any LabelCoding] = [
      VOCFormat(), CVATFormat(), WebAnnotationFormat(), LabelMeFormat(), LabelStudioFormat(), CreateMLFormat(),
      BoxLinesFormat(), BoxLinesFormat(.tensorFlow), XMPRegionsFormat(),
    ]
    for coding in codings {
      let read = try Labels.read(coding, try #require(coding.written(set).files.first))
      let names = read.images[0].regions.prefix(3).map { $0.className(in: read.names) }
      #expect(names.count == 3 && names[0] == "cat" && names[1] == names[2], "\(coding)")
      #expect(names[1] == nil || names[1] == "object", "\(coding)")
    }
  }
}

// Indices of names: the first one, whatever has changed in between.

@Suite("Places of names")
struct NameIndexTests {
  @Test("Of equal names the first counts")
  func first() {
    var places = NameIndex()
    let names = ["a", "b", "a", "b"]
    #expect(places.first(of: "a", in: names) == 0 && places.first(of: "b", in: names) == 1)
    #expect(places.first(of: "c", in: names) == nil && places.first(of: "", in: names) == nil)
  }

  @Test("What was added is found; a list that changed is read again")
  func changes() {
    var places = NameIndex()
    #expect(places.first(of: "b", in: ["a"]) == nil)
    places.forget()
    places.added("b", at: 1)
    #expect(places.first(of: "b", in: ["a", "b"]) == 1)
    #expect(places.first(of: "a", in: ["a", "b"]) == 0)
    places.forget()
    #expect(places.first(of: "a", in: ["b", "a"]) == 1 && places.first(of: "b", in: ["b", "a"]) == 0)
  }

  @Test("All are equal")
  func equality() {
    var one = NameIndex()
    #expect(one.first(of: "a", in: ["a"]) == 0)
    #expect(one == NameIndex() && one.hashValue == NameIndex().hashValue)
  }
}
