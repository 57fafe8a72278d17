// A JPEG XL file: a bare codestream, or one in boxes beside Exif and XMP (ISO 18181-2, 9).

internal import UprightGeometry

/// What stands before the first frame, and in the boxes around the codestream.
struct JPEGXLHeader: ContainerHeader {
  /// The codestream's image header.
  let image: JPEGXLImageHeader
  /// The bytes of the codestream that were read, its header among them.
  let head: [UInt8]
  /// Where the codestream starts in the file.
  let offset: Int
  /// The box it lies in, or its first part; nil for a bare codestream.
  let box: Box?
  /// Whether the codestream's header says others than sRGB's.
  var mayHaveProfile: Bool { image.hasOtherColors }
  /// The Exif block of the `Exif` box; a compressed one is passed over.
  let exif: LocatedExifBlock?
  /// The orientations that the `xml ` box states.
  let xmp: [XMPOrientation]
  /// Where the first XMP packet lies.
  let packet: Range<Int>?
  /// The packet that names places in the picture.
  let marked: [[UInt8]]
  /// Whether there are boxes that are packed by Brotli, which is not unpacked here.
  let hasCompressed: Bool
  /// Whether there is what makes the JPEG again that the file was made of.
  let hasReconstruction: Bool
  /// Whether a box lists frames by their place (`jxli`), which growing would make wrong.
  let hasIndex: Bool
  /// The rule that the boxes break, where they break one.
  let damage: MetadataError?

  /// Columns and rows as stored.
  var storedSize: PixelSize<Stored> { image.storedSize }

  /// What the codestream's header says.
  var samples: SampleCoding? { image.samples }

  /// The animation, whose frames only a decoder counts.
  var animation: Animation? { image.isAnimated ? Animation(frameCount: nil) : nil }

  /// The first frame is coded as the header says; of others that is not known.
  func samples(ofFrame number: Int) -> SampleCoding? {
    guard number > 1, let samples else { return samples }
    return SampleCoding(
      color: samples.color, hasTransparency: samples.hasTransparency, depth: samples.depth, isLossless: false,
      unsupportedReason: samples.unsupportedReason, highRange: samples.highRange)
  }

  /// Exif and XMP out of their boxes, where those are not compressed.
  ///
  /// - Throws: `.truncated`, `.tooMuchMetadata`, `.unreadable`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets {
    var reader = RangeReader(source)
    return MetadataPackets(
      exif: exif?.block, xmp: try packet.map { range throws(MetadataError) in try reader.bytes(range) })
  }

  /// What is odd about the boxes.
  var findings: [Finding] {
    damage.map { [Finding(.metadataDamaged, "the boxes break off or contradict themselves: \($0)")] } ?? []
  }

  /// Reads the header of `source`.
  ///
  /// - Throws: `.imageMissing` where there is no codestream, `.boxInvalid` where it is none, `.truncated`, `.tooMuchMetadata`, `.unreadable`.
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
    hasCompressed = boxes.hasCompressed
    hasReconstruction = boxes.hasReconstruction
    hasIndex = boxes.hasIndex
    damage = boxes.damage
  }
}
