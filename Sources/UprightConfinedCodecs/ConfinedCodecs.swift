// The codecs whose libraries hostile content may crash, as a list; `upright-worker` uses them
// (Sources/UprightSandbox/Design.md).

import CConfined
public import Upright

/// The codecs that belong in a separate process; a program that links them takes the risk itself.
public enum ConfinedCodecs {
  /// One codec per format: TIFF by libtiff, HEIF and AVIF by libheif, JPEG XL by libjxl, GIF by giflib; those left out
  /// by a trait throw errors.
  public static var all: [any Codec] {
    var all: [any Codec] = []
    #if TIFF
      all.append(TIFFCodec())
    #else
      all.append(UnavailableCodec(.tiff, trait: "TIFF"))
    #endif
    #if JPEGXL
      all.append(JPEGXLCodec())
    #else
      all.append(UnavailableCodec(.jpegXL, trait: "JPEGXL"))
    #endif
    #if GIF
      all.append(GIFCodec())
    #else
      all.append(UnavailableCodec(.gif, trait: "GIF"))
    #endif
    #if HEIF
      all += [HEIFCodec(.heif), HEIFCodec(.avif)]
    #else
      all += [UnavailableCodec(.heif, trait: "HEIF"), UnavailableCodec(.avif, trait: "HEIF")]
    #endif
    return all
  }

  /// The libraries that a format needs, including those for colors, or all: loads them, and omits missing ones.
  ///
  /// libheif and libjxl are loaded on first use. A process that confines itself must call this before.
  public static func libraries(for format: ContainerFormat? = nil) -> [LibraryVersion] {
    let loaded = Set(CodecFacts.all.compactMap(\.loadedLibrary))
    let needed = format.flatMap(CodecFacts.of)?.loadedLibrary
    let all = [
      ("libtiff", UC_LIBTIFF), ("libheif", UC_LIBHEIF), ("libjxl", UC_LIBJXL), ("giflib", UC_GIFLIB),
      ("Little CMS", UC_LCMS),
    ]
    let names = all.filter { name, _ in format == nil || !loaded.contains(name) || name == needed }
    return names.compactMap { name, library in LibraryVersion(name, packed: uc_version(library)) }
  }
}

// Color conversion with ICC profiles, by Little CMS (ICC.1:2022).

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
