// An image request: region, size, rotation, quality, format (IIIF Image API 3.0 and 2.1, 4).

public import Upright
public import UprightGeometry

/// A parsed image request.
public struct IIIFRequest: Hashable, Sendable {
  /// The version whose rules apply.
  public let version: IIIFVersion
  /// The requested quality.
  public let quality: IIIFQuality
  /// The requested format.
  public private(set) var format: IIIFFormat
  let region: RegionParameter
  let size: IIIFSize
  let rotation: IIIFRotationParameter

  /// Parses the parameters, each percent-decoded.
  public init(
    version: IIIFVersion, region: String, size: String, rotation: String, quality: String, format: String
  ) throws(IIIFError) {
    self.version = version
    self.region = try RegionParameter(iiif: region)
    self.size = try IIIFSize(size, version)
    self.rotation = try IIIFRotationParameter(rotation)
    self.quality = try IIIFQuality(parameter: quality)
    self.format = try IIIFFormat(parameter: format)
  }

  /// The same request for another format.
  public func replacingFormat(by format: IIIFFormat) -> IIIFRequest {
    var request = self
    request.format = format
    return request
  }

  /// Parses the last four segments of a path, each percent-decoded: region, size, rotation and `default.jpg`.
  public init(
    version: IIIFVersion, region: String, size: String, rotation: String, file: String
  ) throws(IIIFError) {
    guard let dot = file.firstIndex(of: ".") else {
      throw IIIFError(
        status: 400, code: "format-missing", parameter: "format",
        message: "write a format after the quality: default.jpg")
    }
    try self.init(
      version: version, region: region, size: size, rotation: rotation, quality: String(file[..<dot]),
      format: String(file[file.index(after: dot)...]))
  }
}

// A request for a particular image: what is made, and its canonical form (IIIF Image API 3.0, 4.8; 2.1, 4.7).

/// What a request means for one image.
public struct IIIFResolved: Hashable, Sendable {
  /// What the planner is asked for.
  public let rendition: Rendition
  /// `region/size/rotation/quality.format`, the same for all requests for the same image.
  public let canonical: String
  /// The result's columns and rows, after rotation.
  public let outputSize: PixelSize<Output>
  /// The requested quality.
  public let quality: IIIFQuality
  /// The format.
  public let format: IIIFFormat
}

extension IIIFRequest {
  /// The request for an image of this size.
  ///
  /// - Throws: an error about the region, the size or the format, or `image-size` if the image has no known size.
  public func resolved(for image: PixelSize<Displayed>, service: IIIFService) throws(IIIFError) -> IIIFResolved {
    guard let container = format.container, service.formats.contains(format) else {
      throw IIIFError(
        status: 400, code: "format-unsupported", parameter: "format",
        message: "\(format.rawValue) is not written here; use \(service.formatList)")
    }
    let layout = try IIIFLayout(image: image, service: service)
    let part = try region.visible(in: image)
    let scaled = try layout.size(size, of: part, version)
    guard !service.sizesOnly || layout.isListed(scaled, of: part) else {
      throw IIIFError(
        status: 403, code: "size-unlisted", parameter: "size",
        message: "this server has only the sizes and tiles that info.json lists")
    }
    let turn = rotation.orientation
    let output = Orientation<Displayed, Output>(carrying: turn).applied(to: scaled)
    var rendition = Rendition(
      region: part == image.bounds ? .full : .pixels(part), size: scaled == part.size ? .full : .exactly(output),
      rotation: turn, upright: .pixels, format: container, loss: .recode)
    (rendition.strip, rendition.fitsCodes) = (service.strip, false)
    // Noise at the edges of black and white would add shades.
    if quality != .bitonal { rendition.quality = service.quality }
    rendition.frame = .first
    rendition.background = .white
    rendition.tones = quality.tones
    let canonical =
      "\(part == image.bounds ? "full" : "\(part)")/\(layout.canonical(scaled, of: part, version))/\(turn)/"
      + "\(quality == .color ? .default : quality).\(format.rawValue)"
    return IIIFResolved(
      rendition: rendition, canonical: canonical, outputSize: output, quality: quality, format: format)
  }
}

extension IIIFService {
  fileprivate var formatList: String {
    let names = formats.map(\.rawValue)
    return names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])"
  }
}
