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

// XMP with face regions, in the forms in which it is written (MWG 2.0, 5.9; Microsoft Photo 1.2, RegionInfo).

/// Regions of one image.
public struct TinyRegions: Sendable {
  /// A structure's form in RDF (XMP Specification Part 1, 7.9.2).
  public enum Form: CaseIterable, Sendable {
    /// Fields as attributes.
    case attributes
    /// Fields as elements.
    case elements
    /// Fields as attributes of a nested description.
    case described
  }

  /// A region: a name and its numbers as text.
  public struct Region: Sendable {
    /// The name of the person or thing.
    public var name: String
    /// `x`, `y`, `w`, `h`, `d`, `unit` of an area.
    public var area: [(String, String)]
    /// Other fields, such as `mwg-rs:Rotation`.
    public var fields: [(String, String)] = []
    /// Elements inside its extensions.
    public var extensions = ""

    /// A region around a center.
    public init(_ name: String, _ area: [(String, String)]) {
      self.name = name
      self.area = area
    }
  }

  /// The regions in order.
  public var regions: [Region]
  /// The image size to which they apply; nil if not stated.
  public var dimensions: (width: Int, height: Int)?
  /// How structures are written.
  public var form = Form.attributes
  /// The prefix of the regions' namespace.
  public var prefix = "mwg-rs"

  /// Regions that apply to an image of this size.
  public init(_ regions: [Region], dimensions: (width: Int, height: Int)? = nil, form: Form = .attributes) {
    self.regions = regions
    self.dimensions = dimensions
    self.form = form
  }

  /// The Metadata Working Group's property.
  public var mwg: String {
    let list = regions.map { region in
      "<rdf:li\(structure(fields(of: region), also: area(of: region) + extensions(of: region)))</rdf:li>"
    }
    let size = dimensions.map { size in
      let fields = [("stDim:w", "\(size.width)"), ("stDim:h", "\(size.height)"), ("stDim:unit", "pixel")]
      return "<\(prefix):AppliedToDimensions\(structure(fields))</\(prefix):AppliedToDimensions>"
    }
    return "<\(prefix):Regions rdf:parseType=\"Resource\">\n\(size ?? "")"
      + "<\(prefix):RegionList><rdf:Bag>\n\(list.joined(separator: "\n"))\n</rdf:Bag></\(prefix):RegionList>"
      + "</\(prefix):Regions>"
  }

  /// Microsoft's property, relative to the top left corner; areas contain those numbers.
  public var microsoft: String {
    let list = regions.map { region in
      let rectangle = region.area.map(\.1).joined(separator: ", ")
      let fields = [("MPReg:Rectangle", rectangle), ("MPReg:PersonDisplayName", region.name)]
      return "<rdf:li\(structure(fields))</rdf:li>"
    }
    return "<MP:RegionInfo rdf:parseType=\"Resource\"><MPRI:Regions><rdf:Bag>\(list.joined())</rdf:Bag></MPRI:Regions>"
      + "</MP:RegionInfo>"
  }

  /// One or both, in a packet that binds their prefixes.
  public static func packet(_ properties: String...) -> [UInt8] {
    TinyXMP.packet(content: properties.joined(separator: "\n"))
  }

  private func fields(of region: Region) -> [(String, String)] {
    [("\(prefix):Name", region.name), ("\(prefix):Type", "Face")] + region.fields
  }

  private func area(of region: Region) -> String {
    let numbers = region.area.map { ("stArea:" + $0.0, $0.1) }
    return "<\(prefix):Area\(structure(numbers))</\(prefix):Area>"
  }

  private func extensions(of region: Region) -> String {
    region.extensions.isEmpty
      ? "" : "<\(prefix):Extensions rdf:parseType=\"Resource\">\(region.extensions)</\(prefix):Extensions>"
  }

  /// The rest of an element after its name: its fields in the requested form, and elements that cannot be attributes.
  private func structure(_ fields: [(String, String)], also elements: String = "") -> String {
    let attributes = fields.map { " \($0.0)=\"\($0.1)\"" }.joined()
    switch form {
    case .attributes where elements.isEmpty: return attributes + ">"
    case .attributes: return attributes + " rdf:parseType=\"Resource\">" + elements
    case .described: return "><rdf:Description\(attributes)>\(elements)</rdf:Description>"
    case .elements:
      let own = fields.map { "<\($0.0)>\($0.1)</\($0.0)>" }.joined()
      return " rdf:parseType=\"Resource\">" + own + elements
    }
  }
}
