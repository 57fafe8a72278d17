// Invariants of any bytes: an error or a probe, and a change of orientation that is refused, or correct and reversible.

package import UprightGeometry
package import UprightMetadata

/// Tries bytes that may be broken anywhere; a trap ends the test, everything else is reported.
package enum Totality {
  /// Reads everything that a probe offers, and copies its metadata to a new image.
  package static func ask(_ bytes: [UInt8], rules: OrientationRules = OrientationRules()) {
    guard let probe = try? Probe(bytes, rules: rules) else { return }
    _ = probe.parts
    _ = probe.samples
    _ = probe.verdicts
    _ = probe.findings.map(\.code.sentence)
    var edit = MetadataEdit(
      size: PixelSize(width: 10, height: 20), map: Transform2D(scaleX: 0.5, scaleY: -3, tx: 7, ty: 9),
      thumbnail: [0xFF, 0xD8, 0xFF, 0xD9], keepsProfile: true, keepsCoding: false)
    for strip in Strip.allCases {
      edit.strip = strip
      _ = try? probe.carry(edit, from: bytes)
      guard let rewrite = try? probe.rewriting(without: strip, in: bytes) else { continue }
      let result = PatchedSource(bytes, rewrite)
      _ = try? Probe(result, rules: rules)
      _ = try? result.read(0..<result.byteCount)
    }
  }

  /// Probes, retags to each of `tags`, and normalizes; describes what is wrong with the result, nil if nothing is.
  package static func complaint(
    _ bytes: [UInt8], tags: [ExifOrientation] = [], rules: OrientationRules = OrientationRules()
  ) -> String? {
    guard let probe = try? Probe(bytes, rules: rules) else { return nil }
    let settled = tags.isEmpty ? [] : [(probe.orientation.exif, true)]
    for (tag, settles) in tags.map({ ($0, false) }) + settled {
      guard let patch = try? probe.retag(to: Orientation(exif: tag), normalizing: settles) else { continue }
      guard let result = try? patch.applied(to: bytes) else { return "the patch to \(tag) does not fit its source" }
      guard let again = try? Probe(result, rules: rules), again.orientation.exif == tag else {
        return "\(tag) is not read back"
      }
      guard again.format == probe.format, again.storedSize == probe.storedSize else {
        return "\(tag) makes another picture"
      }
      guard (try? patch.inverse.applied(to: result)) == bytes else { return "the way back from \(tag) is another" }
    }
    return nil
  }

  /// Retags each of the first pages alone; describes what is wrong with the result, nil if nothing is.
  package static func complaintOfPages(_ bytes: [UInt8], tag: ExifOrientation, upTo limit: Int = 4) -> String? {
    guard let probe = try? Probe(bytes) else { return nil }
    for page in probe.pages.indices.prefix(limit) {
      guard let patch = try? probe.retag(to: Orientation(exif: tag), ofPage: page) else { continue }
      guard let result = try? patch.applied(to: bytes) else { return "page \(page): the patch does not fit" }
      var expected = probe.pages.map(\.orientation.exif)
      expected[page] = tag
      guard let again = try? Probe(result), again.pages.map(\.orientation.exif) == expected else {
        return "not page \(page) alone became \(tag)"
      }
      guard (try? patch.inverse.applied(to: result)) == bytes else { return "the way back of page \(page) is another" }
    }
    return nil
  }

  /// Tries bytes, and retags them to some orientations; nil if nothing is wrong.
  package typealias Trial = (_ bytes: [UInt8], _ tags: [ExifOrientation]) -> String?

  /// Describes what is wrong with one of the prefixes, nil if nothing is; every third is retagged.
  package static func complaintOfPrefixes(
    _ bytes: [UInt8], upTo limit: Int = 4_096, trying trial: Trial = { complaint($0, tags: $1) }
  ) -> String? {
    for count in 0...min(bytes.count, limit) {
      if let complaint = trial(Array(bytes.prefix(count)), count % 3 == 0 ? [.rightTop] : []) {
        return "the first \(count) bytes: \(complaint)"
      }
    }
    return nil
  }

  /// Describes what is wrong if one byte has another value, nil if nothing is; every `stride`th value is retagged.
  package static func complaintOfMutations(
    _ bytes: [UInt8], in places: Range<Int> = 0..<4_096, retagging stride: UInt8 = 16,
    trying trial: Trial = { complaint($0, tags: $1) }
  ) -> String? {
    var bytes = bytes
    for place in places.clamped(to: bytes.indices) {
      let kept = bytes[place]
      for value in UInt8.min...UInt8.max {
        bytes[place] = value
        let tags: [ExifOrientation] = value % stride == 6 ? [.topLeft, .rightTop] : []
        if let complaint = trial(bytes, tags) { return "byte \(place) as \(value): \(complaint)" }
      }
      bytes[place] = kept
    }
    return nil
  }
}
