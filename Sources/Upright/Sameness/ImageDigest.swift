// A digest of what an image shows, for fixity databases (docs/digest-and-verify.md; FIPS 180-4 for SHA-256).

/// A digest of the displayed image. It is unchanged by another tag with matching lossless rotation, or by another
/// coding of the same blocks.
///
/// Two images with the same digest show exactly the same. A recompressed, cropped, trimmed or differently profiled
/// image has another digest.
public struct ImageDigest: Hashable, Sendable {
  /// What was digested.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// A JPEG's tables and quantized coefficients as displayed, and its ICC profile.
    case blocks = "dct1"
  }

  /// What was digested.
  public let form: Form
  /// The SHA-256 of that form, 32 bytes.
  public let bytes: [UInt8]
}

extension ImageDigest: CustomStringConvertible {
  /// The form, the hash function and the digits: `upright-dct1-sha256:9f86…`.
  public var description: String { "upright-\(form.rawValue)-sha256:\(Hex.text(bytes))" }
}

extension ImageDigest {
  /// The peak memory of a probed image's digest: all its coefficients, and some rows of blocks.
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
  /// - Throws: `.unsupported` for formats other than JPEG; `.malformed` if any of the coded data is damaged; `.limit`,
  ///   `.codec`, `.io`, `.cancelled`.
  public func digest(of probe: Probe, from source: some ByteSource) throws(UprightError) -> ImageDigest {
    guard let frame = probe.jpeg else {
      throw .unsupported("digest supports only JPEG so far")
    }
    if let reason = frame.reasonCoefficientsAreClosed { throw .unsupported(Phrase(reason.description)) }
    var form = DigestedForm()
    try codec(probe.format).requiredBlocks().writeBlocks(
      of: probe.storedSize, as: probe.orientation, from: source, limits: limits, into: &form)
    try form.write(profile: probe.colorProfile(checkedIn: source) ?? [])
    return ImageDigest(form: .blocks, bytes: form.digest)
  }
}

/// Hashes a form while it is written; keeps only the digest.
struct DigestedForm: ByteSink {
  private var hash = SHA256()

  mutating func write(_ bytes: [UInt8]) throws(UprightError) { hash.update(bytes) }

  /// An ICC profile after its length (four bytes, little-endian); without a profile, the length is 0.
  mutating func write(profile: [UInt8]) throws(UprightError) {
    try write([0, 8, 16, 24].map { UInt8(truncatingIfNeeded: profile.count >> $0) } + profile)
  }

  /// The digest of what was written.
  var digest: [UInt8] { hash.finish() }
}

extension Probe {
  /// As `colorProfile(in:)`, with errors sorted by cause.
  func colorProfile(checkedIn source: some ByteSource) throws(UprightError) -> [UInt8]? {
    do { return try colorProfile(in: source) } catch { throw UprightError(error) }
  }
}
