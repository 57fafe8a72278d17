// What the pipeline needs of a colour engine; conformers live in other targets (ICC.1:2022).

/// Converts pictures from the colours of an ICC profile to sRGB.
public protocol ColorManagement: Sendable {
  /// The picture in the colours of sRGB (IEC 61966-2-1): gray stays gray, inks become red, green and blue, opacity stays what
  /// it is, the depth stays the same. By relative colorimetry, black to black.
  ///
  /// - Throws: `.unsupported` where the profile is not one for such a picture, or cannot be read; `.limit`.
  func converted(
    _ picture: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output>
}
