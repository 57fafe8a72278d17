// Regions in XMP: reading, rotating, writing.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Regions in XMP")
struct XMPRegionsFormatTests {
  private let file = Labels.file("x/a.xmp", Labels.xmp)
  private var checks: FormatChecks { FormatChecks(coding: XMPRegionsFormat(), file: file) }

  @Test("Everything that the file says")
  func read() throws {
    let set = try Labels.read(XMPRegionsFormat(), file)
    #expect(set.findings.isEmpty && set.images.map(\.name) == ["a"] && set.images[0].size == Labels.size)
    #expect(set.names == ["Face", "Pet", "cat", "Focus", "box"])
    let regions = set.images[0].regions
    #expect(regions.map(\.label) == [0, 1, 2, 3, 4, 0])
    #expect(regions[0].attributes == [LabelAttribute("name", "Anna & co")] && regions[2].attributes.isEmpty)
    let expected: [[Double]] = [
      [40, 8, 20, 4], [0, 20, 40, 20], [5, 7, 10, 10], [12.5, 35, 0, 0], [20, 8, 20, 4], [12.5, 10, 50, 15],
    ]
    for (box, wanted) in zip(Labels.boxes(set), expected) {
      #expect(zip(box, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(box) \(wanted)")
    }
    #expect(regions[3].outline == .points([Point2D(x: 12.5, y: 35)]))
    guard case .ellipse(let circle)? = regions[2].outline else { return #expect(Bool(false), "no circle") }
    #expect(abs(circle.size.width - 10) < 1e-9 && abs(circle.size.height - 10) < 1e-9)
  }

  @Test("A turn by tag 6 changes these numbers and nothing else")
  func tagSix() throws {
    let edit = try XMPRegionsFormat().reoriented(file) { $0 == "a" ? Labels.turn(.rightTop) : nil }
    let changes = [
      (#"stDim:w="100" stDim:h="40""#, #"stDim:w="40" stDim:h="100""#),
      (
        #"stArea:x="0.50000" stArea:y="0.250000" stArea:w="0.200000" stArea:h="0.100000""#,
        #"stArea:x="0.750000" stArea:y="0.50000" stArea:w="0.100000" stArea:h="0.200000""#
      ),
      (
        "<stArea:h> 0.5 </stArea:h><stArea:w>0.4</stArea:w><stArea:y>0.75</stArea:y><stArea:x>0.2</stArea:x>",
        "<stArea:h> 0.4 </stArea:h><stArea:w>0.5</stArea:w><stArea:y>0.2</stArea:y><stArea:x>0.25</stArea:x>"
      ),
      (#"stArea:x="0.1" stArea:y="0.3" stArea:d"#, #"stArea:x="0.7" stArea:y="0.1" stArea:d"#),
      (#"stArea:x="0.125" stArea:y="0.875""#, #"stArea:x="0.125" stArea:y="0.125""#),
      (
        #"stArea:x="30" stArea:y="10" stArea:w="20" stArea:h="4""#,
        #"stArea:x="30" stArea:y="30" stArea:w="4" stArea:h="20""#
      ),
      ("0.400000, 0.200000, 0.200000, 0.100000", "0.700000, 0.400000, 0.100000, 0.200000"),
      ("0.125000,0.250000,0.500000,0.375000", "0.375000,0.125000,0.375000,0.500000"),
    ]
    var expected = Labels.xmp
    for (before, after) in changes {
      #expect(expected.contains(before))
      expected = expected.replacing(before, with: after)
    }
    #expect(Labels.text(edit.bytes) == expected, "\(Labels.difference(edit.bytes, Array(expected.utf8)))")
    #expect((edit.reorientedRows, edit.unchangedRows) == (6, 0) && edit.findings.isEmpty)
  }

  @Test("There and back is the same file, byte for byte")
  func thereAndBack() throws { try checks.thereAndBack() }

  @Test("What was turned where it stands is what was turned as regions")
  func regions() throws { try checks.asRegions() }

  @Test("Every prefix has an answer")
  func prefixes() throws { try checks.prefixes() }

  @Test("A picture that was made smaller keeps its regions; one of another shape is a finding and stays")
  func shapes() throws {
    var set = LabelSet<Stored>()
    try XMPRegionsFormat().read(file, into: &set) { _ in PixelSize(width: 50, height: 20) }
    #expect(set.findings.isEmpty)
    for (box, wanted) in zip(Labels.boxes(set), [[20.0, 4, 10, 2], [0, 10, 20, 10], [2.5, 3.5, 5, 5]]) {
      #expect(zip(box, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(box) \(wanted)")
    }
    let small = LabelReorientation<Stored, Displayed>(
      size: PixelSize(width: 50, height: 20), orientation: Orientation(exif: .rightTop))
    let edit = try XMPRegionsFormat().reoriented(file) { _ in small }
    #expect(edit.bytes == (try XMPRegionsFormat().reoriented(file) { _ in Labels.turn(.rightTop) }.bytes))
    var other = LabelSet<Stored>()
    try XMPRegionsFormat().read(file, into: &other) { _ in PixelSize(width: 40, height: 100) }
    #expect(other.findings.map(\.code) == [.sizeContradicts] && other.findings[0].field == "AppliedToDimensions")
    let wrong = LabelReorientation<Stored, Displayed>(
      size: PixelSize(width: 40, height: 100), orientation: Orientation(exif: .rightTop))
    let kept = try XMPRegionsFormat().reoriented(file) { _ in wrong }
    #expect(kept.bytes == file.bytes && kept.unchangedRows == 6 && kept.findings.map(\.code) == [.imageUnknown])
  }

  @Test("Without a size there are no regions, and a word")
  func unknown() throws {
    let bare = Labels.file(
      "a.xmp",
      Labels.xmp.replacing(#"stDim:w="100" stDim:h="40""#, with: "").replacing(#"stArea:unit="pixel""#, with: ""))
    var set = LabelSet<Stored>()
    try XMPRegionsFormat().read(bare, into: &set) { _ in nil }
    #expect(set.images.isEmpty && set.findings.map(\.code) == [.imageUnknown])
    try XMPRegionsFormat().read(bare, into: &set) { _ in Labels.size }
    #expect(set.regionCount == 6)
    try FormatChecks(coding: XMPRegionsFormat(), file: bare).thereAndBack()
  }

  @Test(
    "What is no XMP is one error",
    arguments: [
      ("<a/>", LabelError.Code.wrongFormat), ("", .truncated), ("<x:xmpmeta>", .syntax), ("{}", .syntax),
      ("<rdf:RDF xmlns:rdf='x'/>", .wrongFormat), ("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", .entities),
    ])
  func refused(text: String, code: LabelError.Code) {
    do throws(LabelError) {
      _ = try Labels.read(XMPRegionsFormat(), Labels.file("a.xmp", text))
      Issue.record("was read")
    } catch { #expect(error.code == code || code == .syntax && error.code == .truncated, "\(error)") }
  }

  /// A packet with one region for each row of the table, as they are with a tag.
  private func table(_ tag: Int) -> LabelFile {
    let (areas, texts) = (
      TurnedAreas.all.filter { !$0[0].contains("Rectangle") }, TurnedAreas.all.filter { $0[0].contains("Rectangle") }
    )
    func items(_ rows: [[String]]) -> String {
      "<rdf:Bag>\n" + rows.map { "<rdf:li>\($0[tag - 1])</rdf:li>" }.joined(separator: "\n") + "\n</rdf:Bag>"
    }
    return Labels.file(
      "a.xmp",
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:a="http://ns.adobe.com/xmp/sType/Area#"
      xmlns:m="http://ns.microsoft.com/photo/1.2/" xmlns:i="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
      xmlns:g="http://ns.microsoft.com/photo/1.2/t/Region#"><rdf:Description>
      <r:Regions><r:RegionList>\(items(areas))</r:RegionList></r:Regions>
      <m:RegionInfo><i:Regions>\(items(texts))</i:Regions></m:RegionInfo></rdf:Description></rdf:RDF>
      """)
  }

  @Test("Regions are where Python's decimals put them, and come back", arguments: ExifOrientation.allCases)
  func table(tag: ExifOrientation) throws {
    let wanted = Labels.text(table(Int(tag.rawValue)).bytes).split(separator: "\n")
    let edit = try XMPRegionsFormat().reoriented(table(1)) { _ in Labels.turn(tag) }
    let found = Labels.text(edit.bytes).split(separator: "\n")
    #expect(found.count == wanted.count && edit.reorientedRows == TurnedAreas.all.count && edit.findings.isEmpty)
    for (line, expected) in zip(found, wanted) { #expect(line == expected, "tag \(tag.rawValue)") }
    let back = try XMPRegionsFormat().reoriented(table(Int(tag.rawValue))) { _ in Labels.back(tag) }
    #expect(Labels.text(back.bytes) == Labels.text(table(1).bytes), "tag \(tag.rawValue), back")
  }

  @Test(
    "A picture that is nearly square: dimensions that are nearer to those of the other space are refused",
    arguments: [
      (1000, 991, false), (991, 1000, true), (500, 496, false), (496, 500, true), (1000, 1000, true), (99, 100, true),
    ])
  func nearlySquare(width: Int, height: Int, isOwn: Bool) throws {
    let size = PixelSize<Stored>(width: 991, height: 1000)
    let text = Labels.xmp.replacing(#"stDim:w="100" stDim:h="40""#, with: "stDim:w=\"\(width)\" stDim:h=\"\(height)\"")
    #expect(text != Labels.xmp)
    let file = Labels.file("a.xmp", text)
    let edit = try XMPRegionsFormat().reoriented(file) { _ in
      LabelReorientation(size: size, orientation: Orientation<Stored, Displayed>(exif: .rightTop))
    }
    #expect((edit.reorientedRows > 0) == isOwn && (edit.bytes == file.bytes) != isOwn)
    #expect(edit.findings.map(\.code) == (isOwn ? [] : [.imageUnknown]))
    var set = LabelSet<Stored>()
    try XMPRegionsFormat().read(file, into: &set) { _ in size }
    #expect(set.findings.map(\.code) == (isOwn ? [] : [.sizeContradicts]))
  }

  @Test("Shares of seventeen digits come back digit by digit", arguments: ExifOrientation.allCases)
  func doubles(tag: ExifOrientation) throws {
    let text = Labels.xmp.replacing(
      "stArea:x=\"0.1\" stArea:y=\"0.3\"", with: "stArea:x=\"0.20335892693609026\" stArea:y=\"0.12345678901234567\""
    )
    .replacing(
      "0.125000,0.250000,0.500000,0.375000",
      with: "0.20335892693609026,0.25000000000000003,0.50000000000000011,0.3751234567890123"
    )
    .replacing("0.400000, 0.200000, 0.200000, 0.100000", with: "0.4, 0.2, 0.2, 0.1")
    let file = Labels.file("a.xmp", text)
    let there = try XMPRegionsFormat().reoriented(file) { _ in Labels.turn(tag) }
    let back = try XMPRegionsFormat().reoriented(LabelFile(name: "a.xmp", bytes: there.bytes)) { _ in Labels.back(tag) }
    #expect(text != Labels.xmp && Labels.text(back.bytes) == text)
  }
}

// Packets of regions, written.

@Suite("Writing regions in XMP")
struct XMPRegionsWriterTests {
  private static var set: LabelSet<Stored> {
    var set = LabelSet<Stored>(names: ["Face", "<cat>"])
    let regions = [
      Region<Stored>(
        box: Rect2D(x: 30, y: 16, width: 40, height: 8), label: 0, attributes: [LabelAttribute("name", "Anna")]),
      Region<Stored>(box: Rect2D(x: 0, y: 0, width: 10, height: 40), label: 1),
    ]
    set.images = [LabelledImage(name: "x/a.jpg", size: Labels.size, regions: regions)]
    return set
  }

  @Test("The whole packet")
  func packet() {
    let output = XMPRegionsFormat().written(Self.set)
    #expect(output.files.map(\.name) == ["x/a.xmp"] && output.findings.isEmpty)
    let lines = Labels.text(output.files[0].bytes).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines[0] == #"<x:xmpmeta xmlns:x="adobe:ns:meta/">"# && lines.last == "</x:xmpmeta>")
    #expect(
      lines[3..<19] == [
        #"<mwg-rs:Regions rdf:parseType="Resource">"#,
        #"<mwg-rs:AppliedToDimensions stDim:w="100" stDim:h="40" stDim:unit="pixel"/>"#, "<mwg-rs:RegionList>",
        "<rdf:Bag>", #"<rdf:li rdf:parseType="Resource">"#,
        #"<mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.4" stArea:h="0.2" stArea:unit="normalized"/>"#,
        "<mwg-rs:Name>Anna</mwg-rs:Name>", "<mwg-rs:Type>Face</mwg-rs:Type>", "</rdf:li>",
        #"<rdf:li rdf:parseType="Resource">"#,
        #"<mwg-rs:Area stArea:x="0.05" stArea:y="0.5" stArea:w="0.1" stArea:h="1" stArea:unit="normalized"/>"#,
        "<mwg-rs:Name>&lt;cat&gt;</mwg-rs:Name>", "</rdf:li>", "</rdf:Bag>", "</mwg-rs:RegionList>",
        "</mwg-rs:Regions>",
      ])
    #expect(lines.contains("<MPReg:Rectangle>0.3, 0.4, 0.4, 0.2</MPReg:Rectangle>"))
    #expect(lines.contains("<MPReg:PersonDisplayName>Anna</MPReg:PersonDisplayName>"))
  }

  @Test("Read again it is the same, to a thousandth of a pixel", arguments: 0..<6)
  func again(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var set = LabelSet<Stored>(names: ["Face", "<cat>"])
    let size = PixelSize<Stored>(width: 3001, height: 1999)
    let regions = (0..<20).map { Region(box: random.box(in: size), label: $0 % 2) }
    set.images = [LabelledImage(name: "a.jpg", size: size, regions: regions)]
    let file = XMPRegionsFormat().written(set).files[0]
    var again = LabelSet<Stored>()
    try XMPRegionsFormat().read(file, into: &again) { _ in nil }
    #expect(again.names == set.names && again.findings.isEmpty && again.images.map(\.name) == ["a"])
    for (one, two) in zip(again.images[0].regions, regions) { #expect(Labels.agree(one, two, within: 2e-3)) }
  }

  @Test("Outlines are lost and named; pictures without size or with a name that leads out are refused")
  func lost() {
    var set = Self.set
    set.images[0].regions[0].outline = .points([Point2D(x: 1, y: 1)])
    set.images += [
      LabelledImage(name: "../b.jpg", size: Labels.size, regions: set.images[0].regions),
      LabelledImage(name: "c.jpg", size: nil, regions: set.images[0].regions),
      LabelledImage(name: "d.jpg", size: Labels.size),
    ]
    let output = XMPRegionsFormat().written(set)
    #expect(output.findings.map(\.code) == [.detailLost, .notExpressible, .imageUnknown] && output.files.count == 1)
  }
}
