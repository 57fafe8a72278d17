// What the pipeline needs from other targets: a format's library, to decode, to encode, to move blocks and for
// component planes; a color engine; a place for the encoded bytes.

/// A library for one format and what it offers: decoding, encoding, moving blocks, component planes.
///
/// Conformers are stateless values: each call is independent and may run on any thread. They copy no metadata from the
/// source; a result has exactly the metadata that they are given.
public protocol Codec: Sendable {
  /// The format.
  var format: ContainerFormat { get }
  /// What it can do.
  var capabilities: Capabilities { get }

  /// The decoder; nil for none.
  var decoder: (any ImageDecoder)? { get }
  /// The encoder; nil for none.
  var encoder: (any ImageEncoder)? { get }
  /// The block codec; nil for a format without blocks.
  var blocks: (any BlockCodec)? { get }
  /// The plane codec; nil for none.
  var planes: (any PlaneCodec)? { get }
}

extension Codec {
  /// nil, unless the codec is a decoder and its capabilities include decoding.
  public var decoder: (any ImageDecoder)? { nil }
  /// nil, unless the codec is an encoder and its capabilities include encoding.
  public var encoder: (any ImageEncoder)? { nil }
  /// nil, unless the codec moves blocks and its capabilities include that.
  public var blocks: (any BlockCodec)? { nil }
  /// nil, unless the codec has planes and its capabilities include them.
  public var planes: (any PlaneCodec)? { nil }
}

extension Codec {
  /// The decoder.
  ///
  /// - Throws: `.unsupported` if there is none; names the package trait that adds it.
  package func requiredDecoder() throws(UprightError) -> any ImageDecoder {
    guard let decoder else { throw missing("\(format.name) cannot be decoded") }
    return decoder
  }

  /// The encoder.
  ///
  /// - Throws: `.unsupported` if there is none; names the package trait that adds it.
  package func requiredEncoder() throws(UprightError) -> any ImageEncoder {
    guard let encoder else { throw missing("\(format.name) cannot be written") }
    return encoder
  }

  /// The block codec.
  ///
  /// - Throws: `.unsupported` if there is none; names the package trait that adds it.
  package func requiredBlocks() throws(UprightError) -> any BlockCodec {
    guard let blocks else { throw missing("blocks of \(format.name) cannot be read") }
    return blocks
  }

  /// The plane codec.
  ///
  /// - Throws: `.unsupported` if there is none; names the package trait that adds it.
  package func requiredPlanes() throws(UprightError) -> any PlaneCodec {
    guard let planes else { throw missing("planes of \(format.name) are not supported") }
    return planes
  }

  private func missing(_ what: String) -> UprightError {
    .unsupported(Phrase(capabilities.missingTrait.map { UnavailableCodec.reason(format, trait: $0) } ?? what))
  }
}

/// Decodes one format: one pass at a time, in bands of rows.
public protocol ImageDecoder: Codec {
  /// Decodes one pass and delivers its rows to `band`, top to bottom as stored.
  ///
  /// Each call delivers at most `DecodePass.bandRows` rows, as a raster of the pass's width, with the index of the
  /// first row in the pass. Every row comes exactly once, in order.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`, and errors of `band`.
  func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError)

  /// The ICC profile of the decoded image, for containers whose headers do not state it.
  ///
  /// - Returns: nil if the container's headers contain the profile or state that there is none.
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`.
  func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]?

  /// Where the coded data of the image ends in `source`, if the codec knows it, as by an index; otherwise nil.
  func dataEnd(of source: any ByteSource) -> Int?
}

extension ImageDecoder {
  /// Self if its capabilities include decoding; otherwise nil.
  public var decoder: (any ImageDecoder)? { capabilities.decodes ? self : nil }

  /// nil, as for all containers whose headers contain the profile.
  public func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]? { nil }

  /// nil: it would have to be searched.
  public func dataEnd(of source: any ByteSource) -> Int? { nil }
}

/// Encodes results in one format.
public protocol ImageEncoder: Codec {
  /// Encodes a result: upright, tag 1.
  ///
  /// - Throws: `.unsupported`, `.codec`, `.limit`, `.cancelled`, and errors of `sink`.
  func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError)
}

extension ImageEncoder {
  /// Self if its capabilities include encoding; otherwise nil.
  public var encoder: (any ImageEncoder)? { capabilities.encodes ? self : nil }
}

/// Moves and writes the DCT blocks of one format, without decoding pixels (ITU T.81, A.3.3).
public protocol BlockCodec: Codec {
  /// Reorients and crops coefficients. A decoder warning is an error here, because the damage would become permanent.
  ///
  /// - Returns: The offset in `source` one past the image's end; a trailer may follow.
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`, and errors of `sink`.
  func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int

  /// Writes the blocks of a JPEG in a normal form, independent of their coding, after `orientation`. A decoder warning
  /// is an error here.
  ///
  /// `size` is the part of the stored image to keep, from its first block: all of it, or less by whole blocks.
  /// docs/digest-and-verify.md defines the form.
  ///
  /// - Throws: `.malformed`, `.unsupported`, `.limit`, `.codec`, `.cancelled`, and errors of `sink`.
  func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError)
}

extension BlockCodec {
  /// Self if its capabilities include transforms; otherwise nil.
  public var blocks: (any BlockCodec)? { capabilities.transforms ? self : nil }
}

/// A planned crop and reorientation of coefficients, lossless and without decoding pixels.
public struct LosslessJob: Hashable, Sendable {
  /// The region to keep, in stored pixels. On an axis that the result reverses, its far edge is on a block boundary; on
  /// any other, its near edge.
  public let region: PixelRect<Stored>
  /// How the region is reoriented.
  public let orientation: Orientation<Stored, Displayed>
  /// Whether reading only the region's coefficients is faster than reading all; the result is the same.
  public let readsOnlyRegion: Bool

  /// A region and its reorientation.
  public init(
    region: PixelRect<Stored>, orientation: Orientation<Stored, Displayed>, readsOnlyRegion: Bool = false
  ) {
    self.region = region
    self.orientation = orientation
    self.readsOnlyRegion = readsOnlyRegion
  }
}

/// Converts images from the colors of an ICC profile to sRGB (ICC.1:2022).
public protocol ColorManagement: Sendable {
  /// The image in sRGB (IEC 61966-2-1). Gray stays gray, CMYK becomes RGB; alpha and depth are unchanged. Relative
  /// colorimetric, with black-point compensation.
  ///
  /// - Throws: `.unsupported` if the profile does not fit such an image or cannot be read; `.limit`.
  func converted(
    _ image: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output>
}

/// Takes encoded bytes in order, such as an array or a file that is being written.
public protocol ByteSink {
  /// Appends bytes.
  ///
  /// - Throws: `UprightError` `.io` if the disk fails.
  mutating func write(_ bytes: [UInt8]) throws(UprightError)
}

extension Array: ByteSink where Element == UInt8 {
  /// Appends bytes.
  public mutating func write(_ bytes: [UInt8]) throws(UprightError) { self += bytes }
}

/// The name and version of a codec's library, as the library states it.
public struct LibraryVersion: Hashable, Sendable, CustomStringConvertible {
  /// The library's name.
  public let name: String
  /// Its version numbers.
  public let major, minor, patch: Int

  /// A version whose parts are the bytes of `packed`, the patch number lowest; nil for 0, which no library has.
  public init?(_ name: String, packed: UInt32) {
    guard packed != 0 else { return nil }
    self.name = name
    (major, minor, patch) = (Int(packed >> 16), Int(packed >> 8 & 255), Int(packed & 255))
  }

  /// `libpng 1.6.39`.
  public var description: String { "\(name) \(major).\(minor).\(patch)" }
}

/// The placeholder for a format whose package trait is off: it can do nothing, and names the trait that adds it.
public struct UnavailableCodec: Codec {
  /// The format.
  public let format: ContainerFormat
  /// The trait that is off.
  public let trait: String

  /// No capabilities, with the trait's name.
  public var capabilities: Capabilities { Capabilities(missingTrait: trait) }

  /// The placeholder for `format`.
  public init(_ format: ContainerFormat, trait: String) {
    self.format = format
    self.trait = trait
  }

  /// A sentence for people.
  static func reason(_ format: ContainerFormat, trait: String) -> String {
    "\(format.name) pixels cannot be read or written: this build lacks the package trait \(trait)"
  }
}

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
  /// How many strips may be decoded, or being decoded, beyond the one that is encoded.
  package static let mostAhead = 2

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
