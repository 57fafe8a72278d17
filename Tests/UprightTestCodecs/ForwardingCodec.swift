// A codec that passes every call to another one, for tests that change one of them.

package import Upright

/// A codec that forwards to another one, except for what its conformer implements.
package protocol ForwardingCodec: ImageDecoder, ImageEncoder, BlockCodec, PlaneCodec {
  /// The other one.
  var inner: any Codec { get }
}

extension ForwardingCodec {
  package var format: ContainerFormat { inner.format }
  package var capabilities: Capabilities { inner.capabilities }

  package func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try inner.requiredDecoder().decode(pass, from: source, limits: limits, band: band)
  }

  package func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]? {
    try inner.requiredDecoder().profile(of: source, limits: limits)
  }

  package func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    try inner.requiredEncoder().encode(image, settings: settings, metadata: metadata, limits: limits, into: &sink)
  }

  package func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    try inner.requiredBlocks().transform(job, from: source, metadata: metadata, limits: limits, into: &sink)
  }

  package func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) {
    try inner.requiredBlocks().writeBlocks(of: size, as: orientation, from: source, limits: limits, into: &sink)
  }

  package func decodePlanes(
    _ pass: DecodePass, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try inner.requiredPlanes().decodePlanes(pass, chroma: chroma, from: source, limits: limits, band: band)
  }

  package func encode(
    _ image: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    try inner.requiredPlanes().encode(image, settings: settings, metadata: metadata, limits: limits, into: &sink)
  }
}
