// What the pipeline needs from a color engine; other targets contain the conformers (ICC.1:2022).

/// Converts images from the colors of an ICC profile to sRGB.
public protocol ColorManagement: Sendable {
  /// The image in sRGB (IEC 61966-2-1). Gray stays gray, CMYK becomes RGB; alpha and depth are unchanged. Relative
  /// colorimetric, with black-point compensation.
  ///
  /// - Throws: `.unsupported` if the profile does not fit such an image or cannot be read; `.limit`.
  func converted(
    _ image: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output>
}
