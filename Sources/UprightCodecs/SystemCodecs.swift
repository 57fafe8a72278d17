// The codecs of this target, as one list for a pipeline.

public import Upright

/// The codecs that the system's C libraries give.
public enum SystemCodecs {
  /// One codec per format: JPEG by libjpeg-turbo, PNG by libpng, WebP by libwebp.
  public static var all: [any Codec] { all(usingThreads: true) }

  /// The same, for a process that may start no threads: none of the libraries does.
  public static func all(usingThreads: Bool) -> [any Codec] { [JPEGCodec(), PNGCodec(), webp(usingThreads)] }

  private static func webp(_ usesThreads: Bool) -> any Codec {
    #if WebP
      WebPCodec(usesThreads: usesThreads)
    #else
      UnbuiltCodec(.webp, trait: "WebP")
    #endif
  }
}
