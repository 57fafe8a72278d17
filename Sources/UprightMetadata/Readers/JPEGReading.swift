// The orientation that common readers use in a JPEG; the rules come from tests with files that have one fault each.

internal import UprightGeometry

/// Applies each reader's rules to one file's evidence.
struct JPEGReading {
  private let evidence: JPEGEvidence
  private let xmp: XMPOrientation?

  init(_ evidence: JPEGEvidence, xmp: XMPOrientation?) {
    self.evidence = evidence
    self.xmp = xmp
  }

  /// A reader's result for a part of the file.
  private enum Outcome: Hashable {
    /// It finds nothing and continues elsewhere.
    case nothing
    /// It finds a value and uses it.
    case value(ExifOrientation)
    /// It fails, gives several values, or was not tested with this.
    case unknown
  }

  /// How a reader displays the stored image; nil if unknown.
  func orientation(for reader: Reader) -> ExifOrientation? {
    if reader == .exiftool, let value = xmp?.value, evidence.blocks.first(where: \.hasTag)?.isBehindXMP == true {
      return value
    }
    switch exif(reader) {
    case .value(let value): return value
    case .nothing: return readsXMP(reader) ? xmp?.value ?? .topLeft : .topLeft
    case .unknown: return nil
    }
  }

  private func readsXMP(_ reader: Reader) -> Bool {
    guard evidence.blocks.allSatisfy({ $0.entries.isEmpty }) else { return false }
    switch reader {
    case .exiftool, .pillow: return true
    case .imageMagick6: return xmp?.isElement == true
    default: return false
    }
  }

  // MARK: Which block

  private func exif(_ reader: Reader) -> Outcome {
    let verdicts = evidence.blocks.map { (block: $0, isTaken: takes($0, reader)) }
    guard !verdicts.contains(where: { $0.isTaken == nil }) else { return .unknown }
    let taken = verdicts.filter { $0.isTaken == true }.map(\.block)
    if reader == .piexif, evidence.hasFillBytes { return .nothing }
    if reader == .exiftran, taken.first?.isBehindXMP == true { return .value(.topLeft) }
    let outcomes = taken.map { outcome($0, reader) }
    switch reader {
    case .ffmpeg, .jhead: return outcomes.last { $0 != .nothing } ?? .nothing
    case .opencv, .exiftool: return outcomes.first { $0 != .nothing } ?? .nothing
    case .browsers:
      let first = outcomes.first ?? .nothing
      return first == .nothing && outcomes.contains { $0 != .nothing } ? .unknown : first
    default: return outcomes.first ?? .nothing
    }
  }

  /// Whether a reader accepts a segment as Exif; nil if unknown.
  private func takes(_ block: JPEGEvidence.Block, _ reader: Reader) -> Bool? {
    switch block.prefix {
    case .small: return reader == .exiftool ? true : nil
    case .padded: return reader == .browsers ? nil : [.exiftool, .ffmpeg, .piexif].contains(reader)
    case .regular: break
    }
    switch block.number {
    case 0: return evidence.blocks.count == 1 ? false : nil
    case 42: return true
    case 0x2A00: return reader == .piexif ? nil : false
    case 43: return [.exiftool, .pillow, .piexif].contains(reader)
    case 0x4F52: return [.exiftool, .piexif].contains(reader)
    default: return nil
    }
  }

  // MARK: Which entry

  private func outcome(_ block: JPEGEvidence.Block, _ reader: Reader) -> Outcome {
    switch block.directory {
    case .unusual: return .unknown
    case .beyond: return reader == .piexif ? .unknown : .nothing
    case .cutShort where [.exiftool, .ffmpeg].contains(reader): return .nothing
    case .cutShort where [.piexif, .browsers].contains(reader): return .unknown
    case .cutShort, .whole: break
    }
    if reader == .exiv2, block.entries.count > 1 { return .unknown }
    if reader == .ffmpeg, let inner = block.inner { return outcome(inner, reader) }
    let takesLast = [.ffmpeg, .piexif].contains(reader)
    if let word = takesLast ? block.entries.last : block.entries.first { return outcome(word, reader) }
    if let inner = block.inner, [.exiftool, .imageMagick6, .jhead].contains(reader) {
      return outcome(inner, reader)
    }
    if let second = block.second, reader == .jhead || reader == .exiftool { return outcome(second, reader) }
    return .nothing
  }

  // MARK: Which value

  private func outcome(_ word: JPEGEvidence.Entry, _ reader: Reader) -> Outcome {
    switch accepts(word, reader) {
    case true?: .value(word.value ?? .topLeft)
    case false?: .value(.topLeft)
    case nil: .unknown
    }
  }

  /// Whether a reader accepts a type and count. nil if it fails, returns a value that is not a number, or was not
  /// tested with it.
  private func accepts(_ word: JPEGEvidence.Entry, _ reader: Reader) -> Bool? {
    if reader == .browsers { return word.type == 3 && word.count == 1 }
    switch (word.type, word.count) {
    case (3, 1): return true
    case (3, 0): return reader == .piexif ? nil : [.opencv, .jhead].contains(reader)
    case (3, 2): return [.exiftool, .exiv2, .piexif].contains(reader) ? nil : reader != .ffmpeg
    case (1, 1): return reader == .opencv ? !word.isBigEndian : reader != .pillow
    case (4, 1): return reader != .opencv || !word.isBigEndian
    case (2, 1), (2, 2):
      return [.exiftran, .piexif].contains(reader) ? nil : ![.pillow, .opencv].contains(reader)
    case (7, 1):
      return [.exiftran, .piexif].contains(reader) ? nil : ![.pillow, .libvips, .opencv].contains(reader)
    case (5, 1): return [.exiftran, .piexif].contains(reader) ? nil : ![.opencv, .ffmpeg].contains(reader)
    default: return nil
    }
  }
}
