// How coded samples become colors where libheif 1.15 does not convert them (ITU-T H.273, 8.3; AVIF 1.1, 2.2.1 and 4.1).

/// What a decoder must do besides the library's own conversion.
package struct SampleConversion: Hashable, Sendable {
  /// Whether alpha has the limited range.
  package var isAlphaLimited = false
  /// Whether red, green and blue are coded as such, in the limited range.
  package var areColorsLimited = false
  /// Whether colors are YCgCo of full range and more than 8 bits, which the library confuses with another matrix.
  package var isYCgCo = false

  /// Whether the library must not convert colors: it would narrow those that are coded as such.
  package var needsCodedSamples: Bool { areColorsLimited || isYCgCo }

  /// Nothing.
  package init() {}
}

extension ItemImage {
  /// How the samples of the tiles become colors; all are coded like the first. The container's numbers are used before
  /// those of the coded data, but alpha has only the latter.
  ///
  /// - Throws: `.unreadable`.
  package func conversion(in source: some ByteSource) throws(MetadataError) -> SampleConversion {
    var conversion = SampleConversion()
    guard inputs.isEmpty, let first = tiles.first else { return conversion }
    if let header = try opacity.first?.sequenceHeader(in: source) { conversion.isAlphaLimited = !header.isFullRange }
    var (matrix, isFullRange) = (colors?.matrix ?? 2, colors?.isFullRange ?? true)
    if colors == nil, !isSubsampled || depth > 8, let header = try first.sequenceHeader(in: source) {
      (matrix, isFullRange) = (header.matrix, header.isFullRange)
    }
    conversion.areColorsLimited = !isGray && matrix == 0 && !isFullRange
    conversion.isYCgCo = !isGray && matrix == 8 && isFullRange && depth > 8
    return conversion
  }
}

extension ItemTile {
  /// The sequence header among its first bytes; nil if it is not AV1.
  fileprivate func sequenceHeader(in source: some ByteSource) throws(MetadataError) -> AV1SequenceHeader? {
    guard kind == "av01", let range = bytes.first else { return nil }
    return AV1SequenceHeader(in: try source.read(range.prefix(AV1SequenceHeader.searchedBytes)))
  }
}
