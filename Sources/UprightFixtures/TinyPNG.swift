// A PNG written in code: the image in stored blocks, and any chunks in any order (ISO 15948, 5 and 10; RFC 1950; RFC
// 1951, 3.2.4).

/// A PNG file: an image, and its other chunks.
public struct TinyPNG: Sendable {
  /// A chunk; its length and checksum are computed when it is written.
  public struct Chunk: Sendable {
    /// Its type, four letters.
    public var kind: String
    /// Its data.
    public var data: [UInt8]
    /// An offset that makes its checksum wrong; 0 for a correct one.
    public var checksumError: UInt32 = 0

    /// A chunk of any kind.
    public init(_ kind: String, _ data: [UInt8]) {
      self.kind = kind
      self.data = data
    }

    /// The chunk's bytes in a file.
    public var bytes: [UInt8] {
      let named = Array(kind.utf8) + data
      return TinyPNG.field(data.count) + named + TinyPNG.field(Int(TinyPNG.checksum(named) &+ checksumError))
    }
  }

  /// The stored image: gray or RGB.
  public var image: TinyImage
  /// Chunks between the header and the image.
  public var chunks: [Chunk] = []
  /// Chunks between the image and the end.
  public var chunksAfterImage: [Chunk] = []
  /// The maximum bytes of coded pixels per chunk.
  public var pixelBytesPerChunk = Int.max
  /// Bytes after everything else.
  public var trailer: [UInt8] = []

  /// A file of this image with these chunks.
  public init(_ image: TinyImage, chunks: [Chunk] = []) {
    self.image = image
    self.chunks = chunks
  }

  /// A tagged file; the caller stores `image` as the tag of `block` requires.
  public init(_ image: TinyImage, exif block: TinyTIFF) { self.init(image, chunks: [.exif(block.bytes)]) }

  /// The first bytes of every file.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The whole file.
  public var bytes: [UInt8] {
    let all = [header] + chunks + imageChunks + chunksAfterImage + [Chunk("IEND", [])]
    return Self.signature + all.flatMap(\.bytes) + trailer
  }

  private var header: Chunk {
    let colorType: UInt8 = [1: 0, 4: 6][image.channels] ?? 2
    return Chunk("IHDR", Self.field(image.width) + Self.field(image.height) + [8, colorType, 0, 0, 0])
  }

  private var imageChunks: [Chunk] {
    let row = image.width * image.channels
    let rows = (0..<image.height).flatMap { [0] + image.samples[$0 * row..<($0 + 1) * row] }
    let coded = Self.zlib(rows)
    let size = min(coded.count, pixelBytesPerChunk)
    return stride(from: 0, to: coded.count, by: size).map { start in
      Chunk("IDAT", Array(coded[start..<min(coded.count, start + size)]))
    }
  }

  static func field(_ number: Int) -> [UInt8] { TinyTIFF.ByteOrder.big.bytes(number, width: 4) }

  /// CRC-32, bit by bit (ISO 15948, annex D).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = ~UInt32(0)
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }

  /// Bytes in stored blocks of at most `block` bytes.
  public static func zlib(_ bytes: [UInt8], block: Int = 0xFFFF) -> [UInt8] {
    let order = TinyTIFF.ByteOrder.little
    var result: [UInt8] = [0x78, 0x01]
    let starts = bytes.isEmpty ? [0] : Array(stride(from: 0, to: bytes.count, by: block))
    for start in starts {
      let part = bytes[start..<min(bytes.count, start + block)]
      result += [start == starts.last ? 1 : 0] + order.bytes(part.count, width: 2)
      result += order.bytes(part.count ^ 0xFFFF, width: 2) + part
    }
    let sums = bytes.reduce(into: (a: 1, b: 0)) { sums, byte in
      sums.a = (sums.a + Int(byte)) % 65_521
      sums.b = (sums.b + sums.a) % 65_521
    }
    return result + field(sums.b << 16 | sums.a)
  }
}

extension TinyPNG.Chunk {
  /// The form of a text chunk.
  public enum TextForm: CaseIterable, Sendable {
    /// `tEXt`.
    case plain
    /// `zTXt`.
    case packed
    /// `iTXt`.
    case international
    /// `iTXt`, compressed.
    case internationalPacked
  }

  /// An Exif block, by default without a prefix.
  public static func exif(_ block: [UInt8], prefix: [UInt8] = []) -> Self { Self("eXIf", prefix + block) }

  /// A text under a keyword.
  public static func text(_ keyword: String, _ text: [UInt8], _ form: TextForm) -> Self {
    let head = Array(keyword.utf8) + [0]
    return switch form {
    case .plain: Self("tEXt", head + text)
    case .packed: Self("zTXt", head + [0] + TinyPNG.zlib(text))
    case .international: Self("iTXt", head + [0, 0, 0, 0] + text)
    case .internationalPacked: Self("iTXt", head + [1, 0, 0, 0] + TinyPNG.zlib(text))
    }
  }

  /// An XMP packet (XMP Specification Part 3, 1.1.5).
  public static func xmp(_ packet: [UInt8], _ form: TextForm = .international) -> Self {
    text("XML:com.adobe.xmp", packet, form)
  }

  /// An Exif block in hexadecimal, as ImageMagick writes it; `type` is exif or APP1.
  public static func rawProfile(_ block: [UInt8], type: String = "exif", _ form: TextForm = .packed) -> Self {
    let bytes = TinySegment.exifPrefix + block
    let digits = bytes.flatMap { byte in [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] } }
    let lines = stride(from: 0, to: digits.count, by: 72).map { digits[$0..<min(digits.count, $0 + 72)] + [0x0A] }
    let count = "\(bytes.count)"
    let padding = String(repeating: " ", count: max(0, 8 - count.count))
    return text("Raw profile type \(type)", Array("\n\(type)\n\(padding)\(count)\n".utf8) + lines.flatMap { $0 }, form)
  }
}
