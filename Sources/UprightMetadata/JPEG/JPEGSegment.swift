// One marker segment of a JPEG (ITU T.81, B.1.1.4). Walks the marker segments of a JPEG from SOI to the first scan,
// reading only ranges (ITU T.81, B.1.1 and B.2.1).

/// A marker and its payload, as file offsets.
struct JPEGSegment: Hashable, Sendable {
  /// The marker's second byte.
  let marker: UInt8
  /// Offset of the preceding 0xFF.
  let offset: Int
  /// The range after the two length bytes.
  let payload: Range<Int>

  /// Maximum payload size in bytes; the length field includes itself.
  static let longestPayload = 65_533

  /// The kind of an application segment or comment, by its identifier.
  enum Kind: Hashable, Sendable {
    case jfif, jfifExtension, exif, xmp, extendedXMP, icc, multiPicture, gainMap, jumbf, flashPix, photoshop, adobe,
      other
    /// A piece of a thermal image.
    case thermal(ThermalMaker)

    /// Whether this is a piece of a thermal image.
    var isThermal: Bool { if case .thermal = self { true } else { false } }
  }

  /// The kind for the identifier that a payload begins with. A thermal image may have segments without one.
  static func kind(marker: UInt8, head: [UInt8]) -> Kind {
    switch marker {
    case 0xE0 where head.starts(with: Identifier.jfif): .jfif
    case 0xE0 where head.starts(with: Identifier.jfifExtension): .jfifExtension
    case 0xE1 where head.starts(with: Identifier.exif): .exif
    case 0xE1 where head.starts(with: Identifier.xmp): .xmp
    case 0xE1 where head.starts(with: Identifier.extendedXMP): .extendedXMP
    case 0xE2 where head.starts(with: Identifier.icc): .icc
    case 0xE2 where head.starts(with: Identifier.multiPicture): .multiPicture
    case 0xE2 where head.starts(with: Identifier.gainMap): .gainMap
    case 0xE2 where head.starts(with: Identifier.flashPix): .flashPix
    case 0xEB where isJUMBF(head): .jumbf
    case 0xED where head.starts(with: Identifier.photoshop): .photoshop
    case 0xEE where head.starts(with: Identifier.adobe): .adobe
    default: ThermalMaker.named(marker: marker, head: head).map(Kind.thermal) ?? .other
    }
  }

  /// Whether the payload begins with part of a JUMBF superbox, as in content credentials: "JP", two numbers, a length
  /// and the box's type (ISO 19566-5, D.2; C2PA 1.3, A.3.1).
  private static func isJUMBF(_ head: [UInt8]) -> Bool {
    head.count >= 16 && head.starts(with: "JP".utf8) && head[12..<16].elementsEqual("jumb".utf8)
  }

  /// The identifiers of application segments.
  enum Identifier {
    static let jfif = Array("JFIF\0".utf8)
    static let jfifExtension = Array("JFXX\0".utf8)
    static let exif = Array("Exif\0\0".utf8)
    static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    static let icc = Array("ICC_PROFILE\0".utf8)
    static let multiPicture = Array("MPF\0".utf8)
    /// XMP that did not fit into the XMP segment (XMP part 3, 1.1.3.1).
    static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    /// Announces a gain map (ISO 21496-1, annex C).
    static let gainMap = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    /// FlashPix streams, including previews (EXIF 2.32, 4.7.3).
    static let flashPix = Array("FPXR\0".utf8)
    static let photoshop = Array("Photoshop 3.0\0".utf8)
    static let adobe = Array("Adobe".utf8)
    /// Length of the longest identifier.
    static let longest = 35
  }
}

/// Reads a JPEG's header segment by segment.
struct JPEGWalker<Source: ByteSource> {
  /// Maximum number of markers. Real photos have fewer; the quadratic cost of marker floods starts far above.
  static var markerLimit: Int { 4_096 }
  /// Maximum number of bytes outside segments; with more, the file is not treated as a JPEG.
  static var junkLimit: Int { 65_536 }

  private let source: Source
  private var budget: Int
  private var window: [UInt8] = []
  private var windowOffset = 0
  private var position = 0
  private var markers = 0
  /// Whether a fill byte preceded a marker.
  private(set) var hasFillBytes = false
  /// Offset of bytes that belong to no segment.
  private(set) var junkOffset: Int?

  /// Starts at SOI; reads at most `budget` bytes.
  init(_ source: Source, budget: Int = 16 << 20) throws(MetadataError) {
    self.source = source
    self.budget = budget
    guard try byte(at: 0) == 0xFF, try byte(at: 1) == 0xD8 else {
      throw MetadataError(.unrecognizedFormat, at: 0)
    }
    position = 2
  }

  /// The next segment with a payload; nil after SOS or at EOI.
  ///
  /// - Throws: `.truncated`, `.markerExpected`, `.segmentTooShort`, `.tooManyMarkers`, `.tooMuchMetadata`,
  ///   `.unreadable`.
  mutating func next() throws(MetadataError) -> JPEGSegment? {
    while true {
      let offset = try findMarker()
      guard let marker = try byte(at: position) else { throw MetadataError(.truncated, at: position) }
      position += 1
      markers += 1
      guard markers <= Self.markerLimit else { throw MetadataError(.tooManyMarkers, at: offset) }
      switch marker {
      case 0x01, 0xD0...0xD8: continue
      case 0xD9: return nil
      default: return try segment(marker: marker, offset: offset)
      }
    }
  }

  /// Up to `limit` bytes of the payload, starting at `from`.
  mutating func payload(of segment: JPEGSegment, limit: Int = .max) throws(MetadataError) -> [UInt8] {
    let count = min(segment.payload.count, limit)
    return try bytes(segment.payload.lowerBound..<segment.payload.lowerBound + count)
  }

  private mutating func segment(marker: UInt8, offset: Int) throws(MetadataError) -> JPEGSegment {
    guard let high = try byte(at: position), let low = try byte(at: position + 1) else {
      throw MetadataError(.truncated, at: position)
    }
    let length = Int(high) << 8 | Int(low)
    guard length >= 2 else { throw MetadataError(.segmentTooShort, at: position) }
    let payload = position + 2..<position + length
    guard payload.upperBound <= source.byteCount else { throw MetadataError(.truncated, at: source.byteCount) }
    position = payload.upperBound
    return JPEGSegment(marker: marker, offset: offset, payload: payload)
  }

  /// Skips fill bytes (ITU T.81, B.1.1.2) and stray bytes; returns the offset of the last 0xFF before the marker.
  private mutating func findMarker() throws(MetadataError) -> Int {
    let start = position
    var previousWasFill = false
    while let value = try byte(at: position) {
      if previousWasFill, value != 0xFF, value != 0 { return position - 1 }
      if value != 0xFF, junkOffset == nil { junkOffset = position }
      if value == 0xFF, previousWasFill { hasFillBytes = true }
      previousWasFill = value == 0xFF
      position += 1
      guard position - start <= Self.junkLimit else { throw MetadataError(.markerExpected, at: start) }
    }
    throw MetadataError(.truncated, at: source.byteCount)
  }

  private mutating func byte(at offset: Int) throws(MetadataError) -> UInt8? {
    if !(windowOffset..<windowOffset + window.count).contains(offset) {
      guard offset < source.byteCount else { return nil }
      window = try read(offset..<min(source.byteCount, offset + 4096))
      windowOffset = offset
    }
    let index = offset - windowOffset
    return window.indices.contains(index) ? window[index] : nil
  }

  private mutating func bytes(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let held = windowOffset..<windowOffset + window.count
    if range.lowerBound >= held.lowerBound, range.upperBound <= held.upperBound {
      return Array(window[range.lowerBound - windowOffset..<range.upperBound - windowOffset])
    }
    let found = try read(range)
    guard found.count == range.count else { throw MetadataError(.truncated, at: range.lowerBound + found.count) }
    return found
  }

  private mutating func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    guard range.count <= budget else { throw MetadataError(.tooMuchMetadata, at: range.lowerBound) }
    budget -= range.count
    return try source.read(range)
  }
}
