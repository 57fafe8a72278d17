// XMP packets that carry an orientation (XMP part 1, 7.3.1 packets; part 2, 8.5 TIFF schema).

/// Small XMP packets.
package enum TinyXMP {
  /// How a property is written in RDF.
  package enum Form: CaseIterable, Sendable {
    /// As an attribute of rdf:Description.
    case attribute
    /// As an element of its own.
    case element
  }

  /// A packet with `property`, by default `tiff:Orientation`, at `value`.
  package static func packet(
    orientation value: String, form: Form = .attribute, property: String = "tiff:Orientation"
  ) -> [UInt8] {
    let spaces = #"xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/""#
    let description =
      switch form {
      case .attribute: #"<rdf:Description rdf:about="" \#(spaces) \#(property)="\#(value)"/>"#
      case .element:
        #"<rdf:Description rdf:about="" \#(spaces)><\#(property)>\#(value)</\#(property)></rdf:Description>"#
      }
    return Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      \(description)
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """.utf8)
  }
}
