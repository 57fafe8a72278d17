// The boxes of a JPEG XL file (ISO 18181-2, 9): where the codestream starts, and what lies beside it.

/// Walks the boxes; of a bare codestream there are none.
struct JPEGXLBoxes<Source: ByteSource> {
  private var reader: RangeReader<Source>
  /// The box of the codestream, or of its first part.
  private(set) var codestream: Box?
  /// The second box of a codestream in parts.
  private var secondPart: Box?
  /// The Exif block.
  private(set) var exif: LocatedExifBlock?
  /// The orientations that XMP states.
  private(set) var xmp: [XMPOrientation] = []
  /// Where the first XMP packet lies.
  private(set) var packet: Range<Int>?
  /// The first packet, where it names places in the picture.
  private(set) var marked: [[UInt8]] = []
  /// Whether there are boxes that are packed by Brotli.
  private(set) var hasCompressed = false
  /// Whether there is what makes the JPEG again that the file was made of.
  private(set) var hasReconstruction = false
  /// Whether there is a list of frames by their place.
  private(set) var hasIndex = false
  /// The rule that is broken behind the codestream's start.
  private(set) var damage: MetadataError?

  /// Where a part of the codestream has its number, before its bytes.
  private static var numberSize: Int { 4 }
  /// No image header without a profile is longer, unless its channels have names.
  private static var headSize: Int { 4_096 }
  /// What of a frame's head says how it is coded.
  private static var frameHeadSize: Int { 8 }

  /// Walks the boxes of `source`.
  ///
  /// - Throws: `.imageMissing` where there is no codestream; the rule that hides it; `.unreadable`.
  init(_ source: Source, isBare: Bool) throws(MetadataError) {
    reader = RangeReader(source)
    guard !isBare else { return }
    do throws(MetadataError) {
      var offset = 0
      while let box = try reader.box(at: offset, in: 0..<reader.byteCount, cutting: true) {
        if box.isTruncated { damage = damage ?? MetadataError(.truncated, at: reader.byteCount) }
        try take(box)
        offset = box.end
      }
    } catch {
      guard codestream != nil, error.code != .unreadable else { throw error }
      damage = damage ?? error
    }
    guard codestream != nil else { throw MetadataError(.imageMissing, at: reader.byteCount) }
  }

  /// Where the codestream's first byte lies.
  var codestreamOffset: Int {
    guard let codestream else { return 0 }
    return codestream.payload.lowerBound + (codestream.kind == "jxlp" ? Self.numberSize : 0)
  }

  /// The codestream's first bytes, as many as its header can have.
  ///
  /// - Throws: `.unreadable`.
  mutating func head() throws(MetadataError) -> [UInt8] {
    let end = codestream?.end ?? reader.byteCount
    return try reader.bytes(at: codestreamOffset, count: max(0, min(Self.headSize, end - codestreamOffset)))
  }

  /// The bytes that follow in the second part, as many as the head of a frame needs that begins there; none where there is none.
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
    case "Exif": if exif == nil { try takeExif(box.payload) }
    case "brob": hasCompressed = true
    case "jbrd": hasReconstruction = true
    case "xml ":
      let bytes = try reader.bytes(box.payload)
      if packet == nil, XMPContents.marks(bytes) { marked = [bytes] }
      packet = packet ?? box.payload
      xmp += XMPOrientation.all(in: bytes, offset: box.payload.lowerBound)
    default: break
    }
  }

  /// Four bytes say how far behind them the block starts.
  private mutating func takeExif(_ payload: Range<Int>) throws(MetadataError) {
    guard payload.count > 4 else { return }
    let start = payload.lowerBound + 4 + (try reader.number(at: payload.lowerBound, size: 4))
    guard start < payload.upperBound, let block = TIFFBlock(try reader.bytes(start..<payload.upperBound)) else {
      return
    }
    exif = LocatedExifBlock(block: block, offset: start)
  }
}
