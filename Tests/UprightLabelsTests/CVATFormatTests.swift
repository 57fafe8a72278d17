// CVAT's XML for images: reading, rotating, writing.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("CVAT")
struct CVATFormatTests {
  private let file = Labels.file("annotations.xml", Labels.cvat)
  private var checks: FormatChecks { FormatChecks(coding: CVATFormat(), file: file) }

  @Test("A turn by tag 6 changes these numbers and nothing else")
  func tagSix() throws {
    let edit = try CVATFormat().reoriented(file) { _ in Labels.turn(.rightTop) }
    let changes = [
      (#"width="100" height="40""#, #"width="40" height="100""#),
      (
        #"xtl="30.25" ytl="16.00" xbr="70.25" ybr="24.50""#, #"xtl="15.50" ytl="30.25" xbr="24.00" ybr="70.25""#
      ),
      ("xtl='10' ytl='5' xbr='30' ybr='15'", "xtl='25' ytl='10' xbr='35' ybr='30'"),
      ("1.50,2.00; 40.00,2.00;20.25,30.00", "38.00,1.50; 38.00,40.00;10.00,20.25"),
      ("0,0;50.5,40", "40,0;0,50.5"), ("99.00,39.00;1.00,38.50", "1.00,99.00;1.50,1.00"),
      (#"cx="50.00" cy="20.00" rx="10.00" ry="5.50""#, #"cx="20.00" cy="50.00" rx="5.50" ry="10.00""#),
      (#"cx="60" cy="21" rx="10" ry="5""#, #"cx="19" cy="60" rx="5" ry="10""#),
      // The rows of the mask are 0 1 1 / 0 1 1 / 1 0 1; its columns upward are 1 0 0 / 0 1 1 / 1 1 1.
      (#"rle="1, 2, 1, 3, 1, 1" left="4" top="6""#, #"rle="0, 1, 3, 5" left="31" top="4""#),
      ("33.00,7.00", "33.00,33.00"), ("44.00,8.00", "32.00,44.00"), ("5.00,6.00", "34.00,5.00"),
    ]
    var expected = Labels.cvat
    for (before, after) in changes {
      #expect(expected.contains(before))
      expected = expected.replacing(before, with: after)
    }
    #expect(Labels.text(edit.bytes) == expected, "\(Labels.difference(edit.bytes, Array(expected.utf8)))")
    #expect((edit.reorientedRows, edit.unchangedRows) == (9, 0) && edit.findings.isEmpty)
  }

  @Test("A mirror turns angles round, and whole turns stay as they are written")
  func angles() throws {
    let edit = try CVATFormat().reoriented(file) { _ in Labels.turn(.topRight) }
    let text = Labels.text(edit.bytes)
    #expect(text.contains("rotation='330.00'") && text.contains(#"rotation="236.55""#))
    #expect(text.contains(#"rotation="0.0""#))
    let odd = Labels.cvat.replacing("'30.00'", with: "'-15.5'").replacing("123.45", with: "360")
    let twice = FormatChecks(coding: CVATFormat(), file: Labels.file("a.xml", odd))
    try twice.thereAndBack()
    #expect(
      Labels.text(try CVATFormat().reoriented(twice.file) { _ in Labels.turn(.topRight) }.bytes).contains("375.5"))
  }

  @Test("There and back is the same file, byte for byte")
  func thereAndBack() throws { try checks.thereAndBack() }

  @Test("What was turned where it stands is what was turned as regions")
  func regions() throws { try checks.asRegions() }

  @Test("Every shape covers the pixels that the table of pixels says, under all eight tags", arguments: 0..<6)
  func rasters(seed: Int) throws {
    try FormatChecks.rasters(CVATFormat(), seed: UInt64(seed)) { outline in
      if case .polygon(let polygon) = outline { return polygon.filling == .union }
      return true
    }
  }

  @Test("Every prefix has an answer")
  func prefixes() throws { try checks.prefixes() }

  @Test("Another size than the header's is a finding, and such a picture stays")
  func contradiction() throws {
    var set = LabelSet<Stored>()
    try CVATFormat().read(file, into: &set) { _ in PixelSize(width: 40, height: 100) }
    #expect(set.findings.first?.code == .sizeContradicts)
    #expect(
      set.findings.first?.description
        == "annotations.xml, line 9, image[0]: the labels state 100x40, the image header 40x100")
    let turn = LabelReorientation<Stored, Displayed>(
      size: PixelSize(width: 40, height: 100), orientation: Orientation(exif: .rightTop))
    let edit = try CVATFormat().reoriented(file) { _ in turn }
    #expect(edit.bytes == file.bytes && (edit.reorientedRows, edit.unchangedRows) == (0, 9))
    #expect(edit.findings.map(\.code) == [.imageUnknown] && edit.findings[0].note.hasPrefix("'a.jpg'"))
  }

  @Test("Only the pictures that are known are turned")
  func several() throws {
    let two = Labels.file(
      "a.xml",
      """
      <annotations><image name="a" width="100" height="40"><box label="x" xtl="1" ytl="2" xbr="3" ybr="4"/></image>
      <image name="b"><box label="x" xtl="1" ytl="2" xbr="3" ybr="4"/><tag label="y"/></image></annotations>
      """)
    let edit = try CVATFormat().reoriented(two) { $0 == "b" ? Labels.turn(.bottomRight) : nil }
    #expect((edit.reorientedRows, edit.unchangedRows, edit.findings.count) == (1, 1, 1))
    let boxes = Labels.boxes(try Labels.read(CVATFormat(), LabelFile(name: "a.xml", bytes: edit.bytes)))
    #expect(boxes == [[1, 2, 2, 2], [97, 36, 2, 2]])
  }

  @Test(
    "What is no file of CVAT for pictures is one error",
    arguments: [
      ("<annotation/>", LabelError.Code.wrongFormat), ("<annotations><track/></annotations>", .wrongFormat),
      ("<!DOCTYPE a [<!ENTITY b \"c\">]><annotations/>", .entities), ("<annotations>", .truncated),
      ("<annotations><image name=\"\u{0}\"/></annotations>", .syntax), ("{}", .syntax), ("", .truncated),
      (String(repeating: "<annotations>", count: 100), .tooDeep),
    ])
  func refused(text: String, code: LabelError.Code) {
    do throws(LabelError) {
      _ = try Labels.read(CVATFormat(), Labels.file("a.xml", text))
      Issue.record("was read")
    } catch { #expect(error.code == code, "\(error)") }
    #expect(throws: LabelError.self) {
      try CVATFormat().reoriented(Labels.file("a.xml", text)) { _ in Labels.turn(.topRight) }
    }
  }
}
