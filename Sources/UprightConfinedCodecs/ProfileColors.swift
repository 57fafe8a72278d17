// Colours by ICC profiles, by Little CMS (ICC.1:2022).

public import Upright

/// Converts pictures from the colours of their profile to sRGB; a program that links it takes the risk of hostile profiles.
public struct ProfileColors: ColorManagement {
  /// The engine; it has no state.
  public init() {}

  /// As the protocol says. A picture of gray whose profile is one of red, green and blue is read as equal parts of them, and one
  /// with opacity whose profile is one of gray as gray, which is its red.
  ///
  /// - Throws: `.unsupported`, also where the trait LCMS is off; `.limit`.
  public func converted(
    _ picture: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    #if LCMS
      guard picture.layout.channels == .gray, profile.dropFirst(16).starts(with: "RGB ".utf8) else {
        return try picture.inSRGB(from: profile)
      }
      guard let result = try picture.converted(to: .rgb)?.inSRGB(from: profile).converted(to: .gray) else {
        throw .outOfMemory
      }
      return result
    #else
      throw .unsupported("converting colours: this build is without the trait LCMS")
    #endif
  }
}
