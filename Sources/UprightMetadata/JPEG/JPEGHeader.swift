// The contents of a JPEG before its first scan: segments, frame, tables, Exif and XMP (ITU T.81, B.2).

internal import UprightGeometry

/// Everything from SOI to the end of the first scan's header.
struct JPEGHeader: ContainerHeader {
  /// An application segment or comment, and its kind.
  struct Application: Hashable, Sendable {
    let segment: JPEGSegment
    var kind: JPEGSegment.Kind
  }

  /// Columns and rows as stored.
  let storedSize: PixelSize<Stored>
  /// How the image is coded.
  let frame: JPEGFrame
  /// How the frame describes the samples.
  var samples: SampleCoding? { frame.samples }
  /// Application segments and comments in the file's order.
  let applications: [Application]
  /// The Exif blocks with a valid TIFF header, in the file's order; the first decides.
  let exifSegments: [ExifSegment]
  /// The orientations that XMP packets state, in the file's order.
  let xmp: [XMPOrientation]
  /// Unusual facts about the segments.
  private(set) var findings: [Finding]
  /// Other contents of XMP.
  let xmpContents: XMPContents
  /// What readers with other rules might use as the orientation.
  let evidence: JPEGEvidence
  /// Start of the first scan's coded data; the source's end if there is no scan.
  let scanOffset: Int
  /// The attachments after the main image.
  private(set) var attachments: [JPEGAttachment] = []
  /// Whether an index names an attachment that is missing or of unknown type.
  private(set) var hasUnknownAttachments = false
  /// The list of data of other programs at the file's end.
  private(set) var concatenatedTrailer: ConcatenatedTrailer?
  /// The rest of the XMP packet in further segments, if it contains positions in the image, or images.
  private(set) var furtherMarked: [[UInt8]] = []
  /// Whether there is such a rest that is incomplete or invalid.
  private(set) var hasUnreadableXMP = false

  /// An Exif segment whose TIFF header is valid.
  struct ExifSegment: Hashable, Sendable {
    let segment: JPEGSegment
    let block: TIFFBlock
    /// The block and its file offset.
    var locatedBlock: LocatedExifBlock {
      LocatedExifBlock(block: block, offset: segment.payload.lowerBound + JPEGSegment.Identifier.exif.count)
    }
  }

  /// Takes what follows the main image.
  mutating func take(
    _ attachments: [JPEGAttachment], hasUnknown: Bool, _ findings: [Finding], _ trailer: ConcatenatedTrailer?
  ) {
    (self.attachments, hasUnknownAttachments, concatenatedTrailer) = (attachments, hasUnknown, trailer)
    self.findings += findings
  }

  /// Takes the rest of the XMP packet.
  mutating func take(furtherMarked: [[UInt8]], isReadable: Bool) {
    (self.furtherMarked, hasUnreadableXMP) = (furtherMarked, !isReadable)
  }

  /// The XMP packets that contain positions in the image.
  var marked: [[UInt8]] { xmpContents.marked + furtherMarked }

  /// Whether an MPF segment lists additional images (CIPA DC-007).
  var hasMultiPicture: Bool { applications.contains { $0.kind == .multiPicture } }

  /// The deciding Exif block and its file offset.
  var exif: LocatedExifBlock? { exifSegments.first?.locatedBlock }
}
