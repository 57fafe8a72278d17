// Requests in few words, and a random source with a seed.

import Upright
import UprightGeometry
import UprightIIIF
import UprightMetadata

/// The outcome of a request: what is made, or the status and code of its error.
enum Outcome: Hashable {
  case image(IIIFResolved)
  case refused(Int, String)

  var image: IIIFResolved? { if case .image(let image) = self { image } else { nil } }

  /// `w,h`, or the status and code.
  var text: String {
    switch self {
    case .image(let image): "\(image.outputSize.width),\(image.outputSize.height)"
    case .refused(let status, let code): "\(status) \(code)"
    }
  }

  /// The same with the size before a rotation by a quarter turn.
  var unturned: String { image.map { "\($0.outputSize.height),\($0.outputSize.width)" } ?? text }
}

/// A service that writes the formats of the default build.
func service(
  maxWidth: Int? = nil, maxHeight: Int? = nil, maxArea: Int? = nil, upscaling: Bool = false, sizesOnly: Bool = false,
  tile: Int = 512
) -> IIIFService {
  IIIFService(
    formats: [.png, .jpeg, .webp, .tiff, .avif, .jpegXL], maxWidth: maxWidth, maxHeight: maxHeight, maxArea: maxArea,
    allowsUpscaling: upscaling, sizesOnly: sizesOnly, tileSize: tile)
}

/// What `region/size/rotation/quality.format` yields.
func outcome(
  _ path: String, _ version: IIIFVersion = .v3, of image: PixelSize<Displayed>, _ service: IIIFService = service()
) -> Outcome {
  let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  guard parts.count == 4 else { return .refused(404, "parts") }
  do {
    let request = try IIIFRequest(
      version: version, region: parts[0], size: parts[1], rotation: parts[2], file: parts[3])
    return .image(try request.resolved(for: image, service: service))
  } catch {
    return .refused(error.status, error.code)
  }
}

/// xorshift64*.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }
}
