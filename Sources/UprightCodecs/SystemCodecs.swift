// The codecs of this target, as a list for a pipeline.

import CUpright
public import Upright

/// The codecs that use the system's C libraries.
public enum SystemCodecs {
  /// One codec per format: JPEG by libjpeg-turbo, PNG by libpng, WebP by libwebp, BMP in Swift.
  public static var all: [any Codec] { all(usingThreads: true) }

  /// The same, for a process that may not start threads: none of the codecs does.
  public static func all(usingThreads: Bool) -> [any Codec] {
    all(usingThreads: usingThreads, walkingInTwo: { usingThreads })
  }

  /// The same for a program that makes several images at once.
  ///
  /// - Parameters:
  ///   - usingThreads: Whether PNG and WebP may be coded by threads of their own.
  ///   - walkingInTwo: Asked before the coded data of each JPEG is searched for a region: whether a second thread may
  ///     help, because a core has nothing else to do.
  public static func all(
    usingThreads: Bool = true, walkingInTwo: @escaping @Sendable () -> Bool
  ) -> [any Codec] {
    [JPEGCodec(usesThreads: walkingInTwo), PNGCodec(usesThreads: usingThreads), webp(usingThreads), BMPCodec()]
  }

  /// The linked libraries.
  public static var libraries: [LibraryVersion] {
    [("libjpeg-turbo", UP_LIBJPEG), ("libpng", UP_LIBPNG), ("libwebp", UP_LIBWEBP)].compactMap { name, library in
      LibraryVersion(name, packed: up_version(library))
    }
  }

  private static func webp(_ usesThreads: Bool) -> any Codec {
    #if WebP
      WebPCodec(usesThreads: usesThreads)
    #else
      UnavailableCodec(.webp, trait: "WebP")
    #endif
  }
}
