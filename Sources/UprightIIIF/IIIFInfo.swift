// The image information document, info.json (IIIF Image API 3.0 and 2.1, 5).

public import UprightGeometry

/// The image information document.
public enum IIIFInfo {
  /// The document of an image of this size; `id` is the image's base URI without a trailing slash.
  ///
  /// - Throws: `image-size` if the image has no known size.
  public static func json(
    version: IIIFVersion, id: String, image: PixelSize<Displayed>, service: IIIFService
  ) throws(IIIFError) -> String {
    let layout = try IIIFLayout(image: image, service: service)
    let members = version == .v3 ? version3(id, layout) : version2(id, layout)
    return "{\n" + members.map { "  \(JSONLiteral.string($0.name)): \($0.value)" }.joined(separator: ",\n") + "\n}\n"
  }

  private typealias Member = (name: String, value: String)

  private static func version3(_ id: String, _ layout: IIIFLayout) -> [Member] {
    let service = layout.service
    let level = service.level
    let lists: [Member] = [
      ("preferredFormats", service.preferredFormats.map(\.rawValue)),
      ("extraFormats", service.formats.filter { !level.formats.contains($0) }.map(\.rawValue)),
      ("extraQualities", IIIFQuality.allCases.filter { $0 != .default }.map(\.rawValue)),
      ("extraFeatures", IIIFFeature.beyond(level, .v3, service)),
    ].filter { !$0.1.isEmpty }.map { ($0.0, JSONLiteral.list($0.1)) }
    let head: [Member] = [
      ("@context", JSONLiteral.string(IIIFVersion.v3.context)), ("id", JSONLiteral.string(id)),
      ("type", JSONLiteral.string("ImageService3")), ("protocol", JSONLiteral.string(IIIFVersion.protocolURI)),
      ("profile", JSONLiteral.string(level.rawValue)),
    ]
    return head + sides(layout) + limits(service) + listed(layout) + lists
  }

  private static func version2(_ id: String, _ layout: IIIFLayout) -> [Member] {
    let service = layout.service
    let level = service.level
    let features = IIIFFeature.beyond(level, .v2, service)
    var more: [Member] = []
    if !service.formats.allSatisfy(level.formats.contains) {
      more.append(("formats", JSONLiteral.list(service.formats.map(\.rawValue))))
    }
    if level != .level2 { more.append(("qualities", JSONLiteral.list(IIIFQuality.allCases.map(\.rawValue)))) }
    if !features.isEmpty { more.append(("supports", JSONLiteral.list(features))) }
    more += limits(service)
    let details = "{" + more.map { "\(JSONLiteral.string($0.name)): \($0.value)" }.joined(separator: ", ") + "}"
    let profile = JSONLiteral.string(IIIFVersion.v2.profile(level))
    let head: [Member] = [
      ("@context", JSONLiteral.string(IIIFVersion.v2.context)), ("@id", JSONLiteral.string(id)),
      ("protocol", JSONLiteral.string(IIIFVersion.protocolURI)),
    ]
    return head + sides(layout) + listed(layout) + [
      ("profile", more.isEmpty ? "[\(profile)]" : "[\(profile), \(details)]")
    ]
  }

  private static func sides(_ layout: IIIFLayout) -> [Member] {
    [("width", "\(layout.image.width)"), ("height", "\(layout.image.height)")]
  }

  private static func limits(_ service: IIIFService) -> [Member] {
    [("maxWidth", service.maxWidth), ("maxHeight", service.maxHeight), ("maxArea", service.maxArea)]
      .compactMap { name, limit in limit.map { (name, "\($0)") } }
  }

  private static func listed(_ layout: IIIFLayout) -> [Member] {
    let sizes = layout.sizes.map { "{\"width\": \($0.width), \"height\": \($0.height)}" }
    let factors = layout.scaleFactors.map { "\($0)" }.joined(separator: ", ")
    let tiles = ("tiles", "[{\"width\": \(layout.tileSize), \"scaleFactors\": [\(factors)]}]")
    return (sizes.isEmpty ? [] : [("sizes", "[\(sizes.joined(separator: ", "))]")]) + [tiles]
  }
}

// Values as JSON source (RFC 8259, 7).

/// Writes strings and lists of strings as JSON.
private enum JSONLiteral {
  /// A string in quotes; quotes, backslashes and control characters are escaped.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A list of strings.
  static func list(_ texts: [String]) -> String { "[" + texts.map(string).joined(separator: ", ") + "]" }
}
