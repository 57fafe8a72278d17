// Formats that are sent in place of JPEG to clients that name them in `Accept` (RFC 9110, 12.5.1).

import UprightIIIF

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
