// Errors in label files alone: each kind, its file, line and field, and whether the row is invalid.

import Testing
import Upright
import UprightFiles
import UprightFixtures
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelCheckTests {
  private func check(
    _ files: [String: String], format: LabelFormatName? = nil, only: String? = nil
  ) throws -> LabelCheck {
    let album = try LabelledAlbum(tags: 1...1)
    for (name, text) in files { try album.write("l/\(name)", text) }
    return LabelCheck(
      try LabelFiles(album.album.folder.path(only.map { "l/\($0)" } ?? "l"), format: format, names: nil))
  }

  private func coco(_ rows: String, images: String = #"{"id":1,"file_name":"1.jpg","width":48,"height":32}"#) -> String
  {
    #"{"images":[\#(images)],"# + "\n" + #""annotations":[\#(rows)],"# + "\n"
      + #""categories":[{"id":1,"name":"a"}]}"#
  }

  private func row(_ box: String, more: String = #""category_id":1"#) -> String {
    #"{"id":1,"image_id":1,"bbox":\#(box),\#(more)}"#
  }

  @Test func aSoundFileHasNoFaults() throws {
    let check = try check(["a.json": coco(row("[1,2,3,4]"))])
    #expect(check.faults.isEmpty && check.brokenCount == 0)
    #expect((check.fileCount, check.imageCount, check.regionCount) == (1, 1, 1))
  }

  // Code, line, field, and whether the row is invalid, for one row in line 2.
  @Test(arguments: [
    ("[1,2,0,4]", "empty", true), ("[10,2,-3,4]", "inverted", true), ("[40,2,30,4]", "out-of-bounds", false),
    ("[1,2,3]", "row-malformed", true),
  ])
  func boxesThatBreakARuleAreNamedWithTheirPlace(box: String, code: String, isBroken: Bool) throws {
    let check = try check(["a.json": coco(row("[5,5,5,5]") + "," + row(box))])
    #expect(check.faults.map(\.code) == [code], "\(check.faults)")
    let fault = try #require(check.faults.first)
    #expect(fault.file == "a.json" && fault.line == 2 && fault.field == "annotations[1].bbox")
    #expect(fault.isBroken == isBroken && !fault.note.isEmpty && check.brokenCount == (isBroken ? 1 : 0))
  }

  /// A polygon does not make up for an empty box, unless it is as flat as the box.
  @Test(arguments: [
    ("[1,2,0,4]", "[[1,2,9,2,9,6]]", ["empty"]), ("[1,2,8,0]", "[[1,2,9,2,9,6]]", ["empty"]),
    ("[1,2,8,4]", "[[1,2,9,2,9,6]]", []), ("[1,2,0,4]", "[[1,2,1,4,1,6]]", []),
  ])
  func anEmptyBoxBesideAPolygonIsNamed(box: String, rings: String, codes: [String]) throws {
    let check = try check(["a.json": coco(row(box, more: #""category_id":1,"segmentation":\#(rings)"#))])
    #expect(check.faults.map(\.code) == codes && check.brokenCount == codes.count)
    #expect(check.faults.first.map { $0.field == "annotations[0].bbox" && $0.note.contains(" wide and ") } ?? true)
  }

  /// Without a list of names, numbers stand in for them, and none of them is unused.
  @Test func classesThatNobodyNamesAreNotUnused() throws {
    #expect(try check(["1.txt": "3 0.5 0.5 0.1 0.1\n"], format: .yolo).faults.isEmpty)
    let named = try check(["1.txt": "1 0.5 0.5 0.1 0.1\n", "data.yaml": "names: ['0', '1']\n"], format: .yolo)
    #expect(named.faults.map(\.code) == ["class-unused"])
  }

  @Test func whatIsThereTwiceOrNotListedAsksForALook() throws {
    let twice = try check(["a.json": coco(row("[1,2,3,4]") + "," + row("[1,2,3,4]"))])
    #expect(twice.faults.map(\.code) == ["duplicate"] && twice.brokenCount == 0)
    let strange = try check(["a.json": coco(row("[1,2,3,4]") + "," + row("[6,6,6,6]", more: #""category_id":7"#))])
    #expect(strange.faults.map(\.code) == ["class-missing"] && strange.brokenCount == 0)
    let unused = try check(["a.json": coco("")])
    #expect(unused.faults.map(\.code) == ["class-unused"] && unused.faults[0].line == nil)
    let images = #"{"id":1,"file_name":"1.jpg"},{"id":2,"file_name":"1.jpg"}"#
    let again = try check(["a.json": coco(row("[1,2,3,4]"), images: images)])
    #expect(again.faults.map(\.code) == ["picture-twice"])
  }

  @Test func anImageThatIsNotThereIsNoFault() throws {
    let check = try check(["a.json": coco(row("[1,2,3,4]"), images: #"{"id":1,"file_name":"gone.jpg"}"#)])
    #expect(check.faults.isEmpty && check.imageCount == 1)
  }

  @Test func rowsOfYOLOAreNamedByColumn() throws {
    let rows = [
      "0 0.5 0.5 0.2 0.2", "0 0.5 x 0.2 0.2", "0 0.5 0.5", "0 0.5 0.5 0 0.2", "0 0.95 0.5 0.3 0.2", "-1 0 0 1 1",
    ]
    let check = try check([
      "1.txt": rows.joined(separator: "\n"), "2.txt": "0 0.5 0.5 0.1 0.1\n", "data.yaml": "names: [a]",
    ])
    let found = check.faults.map { "\($0.file) \($0.line ?? 0) \($0.code) \($0.field)" }
    #expect(
      found == [
        "1.txt 2 number-invalid column 3", "1.txt 3 row-malformed ", "1.txt 4 empty columns 2 to 5",
        "1.txt 5 out-of-bounds columns 2 to 5", "1.txt 6 number-invalid column 1",
      ])
    #expect(check.brokenCount == 4 && check.regionCount == 4 && check.fileCount == 2)
  }

  @Test func boxesOfVOCAreNamedByObject() throws {
    func object(_ left: Int, _ right: Int) -> String {
      "<object><name>a</name><bndbox><xmin>\(left)</xmin><ymin>2</ymin><xmax>\(right)</xmax><ymax>9</ymax></bndbox></object>"
    }
    let text =
      "<annotation><filename>1.jpg</filename><size><width>48</width><height>32</height></size>\n"
      + object(2, 9) + "\n" + object(20, 4) + "\n</annotation>"
    let check = try check(["1.xml": text])
    #expect(check.faults.map(\.code) == ["inverted"] && check.faults[0].field == "object[1].bndbox")
    #expect(check.faults[0].line == 3 && check.faults[0].isBroken)
  }

  @Test func aFileThatIsNoneIsBrokenAndTheOthersAreChecked() throws {
    let sound = coco(row("[1,2,3,4]"))
    let check = try check([
      "a.json": sound, "b.json": "{\n\"images\": [}",
      "c.json": coco(row("[1,2,0,4]"), images: #"{"id":1,"file_name":"2.jpg"}"#),
    ])
    #expect(check.faults.map(\.file).sorted() == ["b.json", "c.json"] && check.brokenCount == 2)
    let fault = try #require(check.faults.first { $0.file == "b.json" })
    #expect(fault.line == 2 && fault.field.hasPrefix("byte "))
  }

  @Test func linesForPeopleAndForPrograms() throws {
    let fault = LabelFault(
      code: "empty", file: "a\u{1B}.json", line: 3, field: "annotations[0].bbox", note: "nothing", isBroken: true)
    #expect(fault.text == "a\\x1B.json, line 3, annotations[0].bbox: nothing (empty)")
    #expect(
      fault.json.line
        == #"{"schema":1,"code":"empty","broken":true,"path":"a\u001b.json","line":3,"field":"annotations[0].bbox","message":"nothing"}"#
    )
    let bare = LabelFault(code: "class-unused", file: "", line: nil, field: "", note: "no box", isBroken: false)
    #expect(bare.text == "no box (class-unused)")
    #expect(bare.json.line == #"{"schema":1,"code":"class-unused","broken":false,"message":"no box"}"#)
  }

  // Relative coordinates are valid or not whatever the image's size, so the size is not needed.
  @Test func sharesOfAnImageNeedNoSize() throws {
    func studio(_ results: String) -> String {
      #"[{"data":{"image":"1.jpg"},"annotations":[{"result":[\#(results)]}]}]"#
    }
    func result(_ x: Double, _ id: String) -> String {
      #"{"id":"\#(id)","type":"rectanglelabels","from_name":"l","to_name":"image","value":{"x":\#(x),"y":10,"width":20,"#
        + #""height":20,"rotation":0,"rectanglelabels":["a"]}}"#
    }
    let sound = try check(["a.json": studio(result(10, "1"))], format: .labelStudio)
    #expect(sound.brokenCount == 0 && sound.regionCount == 1 && sound.imageCount == 1, "\(sound.faults)")
    let odd = try check(["a.json": studio(result(10, "1") + "," + result(95, "2"))], format: .labelStudio)
    #expect(odd.faults.map(\.code) == ["out-of-bounds"] && odd.brokenCount == 0 && odd.regionCount == 2)
    let area = [("x", "0.5"), ("y", "0.5"), ("w", "0.5"), ("h", "0.5"), ("unit", "normalized")]
    let regions = TinyRegions.packet(TinyRegions([.init("A", area)]).mwg)
    let packet = try check(["a.xmp": String(decoding: regions, as: UTF8.self)], format: .xmp)
    #expect(packet.brokenCount == 0 && packet.regionCount == 1, "\(packet.faults)")
  }

  @Test func aClassThatNoListNamesIsSaidOnce() throws {
    let check = try check(["1.txt": "0 0.5 0.5 0.2 0.2\n7 0.5 0.5 0.1 0.1\n", "data.yaml": "names: [a]\n"])
    #expect(check.faults.map(\.code) == ["class-missing"] && check.faults[0].line == 2 && check.brokenCount == 0)
  }
}
