// Label Studio's files as a whole.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Label Studio")
struct LabelStudioFormatTests {
  private let file = Labels.file("a.json", Labels.labelStudio)

  @Test("Results become regions in pixels; what only speaks of a region is none")
  func reading() throws {
    let set = try Labels.read(LabelStudioFormat(), file)
    let field = "[0].annotations[0].result[8]"
    #expect(
      set.findings == [
        LabelFinding(.rowSkipped, in: "a.json", line: 15, field: field, note: RowOmission.regionless.note)
      ])
    #expect(set.images.map(\.name) == ["a.jpg", "b c.jpg"] && set.images.allSatisfy { $0.size == Labels.size })
    #expect(set.names == ["cat", "dog", "café", "sun", "eye", "late"])
    let regions = set.images[0].regions
    #expect(regions.map { $0.label ?? -1 } == [0, 1, 2, 3, 4, 5])
    #expect(regions[0].box == Rect2D(x: 30.25, y: 16, width: 40, height: 8.5) && regions[0].outline == nil)
    guard case .rotated(let dog)? = regions[1].outline else { return #expect(Bool(false), "not turned") }
    #expect(abs(dog.corners[0].x - 0.10458911419423693) < 1e-12 && abs(dog.corners[0].y - 20.2) < 1e-9)
    #expect(abs(dog.size.width - 10.458911419423693) < 1e-12 && dog.size.height == 5)
    #expect(dog.degrees == 28.402556463779192)
    #expect(regions[1].attributes == [LabelAttribute("label", "big")])
    #expect(Labels.agree(regions[2], polygon([(10.5, 0), (30.5, 0.45), (20, 30)], 2)))
    #expect(
      regions[3].outline
        == .ellipse(RotatedRect(center: Point2D(x: 50, y: 20), size: Size2D(width: 9, height: 16), degrees: 30)))
    #expect(regions[4].outline == .points([Point2D(x: 33.5, y: 7)]))
    #expect(Labels.agree(Region(box: regions[5].box), Region(box: Rect2D(x: 1, y: 0.8, width: 3, height: 1.6))))
  }

  private func polygon(_ points: [(Double, Double)], _ label: Int) -> Region<Stored> {
    let outline = Outline<Stored>.polygon(Polygon(rings: [points.map { Point2D(x: $0.0, y: $0.1) }]))
    return Region(box: outline.box ?? Rect2D(x: 0, y: 0, width: 0, height: 0), outline: outline, label: label)
  }

  @Test("Under tag 6 these are the numbers, and all else stays")
  func turned() throws {
    let edit = try LabelStudioFormat().reoriented(file) { _ in Labels.turn(.rightTop) }
    #expect(edit.reorientedRows == 9 && edit.unchangedRows == 0 && edit.findings.isEmpty)
    var wanted = Labels.labelStudio
    for (old, new) in [
      ("\"original_width\": 100, \"original_height\": 40", "\"original_width\": 40, \"original_height\": 100"),
      ("\"x\": 30.25, \"y\": 40, \"width\": 40,", "\"x\": 38.75, \"y\": 30.25, \"width\": 21.25,"),
      ("\"height\": 21.25, \"rotation\": 0,", "\"height\": 40, \"rotation\": 0,"),
      ("28.402556463779192", "118.402556463779192"),
      ("\"x\": 0.10458911419423693, \"y\": 50.50000000000001", "\"x\": 49.49999999999999, \"y\": 0.10458911419423693"),
      ("\"height\": 12.5", "\"height\": 5"), ("\"width\": 10.458911419423693", "\"width\": 26.1472785485592325"),
      ("[[10.5, 0], [30.5, 1.125], [20, 75]]", "[[100, 10.5], [98.875, 30.5], [25, 20]]"),
      ("\"radiusX\": 4.5, \"radiusY\": 20", "\"radiusX\": 20, \"radiusY\": 4.5"),
      ("\"x\": 33.5, \"y\": 17.5", "\"x\": 82.5, \"y\": 33.5"),
      ("{\"x\": 1, \"y\": 2, \"width\": 3, \"height\": 4", "{\"x\": 94, \"y\": 1, \"width\": 4, \"height\": 3"),
      ("\"x\": 1.5, \"y\": 2.5", "\"x\": 97.5, \"y\": 1.5"),
      ("\"width\": 50, \"height\": 25, \"rotation\": 300", "\"width\": 125, \"height\": 10, \"rotation\": 30"),
      ("\"width\": 50, \"height\": 25", "\"width\": 125, \"height\": 10"),
    ] { wanted = wanted.replacing(old, with: new) }
    wanted = wanted.replacing("\"width\": 50,\n", with: "\"width\": 125,\n").replacing(
      "\"height\": 25, \"rotation\": 300", with: "\"height\": 10, \"rotation\": 30")
    let found = Labels.text(edit.bytes).replacing("\"width\": 50,\n", with: "\"width\": 125,\n")
    #expect(found == wanted, "\(Labels.difference(edit.bytes, Array(wanted.utf8)))")
  }

  @Test(
    "Digits of doubles come back, under all tags and for sizes that divide nothing",
    arguments: [
      "0.10458911419423693", "10.458911419423693", "99.99999999999999", "0.000001", "33.333333333333336", "7", "1e-7",
    ])
  func digits(number: String) throws {
    let text = """
      [{"data":{"image":"a"},"annotations":[{"result":[
      {"type":"rectangle","value":{"x":\(number),"y":\(number),"width":\(number),"height":\(number),"rotation":12.345678901234567}},
      {"type":"rectangle","value":{"x":\(number),"y":1.5,"width":2.25,"height":\(number),"rotation":0}},
      {"type":"ellipse","value":{"x":\(number),"y":1.5,"radiusX":2.25,"radiusY":\(number),"rotation":0.1}}]}]}]
      """
    let size = PixelSize<Stored>(width: 3001, height: 1999)
    for (tag, orientation) in PixelTable.all {
      let there = try LabelStudioFormat().reoriented(Labels.file("a", text)) { _ in
        LabelReorientation(size: size, orientation: orientation)
      }
      let back = try LabelStudioFormat().reoriented(LabelFile(name: "a", bytes: there.bytes)) { _ in
        LabelReorientation(size: orientation.applied(to: size), orientation: orientation.inverse)
      }
      let wanted = number == "1e-7" ? text.replacing("1e-7", with: "0.0000001") : text
      let found =
        number == "1e-7" ? Labels.text(back.bytes).replacing("1e-7", with: "0.0000001") : Labels.text(back.bytes)
      #expect(found == wanted, "tag \(tag): \(Labels.text(there.bytes))")
    }
  }

  @Test(
    "The picture is the last part of an address, without what tools put around it",
    arguments: [
      ("a.jpg", "a.jpg"), ("https://x.org/p/a.jpg?width=3#top", "a.jpg"), ("s3://bucket/p/a%20b.jpg", "a b.jpg"),
      ("/data/upload/12/0a1b2c3d-a.jpg", "a.jpg"), ("/data/upload/12/holiday1-a.jpg", "holiday1-a.jpg"),
      ("/data/local-files/?d=p/q/a.jpg", "a.jpg"), ("p\\a.jpg", "a.jpg"), ("a%2Fb.jpg", "a%2Fb.jpg"),
      ("a%ff.jpg", "a%ff.jpg"),
      ("0a1b2c3d-a.jpg", "0a1b2c3d-a.jpg"), ("a%", "a%"), ("", nil), ("//", nil),
    ] as [(String, String?)])
  func addresses(address: String, name: String?) {
    #expect(LabelStudioData.imageName(in: address) == name)
  }

  @Test("A result without a size is turned by the header; one with another size keeps its picture as it is")
  func sizes() throws {
    func text(_ size: String) -> String {
      """
      [{"data":{"image":"a"},"annotations":[{"result":[
      {"type":"rectangle","value":{"x":10,"y":20,"width":30,"height":40}\(size)}]}]}]
      """
    }
    let turned = try LabelStudioFormat().reoriented(Labels.file("a", text(""))) { _ in Labels.turn(.rightTop) }
    #expect(Labels.text(turned.bytes).contains("{\"x\":40,\"y\":10,\"width\":40,\"height\":30}"))
    let other = Labels.file("a", text(",\"original_width\":40,\"original_height\":100"))
    let kept = try LabelStudioFormat().reoriented(other) { _ in Labels.turn(.rightTop) }
    #expect(kept.bytes == other.bytes && kept.unchangedRows == 1 && kept.findings.map(\.code) == [.imageUnknown])
    #expect(try Labels.read(LabelStudioFormat(), other).findings.map(\.code) == [.sizeContradicts])
  }

  @Test("Without any size percent mean nothing, which is a finding")
  func unknown() throws {
    var set = LabelSet<Stored>()
    let text =
      "[{\"data\":{\"image\":\"a\"},\"annotations\":[{\"result\":[{\"type\":\"rectangle\",\"value\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4}}]}]}]"
    try LabelStudioFormat().read(Labels.file("f", text), into: &set) { _ in nil }
    #expect(set.images.isEmpty && set.findings.map(\.code) == [.imageUnknown])
  }

  @Test("JSON_MIN is named, and what to export")
  func leastJSON() {
    let text = #"[{"image":"/a.jpg","id":1,"label":[{"x":1,"y":2,"width":3,"height":4,"original_width":100}]}]"#
    do {
      _ = try Labels.read(LabelStudioFormat(), Labels.file("a.json", text))
      Issue.record("was read")
    } catch {
      #expect(error.code == .wrongFormat && error.note.contains("JSON_MIN") && error.note.contains("export it as JSON"))
    }
  }
}

// Regions as Label Studio's tasks.

@Suite("Writing Label Studio")
struct LabelStudioWriterTests {
  private func set(_ regions: [Region<Stored>]) -> LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["cat"])
    set.images = [LabelledImage(name: "a.jpg", size: Labels.size, regions: regions)]
    return set
  }

  @Test("A task for each picture, with what an import needs")
  func document() {
    let output = LabelStudioFormat().written(
      set([
        Region(box: Rect2D(x: 1, y: 2, width: 3, height: 4), label: 0, attributes: [LabelAttribute("score", "0.5")]),
        Region(box: Rect2D(x: 10, y: 20, width: 30, height: 0.5)),
      ]))
    #expect(output.findings.isEmpty && output.files.map(\.name) == ["label-studio.json"])
    let common =
      "\"from_name\":\"label\",\"to_name\":\"image\",\"original_width\":100,\"original_height\":40,\"image_rotation\":0"
    #expect(
      Labels.text(output.files[0].bytes) == """
        [
        {"id":1,"data":{"image":"a.jpg"},"annotations":[{"result":[
        {"id":"r1","type":"rectanglelabels",\(common),"value":{"x":1,"y":5,"width":3,"height":10,"rotation":0,"rectanglelabels":["cat"]},"score":0.5},
        {"id":"r2","type":"rectangle",\(common),"value":{"x":10,"y":50,"width":30,"height":1.25,"rotation":0}}]}]}
        ]

        """)
  }

  @Test("A picture without a size cannot be said")
  func sizeless() {
    var set = set([])
    set.images.append(LabelledImage(name: "b.jpg", size: nil))
    let output = LabelStudioFormat().written(set)
    #expect(output.findings.map(\.code) == [.imageUnknown] && output.findings[0].file == "b.jpg")
    #expect(!Labels.text(output.files[0].bytes).contains("b.jpg"))
  }

  @Test("Each outline that it has comes back as it was, on pictures of any size", arguments: 0..<8)
  func outlines(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let outlines: [Outline<Stored>] = [
      .polygon(Polygon(rings: [random.ring(in: size)])), .points([random.place(in: size)]),
      .rotated(random.rotated(in: size)),
      .ellipse(random.rotated(in: size)),
    ]
    var source = LabelSet<Stored>(names: ["cat"])
    source.images = [
      LabelledImage(
        name: "a.jpg", size: size,
        regions: outlines.map { Region(box: $0.box ?? size.bounds.rect, outline: $0, label: 0) })
    ]
    let output = LabelStudioFormat().written(source)
    #expect(output.findings.isEmpty)
    var again = LabelSet<Stored>()
    try LabelStudioFormat().read(output.files[0], into: &again) { _ in nil }
    for (found, wanted) in zip(again.images[0].regions, source.images[0].regions) {
      guard let one = found.outline, let two = wanted.outline else { return #expect(Bool(false), "no outline") }
      #expect(Raster.of(one, size.width, size.height) == Raster.of(two, size.width, size.height))
      #expect(Labels.agree(Region(box: found.box), Region(box: wanted.box), within: 1e-6))
    }
    #expect(again.regionCount == outlines.count)
  }

  @Test(
    "Angles are written within one turn",
    arguments: [(-30.0, "330"), (0, "0"), (360, "0"), (725.5, "5.5"), (359, "359")])
  func angles(degrees: Double, text: String) {
    let rect = RotatedRect<Stored>(center: Point2D(x: 50, y: 20), size: Size2D(width: 10, height: 4), degrees: degrees)
    let output = LabelStudioFormat().written(set([Region(box: rect.ellipseBox, outline: .rotated(rect))]))
    #expect(Labels.text(output.files[0].bytes).contains("\"rotation\":\(text)}"))
  }

  @Test("What it cannot say is said, and written as far as it goes")
  func losses() throws {
    var random = SplitMix64(seed: 3)
    let ring: [Point2D<Stored>] = random.ring(in: Labels.size)
    let box = Rect2D<Stored>(x: 1, y: 2, width: 3, height: 4)
    let output = LabelStudioFormat().written(
      set([
        Region(box: box, outline: .mask(random.mask(in: Labels.size))), Region(box: box, outline: .line(ring)),
        Region(box: box, outline: .polygon(Polygon(rings: [ring, ring]))), Region(box: box, outline: .points(ring)),
        Region(box: box, keypoints: [Keypoint(ring[0])]),
        Region(box: box, outline: .polygon(Polygon(rings: [ring], filling: .evenOdd))),
      ]))
    #expect(
      output.findings.map(\.note) == [
        "only its box is written", "only its box is written", "its parts are written as separate rows",
        "its points are written as separate rows", "its keypoints are not written", "holes are filled",
      ])
    #expect(output.findings.allSatisfy { $0.code == .detailLost })
    #expect(try Labels.read(LabelStudioFormat(), output.files[0]).regionCount == 1 + 1 + 2 + ring.count + 1 + 1)
  }
}
