// Packets of regions, written.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

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
