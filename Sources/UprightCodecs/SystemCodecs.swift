// The codecs of this target, as one list for a pipeline.

public import Upright

/// The codecs that the system's C libraries give.
public enum SystemCodecs {
  /// One codec per format: JPEG by libjpeg-turbo, PNG by libpng.
  public static var all: [any Codec] { [JPEGCodec(), PNGCodec()] }
}
