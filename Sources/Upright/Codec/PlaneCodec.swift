// A codec that decodes to component planes and encodes them.

/// Decodes and encodes the component planes of one format.
public protocol PlaneCodec: Codec {
  /// Decodes the component planes of a pass at full size and delivers them in bands of rows, top to bottom as stored.
  ///
  /// Each call delivers at most `DecodePass.bandRows` rows of pixels with the index of the first in the region. Every
  /// row comes exactly once, in order, and every band after the first begins between chroma samples. On each axis, one
  /// edge of the region is between chroma samples; at the other, a whole sample covers the remaining pixels.
  ///
  /// - Throws: `.unanswerable` for a denominator other than 1, `.malformed`, `.unsupported`, `.limit`, `.codec`,
  ///   `.cancelled`, and errors of `band`.
  func decodePlanes(
    _ pass: DecodePass, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError)

  /// Encodes the component planes of a result, which are subsampled according to `settings`.
  ///
  /// - Throws: `.unsupported`, `.codec`, `.limit`, `.cancelled`, and errors of `sink`.
  func encode(
    _ image: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError)

  /// Decodes the planes of a pass, reorients and encodes them strip by strip, so that not all of them are in memory.
  /// The result is that of `decodePlanes` and `encode`, byte for byte.
  ///
  /// - Returns: false, before anything is written, if the file or the codec does not allow that, or it would not help.
  /// - Throws: As `decodePlanes` and `encode`. Once something is written, damage is always an error.
  func recode(
    _ pass: DecodePass, strips: PlaneStrips, by orientation: Orientation<Decoded, Output>, settings: EncodeSettings,
    metadata: CarriedMetadata, from source: any ByteSource, limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) -> Bool
}

/// How component planes are divided into strips: columns of the stored image that become rows of the result, or rows.
public struct PlaneStrips: Hashable, Sendable {
  /// The chroma subsampling, in the stored image's axes.
  public let chroma: Subsampling
  /// Columns or rows of a strip, in pixels: a multiple of ``unit``.
  public let length: Int
  /// The maximum bytes of a strip's coded data.
  public let cutLimit: Int
  /// Whether all planes together would exceed the memory limit.
  public let isRequired: Bool

  /// Strips have whole rows of blocks, whatever the subsampling.
  public static let unit = 32

  /// Strips of `length` columns or rows, a multiple of ``unit``.
  public init(chroma: Subsampling, length: Int, cutLimit: Int, isRequired: Bool = false) {
    precondition(length > 0 && length.isMultiple(of: Self.unit), "strips of whole units")
    self.chroma = chroma
    self.length = length
    self.cutLimit = cutLimit
    self.isRequired = isRequired
  }

  /// The strips of a region in the order of the result's rows.
  package func parts(
    of region: PixelRect<Stored>, by orientation: Orientation<Decoded, Output>
  ) -> [PixelRect<Stored>] {
    let reversed = orientation.reversesFromAxes
    let isColumns = orientation.swapsAxes
    let isReversed = isColumns ? reversed.horizontal : reversed.vertical
    let (first, count) = isColumns ? (region.x, region.width) : (region.y, region.height)
    return stride(from: 0, to: count, by: length).map { done in
      let size = min(length, count - done)
      let start = isReversed ? first + count - done - size : first + done
      return isColumns
        ? PixelRect(x: start, y: region.y, width: size, height: region.height)
        : PixelRect(x: region.x, y: start, width: region.width, height: size)
    }
  }
}

extension DecodePass {
  /// Checks that component planes can be decoded in this pass.
  ///
  /// - Throws: `.unanswerable` for a denominator other than 1.
  package func checkPlanes() throws(UprightError) {
    guard denominator == 1 else {
      throw .unanswerable(field: "denominator", reason: "planes are decoded at full size")
    }
  }
}

extension PlaneCodec {
  /// Does not divide anything.
  public func recode(
    _ pass: DecodePass, strips: PlaneStrips, by orientation: Orientation<Decoded, Output>, settings: EncodeSettings,
    metadata: CarriedMetadata, from source: any ByteSource, limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) -> Bool { false }

  /// Self if its capabilities include planes; otherwise nil.
  public var planes: (any PlaneCodec)? { capabilities.planes ? self : nil }
}
