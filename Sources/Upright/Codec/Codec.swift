// What the pipeline needs of a format's library; conformers live in other targets.

/// One format's decoder, encoder and lossless transformer.
///
/// Conformers are values without state: every call stands alone and may run on any thread.
/// They carry no tag of the source into anything: what metadata a result has is what they are handed.
public protocol Codec: Sendable {
  /// Which format.
  var format: ContainerFormat { get }
  /// What it can do.
  var capabilities: Capabilities { get }

  /// Decodes one pass and hands its rows, top to bottom as stored, to `band`.
  ///
  /// Each call brings at most `DecodePass.bandRows` rows as a raster of the pass's width and the index of its first row in the pass;
  /// all rows come exactly once, in order.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`, and what `band` throws.
  func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError)

  /// The ICC profile of the colours in which the picture is decoded, where only a decoder can say it.
  ///
  /// - Returns: nil where the container's headers say it, or that there is none.
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`.
  func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]?

  /// Encodes a picture as it is delivered: upright, tag 1.
  ///
  /// - Throws: `.unsupported`, `.codec`, `.limit`, `.cancelled`, and what `sink` throws.
  func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError)

  /// Turns and crops coefficients; a warning of the decoder is an error here, because it would be made permanent.
  ///
  /// - Returns: the offset in `source` one past the picture's end, behind which a trailer may follow.
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`, and what `sink` throws.
  func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int

  /// Writes the blocks of a JPEG in one form, whatever their coding, as they lie after `orientation`; a warning of the
  /// decoder is an error here.
  ///
  /// `size` is kept of the stored picture from its first block on: all of it, or less by whole blocks. The form is that of docs/digest-and-verify.md.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`, and what `sink` throws.
  func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError)

  /// Decodes a region's component planes in full size and hands them over in bands of rows, top to bottom as stored.
  ///
  /// Each call brings at most `DecodePass.bandRows` rows of pixels and the index of the first in the region; all rows
  /// come exactly once, in order, and a band but the first begins between samples of chroma. On either axis one edge of
  /// the region lies between samples of chroma; at the other, a whole sample stands for what is left.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`, and what `band` throws.
  func decodePlanes(
    of region: PixelRect<Stored>, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError)

  /// Encodes the component planes of a picture as it is delivered; they are sampled as `settings` say.
  ///
  /// - Throws: `.unsupported`, `.codec`, `.limit`, `.cancelled`, and what `sink` throws.
  func encode(
    _ picture: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError)
}

extension Codec {
  /// None, as of all containers whose headers say it.
  public func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]? { nil }

  /// Refuses, as do all codecs of formats in which nothing can be turned without loss that a retagging or a transcoding would not do.
  ///
  /// - Throws: `.unsupported`.
  public func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    throw .unsupported("turning \(format.rawValue) without loss")
  }

  /// Refuses, as do all codecs of formats without blocks.
  ///
  /// - Throws: `.unsupported`.
  public func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) {
    throw .unsupported("blocks of \(format.rawValue)")
  }

  /// Refuses, as do all codecs whose capabilities have no planes.
  ///
  /// - Throws: `.unsupported`.
  public func decodePlanes(
    of region: PixelRect<Stored>, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    throw .unsupported("planes of \(format.rawValue)")
  }

  /// Refuses, as do all codecs whose capabilities have no planes.
  ///
  /// - Throws: `.unsupported`.
  public func encode(
    _ picture: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    throw .unsupported("planes of \(format.rawValue)")
  }
}
