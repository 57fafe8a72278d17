// Why an image's pixels or coefficients are not decoded: a stable code for programs, and the values in its sentence
// (ReasonText.swift has the sentences).

public import UprightMetadata

/// Why no library decodes an image's pixels.
public enum UnsupportedPixels: Hashable, Sendable {
  /// It is an animation with this many frames (nil if unknown) whose pixels would be rotated, and no frame was chosen.
  case animation(ContainerFormat, frameCount: Int?)
  /// The same without a rotation: only a still image, in this format, would have other pixels or another coding.
  case frames(ContainerFormat, frameCount: Int?, as: ContainerFormat)
  /// The samples cannot be decoded.
  case samples(UnsupportedSamples)
  /// The coefficients of a JPEG cannot be read.
  case coefficients(UnsupportedCoefficients)

  /// A stable code.
  public var code: String {
    switch self {
    case .animation, .frames: "animation"
    case .samples(let reason): reason.code
    case .coefficients(let reason): reason.code
    }
  }
}

/// Why no library reads a JPEG's coefficients.
public enum UnsupportedCoefficients: Hashable, Sendable {
  /// Lossless JPEG has none.
  case lossless
  /// Hierarchical JPEG is not supported.
  case hierarchical
  /// Samples have this many bits, not 8.
  case depth(Int)
}
