// XMP packets with an orientation (XMP part 1, 7.3.1 packets; part 2, 8.5 TIFF schema).

/// Small XMP packets.
public enum TinyXMP {
  /// The form of a property in RDF.
  public enum Form: CaseIterable, Sendable {
    /// As an attribute of rdf:Description.
    case attribute
    /// As a separate element.
    case element
  }

  /// A packet with `property`, by default `tiff:Orientation`, set to `value`.
  public static func packet(
    orientation value: String, form: Form = .attribute, property: String = "tiff:Orientation"
  ) -> [UInt8] {
    switch form {
    case .attribute: packet(attributes: #"\#(property)="\#(value)""#)
    case .element: packet(content: "<\(property)>\(value)</\(property)>")
    }
  }

  /// A packet of one description with these attributes and this content.
  public static func packet(attributes: String = "", content: String = "") -> [UInt8] {
    let opening = #"<rdf:Description rdf:about="" \#(spaces)"# + (attributes.isEmpty ? "" : " " + attributes)
    let description = opening + (content.isEmpty ? "/>" : ">\(content)</rdf:Description>")
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

  /// The size to which face regions apply (MWG 2.0, 5.9), in both forms.
  public static func regions(width: String, height: String, form: Form = .attribute) -> [UInt8] {
    let size =
      switch form {
      case .attribute: #"<mwg-rs:AppliedToDimensions stDim:w="\#(width)" stDim:h="\#(height)" stDim:unit="pixel"/>"#
      case .element:
        "<mwg-rs:AppliedToDimensions rdf:parseType=\"Resource\"><stDim:w>\(width)</stDim:w><stDim:h>\(height)</stDim:h>"
          + "</mwg-rs:AppliedToDimensions>"
      }
    return packet(content: "<mwg-rs:Regions rdf:parseType=\"Resource\">\(size)</mwg-rs:Regions>")
  }

  /// A container directory, with each item's semantic and length, the main image first (Ultra HDR 1.1; Motion Photo
  /// 1.0).
  public static func directory(_ items: [(semantic: String, length: Int)], attributes: String = "") -> [UInt8] {
    let list = items.map { item in
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Mime=\"image/jpeg\" "
        + "Item:Semantic=\"\(item.semantic)\" Item:Length=\"\(item.length)\" Item:Padding=\"0\"/></rdf:li>"
    }
    return packet(
      attributes: attributes,
      content: "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>")
  }

  private static let spaces = [
    "tiff=http://ns.adobe.com/tiff/1.0/", "exif=http://ns.adobe.com/exif/1.0/",
    "mwg-rs=http://www.metadataworkinggroup.com/schemas/regions/",
    "stDim=http://ns.adobe.com/xap/1.0/sType/Dimensions#",
    "Container=http://ns.google.com/photos/1.0/container/", "Item=http://ns.google.com/photos/1.0/container/item/",
    "stArea=http://ns.adobe.com/xmp/sType/Area#", "apple-fi=http://ns.apple.com/faceinfo/1.0/",
    "MP=http://ns.microsoft.com/photo/1.2/", "MPRI=http://ns.microsoft.com/photo/1.2/t/RegionInfo#",
    "MPReg=http://ns.microsoft.com/photo/1.2/t/Region#", "GPano=http://ns.google.com/photos/1.0/panorama/",
    "crs=http://ns.adobe.com/camera-raw-settings/1.0/",
    "GCamera=http://ns.google.com/photos/1.0/camera/", "hdrgm=http://ns.adobe.com/hdr-gain-map/1.0/",
  ].map { space in
    let parts = space.split(separator: "=")
    return "xmlns:\(parts[0])=\"\(parts[1])\""
  }.joined(separator: " ")
}
