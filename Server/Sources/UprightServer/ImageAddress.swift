// What a path asks for: which image, as displayed or as stored, and what of it.

import Upright
import UprightIIIF

/// A path below `/iiif/` or `/stored/iiif/`.
struct ImageAddress: Sendable {
  /// What is asked for.
  enum Wanted: Sendable {
    /// The image's base URI.
    case base
    /// `info.json`.
    case info
    /// An image.
    case image(IIIFRequest)

    /// Its name in logs and metrics.
    var name: String {
      switch self {
      case .base: "base"
      case .info: "info"
      case .image: "image"
      }
    }
  }

  /// The version of the API.
  let version: IIIFVersion
  /// Whether the image is served as stored, whatever its tag states.
  let isStored: Bool
  /// Which image.
  let identifier: String
  /// What of it.
  let wanted: Wanted
  /// The image's base URI, without the server.
  let base: String

  /// An image as displayed, whose request is known.
  init(_ request: IIIFRequest, of identifier: String) {
    (version, isStored, self.identifier) = (request.version, false, identifier)
    wanted = .image(request)
    base = Self.base(request.version, identifier)
  }

  private static func base(_ version: IIIFVersion, _ identifier: String) -> String {
    "/iiif/\(version.rawValue)/\(ServerPath.encoded(identifier))"
  }

  /// What a path asks for; nil if it is not the address of an image.
  init?(_ path: Substring) throws(IIIFError) {
    var segments = try ServerPath.segments(String(path))
    isStored = segments.first == "stored"
    if isStored { segments.removeFirst() }
    guard segments.count >= 3, segments[0] == "iiif",
      let version = IIIFVersion.allCases.first(where: { "\($0.rawValue)" == segments[1] })
    else { return nil }
    self.version = version
    identifier = segments[2]
    base = (isStored ? "/stored" : "") + Self.base(version, identifier)
    switch segments.count {
    case 3: wanted = .base
    case 4 where segments[3] == "info.json": wanted = .info
    case 7:
      wanted = .image(
        try IIIFRequest(
          version: version, region: segments[3], size: segments[4], rotation: segments[5], file: segments[6]))
    default: return nil
    }
  }

  /// The size of the image in the space that the address names, which IIIF calls displayed.
  func size(of probe: Probe) -> PixelSize<Displayed> {
    isStored
      ? PixelSize(width: probe.storedSize.width, height: probe.storedSize.height) : probe.displayedSize
  }

  /// What the planner is asked for. Of an image as stored, the region is one of stored pixels, and the rotation first
  /// undoes what the tag does.
  func rendition(_ asked: Rendition, of probe: Probe) -> Rendition {
    guard isStored else { return asked }
    var rendition = asked
    if case .pixels(let part) = asked.region {
      rendition.region = .stored(PixelRect(x: part.x, y: part.y, width: part.width, height: part.height))
    }
    rendition.rotation = probe.orientation.inverse.then(
      Orientation<Stored, Displayed>(
        mirrored: asked.rotation.isMirrored, clockwise: asked.rotation.clockwiseQuarters))
    return rendition
  }
}
