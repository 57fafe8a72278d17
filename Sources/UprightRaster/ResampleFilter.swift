// The resampling filters (box; Keys 1981 with a = -0.5, Catmull-Rom; Lanczos with three lobes).

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the samples around a point are weighted.
public enum ResampleFilter: Hashable, Sendable, CaseIterable {
  /// The mean of the covered samples; when enlarging, the nearest sample.
  case box
  /// Cubic convolution with a = -0.5: reproduces parabolas.
  case bicubic
  /// A sinc under a sinc three times as wide: the sharpest of them.
  case lanczos3
  /// The nearest sample, so that no value is new: for masks, whose values are numbers of classes.
  case nearest

  /// The filters that weight several samples.
  public static let allCases: [Self] = [.box, .bicubic, .lanczos3]

  /// Its radius, in samples of the coarser grid.
  public var support: Double {
    switch self {
    case .box, .nearest: 0.5
    case .bicubic: 2
    case .lanczos3: 3
    }
  }

  /// The weight of a sample at `distance`, in samples of the coarser grid; not normalized.
  public func weight(_ distance: Double) -> Double {
    let x = distance.magnitude
    switch self {
    case .box, .nearest:
      return distance > -0.5 && distance <= 0.5 ? 1 : 0
    case .bicubic:
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    case .lanczos3:
      return x < 3 ? Self.windowedSinc(x) : 0
    }
  }

  /// sinc(x) · sinc(x / 3), with one sine for both: sin 3a = 3 sin a - 4 sin³ a.
  private static func windowedSinc(_ x: Double) -> Double {
    if x < 1e-8 { return 1 }
    let third = sin(x * (.pi / 3))
    let square = third * third
    return square * (9 - 12 * square) / (x * x * (.pi * .pi))
  }
}
