// A codec that decodes: one pass at a time, in bands of rows.

/// Decodes one format.
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
