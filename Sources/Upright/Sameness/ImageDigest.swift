// What a picture shows, as a digest for databases of fixity (docs/digest-and-verify.md; FIPS 180-4 for SHA-256).

/// A digest of the displayed picture: neither another tag, nor a lossless turn with the tag that belongs to it, nor another coding of the same blocks changes it.
///
/// Two pictures with the same digest show the same, exactly. Compressed anew, cropped, trimmed or coloured by another ICC profile, a picture has another one.
public struct ImageDigest: Hashable, Sendable {
  /// What was digested.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// A JPEG's tables and quantised coefficients as displayed, and its ICC profile.
    case blocks = "dct1"
  }

  /// What was digested.
  public let form: Form
  /// The SHA-256 of that form, 32 bytes.
  public let bytes: [UInt8]
}

extension ImageDigest: CustomStringConvertible {
  /// The form, the function and the digits: `upright-dct1-sha256:9f86…`.
  public var description: String { "upright-\(form.rawValue)-sha256:\(Hex.text(bytes))" }
}

extension ImageDigest {
  /// The most memory that the digest of a probed picture takes: all its coefficients, and some rows of blocks.
  public static func peakBytes(of probe: Probe) -> Int {
    guard let frame = probe.jpeg else { return 0 }
    let rows = max(probe.storedSize.width, probe.storedSize.height)
      .multipliedSaturating(RunMemory.reorientBytesPerColumn * frame.components.count)
    return RunMemory.sum(frame.coefficientBytes(of: probe.storedSize), rows, RunMemory.coding)
  }
}

extension Pipeline {
  /// The digest of what a probed file shows.
  ///
  /// - Throws: `.unsupported` for other formats than JPEG; `.malformed` where anything of the coded data is damaged;
  ///   `.limit`, `.codec`, `.io`, `.cancelled`.
  public func digest(of probe: Probe, from source: some ByteSource) throws(UprightError) -> ImageDigest {
    guard let frame = probe.jpeg else {
      throw .unsupported("a digest of what \(probe.format.rawValue) shows; only JPEG has one so far")
    }
    if let reason = frame.reasonCoefficientsAreClosed { throw .unsupported(reason) }
    var form = DigestedForm()
    try codec(probe.format).writeBlocks(
      of: probe.storedSize, as: probe.orientation, from: source, limits: limits, into: &form)
    try form.write(profile: probe.colorProfile(checkedIn: source) ?? [])
    return ImageDigest(form: .blocks, bytes: form.digest)
  }
}

/// A form as it is written, of which only the digest stays.
struct DigestedForm: ByteSink {
  private var hash = SHA256()

  mutating func write(_ bytes: [UInt8]) throws(UprightError) { hash.update(bytes) }

  /// An ICC profile behind its length, four bytes with the low one first; none is one of no bytes.
  mutating func write(profile: [UInt8]) throws(UprightError) {
    try write([0, 8, 16, 24].map { UInt8(truncatingIfNeeded: profile.count >> $0) } + profile)
  }

  /// The digest of what was written.
  var digest: [UInt8] { hash.finish() }
}

extension Probe {
  /// As `colorProfile(in:)`, its errors sorted by whose fault they are.
  func colorProfile(checkedIn source: some ByteSource) throws(UprightError) -> [UInt8]? {
    do { return try colorProfile(in: source) } catch { throw UprightError(error) }
  }
}
