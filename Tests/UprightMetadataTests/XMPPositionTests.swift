// Which properties of a packet say where a picture was taken, and that all of them go and nothing else does.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct XMPPositionTests {
  @Test(arguments: [
    ("exif:GPSLatitude", true), ("exif:GPSVersionID", true), ("drone-dji:GpsLatitude", true),
    ("Camera:gpsXYAccuracy", true),
    ("drone-dji:Latitude", true), ("my:LONGITUDE", true), ("drone-dji:GpsLongtitude", true), ("GPSAltitude", true),
    ("xmpNote:HasExtendedXMP", true), ("xmlns:gps", false), ("exif:Flash", false), ("my:LatitudeOfThought", false),
    ("gps:Name", false), ("exif:NoGPS", false), ("exif:GP", false), ("", false), (":", false),
  ])
  func namesSayIt(_ name: String, _ isPosition: Bool) { #expect(XMPPosition.isPosition(name) == isPosition) }

  @Test(arguments: TinyXMP.Form.allCases)
  func theyGoAndTheRestStays(_ form: TinyXMP.Form) throws {
    for name in ["exif:GPSLatitude", "drone:GpsLatitude", "drone:Latitude"] {
      let packet = TinyXMP.packet(orientation: "48,12.5N", form: form, property: name)
      let removed = try #require(XMPPosition.removed(from: packet))
      let text = String(decoding: removed, as: UTF8.self)
      #expect(!text.contains(name) && !text.contains("48,12.5N"))
      let empty = String(decoding: TinyXMP.packet(orientation: "", form: form, property: "q"), as: UTF8.self)
      #expect(text == empty.replacing(form == .attribute ? " q=\"\"" : "<q></q>", with: ""))
    }
    let other = TinyXMP.packet(orientation: "GPS", form: form, property: "exif:Flash")
    #expect(XMPPosition.removed(from: other) == other)
  }

  /// A structure of such a name goes with all in it, and one inside another goes alone.
  @Test func structuresGoWhole() throws {
    let packet = TinyXMP.packet(
      content: "<my:GpsPlace><exif:GPSLatitude>1</exif:GPSLatitude></my:GpsPlace><my:Place><my:City>W</my:City>"
        + "<exif:GPSLongitude>2</exif:GPSLongitude></my:Place>")
    let text = String(decoding: try #require(XMPPosition.removed(from: packet)), as: UTF8.self)
    #expect(
      text.contains("<my:Place><my:City>W</my:City></my:Place>") && !text.contains("GpsPlace") && !text.contains("GPS"))
  }

  /// What cannot be read as elements in UTF-8 might say anything; zeros behind a packet are padding.
  @Test func whatCannotBeReadGoes() {
    let packet = TinyXMP.packet(orientation: "1")
    #expect(XMPPosition.removed(from: packet + [0, 0]) == packet + [0, 0])
    for zeros in [1, 3] {
      let space = [UInt8](repeating: 0, count: zeros)
      let high: [UInt8] = packet.flatMap { space + [$0] }
      let low: [UInt8] = packet.flatMap { [$0] + space }
      #expect(XMPPosition.removed(from: high) == nil && XMPPosition.removed(from: low) == nil)
    }
    #expect(XMPPosition.removed(from: Array("<a><b></a>".utf8.dropLast(4))) == nil)
    #expect(XMPPosition.removed(from: []) == [])
  }

  @Test func textsNameItInAnyCase() {
    for text in ["GPS", "exif:gpsLatitude", "xGpS"] { #expect(XMPPosition.isNamed(in: text.utf8)) }
    for text in ["", "gp", "g-p-s", "Comment"] { #expect(!XMPPosition.isNamed(in: text.utf8)) }
  }
}
