// What a file's headers state about its image: which way is up, and how large it is (rules in docs/orientation.md).
// Identifies the bytes that a decision was made for: the length and a digest of the header (FNV-1a, 64 bits, in steps
// of eight bytes).

public import UprightGeometry

/// The facts about a file, read from ranges of its headers; no pixel is decoded and the file is never read
/// completely.
public struct Probe: Hashable, Sendable {
  /// The container, identified by its first bytes.
  public let format: ContainerFormat
  /// Number of bytes in the source.
  public let byteCount: Int
  /// Columns and rows as stored; a height of 0 means that the header does not give it.
  public let storedSize: PixelSize<Stored>
  /// How the stored image is displayed.
  public var orientation: Orientation<Stored, Displayed> { resolved.orientation }
  /// The field that states the orientation.
  public var source: OrientationSource { resolved.source }
  /// All orientations stated in the file; the deciding one is first.
  public var statements: [OrientationStatement] { resolved.statements }
  /// Unusual facts about the file.
  public let findings: [Finding]
  /// How the image is coded, if the container is JPEG.
  public let jpeg: JPEGFrame?
  /// How the image is coded, if the container is PNG and its header is valid.
  public let png: PNGFrame?
  /// The thumbnail in the Exif block, if it is a JPEG.
  public let thumbnail: Thumbnail?
  /// Identifies the bytes that were probed.
  public let fingerprint: SourceFingerprint
  /// The numbers in `fingerprint`.
  private let facts: [Int]

  let header: AnyHeader
  /// The options for resolving the orientation.
  package let rules: OrientationRules
  let resolved: ResolvedOrientation

  /// Columns and rows as displayed.
  public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

  /// How the image's samples are coded; nil if the headers do not state it, or state something unknown.
  public var samples: SampleCoding? {
    shownFrame.map { header.container.samples(ofFrame: $0) } ?? header.container.samples
  }

  /// The animation frame selected as the image: 1-based, 0 for the separate still image; nil if none was selected.
  package internal(set) var shownFrame: Int?

  /// Whether the file contains additional images (CIPA DC-007), each with its own geometry.
  public var hasMultiPicture: Bool { header.jpeg?.hasMultiPicture ?? false }

  /// Whether the image has additional pages, which are lost when its pixels are reoriented.
  package var hasAdditionalPages: Bool {
    if shownFrame != nil { return false }
    if let items = header.items { return items.sequence != nil }
    return header.tiff?.further.isEmpty == false
  }

  /// The pages of a TIFF after the first; nil if there are none. Their tags change along with its tag.
  package var furtherPages: [ImagePart]? {
    guard header.tiff?.further.isEmpty == false else { return nil }
    return Array(pages.dropFirst())
  }

  /// Whether it is a camera's raw file of the TIFF family.
  package var holdsRaw: Bool { header.tiff?.holdsRaw == true }

  /// Whether a TIFF has pages besides its first.
  package var hasSeveralPages: Bool { header.tiff?.further.isEmpty == false }

  /// Whether only a decoder of the container can determine the color profile.
  package var hasProfileOfDecoder: Bool { header.container.hasProfileOfDecoder }

  /// The orientation in the thumbnail's directory; nil if there is none or it is invalid.
  package var thumbnailStatement: ExifOrientation? {
    statements.first { if case .thumbnail = $0.source { true } else { false } }?.value
  }

  /// The offset of the image's directory in a TIFF; nil for the first image.
  package var imageOffset: Int? { header.tiff?.imageOffset }

  /// The image to request from a decoder: an animation's frame number, or the offset of a TIFF directory; nil for the
  /// first.
  package var decodedImage: Int? { shownFrame ?? imageOffset }

  /// The attachments of a JPEG, or the video or listed items behind a PNG or WebP, in the file's order.
  package var attachments: [JPEGAttachment] {
    header.jpeg?.attachments ?? header.png?.attachments ?? header.webp?.attachments ?? []
  }

  /// The violation if the header describes pixels that its format does not allow; nil if it is valid.
  package var brokenHeader: MetadataError? { header.container.brokenHeader }

  /// Whether the file ends earlier than its structure requires; not determined for JPEG and JPEG XL, which state no
  /// end.
  package var isTruncated: Bool { header.container.isTruncated }

  /// The ranges of red, green and blue of a gain map; nil for other images, and if its XMP does not state them.
  package var gainRange: [GainMapRange]? { header.jpeg?.xmpContents.gainRange }

  /// Whether an index names an attachment that is missing or of unknown type.
  package var hasUnknownAttachments: Bool { header.jpeg?.hasUnknownAttachments ?? false }

  /// Reads the headers of `source`; `rules` select the orientation field where there is a choice.
  ///
  /// - Throws: `MetadataError` with the violated rule and its byte offset.
  public init(_ source: some ByteSource, rules: OrientationRules = OrientationRules()) throws(MetadataError) {
    let head = try source.read(0..<4096)
    guard let format = ContainerFormat(signature: head) else {
      let known = KnownFormat(signature: head)
      throw MetadataError(known == nil ? .unrecognizedFormat : .unsupportedFormat, at: 0, known: known)
    }
    self.init(try AnyHeader(format, source), of: format, head: head, byteCount: source.byteCount, rules)
  }

  /// Builds a probe from a header that is already read; `head` is the source's first 4,096 bytes.
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
    let contradiction = Finding.regions(container.marked, of: container.storedSize, resolved.orientation)
    findings =
      container.findings + resolved.findings + (suspicion?.findings ?? [])
      + [contradiction].compactMap(\.self)
    self.thumbnail = thumbnail
    let usual = rules == OrientationRules() ? resolved : container.resolvedOrientation(OrientationRules())
    facts = [storedSize.width, storedSize.height, Int(usual.orientation.exif.rawValue)]
    fingerprint = SourceFingerprint(head: head, byteCount: byteCount, facts: facts)
  }

  /// The same probe of a part of the file that another header describes.
  private init(_ whole: Probe, showing header: AnyHeader) {
    let container = header.container
    let resolved = container.resolvedOrientation(whole.rules)
    (format, byteCount, rules) = (whole.format, whole.byteCount, whole.rules)
    (fingerprint, facts) = (whole.fingerprint, whole.facts)
    (self.header, self.resolved) = (header, resolved)
    storedSize = container.storedSize
    (jpeg, png, thumbnail) = (nil, nil, nil)
    findings = container.findings + resolved.findings
  }

  /// The number of pages; 1 for files of other formats than TIFF.
  public var pageCount: Int { (header.tiff?.further.count ?? 0) + 1 }

  /// The number of the page that was selected, from 1; nil if none was, or if the file has only one.
  package var shownPage: Int? { header.tiff?.shownPage }

  /// The probe with one page of a TIFF selected as its image; pages are numbered from 1.
  ///
  /// - Returns: nil if there is no such page. Files of other formats have one.
  public func showing(page number: Int) -> Probe? {
    guard let tiff = header.tiff else { return number == 1 ? self : nil }
    guard let shown = tiff.showing(page: number) else { return nil }
    return shown.shownPage == tiff.shownPage ? self : Probe(self, showing: AnyHeader(shown))
  }

  /// The pages of a TIFF whose stored pixels are not upright, by their numbers from 1, with their orientations; of a
  /// file with one image, that image.
  public var rotatedPages: [(number: Int, orientation: ExifOrientation)] {
    guard hasSeveralPages, !holdsRaw else { return orientation.isIdentity ? [] : [(1, orientation.exif)] }
    let pages = pages
    return pages.indices.filter { !pages[$0].orientation.isIdentity }.map { ($0 + 1, pages[$0].orientation.exif) }
  }

  /// Whether `source` is what was probed, as far as its length and its first 4,096 bytes tell.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public func describes(_ source: some ByteSource) throws(MetadataError) -> Bool {
    guard source.byteCount == byteCount else { return false }
    let head = try source.read(0..<4096)
    return SourceFingerprint(head: head, byteCount: byteCount, facts: facts) == fingerprint
  }
}

extension Probe {
  /// All images in the file: the main image first, then pages in the file's order, each followed by its previews.
  public var parts: [ImagePart] { header.container.parts(rules) }

  /// The images that are pages; page 0 is the main image.
  public var pages: [ImagePart] { parts.filter(\.isPage) }

  /// The list of data of other programs behind a JPEG, PNG or WebP.
  package var concatenatedTrailer: ConcatenatedTrailer? {
    header.jpeg?.concatenatedTrailer ?? header.png?.concatenatedTrailer ?? header.webp?.concatenatedTrailer
  }
}

extension Probe {
  /// What the file states about its animation; nil for a still image.
  public var animation: ImageAnimation? { header.container.animation }

  /// The probe with one frame selected as its image. Frames are 1-based; 0 is the separate still image.
  ///
  /// - Returns: nil if there is no such frame.
  package func showing(frame number: Int) -> Probe? {
    guard let animation else { return number == 1 ? self : nil }
    guard number >= (animation.hasSeparateStill ? 0 : 1), number <= animation.frameCount ?? .max else { return nil }
    var shown = self
    shown.shownFrame = number
    return shown
  }

  /// Whether the shown frame is composed from several frames, or covers only part of the image.
  package var composesFrames: Bool {
    guard let shownFrame, shownFrame > 0, let animation else { return false }
    return !animation.isWhole(shownFrame, on: storedSize)
  }
}

extension JPEGAttachment {
  /// The facts from its own headers; nil if they are unreadable.
  package var probe: Probe? {
    headers.map { Probe($0.header, of: $0.format, head: $0.head, byteCount: $0.byteCount) }
  }
}

/// The length of a source, and a digest of its first 4,096 bytes and of the facts read from its header.
public struct SourceFingerprint: Hashable, Sendable {
  /// Number of bytes in the source.
  public let byteCount: Int
  /// FNV-1a over the first 4,096 bytes and the facts, in little-endian steps of eight bytes.
  public let digest: UInt64

  /// From the first bytes (at most 4,096 are used), the length, and numbers read from the header.
  public init(head: [UInt8], byteCount: Int, facts: [Int]) {
    self.byteCount = byteCount
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // A product moves differences only upwards; this folds the high bits back into the low ones.
    func take(_ word: UInt64) {
      let product = (hash ^ word) &* 0x0000_0100_0000_01B3
      hash = product ^ product >> 32
    }
    let head = head.prefix(4_096)
    var offset = head.startIndex
    while offset + 8 <= head.endIndex {
      var word: UInt64 = 0
      for place in 0..<8 { word |= UInt64(head[offset + place]) << (8 * place) }
      take(word)
      offset += 8
    }
    for byte in head[offset...] { take(UInt64(byte)) }
    for fact in facts { take(UInt64(truncatingIfNeeded: fact)) }
    digest = hash
  }
}

extension Probe {
  /// Memory in bytes for a new image's metadata, before and after editing and while writing, excluding what the
  /// headers hold. The factors are measured, because containers copy metadata different numbers of times.
  public var carriedByteCount: Int { header.container.carriedByteCount }

  /// Memory in bytes for the headers' own contents, including while the result's headers are read.
  package var probingByteCount: Int { header.container.probingByteCount }
}
