// What holds for whatever bytes: an error or a probe, and a change of orientation that is refused or true and can be undone.

package import UprightGeometry
import UprightMetadata

/// Tries bytes that may be broken anywhere; a trap ends the test, everything else is told.
package enum Totality {
  /// Probes, and retags to each of `tags`; what is wrong with the outcome, nil where all is well.
  package static func complaint(_ bytes: [UInt8], tags: [ExifOrientation] = []) -> String? {
    guard let probe = try? Probe(bytes) else { return nil }
    for tag in tags {
      guard let patch = try? probe.retag(to: Orientation(exif: tag)) else { continue }
      guard let result = try? patch.applied(to: bytes) else { continue }
      guard let again = try? Probe(result), again.orientation.exif == tag else { return "\(tag) is not read back" }
      guard (try? patch.inverse.applied(to: result)) == bytes else { return "the way back from \(tag) is another" }
    }
    return nil
  }

  /// What is wrong with one of the prefixes, nil where all is well; every third is retagged.
  package static func complaintOfPrefixes(_ bytes: [UInt8], upTo limit: Int = 4_096) -> String? {
    for count in 0...min(bytes.count, limit) {
      if let complaint = complaint(Array(bytes.prefix(count)), tags: count % 3 == 0 ? [.rightTop] : []) {
        return "the first \(count) bytes: \(complaint)"
      }
    }
    return nil
  }

  /// What is wrong where one byte has another value, nil where all is well; every `stride`th value is retagged.
  package static func complaintOfMutations(
    _ bytes: [UInt8], in places: Range<Int> = 0..<4_096, retagging stride: UInt8 = 16
  ) -> String? {
    var bytes = bytes
    for place in places.clamped(to: bytes.indices) {
      let kept = bytes[place]
      for value in UInt8.min...UInt8.max {
        bytes[place] = value
        let tags: [ExifOrientation] = value % stride == 6 ? [.topLeft, .rightTop] : []
        if let complaint = complaint(bytes, tags: tags) { return "byte \(place) as \(value): \(complaint)" }
      }
      bytes[place] = kept
    }
    return nil
  }
}
