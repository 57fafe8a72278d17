// Windows bitmaps, decoded in Swift without a library (Win32 API, Bitmap Storage and Bitmap Compression).

public import Upright
import UprightMetadata

/// Bitmaps: palettes of 1 to 8 bits, 16, 24 and 32 bits, bit fields of up to 16 bits, and run-length encoding; decoding
/// only.
public struct BMPCodec: ImageDecoder {
  /// The codec; it has no state.
  public init() {}

  /// BMP.
  public var format: ContainerFormat { .bmp }

  /// Decoding at full size.
  public var capabilities: Capabilities { CodecFacts.bmp.capabilities }

  /// Decodes a region. Only its rows are read; with run-length encoding, all rows up to its last.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `ImageDecoder`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let rows = try BMPRows(source, pass, limits)
    try pass.bands(format) { (empty, first) throws(UprightError) in
      if Cancellation.isRequested { throw .cancelled }
      let samples = try rows.samples(first, empty.size)
      guard let made = Raster<Decoded>(size: empty.size, layout: pass.layout, bytes: samples) else {
        throw .outOfMemory
      }
      try band(made, first)
    }
  }
}
