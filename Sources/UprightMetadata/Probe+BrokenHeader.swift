// Headers that no decoder can follow, although they say which way is up (PNG 3rd edition, table 12 and 11.2.1).

extension Probe {
  /// What the header says of the coded pixels that its format does not have; nil where there is nothing like that.
  package var brokenHeader: MetadataError? {
    guard case .png(let header) = header else { return nil }
    return header.impossibleCoding.map { MetadataError(.boxInvalid, at: $0) }
  }
}
