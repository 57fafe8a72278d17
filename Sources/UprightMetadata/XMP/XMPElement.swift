// The elements of an XMP packet as ranges (XML 1.0; XMP Specification Part 1, 7), for structured properties. The usual
// prefixes of namespaces that do not concern the image's geometry, so that their properties have the same names in
// every file (XMP Specification Part 2; IPTC Photo Metadata Standard 2023.2; EXIF 2.32 for XMP).

/// One element: its name, and the ranges of its parts.
struct XMPElement: Hashable, Sendable {
  /// An attribute and its range.
  struct Attribute: Hashable, Sendable {
    /// Its name, with the usual prefix of its namespace.
    let name: String
    /// The range between the quotes.
    let value: Range<Int>
    /// Its range including the preceding space, so that removing it leaves nothing behind.
    let whole: Range<Int>
  }

  /// Its name, with the usual prefix of its namespace.
  let name: String
  /// Its attributes, in order.
  let attributes: [Attribute]
  /// From its first angle bracket to its last.
  fileprivate(set) var whole: Range<Int>
  /// The range between its tags; empty for an empty-element tag.
  fileprivate(set) var content: Range<Int>
  /// Its child elements, in order.
  fileprivate(set) var children: [XMPElement] = []

  /// The elements that hold a structure's fields: itself, and nested descriptions (XMP Specification Part 1, 7.9.2).
  private var bodies: [XMPElement] { [self] + children.filter { $0.name == "rdf:Description" } }

  /// A structured field of a structure.
  func child(_ name: String) -> XMPElement? { bodies.lazy.flatMap(\.children).first { $0.name == name } }

  /// The range of a simple field's value, as attribute or element.
  func value(_ name: String, in packet: [UInt8]) -> Range<Int>? {
    if let found = bodies.lazy.flatMap(\.attributes).first(where: { $0.name == name }) { return found.value }
    guard let child = child(name), child.children.isEmpty else { return nil }
    return XMPProperty.trimmed(child.content, in: packet)
  }

  /// The items of its lists.
  var items: [XMPElement] { children.flatMap(\.children).filter { $0.name == "rdf:li" } }

  /// Itself and all nested elements, in the packet's order.
  var descendants: [XMPElement] { [self] + children.flatMap(\.descendants) }

  /// Itself and all nested elements with this name.
  func all(_ name: String) -> [XMPElement] { descendants.filter { $0.name == name } }
}

extension XMPElement {
  /// A packet's elements in one unnamed element; nil if tags do not match, or there are too many.
  init?(_ packet: [UInt8]) {
    var scanner = XMPScanner(packet)
    guard let children = scanner.elements() else { return nil }
    self.init(
      name: "", attributes: [], whole: packet.indices, content: packet.indices, children: children)
  }
}

extension XMPElement {
  /// The ranges of a packet's comments and of other programs' processing instructions; an unterminated one extends to
  /// the packet's end.
  static func comments(in packet: [UInt8]) -> [Range<Int>] {
    var scanner = XMPScanner(packet)
    return scanner.elements() == nil ? [] : scanner.comments
  }
}

/// Scans tags, and skips declarations, comments and CDATA sections.
private struct XMPScanner {
  private let packet: [UInt8]
  private var at = 0
  private var prefixes: [String: String] = [:]
  /// The ranges of comments and of other programs' processing instructions so far.
  private(set) var comments: [Range<Int>] = []

  private static let depthLimit = 64
  private static let elementLimit = 1 << 16

  init(_ packet: [UInt8]) { self.packet = packet }

  mutating func elements() -> [XMPElement]? {
    var (top, open, count): ([XMPElement], [XMPElement], Int) = ([], [], 0)
    while let start = packet[at...].firstIndex(of: UInt8(ascii: "<")) {
      at = start + 1
      if skips() { continue }
      let closed: XMPElement
      if takes("/") {
        guard name() != nil, var last = open.popLast(), let end = tagEnd() else { return nil }
        last.content = last.content.lowerBound..<start
        last.whole = last.whole.lowerBound..<end
        closed = last
      } else {
        count += 1
        guard count <= Self.elementLimit, let (element, isOpen) = element(from: start) else { return nil }
        if isOpen {
          guard open.count < Self.depthLimit else { return nil }
          open.append(element)
          continue
        }
        closed = element
      }
      if open.isEmpty { top.append(closed) } else { open[open.count - 1].children.append(closed) }
    }
    return open.isEmpty ? top : nil
  }

  /// Skips a declaration, comment or CDATA section; false if there is none here.
  private mutating func skips() -> Bool {
    for (start, end) in [("?", "?>"), ("!--", "-->"), ("![CDATA[", "]]>"), ("!", ">")] where takes(start) {
      let opening = at - start.utf8.count - 1
      at = XMPProperty.firstRange(of: Array(end.utf8), in: packet, from: at)?.upperBound ?? packet.count
      if start == "!--" || start == "?" && !isOfXMP(opening + 2) { comments.append(opening..<at) }
      return true
    }
    return false
  }

  /// Whether the processing instruction with its name at `place` is an XML declaration, or one around a packet.
  private func isOfXMP(_ place: Int) -> Bool {
    ["xpacket", "xml "].contains { packet[place...].starts(with: $0.utf8) }
  }

  private mutating func takes(_ text: String) -> Bool {
    guard packet[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }

  private mutating func tagEnd() -> Int? {
    skipSpace()
    return takes(">") ? at : nil
  }

  private mutating func skipSpace() { at = XMPProperty.skipSpace(from: at, in: packet) }

  private mutating func name() -> String? {
    let end = packet[at...].firstIndex(where: Self.endsName) ?? packet.count
    defer { at = end }
    return at < end ? String(decoding: packet[at..<end], as: UTF8.self) : nil
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: XMPProperty.isSpace(byte)
    }
  }

  /// The element whose tag starts at `start`, and whether it needs a closing tag.
  private mutating func element(from start: Int) -> (XMPElement, isOpen: Bool)? {
    guard let name = name() else { return nil }
    var attributes: [XMPElement.Attribute] = []
    while true {
      let space = at
      skipSpace()
      if at < packet.count, packet[at] == UInt8(ascii: ">") || packet[at] == UInt8(ascii: "/") { break }
      guard let attribute = attribute(from: space) else { return nil }
      attributes.append(attribute)
      learn(attribute)
    }
    let isOpen = !takes("/")
    guard takes(">") else { return nil }
    let known = attributes.map {
      XMPElement.Attribute(name: usual($0.name), value: $0.value, whole: $0.whole)
    }
    return (
      XMPElement(name: usual(name), attributes: known, whole: start..<at, content: at..<at), isOpen
    )
  }

  private mutating func attribute(from space: Int) -> XMPElement.Attribute? {
    guard let name = name() else { return nil }
    skipSpace()
    guard takes("=") else { return nil }
    skipSpace()
    guard at < packet.count, packet[at] == UInt8(ascii: "\"") || packet[at] == UInt8(ascii: "'"),
      let end = packet[(at + 1)...].firstIndex(of: packet[at])
    else { return nil }
    let value = at + 1..<end
    at = end + 1
    return XMPElement.Attribute(name: name, value: value, whole: space..<at)
  }

  private mutating func learn(_ attribute: XMPElement.Attribute) {
    guard attribute.name.hasPrefix("xmlns:") else { return }
    let address = String(decoding: packet[attribute.value], as: UTF8.self)
    prefixes[String(attribute.name.dropFirst(6))] = XMPNamespace.prefixes[address] ?? XMPPrefixes.usual[address]
  }

  /// A name with the usual prefix of its namespace.
  private func usual(_ name: String) -> String {
    guard let colon = name.firstIndex(of: ":"), let prefix = prefixes[String(name[..<colon])] else { return name }
    return prefix + name[colon...]
  }
}

/// The namespaces of properties that concern the image's geometry.
private enum XMPNamespace {
  /// The usual prefix of each.
  static let prefixes = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/g/img/": "xmpGImg",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://ns.adobe.com/xmp/sType/Area#": "stArea",
    "http://ns.adobe.com/xap/1.0/sType/Dimensions#": "stDim",
    "http://ns.apple.com/faceinfo/1.0/": "apple-fi",
    "http://ns.microsoft.com/photo/1.2/": "MP",
    "http://ns.microsoft.com/photo/1.2/t/RegionInfo#": "MPRI",
    "http://ns.microsoft.com/photo/1.2/t/Region#": "MPReg",
    "http://ns.google.com/photos/1.0/panorama/": "GPano",
    "http://ns.adobe.com/camera-raw-settings/1.0/": "crs",
    "http://ns.adobe.com/exif/1.0/": "exif",
    "http://ns.adobe.com/tiff/1.0/": "tiff",
    "http://ns.google.com/photos/1.0/image/": "GImage",
    "http://ns.google.com/photos/1.0/depthmap/": "GDepth",
    "http://www.w3.org/2003/01/geo/wgs84_pos#": "geo",
    "http://ns.google.com/photos/1.0/container/": "Container",
    "http://ns.google.com/photos/1.0/container/item/": "Item",
    "http://ns.google.com/photos/dd/1.0/container/": "Container",
    "http://ns.google.com/photos/dd/1.0/item/": "Item",
    "http://ns.google.com/photos/dd/1.0/imagingmodel/": "ImagingModel",
    "http://ns.google.com/photos/1.0/camera/": "GCamera",
    "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
    "http://ns.google.com/photos/1.0/focus/": "GFocus",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
    "http://ns.acdsee.com/regions/": "acdsee-rs",
    "http://ns.acdsee.com/sType/Area#": "acdsee-stArea",
    "http://ns.acdsee.com/sType/Dimensions#": "acdsee-stDim",
    "http://ns.adobe.com/xmp/note/": "xmpNote",
    "http://developer.sonyericsson.com/cell/1.0/": "cell",
    "http://www.georss.org/georss": "georss",
  ]
}

/// The namespaces of descriptive properties.
enum XMPPrefixes {
  /// The usual prefix of each.
  static let usual = [
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://ns.adobe.com/pdf/1.3/": "pdf",
    "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://cipa.jp/exif/1.0/": "exifEX",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
    "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/xap/1.0/bj/": "xmpBJ",
    "http://ns.adobe.com/xap/1.0/t/pg/": "xmpTPg",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
    "http://ns.useplus.org/ldf/xmp/1.0/": "plus",
    "http://creativecommons.org/ns#": "cc",
    "http://www.metadataworkinggroup.com/schemas/keywords/": "mwg-kw",
    "http://www.metadataworkinggroup.com/schemas/collections/": "mwg-coll",
    "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto",
    "http://www.digikam.org/ns/1.0/": "digiKam",
    "http://ns.iview-multimedia.com/mediapro/1.0/": "mediapro",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee",
    "http://ns.google.com/photos/1.0/audio/": "GAudio",
    "http://ns.google.com/photos/1.0/creations/": "GCreations",
    "http://ns.google.com/videos/1.0/spherical/": "GSpherical",
    "http://ns.google.com/photos/dd/1.0/device/": "Device",
    "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
    "http://ns.apple.com/pixeldatainfo/1.0/": "apdi",
    "http://www.dji.com/drone-dji/1.0/": "drone-dji",
  ]
}
