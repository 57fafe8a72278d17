// The blocks of a GIF: images and extensions, walked without reading their data (GIF 89a, 15 to 26).

internal import UprightGeometry

/// Walks the blocks after the logical screen.
struct GIFBlocks<Source: ByteSource> {
  private(set) var images: [GIFImage] = []
  /// The contents of application extensions and comments.
  private(set) var metadata = GIFMetadata()
  /// The first violation in the blocks, if any; everything before it is used.
  private(set) var damage: MetadataError?
  private var reader: RangeReader<Source>
  private var control: GIFControl?

  /// Walks from `offset` to the trailer, the source's end, or damage.
  ///
  /// - Throws: `.unreadable`.
  init(_ source: Source, from offset: Int) throws(MetadataError) {
    reader = RangeReader(source, budget: 32 << 20, structures: 200_000, window: 1 << 16)
    do throws(MetadataError) { try walk(from: offset) } catch {
      guard error.code != .unreadable else { throw error }
      damage = error
    }
  }

  private mutating func walk(from start: Int) throws(MetadataError) {
    var offset = start
    while true {
      switch try byte(at: offset) {
      case 0x3B: return
      case 0x21: offset = try addExtension(at: offset)
      case 0x2C: offset = try addImage(at: offset)
      // Many writers omit the trailer, and some add padding.
      case _ where !images.isEmpty && offset + 1 >= reader.byteCount: return
      default: throw MetadataError(.boxInvalid, at: offset)
      }
      if offset == reader.byteCount, !images.isEmpty { return }
    }
  }

  private mutating func byte(at offset: Int) throws(MetadataError) -> UInt8 {
    try reader.bytes(at: offset, count: 1)[0]
  }

  private mutating func end(ofBlocksAt offset: Int) throws(MetadataError) -> Int {
    guard let end = try reader.subBlocksEnd(from: offset) else {
      throw MetadataError(.truncated, at: reader.byteCount)
    }
    return end
  }

  private mutating func addExtension(at offset: Int) throws(MetadataError) -> Int {
    let label = try byte(at: offset + 1)
    let end = try end(ofBlocksAt: offset + 2)
    let blocks = offset + 2..<end
    switch label {
    case 0xF9: control = try control(in: blocks) ?? control
    case 0xFE: metadata.hasComment = true
    case 0xFF:
      let head = try reader.bytes(at: blocks.lowerBound, count: min(GIFApplication.headCount, blocks.count))
      metadata.add(GIFApplication(head, blocks))
    case 0x01: (metadata.hasText, control) = (true, nil)
    default: metadata.hasOthers = true
    }
    return end
  }

  private mutating func control(in blocks: Range<Int>) throws(MetadataError) -> GIFControl? {
    guard blocks.count >= 6 else { return nil }
    let bytes = try reader.bytes(at: blocks.lowerBound, count: 5)
    guard bytes[0] >= 4 else { return nil }
    return GIFControl(
      block: blocks.lowerBound - 2..<blocks.upperBound, hasTransparency: bytes[1] & 1 != 0,
      disposal: bytes[1] >> 2 & 7)
  }

  private mutating func addImage(at offset: Int) throws(MetadataError) -> Int {
    let bytes = try reader.bytes(at: offset, count: 10)
    func number(_ at: Int) -> Int { LittleEndian.number(bytes[at..<at + 2]) }
    let data = offset + 10 + GIFImage.tableBytes(bytes[9]) + 1
    var image = GIFImage(
      rect: PixelRect(x: number(1), y: number(3), width: number(5), height: number(7)), control: control,
      bytes: offset..<min(data, reader.byteCount))
    control = nil
    images.append(image)
    let end = try end(ofBlocksAt: data)
    image.bytes = offset..<end
    images[images.count - 1] = image
    return end
  }
}

/// A graphic control extension, which applies to the next image (GIF 89a, 23).
struct GIFControl: Hashable, Sendable {
  /// The range of the extension.
  let block: Range<Int>
  /// Whether one of the colors is transparent.
  let hasTransparency: Bool
  /// 2 clears, 3 restores.
  let disposal: UInt8
}

/// One image on the logical screen (GIF 89a, 20).
struct GIFImage: Hashable, Sendable {
  /// Where it is drawn.
  let rect: PixelRect<Stored>
  /// How its area is disposed of; nil if not stated.
  let control: GIFControl?
  /// The range of its descriptor, local color table and data.
  var bytes: Range<Int>

  /// Size in bytes of the color table that a packed field announces (GIF 89a, 18 and 20).
  static func tableBytes(_ packed: UInt8) -> Int { packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1) }

  /// The image as an animation frame.
  var frame: ImageAnimation.Frame {
    ImageAnimation.Frame(
      rect: rect, disposal: control?.disposal == 2 ? .clear : control?.disposal == 3 ? .restore : .keep,
      blends: true, isOpaque: control?.hasTransparency != true, isLossless: true, offset: bytes.lowerBound)
  }
}

/// The contents of a GIF besides its images.
struct GIFMetadata: Hashable, Sendable {
  /// The contiguous range of the XMP packet; nil if there is none.
  var packet: Range<Int>?
  /// The range of an ICC profile's sub-blocks; nil if there is none.
  var profile: Range<Int>?
  /// Whether there is a comment.
  var hasComment = false
  /// Whether there is text to draw over the image.
  var hasText = false
  /// Whether there are unknown extensions.
  var hasOthers = false

  /// Adds an application extension.
  mutating func add(_ application: GIFApplication) {
    switch application {
    case .packet(let range): packet = packet ?? range
    case .profile(let range): profile = profile ?? range
    case .loops: break
    case .other: hasOthers = true
    }
  }
}

/// What an application extension contains (GIF 89a, 26).
enum GIFApplication: Hashable, Sendable {
  /// An XMP packet (XMP part 3, 1.1.2).
  case packet(Range<Int>)
  /// The sub-blocks of an ICC profile.
  case profile(Range<Int>)
  /// The number of loops, by this name.
  case loops(String)
  /// The data of another program; without a name if it is invalid.
  case other(String?)

  /// Size in bytes of the first sub-block, which has the application's name.
  static let headCount = 12
  /// Length in bytes of the magic trailer of an XMP packet, which leads every reader of sub-blocks to its end (XMP
  /// part 3, 1.1.2).
  private static let trailer = 258

  /// The extension whose sub-blocks are at `blocks`, and begin with these bytes.
  init(_ head: [UInt8], _ blocks: Range<Int>) {
    guard head.count == Self.headCount, head[0] == 11 else {
      self = .other(nil)
      return
    }
    let (name, data) = (String(decoding: head[1...], as: UTF8.self), blocks.lowerBound + Self.headCount)
    switch name {
    case "XMP DataXMP" where data <= blocks.upperBound - Self.trailer:
      self = .packet(data..<blocks.upperBound - Self.trailer)
    case "ICCRGBG1012": self = .profile(data..<blocks.upperBound)
    case "NETSCAPE2.0", "ANIMEXTS1.0": self = .loops(name)
    default: self = .other(name)
    }
  }
}

extension RangeReader {
  /// The offset after the sub-blocks that begin at `offset` (GIF 89a, 15); nil if they are cut off.
  ///
  /// - Throws: `.tooManyStructures`, and as `bytes(at:count:)`.
  mutating func subBlocksEnd(from offset: Int) throws(MetadataError) -> Int? {
    var offset = offset
    while offset < byteCount {
      try count(at: offset)
      let length = Int(try bytes(at: offset, count: 1)[0])
      offset += 1 + length
      if length == 0 { return offset }
    }
    return nil
  }
}
