// Regions, further files and videos in XMP, in every spelling, and floods of them.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPContentsTests {
  @Test(arguments: TinyXMP.Form.allCases)
  func regionsNameTheirSize(form: TinyXMP.Form) {
    let packet = TinyXMP.regions(width: "3264", height: "2448", form: form)
    #expect(XMPContents(packet).regionsSize == PixelSize(width: 3264, height: 2448))
  }

  @Test(arguments: [("", "2"), ("2", ""), ("0.5", "0.5"), ("0", "7"), ("-3", "7"), ("99999999999999999999", "7")])
  func sizesThatAreNoneAreNone(width: String, height: String) {
    #expect(XMPContents(TinyXMP.regions(width: width, height: height)).regionsSize == nil)
  }

  @Test func itemsComeInTheirOrder() {
    let packet = TinyXMP.directory([("Primary", 0), ("GainMap", 1_234), ("MotionPhoto", 56)])
    let items = XMPContents(packet).items
    #expect(items.map(\.semantic) == ["Primary", "GainMap", "MotionPhoto"])
    #expect(items.map(\.length) == [0, 1_234, 56])
    #expect(items.map(\.padding) == [0, 0, 0])
    let plain = XMPContents(TinyXMP.packet(orientation: "6"))
    #expect(plain.items.isEmpty && plain.videoLength == nil && !plain.hasGainMap && plain.regionsSize == nil)
  }

  @Test func filmsAndGainMapsAreNamed() {
    #expect(XMPContents(TinyXMP.packet(attributes: #"GCamera:MicroVideoOffset="77""#)).videoLength == 77)
    #expect(
      XMPContents(TinyXMP.packet(content: "<GCamera:MicroVideoOffset>7</GCamera:MicroVideoOffset>")).videoLength == 7)
    #expect(XMPContents(TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#)).hasGainMap)
    #expect(!XMPContents(TinyXMP.packet(attributes: "")).hasGainMap)
  }

  @Test func theFirstPacketThatSpeaksCounts() {
    var contents = XMPContents()
    contents.add(XMPContents(TinyXMP.packet(attributes: #"hdrgm:Version="1.0""#)))
    contents.add(XMPContents(TinyXMP.regions(width: "4", height: "3")))
    contents.add(XMPContents(TinyXMP.regions(width: "5", height: "3")))
    contents.add(XMPContents(TinyXMP.directory([("Primary", 0), ("GainMap", 9)])))
    #expect(contents.regionsSize == PixelSize(width: 4, height: 3))
    #expect(contents.hasGainMap && contents.items.count == 2)
  }

  @Test(arguments: 1...8)
  func regionsForTheImageTheOtherWayRoundAreFound(tag: Int) throws {
    let image = TinyImage(width: 6, height: 4, filledWith: [50])
    func codes(_ width: Int, _ height: Int, of image: TinyImage) throws -> [Finding.Code] {
      let packet = TinyXMP.regions(width: "\(width)", height: "\(height)")
      return try Probe(TinyJPEG(image, segments: [.exif(TinyTIFF(orientation: tag)), .xmp(packet)]).bytes)
        .findings.map(\.code)
    }
    #expect(try codes(6, 4, of: image) == [])
    #expect(try codes(600, 400, of: image) == [], "a scaled copy keeps its regions")
    #expect(try codes(4, 6, of: image) == [.regionsElsewhere])
    #expect(try codes(4000, 6010, of: image) == [.regionsElsewhere])
    #expect(try codes(4, 4, of: image) == [])
    #expect(try codes(1, 6, of: image) == [], "another shape is another picture")
    #expect(try codes(1, 6, of: TinyImage(width: 5, height: 5, filledWith: [50])) == [])
  }

  @Test(arguments: [
    "<rdf:li", "Container:Directory<rdf:li Item:Semantic=\"a\"", "mwg-rs:AppliedToDimensions", "stDim:w=\"",
  ])
  func floodsEndSoon(text: String) {
    let flood = Array(("Container:Directory" + String(repeating: text, count: 65_000 / text.count)).utf8)
    #expect(XMPContents(flood).items.count <= 64)
  }

  @Test func everyPrefixIsRead() {
    let packet = TinyXMP.directory([("Primary", 0), ("GainMap", 9)], attributes: #"GCamera:MicroVideoOffset="7""#)
    for count in packet.indices { _ = XMPContents(Array(packet.prefix(count))) }
  }
}
