// What a server is told: folders, address, limits, and the formats that it may send in place of JPEG.

import Upright
import UprightIIIF

/// The settings of a server.
public struct ServerOptions: Sendable {
  /// The folders whose images are served.
  public var roots: [String]
  /// The address that the server listens on.
  public var host = "127.0.0.1"
  /// The port that the server listens on; 0 for any that is free.
  public var port = 8_080
  /// The port for health and metrics, on the same machine only; nil for none, 0 for any that is free.
  public var statusPort: Int?
  /// The address of the port for health and metrics.
  public var statusHost = "127.0.0.1"
  /// The URL by which clients reach the server, without a path's slash at its end; nil to use each request's host.
  public var baseURL: String?
  /// The number of images that are decoded at once; nil for the number of cores.
  public var jobs: Int?
  /// The memory of all requests together, in bytes, with headers and indexes that are kept.
  public var memoryBytes = 1 << 30
  /// The seconds that one request may take.
  public var seconds = 30.0
  /// The pixels of the largest result; nil for any.
  public var maxArea: Int?
  /// The pixels of the largest source or result that is decoded.
  public var maxPixels = Limits().pixels
  /// The width and height of the tiles that clients are told to request.
  public var tileSize = 512
  /// The quality of results that are encoded with loss, 1…100; nil for that of each source.
  public var quality: Int?
  /// Whether only the sizes and tiles in `info.json` are served.
  public var sizesOnly = false
  /// The seconds for which clients may use an image without asking again.
  public var maxAge = 0
  /// The connections that are open at once; more have to wait.
  public var connections = 512
  /// The requests that wait for memory or a thread at once; more are refused.
  public var queue = 256
  /// The seconds after which a connection without a request is closed.
  public var idleSeconds = 30
  /// The seconds for which requests in progress may go on after the server is told to stop.
  public var drainSeconds = 10
  /// The bytes of headers and indexes of JPEGs that are kept in memory: a part of `memoryBytes`, at most a quarter.
  public var cacheBytes = 64 << 20
  /// The folder in which indexes of JPEGs are kept; nil for none.
  public var cacheFolder: String?
  /// The bytes that this folder may contain.
  public var cacheFolderBytes = 1 << 30
  /// The files that this folder may contain.
  public var cacheFolderFiles = 100_000
  /// Whether results are kept in this folder too.
  public var cachesResults = false
  /// The keys of signed addresses; nil to answer everybody.
  public var signKeys: URLKeys?
  /// Requests with names of their own.
  public var presets: [ImagePreset] = []
  /// Whether only these are answered.
  public var onlyPresets = false
  /// The formats that may take the place of JPEG for clients that name them.
  public var negotiated: [NegotiatedFormat] = []
  /// The file to which requests are logged, `-` for standard output; nil for none.
  public var accessLog: String?

  /// The folder with the file of saved selections; nil to save none.
  public var stateFolder: String?
  /// The bytes that this file may have.
  public var stateBytes = 256 << 20

  /// The default settings for these folders.
  public init(roots: [String]) { self.roots = roots }
}

extension ServerOptions {
  /// The memory of what is kept between requests.
  var keptBytes: Int { max(0, min(cacheBytes, memoryBytes / 4)) }

  /// The memory that is left for requests in progress.
  var workingBytes: Int { memoryBytes - keptBytes }
}

// Formats that are sent in place of JPEG to clients that name them in `Accept` (RFC 9110, 12.5.1).

/// A format that may take the place of JPEG.
public enum NegotiatedFormat: String, Hashable, Sendable, CaseIterable {
  /// AVIF.
  case avif
  /// WebP.
  case webp

  /// The format in requests.
  var format: IIIFFormat {
    switch self {
    case .avif: .avif
    case .webp: .webp
    }
  }

  /// The best of `offered` for the values of `Accept`; nil for JPEG.
  ///
  /// A format must be named itself, because `image/*` is also sent by programs that cannot decode it. Of those named,
  /// the highest weight wins, then the order of `offered`; JPEG wins if it is named with a higher weight.
  static func best(of offered: [Self], for accept: [String]) -> Self? {
    let weights = weights(accept)
    let jpeg = weights["image/jpeg"] ?? 0
    var best: (format: Self, weight: Int)?
    for format in offered {
      guard let weight = weights["image/\(format.rawValue)"], weight > 0, weight >= jpeg else { continue }
      if weight > best?.weight ?? 0 { best = (format, weight) }
    }
    return best?.format
  }

  /// The weights of media types, in thousandths.
  private static func weights(_ accept: [String]) -> [String: Int] {
    var weights: [String: Int] = [:]
    for part in accept.joined(separator: ",").split(separator: ",").prefix(100) {
      let words = part.split(separator: ";").map { $0.trimmed.lowercased() }
      guard let type = words.first else { continue }
      let value = words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      weights[type] = value >= 0 && value <= 1 ? Int(value * 1_000) : 0
    }
    return weights
  }
}
