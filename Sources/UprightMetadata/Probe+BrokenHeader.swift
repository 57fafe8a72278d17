// Headers that no decoder can follow, although they give the orientation (PNG 3rd edition, table 12 and 11.2.1).

extension Probe {
  /// The violation if the header describes pixels that its format does not allow; nil if it is valid.
  package var brokenHeader: MetadataError? { header.container.brokenHeader }
}

extension PNGHeader {
  var brokenHeader: MetadataError? { impossibleCoding.map { MetadataError(.boxInvalid, at: $0) } }
}
