// A JPEG XL file: a bare codestream, or one in a container with Exif and XMP boxes (ISO 18181-2, 9).

internal import UprightGeometry

/// The contents before the first frame, and the boxes around the codestream.
struct JPEGXLHeader: ContainerHeader {
  /// The codestream's image header.
  let image: JPEGXLImageHeader
  /// The codestream bytes that were read, including its header.
  let head: [UInt8]
  /// File offset of the codestream.
  let offset: Int
  /// Its box, or that of its first part; nil for a bare codestream.
  let box: Box?
  /// Whether the codestream's header states colors other than sRGB.
  var mayHaveProfile: Bool { image.hasOtherColors }
  /// The Exif block of the `Exif` box, or of a compressed one.
  let exif: LocatedExifBlock?
  /// The orientations stated in the `xml ` box.
  let xmp: [XMPOrientation]
  /// The range of the first XMP packet.
  let packet: Range<Int>?
  /// The XMP packet that contains positions in the image.
  let marked: [[UInt8]]
  /// The unknown box types, and those of content credentials.
  let otherKinds: NamedKinds
  /// Whether there is a gain map.
  let hasGainMap: Bool
  /// The first XMP packet, if it is in a compressed box.
  let compressedPacket: [UInt8]?
  /// The Brotli-compressed boxes of Exif and XMP.
  let compressed: [BrotliBox]
  /// Whether there are Brotli-compressed boxes that cannot be decompressed, or of other types.
  let hasCompressed: Bool
  /// The bytes that a Brotli-compressed box would have exceeded; nil if none expands to more than it may.
  let exceededLimit: Int?
  /// Whether there are data to reconstruct the original JPEG.
  let hasReconstruction: Bool
  /// Whether a box (`jxli`) lists frames by offset, which an insertion would invalidate.
  let hasIndex: Bool
  /// The first violation in the boxes, if any.
  let damage: MetadataError?
  /// Whether the file ends inside one of its boxes.
  let isTruncated: Bool

  /// The box at the start of a JPEG XL container (ISO 18181-2, 9.1).
  static let signature: [UInt8] = [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]

  /// The orientation of the JPEG that can be reconstructed, whose Exif is that of the file; nil if there is no such
  /// JPEG, or if its Exif cannot be read.
  var reconstructedOrientation: ExifOrientation? {
    guard hasReconstruction, exif != nil || !(hasCompressed || exceededLimit != nil) else { return nil }
    return exif?.statement?.value ?? .topLeft
  }

  /// Only a decoder can convert enumerated colors to a profile.
  var hasProfileOfDecoder: Bool { image.hasOtherColors }

  /// Columns and rows as stored.
  var storedSize: PixelSize<Stored> { image.storedSize }

  /// The samples stated in the codestream's header.
  var samples: SampleCoding? { image.samples }

  /// The animation; only a decoder can count its frames.
  var animation: ImageAnimation? { image.isAnimated ? ImageAnimation(frameCount: nil) : nil }

  /// The header describes the coding of the first frame; that of other frames is unknown.
  func samples(ofFrame number: Int) -> SampleCoding? {
    guard number > 1, let samples else { return samples }
    return SampleCoding(
      color: samples.color, hasTransparency: samples.hasTransparency, depth: samples.depth, isLossless: false,
      unsupportedReason: samples.unsupportedReason, highRange: samples.highRange)
  }

  /// Exif and XMP from their boxes.
  ///
  /// - Throws: `.truncated`, `.tooMuchMetadata`, `.unreadable`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var reader = RangeReader(source)
    let plain = try packet.map { range throws(MetadataError) in try reader.bytes(range) }
    return MetadataPackets(exif: exif?.block, xmp: plain ?? compressedPacket)
  }

  /// Unusual facts about the boxes.
  var findings: [Finding] {
    damage.map { [Finding(.metadataDamaged, "the boxes are truncated or inconsistent: \($0)")] } ?? []
  }

  /// Reads the header of `source`.
  ///
  /// - Throws: `.imageMissing` if there is no codestream, `.boxInvalid` if it is invalid, `.truncated`,
  ///   `.tooMuchMetadata`, `.unreadable`.
  init(_ source: some ByteSource) throws(MetadataError) {
    let isBare = try source.read(0..<2) == JPEGXLImageHeader.signature
    var boxes = try JPEGXLBoxes(source, isBare: isBare)
    box = boxes.codestream
    offset = boxes.codestreamOffset
    head = try boxes.head()
    image = try JPEGXLImageHeader(head, at: offset, continuedBy: boxes.continuation())
    exif = boxes.exif
    xmp = boxes.xmp
    packet = boxes.packet
    marked = boxes.marked
    otherKinds = boxes.others
    hasGainMap = boxes.hasGainMap
    compressedPacket = boxes.compressedPacket
    compressed = boxes.compressed
    hasCompressed = boxes.hasCompressed
    exceededLimit = boxes.exceededLimit
    hasReconstruction = boxes.hasReconstruction
    hasIndex = boxes.hasIndex
    (damage, isTruncated) = (boxes.damage, boxes.isTruncated)
  }
}

extension JPEGXLHeader {
  /// Memory, measured.
  var carriedByteCount: Int { 4 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}
