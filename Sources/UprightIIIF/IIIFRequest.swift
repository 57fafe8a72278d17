// An image request: region, size, rotation, quality, format (IIIF Image API 3.0 and 2.1, 4).

import UprightGeometry

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
