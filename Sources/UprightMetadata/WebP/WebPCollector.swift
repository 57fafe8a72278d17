// Collects the contents of a WebP's chunks in order (RFC 9649, 2.7).

internal import UprightGeometry

/// The facts collected from the chunks so far.
struct WebPCollector {
  private var findings: [Finding] = []
  private var isDamaged = false
  private var exifBudget = Self.exifLimit
  /// Columns and rows as stored.
  private(set) var size: PixelSize<Stored>?
  /// The Exif blocks.
  private(set) var blocks: [WebPExif] = []
  /// The orientations stated in XMP.
  private(set) var xmp: [XMPOrientation] = []
  /// The first XMP packet, if it contains positions in the image.
  private(set) var marked: [[UInt8]] = []
  /// The items that it lists, the main image first.
  private(set) var items: [XMPContents.Item] = []
  /// The structure into which metadata is inserted.
  private(set) var frame: WebPFrame
  /// The chunks that code the image.
  private(set) var imageData = WebPImageData()
  /// The ranges of the first XMP packet and the first ICC profile.
  private(set) var places = WebPMetadataRanges()
  /// Whether there may be an unreadable Exif block.
  private(set) var mayHideExif = false
  /// The unknown chunk types.
  private(set) var others = NamedKinds()

  /// Maximum number of Exif chunks that are read, whatever they contain; real files have at most two.
  private static let exifLimit = 16
  /// Size in bytes of a frame's header.
  private static let frameHeadCount = 16
  /// Maximum number of chunks searched in a frame for its image; chunks after the image are irrelevant.
  private static let framePartLimit = 16
  /// Maximum number of XMP orientation statements; real files have fewer.
  private static let statementLimit = 64
  /// Chunks that are used even after the end that the file's header states, as long as there is no image.
  private static let known: Set<FourCC> = [
    "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP ",
  ]

  /// The type of XMP chunks that ImageMagick wrote before version 6.9.2: it ends with a zero.
  static let oldPacket: FourCC = "XMP\0"

  /// The chunk that signs the original file (C2PA 2.1, A.3.3).
  static let credentials: FourCC = "C2PA"

  /// Starts empty, for a file whose header states its end.
  init(statedEnd: Int) { frame = WebPFrame(statedEnd: statedEnd) }

  /// One past the last chunk.
  var end: Int { frame.end }

  /// Records that further chunks are unreadable; after the stated end there need not be any.
  mutating func noteDamage(_ error: MetadataError) {
    guard end < frame.statedEnd else { return }
    (isDamaged, mayHideExif) = (true, true)
    note(Finding(.metadataDamaged, "the chunks are truncated: \(error)"))
  }

  /// Records the bytes between the last chunk and the end of the file, or the stated end.
  mutating func noteEnd(of byteCount: Int) {
    if end < byteCount, !isDamaged { note(Finding(.trailer, "bytes follow the end of the image")) }
    guard end == byteCount, frame.statedEnd > byteCount + (frame.omitsFiller ? 1 : 0) else { return }
    mayHideExif = mayHideExif || frame.announcesExif && blocks.isEmpty
    note(Finding(.metadataDamaged, "the file is shorter than its header states"))
  }

  /// All findings.
  var allFindings: [Finding] {
    var found = findings
    guard let first = blocks.first else { return found }
    if blocks.count > 1 {
      found.append(Finding(.duplicateExif, "there is more than one Exif chunk; the first is used"))
    }
    if first.isPrefixed {
      found.append(Finding(.exifPrefixed, "the Exif chunk starts with six bytes that belong only in JPEG"))
    }
    if !frame.announcesExif {
      found.append(
        Finding(.exifUnannounced, "the header does not announce the Exif chunk, so some readers miss it"))
    }
    return found
  }

  /// Adds a chunk, and reads it if it may affect size or orientation; false if it is no longer part of the file.
  ///
  /// - Throws: `.imageMissing`, `.boxInvalid`, and as `RangeReader.bytes`.
  mutating func take<S: ByteSource>(_ chunk: RIFFChunk, _ reader: inout RangeReader<S>) throws(MetadataError) -> Bool {
    guard chunk.offset < frame.statedEnd || size == nil && Self.known.contains(chunk.kind) else { return false }
    switch chunk.kind {
    case "VP8X", "VP8 ", "VP8L": try takeImage(chunk, &reader)
    case "EXIF": if isWithinBudget(chunk) { takeExif(chunk, try reader.bytes(chunk.payload.lowerBound..<chunk.end)) }
    case "ALPH", "ANIM": imageData.take(chunk)
    case "ANMF":
      let head = try reader.exactly(at: chunk.payload.lowerBound, count: min(chunk.payload.count, Self.frameHeadCount))
      let image = try Self.image(ofFrame: chunk, &reader)
      if let size { imageData.takeFrame(chunk, head, image, on: size) }
    case "ICCP": places.icc = places.icc ?? chunk.payload
    case "XMP ", Self.oldPacket:
      places.xmp = places.xmp ?? chunk.payload
      let packet = try reader.bytes(chunk.payload)
      if places.xmp == chunk.payload {
        marked = XMPContents.marked(packet)
        items = XMPContents.listedItems(in: [packet])
      }
      xmp += XMPOrientation.all(in: packet, offset: chunk.payload.lowerBound).prefix(Self.statementLimit - xmp.count)
    default: others.add(chunk.kind)
    }
    frame.end = chunk.end
    frame.omitsFiller = (chunk.end - chunk.payload.lowerBound) % 2 == 1
    return true
  }

  /// The samples of a frame, from its chunks up to the one that codes the image; neither opaque nor lossless if there
  /// is none.
  private static func image<S: ByteSource>(
    ofFrame chunk: RIFFChunk, _ reader: inout RangeReader<S>
  ) throws(MetadataError) -> WebPImageData.FrameImage {
    var (offset, hasOpacity) = (chunk.payload.lowerBound + frameHeadCount, false)
    for _ in 0..<framePartLimit where chunk.payload.upperBound - offset >= 8 {
      let head = try reader.exactly(at: offset, count: min(8 + 5, chunk.payload.upperBound - offset))
      let (kind, length) = (FourCC(head), LittleEndian.number(head[4..<8]))
      guard length <= chunk.payload.upperBound - offset - 8 else { break }
      switch kind {
      case "VP8L":
        let hasAlpha = WebPImage(kind, Array(head.dropFirst(8).prefix(length)))?.hasAlpha != false
        return WebPImageData.FrameImage(isOpaque: !hasAlpha, isLossless: true)
      case "VP8 ": return WebPImageData.FrameImage(isOpaque: !hasOpacity, isLossless: false)
      case "ALPH": hasOpacity = true
      default: break
      }
      offset += 8 + length + length % 2
    }
    return WebPImageData.FrameImage()
  }

  private mutating func takeImage<S: ByteSource>(
    _ chunk: RIFFChunk, _ reader: inout RangeReader<S>
  ) throws(MetadataError) {
    guard size == nil || imageData.image == nil && chunk.kind == "VP8L" else { return imageData.take(chunk) }
    let head = try reader.bytes(
      at: chunk.payload.lowerBound, count: min(chunk.payload.count, WebPImage.headCount))
    let image = WebPImage(chunk.kind, head)
    imageData.take(chunk, flags: head.first ?? 0, alpha: image?.hasAlpha ?? false)
    guard size == nil else { return }
    guard let image else { throw MetadataError(.imageMissing, at: chunk.offset) }
    size = image.size
    if chunk.kind == "VP8X" {
      frame.header = WebPFrame.Header(chunk: chunk, bytes: head)
    } else if chunk.offset == WebPFrame.start {
      frame.simpleImage = image
    }
  }

  /// Counts an Exif chunk. Returns false if there were too many, and reports that once.
  private mutating func isWithinBudget(_ chunk: RIFFChunk) -> Bool {
    exifBudget -= 1
    if exifBudget == -1 {
      mayHideExif = true
      note(Finding(.metadataDamaged, "too many \(chunk.kind) chunks; those from byte \(chunk.offset) are not read"))
    }
    return exifBudget >= 0
  }

  private mutating func takeExif(_ chunk: RIFFChunk, _ bytes: [UInt8]) {
    guard let block = WebPExif(chunk, bytes) else {
      mayHideExif = true
      return note(Finding(.exifMalformed, "the Exif chunk at byte \(chunk.offset) has no TIFF header"))
    }
    blocks.append(block)
  }

  private mutating func note(_ finding: Finding) { findings.append(finding) }
}

extension WebPHeader {
  /// Reads the chunks of `source`. The length in the file's header is a hint: known chunks are used even after it.
  ///
  /// - Throws: `.imageMissing` if no chunk states a size, or the error that hides it; `.unreadable`.
  init(_ source: some ByteSource) throws(MetadataError) {
    var reader = RangeReader(source)
    let head = try reader.bytes(at: 0, count: 12)
    var collector = WebPCollector(statedEnd: 8 + LittleEndian.number(head[4..<8]))
    do throws(MetadataError) {
      var offset = 12
      while offset < source.byteCount, try collector.take(reader.riffChunk(at: offset), &reader) {
        offset = collector.end
      }
    } catch {
      guard error.code != .unreadable else { throw error }
      if collector.size == nil { throw error }
      collector.noteDamage(error)
    }
    guard let size = collector.size else { throw MetadataError(.imageMissing, at: 12) }
    collector.noteEnd(of: source.byteCount)
    storedSize = size
    findings = collector.allFindings
    blocks = collector.blocks
    xmp = collector.xmp
    marked = collector.marked
    frame = collector.frame
    mayHideExif = collector.mayHideExif
    imageData = collector.imageData
    isTruncated = collector.frame.statedEnd > source.byteCount + (collector.frame.omitsFiller ? 1 : 0)
    places = collector.places
    otherKinds = collector.others
    let end = min(frame.end, source.byteCount)
    attachments =
      end < source.byteCount ? JPEGAttachment.all(after: end, listed: collector.items, source) : []
    concatenatedTrailer = ConcatenatedTrailer(source)
  }
}
