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
