// A codec for a format coded in DCT blocks, which can be moved without decoding pixels (ITU T.81, A.3.3).

/// Moves and writes the blocks of one format.
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
