// An IPTC record: a sequence of datasets (IPTC-NAA Information Interchange Model 4.2, chapters 2 and 6).

/// Removes the preview image from a record.
enum IPTCRecord {
  /// 2:200, 2:201 and 2:202: a preview's format, the format's version, and its data.
  private static let preview: ClosedRange<UInt8> = 200...202

  /// The record without its preview. Invalid datasets stay as they are; a truncated preview is removed.
  static func withoutPreview(_ record: [UInt8]) -> [UInt8] {
    var (kept, at): ([UInt8], Int) = ([], 0)
    while let (end, isPreview) = dataset(record, at: at) {
      if !isPreview { kept += record[at..<end] }
      at = end
    }
    return at == kept.count ? record : kept + record[at...]
  }

  /// The end of a dataset, and whether it belongs to a preview; nil if no complete dataset starts here.
  private static func dataset(_ record: [UInt8], at start: Int) -> (end: Int, isPreview: Bool)? {
    guard start + 5 <= record.count, record[start] == 0x1C else { return nil }
    let isPreview = record[start + 1] == 2 && preview.contains(record[start + 2])
    var (size, head) = (Int(record[start + 3]) << 8 | Int(record[start + 4]), 5)
    if size >= 0x8000 {
      head += size & 0x7FFF
      guard head <= 5 + 4, start + head <= record.count else { return isPreview ? (record.count, true) : nil }
      size = BigEndian.number(record[start + 5..<start + head])
    }
    let end = start + head + size
    if end <= record.count { return (end, isPreview) }
    return isPreview ? (record.count, true) : nil
  }
}
