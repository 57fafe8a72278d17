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

// Reads the normal form in which a codec writes a JPEG's blocks (docs/digest-and-verify.md; ITU T.81, A.3.3), block by
// block.

/// The header of one component's blocks.
struct BlockFormComponent {
  /// The component's index, in the frame's order.
  let index: Int
  /// Blocks horizontally and vertically, as displayed.
  let across, down: Int
  /// Its quantization table as displayed, row by row.
  let table: [Float]
}

/// Receives the blocks of a JPEG, dequantized, row by row.
protocol BlockReceiver {
  /// Begins the blocks of a component.
  mutating func begin(_ component: BlockFormComponent)
  /// Takes the next block: 64 coefficients, row by row.
  mutating func take(_ coefficients: [Float])
}

/// Parses the form while it is written; keeps only one block at a time.
struct BlockForm<Receiver: BlockReceiver>: ByteSink {
  private(set) var receiver: Receiver
  private var bytes: [UInt8] = []
  private var next = 0
  private var componentsLeft = -1
  private var componentCount = 0
  private var component: BlockFormComponent?
  private var blocksLeft = 0
  private var coefficients = [Float](repeating: 0, count: 64)

  /// Magic, size, cut edges, colors, number of components.
  private static var headerBytes: Int { 12 + 8 + 2 + 3 }
  /// Subsampling, blocks horizontally and vertically, table.
  private static var componentBytes: Int { 2 + 8 + 128 }

  init(receiver: Receiver) { self.receiver = receiver }

  /// Whether all blocks have arrived.
  var isComplete: Bool { componentsLeft == 0 && blocksLeft == 0 }

  mutating func write(_ more: [UInt8]) throws(UprightError) {
    bytes += more
    while advance() {}
    bytes.removeFirst(next)
    next = 0
  }

  /// Reads the next part; false if it is not complete yet.
  private mutating func advance() -> Bool {
    let ready = bytes.count - next
    if componentsLeft < 0 {
      guard ready >= Self.headerBytes else { return false }
      componentsLeft = Int(bytes[next + Self.headerBytes - 1])
      componentCount = componentsLeft
      next += Self.headerBytes
      return true
    }
    return blocksLeft > 0 ? readBlock(ready) : componentsLeft > 0 && readComponent(ready)
  }

  private mutating func readComponent(_ ready: Int) -> Bool {
    guard ready >= Self.componentBytes else { return false }
    let (across, down) = (number(at: next + 2, bytes: 4), number(at: next + 6, bytes: 4))
    let table = (0..<64).map { Float(number(at: next + 10 + 2 * $0, bytes: 2)) }
    let found = BlockFormComponent(
      index: componentCount - componentsLeft, across: across, down: down, table: table)
    component = found
    (blocksLeft, componentsLeft) = (across.multipliedSaturating(down), componentsLeft - 1)
    next += Self.componentBytes
    receiver.begin(found)
    return true
  }

  private mutating func readBlock(_ ready: Int) -> Bool {
    guard ready >= 8, let component else { return false }
    var count = 0
    for row in 0..<8 { count += bytes[next + row].nonzeroBitCount }
    guard ready >= 8 + 2 * count else { return false }
    var value = next + 8
    for row in 0..<8 {
      let mask = bytes[next + row]
      for column in 0..<8 {
        let place = 8 * row + column
        guard mask & (1 << UInt8(column)) != 0 else {
          coefficients[place] = 0
          continue
        }
        let level = Int16(truncatingIfNeeded: Int(bytes[value]) | Int(bytes[value + 1]) << 8)
        coefficients[place] = Float(level) * component.table[place]
        value += 2
      }
    }
    next = value
    blocksLeft -= 1
    receiver.take(coefficients)
    return true
  }

  /// A little-endian number.
  private func number(at place: Int, bytes count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
