// The boxes of a JPEG XL file (ISO 18181-2, 9): the start of the codestream, and the metadata boxes.

/// Walks the boxes; a bare codestream has none.
struct JPEGXLBoxes<Source: ByteSource> {
  private var reader: RangeReader<Source>
  /// The codestream box, or the box of its first part.
  private(set) var codestream: Box?
  /// The box of the second part of a partial codestream.
  private var secondPart: Box?
  /// The Exif block.
  private(set) var exif: LocatedExifBlock?
  /// The orientations stated in XMP.
  private(set) var xmp: [XMPOrientation] = []
  /// The range of the first XMP packet.
  private(set) var packet: Range<Int>?
  /// The first XMP packet, if it is in a compressed box.
  private(set) var compressedPacket: [UInt8]?
  /// The first XMP packet, if it contains positions in the image.
  private(set) var marked: [[UInt8]] = []
  /// The unknown box types, and those of content credentials.
  private(set) var others = NamedKinds()
  /// Whether there is a gain map.
  private(set) var hasGainMap = false
  /// The Brotli-compressed boxes of Exif and XMP.
  private(set) var compressed: [BrotliBox] = []
  /// Whether there are Brotli-compressed boxes that cannot be decompressed, or of other types.
  private(set) var hasCompressed = false
  /// The bytes that a Brotli-compressed box would have exceeded; nil if none expands to more than it may.
  private(set) var exceededLimit: Int?
  private var decompression = BrotliBox.Budget()
  /// Whether there are data to reconstruct the original JPEG.
  private(set) var hasReconstruction = false
  /// Whether there is a frame index with offsets.
  private(set) var hasIndex = false
  /// The first violation after the codestream's start.
  private(set) var damage: MetadataError?
  /// Whether a box of a known type is longer than the file.
  private(set) var isTruncated = false

  /// The types of JPEG XL's boxes; bytes of another program after the image may look like a box of another type.
  private static var ownKinds: [FourCC] { ["jxlc", "jxlp", "jxli", "jbrd", "jhgm", "brob", "Exif", "xml ", "jumb"] }
  /// Size in bytes of the index number before each part of the codestream.
  private static var numberSize: Int { 4 }
  /// Maximum size in bytes of an image header without a profile, unless its channels have names.
  private static var headSize: Int { 4_096 }
  /// Size in bytes of the part of a frame header that states the coding.
  private static var frameHeadSize: Int { 8 }

  /// Walks the boxes of `source`.
  ///
  /// - Throws: `.imageMissing` if there is no codestream; the violation that hides it; `.unreadable`.
  init(_ source: Source, isBare: Bool) throws(MetadataError) {
    reader = RangeReader(source)
    guard !isBare else { return }
    do throws(MetadataError) {
      var offset = 0
      while let box = try reader.box(at: offset, in: 0..<reader.byteCount, cutting: true) {
        if box.isTruncated {
          damage = damage ?? MetadataError(.truncated, at: reader.byteCount)
          isTruncated = Self.ownKinds.contains(box.kind)
        }
        try take(box)
        offset = box.end
      }
    } catch {
      guard codestream != nil, error.code != .unreadable else { throw error }
      damage = damage ?? error
    }
    guard codestream != nil else { throw MetadataError(.imageMissing, at: reader.byteCount) }
  }

  /// Offset of the codestream's first byte.
  var codestreamOffset: Int {
    guard let codestream else { return 0 }
    return codestream.payload.lowerBound + (codestream.kind == "jxlp" ? Self.numberSize : 0)
  }

  /// The codestream's first bytes, up to the maximum header size.
  ///
  /// - Throws: `.unreadable`.
  mutating func head() throws(MetadataError) -> [UInt8] {
    let end = codestream?.end ?? reader.byteCount
    return try reader.bytes(at: codestreamOffset, count: max(0, min(Self.headSize, end - codestreamOffset)))
  }

  /// The first bytes of the second part, enough for the header of a frame that begins there; empty if there is no
  /// second part.
  ///
  /// - Throws: `.unreadable`.
  mutating func continuation() throws(MetadataError) -> [UInt8] {
    guard let secondPart else { return [] }
    let start = secondPart.payload.lowerBound + Self.numberSize
    return try reader.bytes(at: start, count: max(0, min(Self.frameHeadSize, secondPart.end - start)))
  }

  private mutating func take(_ box: Box) throws(MetadataError) {
    switch box.kind {
    case "jxlp" where codestream?.kind == "jxlp": secondPart = secondPart ?? box
    case "jxlc", "jxlp": codestream = codestream ?? box
    case "jxli": hasIndex = true
    case "Exif":
      if exif == nil { exif = Self.exif(try reader.bytes(box.payload), at: box.payload.lowerBound) }
    case "brob": try takeCompressed(box)
    case "jbrd": hasReconstruction = true
    case "xml ":
      let bytes = try reader.bytes(box.payload)
      if packet == nil, compressedPacket == nil { marked = XMPContents.marked(bytes) }
      if compressedPacket == nil { packet = packet ?? box.payload }
      xmp += XMPOrientation.all(in: bytes, offset: box.payload.lowerBound)
    case "jhgm": hasGainMap = true
    case "JXL ", "ftyp", "jxll", "free", "skip": break
    default: others.add(box.kind)
    }
  }

  /// What a compressed box contains; nil, and noted why, if it has no contents.
  private mutating func decompressed(_ bytes: [UInt8], of box: Box) -> BrotliBox? {
    do throws(BrotliBox.Failure) { return try BrotliBox(bytes, of: box, &decompression) } catch {
      switch error {
      case .unreadable: hasCompressed = true
      case .large(let limit): exceededLimit = max(exceededLimit ?? 0, limit)
      }
      return nil
    }
  }

  /// Takes Exif or XMP out of a compressed box.
  private mutating func takeCompressed(_ box: Box) throws(MetadataError) {
    let whole = try reader.bytes(box.offset..<box.end)
    guard !box.isTruncated else {
      hasCompressed = true
      return
    }
    guard let inner = decompressed(whole, of: box) else { return }
    switch inner.kind {
    case "Exif":
      if exif == nil {
        exif = Self.exif(inner.contents, at: 0)
        exif?.compressedOffset = box.offset
      }
    case "xml ":
      if packet == nil, compressedPacket == nil {
        compressedPacket = inner.contents
        marked = XMPContents.marked(inner.contents)
      }
      xmp += XMPOrientation.all(in: inner.contents, offset: 0).map { $0.compressed(at: box.offset) }
    default:
      hasCompressed = true
      return
    }
    compressed.append(inner)
  }

  /// Four bytes give the distance from their end to the block.
  private static func exif(_ payload: [UInt8], at offset: Int) -> LocatedExifBlock? {
    guard payload.count > 4 else { return nil }
    let start = 4 + BigEndian.number(payload[..<4])
    guard start < payload.count, let block = TIFFBlock(Array(payload[start...])) else { return nil }
    return LocatedExifBlock(block: block, offset: offset + start)
  }
}
