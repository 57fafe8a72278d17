// Everything a JPEG says before its first scan: segments, frame, tables, Exif and XMP (ITU T.81, B.2).

internal import UprightGeometry

/// What stands between SOI and the end of the first scan's header.
struct JPEGHeader: ContainerHeader {
  /// An application segment or comment, and what it is.
  struct Application: Hashable, Sendable {
    let segment: JPEGSegment
    let kind: JPEGSegment.Kind
  }

  /// Columns and rows as stored.
  let storedSize: PixelSize<Stored>
  /// How the picture is coded.
  let frame: JPEGFrame
  /// What the frame says of the samples.
  var samples: SampleCoding? { frame.samples }
  /// Application segments and comments in the file's order.
  let applications: [Application]
  /// The Exif blocks that have a valid TIFF header, in the file's order; the first decides.
  let exifSegments: [ExifSegment]
  /// The orientations that XMP packets state, in the file's order.
  let xmp: [XMPOrientation]
  /// What is odd about the segments.
  private(set) var findings: [Finding]
  /// What XMP says besides.
  let xmpContents: XMPContents
  /// What readers with other rules might take for the orientation.
  private(set) var evidence: JPEGEvidence
  /// Where the first scan's coded data start; the source's end, where there is no scan.
  let scanOffset: Int
  /// What follows the picture in its file.
  private(set) var attachments: [JPEGAttachment] = []
  /// Whether lists name something behind the picture that is not there, or is nothing that is known.
  private(set) var hasUnknownAttachments = false

  /// An Exif segment whose TIFF header is valid.
  struct ExifSegment: Hashable, Sendable {
    let segment: JPEGSegment
    let block: TIFFBlock
    /// The block, and where it starts in the file.
    var locatedBlock: LocatedExifBlock {
      LocatedExifBlock(block: block, offset: segment.payload.lowerBound + JPEGSegment.Identifier.exif.count)
    }
  }

  /// Reads the header of `source`, and those of what follows the picture.
  ///
  /// - Throws: as `JPEGWalker.next`, and `.frameMissing`, `.frameInvalid`.
  init(_ source: some ByteSource) throws(MetadataError) {
    try self.init(part: source)
    let index = applications.first { $0.kind == .multiPicture }?.segment.payload
    let payload = try index.map { (place) throws(MetadataError) in
      (payload: try source.read(place), offset: place.lowerBound)
    }
    let found = JPEGAttachments(source, xmp: xmpContents, multiPicture: payload)
    attachments = found.attachments
    hasUnknownAttachments = found.hasUnknownParts
    findings += found.findings
  }

  /// Reads the header of a picture that lies in another's file, or is a thumbnail, and nothing behind it.
  ///
  /// - Throws: as `JPEGWalker.next`, and `.frameMissing`, `.frameInvalid`.
  init(part source: some ByteSource, budget: Int = 16 << 20) throws(MetadataError) {
    var collector = JPEGHeaderCollector()
    var walker = try JPEGWalker(source, budget: budget)
    do throws(MetadataError) {
      while let segment = try walker.next() {
        try collector.take(segment, walker: &walker)
        if segment.marker == 0xDA {
          collector.scanOffset = segment.payload.upperBound
          break
        }
      }
    } catch {
      guard collector.hasFrame, error.code != .unreadable, error.code != .frameInvalid else { throw error }
      collector.note(Finding(.headerDamaged, "the header breaks off: \(error)"))
    }
    if let stray = walker.junkOffset {
      collector.note(Finding(.junkBytes, "bytes at \(stray) belong to no segment"))
    }
    self = try collector.header(end: source.byteCount)
    evidence.hasFillBytes = walker.hasFillBytes
  }

  /// All fields.
  init(
    storedSize: PixelSize<Stored>, frame: JPEGFrame, applications: [Application], exifSegments: [ExifSegment],
    xmp: [XMPOrientation], findings: [Finding], xmpContents: XMPContents,
    evidence: JPEGEvidence, scanOffset: Int
  ) {
    self.storedSize = storedSize
    self.frame = frame
    self.applications = applications
    self.exifSegments = exifSegments
    self.xmp = xmp
    self.findings = findings
    self.xmpContents = xmpContents
    self.evidence = evidence
    self.scanOffset = scanOffset
  }

  /// The packets that name places in the picture.
  var marked: [[UInt8]] { xmpContents.marked }

  /// Whether more pictures follow, listed in an MPF segment (CIPA DC-007).
  var hasMultiPicture: Bool { applications.contains { $0.kind == .multiPicture } }

  /// The Exif block that decides, and where it starts in the file.
  var exif: LocatedExifBlock? { exifSegments.first?.locatedBlock }
}
