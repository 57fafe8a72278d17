// Color conversion with ICC profiles, by Little CMS (ICC.1:2022).

public import Upright

/// Converts images from the colors of their profile to sRGB; a program that links it takes the risk of hostile
/// profiles.
public struct ProfileColors: ColorManagement {
  /// The engine; it has no state.
  public init() {}

  /// As the protocol. A gray image with an RGB profile is read as equal red, green and blue. An image with alpha and a
  /// gray profile is read as gray, from its red.
  ///
  /// - Throws: `.unsupported`, also if the trait LCMS is off; `.limit`.
  public func converted(
    _ image: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    #if LCMS
      guard image.layout.channels == .gray, profile.dropFirst(16).starts(with: "RGB ".utf8) else {
        return try image.inSRGB(from: profile)
      }
      guard let result = try image.converted(to: .rgb)?.inSRGB(from: profile).converted(to: .gray) else {
        throw .outOfMemory
      }
      return result
    #else
      throw .unsupported("converting colors needs the package trait LCMS, which this build lacks")
    #endif
  }
}
