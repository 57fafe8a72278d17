// Which properties of a packet contain the location, and that all of them are removed and nothing else.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct XMPPositionTests {
  @Test(arguments: [
    ("exif:GPSLatitude", true), ("exif:GPSVersionID", true), ("drone-dji:GpsLatitude", true),
    ("Camera:gpsXYAccuracy", true),
    ("drone-dji:Latitude", true), ("my:LONGITUDE", true), ("drone-dji:GpsLongtitude", true), ("GPSAltitude", true),
    ("geo:lat", true), ("my:Long", true), ("lon", true), ("geo:alt", true), ("geo:Point", true), ("my:alt", false),
    ("rdf:Alt", false), ("my:longer", false), ("xmlns:geo", false),
    ("xmpNote:HasExtendedXMP", true), ("xmlns:gps", false), ("exif:Flash", false), ("my:LatitudeOfThought", false),
    ("gps:Name", false), ("exif:NoGPS", true), ("exif:GP", false),
    ("dwc:decimalLatitude", true), ("dwc:verbatimCoordinates", true), ("dwc:footprintWKT", true),
    ("cell:cgi", true), ("cell:r", true), ("georss:point", true), ("drone-dji:RtkStdLat", true),
    ("Device:EarthPosLatitude", true), ("my:WiFiNames", true), ("my:SSID", true), ("my:processID", false),
    ("my:what3words", true), ("my:plusCode", true), ("Iptc4xmpExt:LocationId", true), ("Iptc4xmpExt:City", false),
    ("Iptc4xmpCore:Location", false), ("photoshop:City", false), ("dwc:minimumElevationInMeters", true),
    ("my:geolocation", true), ("my:LocationISO6709", true), ("my:cellular", false),
    ("drone-dji:AbsoluteAltitude", true), ("my:CoordinatesOfThought", false), ("", false), (":", false),
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

  /// W3C's location has short names, and any prefix.
  @Test(arguments: ["geo", "wgs", "g"])
  func namespacesOfPositionsCount(_ prefix: String) throws {
    let packet = TinyXMP.packet(
      attributes: #"xmlns:\#(prefix)="http://www.w3.org/2003/01/geo/wgs84_pos#" \#(prefix):lat="48.2" my:a="1""#,
      content: "<\(prefix):long>16.3</\(prefix):long><\(prefix):alt>171</\(prefix):alt>")
    let text = String(decoding: try #require(XMPPosition.removed(from: packet)), as: UTF8.self)
    #expect(!text.contains("48.2") && !text.contains("16.3") && !text.contains("171") && text.contains(#"my:a="1""#))
  }

  /// Sony Ericsson's cell towers, with any prefix and in both forms; and every format's packet.
  @Test(arguments: ["cell", "c"], TinyXMP.Form.allCases)
  func cellTowersGoInEveryFormat(_ prefix: String, _ form: TinyXMP.Form) throws {
    let space = #"xmlns:\#(prefix)="http://developer.sonyericsson.com/cell/1.0/""#
    let fields = [("mcc", "460"), ("lac", "4236"), ("cellid", "50280"), ("cgi", "460-0-4236-50280")]
    let packet =
      form == .attribute
      ? TinyXMP.packet(attributes: space + fields.map { " \(prefix):\($0.0)=\"\($0.1)\"" }.joined() + #" my:a="1""#)
      : TinyXMP.packet(
        attributes: space + #" my:a="1""#,
        content: fields.map { "<\(prefix):\($0.0)>\($0.1)</\(prefix):\($0.0)>" }.joined())
    let image = TinyImage(width: 4, height: 2, filledWith: [9])
    for file in [
      TinyJPEG(image, segments: [.xmp(packet)]).bytes, TinyPNG(image, chunks: [.xmp(packet)]).bytes,
      TinyWebP(image, chunks: [.xmp(packet)]).bytes, TinyWebP(image, chunks: [.init("XMP\0", packet)]).bytes,
      TinyHEIF([], xmp: packet).bytes,
    ] {
      let text = String(decoding: try stripped(file, .gps), as: UTF8.self)
      #expect(!text.contains("50280") && !text.contains("4236") && text.contains(#"my:a="1""#))
    }
  }

  /// Values that are locations, in properties of any name.
  @Test(arguments: [
    ("geo:48.2,16.3", true), ("geo:-48,1", true), ("geo:graphy", false), ("///filled.count.soap", true),
    ("https://what3words.com/filled.count.soap", true), ("https://www.google.com/maps/@48.2,16.3,15z", true),
    ("https://maps.apple.com/?ll=48.2,16.3", true), ("https://example.org/maps", false), ("Vienna", false),
  ])
  func valuesSayItToo(_ value: String, _ isPosition: Bool) throws {
    for form in TinyXMP.Form.allCases {
      let packet = TinyXMP.packet(orientation: value, form: form, property: "dc:source")
      let text = String(decoding: try #require(XMPPosition.removed(from: packet)), as: UTF8.self)
      #expect(text.contains(value) == !isPosition)
    }
  }

  /// Comments and processing instructions are not properties, and may contain anything; text and declarations stay, and
  /// so do the instructions around a packet.
  @Test func commentsGo() throws {
    let text =
      "<?xpacket begin?><?xml v?><a><!-- GPSLatitude 48,51.5N --><b/><!----><?p 48,51.5N?><![CDATA[<!-- c -->]]></a>"
      + "<?xpacket end?>"
    let found = try #require(XMPPosition.removed(from: Array(text.utf8)))
    #expect(
      String(decoding: found, as: UTF8.self)
        == "<?xpacket begin?><?xml v?><a><b/><![CDATA[<!-- c -->]]></a><?xpacket end?>")
    let open = try #require(XMPPosition.removed(from: Array("<a/><!-- GPS".utf8)))
    #expect(String(decoding: open, as: UTF8.self) == "<a/>")
  }

  /// A structure with such a name is removed with all in it, and one inside another is removed alone.
  @Test func structuresGoWhole() throws {
    let packet = TinyXMP.packet(
      content: "<my:GpsPlace><exif:GPSLatitude>1</exif:GPSLatitude></my:GpsPlace><my:Place><my:City>W</my:City>"
        + "<exif:GPSLongitude>2</exif:GPSLongitude></my:Place>")
    let text = String(decoding: try #require(XMPPosition.removed(from: packet)), as: UTF8.self)
    #expect(
      text.contains("<my:Place><my:City>W</my:City></my:Place>") && !text.contains("GpsPlace") && !text.contains("GPS"))
  }

  /// A packet that cannot be read as elements in UTF-8 might contain anything; zeros after a packet are padding.
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
