// The law of a file's parts: they cover its bytes without gap or overlap, and each is inside its owner.

package import UprightMetadata

extension Totality {
  /// Describes what is wrong with the parts of a file; nil if nothing is, or it is none.
  package static func complaintOfFileParts(_ bytes: [UInt8]) -> String? {
    guard let probe = try? Probe(bytes) else { return nil }
    guard let parts = try? probe.fileParts(in: bytes) else { return "the parts of bytes in memory are unreadable" }
    return complaint(ofParts: parts, byteCount: bytes.count)
  }

  /// Describes what is wrong with the parts of a file of this length; nil if nothing is.
  package static func complaint(ofParts parts: [FilePart], byteCount: Int) -> String? {
    var at = 0
    let all = parts.filter { $0.owner == nil }.flatMap(\.ranges)
    for range in all.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if range.isEmpty { return "an empty range at byte \(range.lowerBound)" }
      if range.lowerBound != at { return "a gap or an overlap between bytes \(at) and \(range.lowerBound)" }
      at = range.upperBound
    }
    if at != byteCount { return "the parts end at byte \(at) of \(byteCount)" }
    var names: Set<[String]> = []
    for (place, part) in parts.enumerated() {
      guard names.insert([part.kind.rawValue, part.name]).inserted else {
        return "two parts are \(part.kind.rawValue) \(part.name)"
      }
      guard let owner = part.owner else { continue }
      guard owner < place else { return "the part \(place) is before its owner" }
      for range in part.ranges {
        let isInside = parts[owner].ranges.contains {
          $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
        }
        if range.isEmpty || !isInside { return "\(part.kind.rawValue) \(part.name) is not inside its owner: \(range)" }
      }
    }
    return nil
  }
}
