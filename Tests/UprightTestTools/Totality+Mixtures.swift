// Several bytes broken at once, and patches compared with what they declare.

package import UprightGeometry
import UprightMetadata

extension Totality {
  /// Describes what is wrong if several bytes have other values, `count` times and always the same for one `seed`; nil
  /// if nothing is.
  package static func complaintOfMixtures(_ bytes: [UInt8], seed: UInt64, count: Int = 100) -> String? {
    var random = SplitMix64(seed: seed)
    let interesting: [UInt8] = [0, 1, 2, 3, 6, 8, 0x12, 0x7F, 0x80, 0xFE, 0xFF]
    for round in 0..<count {
      var changed = bytes
      for _ in 0..<Int.random(in: 2...5, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        changed[place] = interesting.randomElement(using: &random) ?? 0
      }
      if let complaint = complaint(changed, tags: ExifOrientation.allCases) { return "mixture \(round): \(complaint)" }
    }
    return nil
  }

  /// Describes what is wrong with a required patch: as `complaint`, and the size must stay, and only declared bytes may
  /// change.
  package static func complaintOfRetag(_ bytes: [UInt8], to tag: ExifOrientation) throws -> String? {
    let probe = try Probe(bytes)
    let patch = try probe.retag(to: Orientation(exif: tag))
    let result = try patch.applied(to: bytes)
    guard try Probe(result).storedSize == probe.storedSize else { return "the size is another" }
    guard result.count == bytes.count + patch.growth else { return "the length is another" }
    if patch.isInPlace {
      let declared = Set(patch.edits.flatMap { edit in edit.offset..<edit.offset + edit.new.count })
      let place = bytes.indices.first { bytes[$0] != result[$0] && !declared.contains($0) }
      if let place { return "byte \(place) changed without being declared" }
    }
    return complaint(bytes, tags: [tag])
  }
}
