// What a file's headers say about its picture: the answer to "which way is up, and how large" (rules in docs/orientation.md).

public import UprightGeometry

/// What a file is, read from its headers in ranges: no pixel is decoded and the file is never read whole.
public struct Probe: Hashable, Sendable {
  /// The container, by its first bytes.
  public let format: ContainerFormat
  /// How many bytes the source has.
  public let byteCount: Int
  /// Columns and rows as stored; a height of 0 means that it is not known from the header.
  public let storedSize: PixelSize<Stored>
  /// How the stored picture is displayed.
  public var orientation: Orientation<Stored, Displayed> { resolved.orientation }
  /// Where that was found.
  public var source: OrientationSource { resolved.source }
  /// Everything in the file that says how it lies, the one that decides first.
  public var statements: [OrientationStatement] { resolved.statements }
  /// What is odd.
  public let findings: [Finding]
  /// How the picture is coded, where the container is JPEG.
  public let jpeg: JPEGFrame?
  /// How the picture is coded, where the container is a PNG whose header is one that the standard knows.
  public let png: PNGFrame?
  /// The small picture in the Exif block, where it is a JPEG.
  public let thumbnail: Thumbnail?
  /// Which bytes were probed.
  public let fingerprint: SourceFingerprint

  let header: AnyHeader
  /// Which carriers are believed.
  package let rules: OrientationRules
  let resolved: ResolvedOrientation

  /// Columns and rows as a person sees it.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

  /// How the picture's samples are coded; nil where the headers do not say, or say something unknown.
  public var samples: SampleCoding? {
    shownFrame.map { header.container.samples(ofFrame: $0) } ?? header.container.samples
  }

  /// The frame of an animation that is the image: counted from 1, 0 for the still image beside them; nil where none was chosen.
  package internal(set) var shownFrame: Int?

  /// Whether more pictures follow in the same file (CIPA DC-007), with a geometry of their own.
  public var hasMultiPicture: Bool { header.jpeg?.hasMultiPicture ?? false }

  /// Whether further pages follow the picture, which do not come along where its pixels move.
  package var hasAdditionalPages: Bool {
    if shownFrame != nil { return false }
    if case .items(let header) = header { return header.sequence != nil }
    return header.tiff?.further.isEmpty == false
  }

  /// Whether the profile of its colours is one that only a decoder of the container can say.
  package var hasProfileOfDecoder: Bool {
    if case .jpegXL(let header) = header { header.image.hasOtherColors } else { false }
  }

  /// The orientation that the directory of the thumbnail states for itself; nil where it states none that is one.
  package var thumbnailStatement: ExifOrientation? {
    statements.first { if case .thumbnail = $0.source { true } else { false } }?.value
  }

  /// Where the picture stands among those of the file: of a TIFF the offset of its directory; nil for the first.
  package var imageOffset: Int? { header.tiff?.imageOffset }

  /// Which image of the file a decoder is asked for: of an animation the frame's number, of a TIFF the offset of its directory; nil for the first.
  package var decodedImage: Int? { shownFrame ?? imageOffset }

  /// What follows a JPEG's picture and is named by a list of the file, in the file's order.
  package var attachments: [JPEGAttachment] { header.jpeg?.attachments ?? [] }

  /// Whether the file ends before its structure says; known of HEIF, AVIF, TIFF and WebP.
  package var isTruncated: Bool { header.container.isTruncated }

  /// Whether lists name something behind the picture that is not there, or is nothing that is known.
  package var hasUnknownAttachments: Bool { header.jpeg?.hasUnknownAttachments ?? false }

  /// Reads the headers of `source`; `rules` say which carrier is believed where that is a choice.
  ///
  /// - Throws: `MetadataError` with the broken rule and its byte offset.
  public init(_ source: some ByteSource, rules: OrientationRules = OrientationRules()) throws(MetadataError) {
    let head = try source.read(0..<4096)
    guard let format = ContainerFormat(signature: head) else { throw MetadataError(.unrecognizedFormat, at: 0) }
    self.init(try AnyHeader(format, source), of: format, head: head, byteCount: source.byteCount, rules)
  }

  /// What a header says that was read already; `head` are the source's first 4,096 bytes.
  init(
    _ header: AnyHeader, of format: ContainerFormat, head: [UInt8], byteCount: Int,
    _ rules: OrientationRules = OrientationRules()
  ) {
    let container = header.container
    let resolved = container.resolvedOrientation(rules)
    self.format = format
    self.header = header
    self.rules = rules
    self.resolved = resolved
    self.byteCount = byteCount
    storedSize = container.storedSize
    jpeg = header.jpeg?.frame
    png = header.png?.frame
    let thumbnail = container.exif.flatMap { Thumbnail(in: $0.block) }
    let suspicion = container.exif.map {
      OrientationCheck(
        size: container.storedSize, orientation: resolved.orientation, block: $0.block,
        thumbnailSize: thumbnail?.storedSize ?? Thumbnail.storedSize(ofTruncatedIn: $0.block))
    }
    findings = container.findings + resolved.findings + (suspicion?.findings ?? [])
    self.thumbnail = thumbnail
    let usual = rules == OrientationRules() ? resolved : container.resolvedOrientation(OrientationRules())
    fingerprint = SourceFingerprint(
      head: head, byteCount: byteCount,
      facts: [storedSize.width, storedSize.height, Int(usual.orientation.exif.rawValue)])
  }
}
