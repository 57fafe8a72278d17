// The requirements of a probe on a container's header, whatever the container. The metadata of a container that stores
// each kind contiguously (RFC 9649, 2.7.1.4 and 2.7.1.5; ISO 23008-12, A.2.1; ISO 18181-2, 9).

internal import UprightGeometry

/// The header of one container format.
protocol ContainerHeader: Hashable, Sendable {
  /// Columns and rows as stored.
  var storedSize: PixelSize<Stored> { get }
  /// Unusual facts about the structure.
  var findings: [Finding] { get }
  /// The Exif block, if there is one.
  var exif: LocatedExifBlock? { get }
  /// Whether the file ends earlier than its structure requires.
  var isTruncated: Bool { get }
  /// How the image's samples are coded; nil if unknown.
  var samples: SampleCoding? { get }
  /// How the samples of one composed animation frame are coded; 1-based, 0 is the separate still image.
  func samples(ofFrame number: Int) -> SampleCoding?
  /// The frames of an animation; nil for a still image.
  var animation: ImageAnimation? { get }
  /// Whether there may be an ICC profile, or the data to build one.
  var mayHaveProfile: Bool { get }
  /// The image's complete Exif, XMP and ICC.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets
  /// The XMP packets that contain positions in the image.
  var marked: [[UInt8]] { get }
  /// The Exif block with the subject area; nil if there is none.
  var subject: TIFFBlock? { get }
  /// Resolves which metadata field decides the orientation, and which ones disagree.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation
  /// The byte changes that make the file display as `change` requires; `resolved` is its current orientation.
  ///
  /// - Throws: `.fieldNotWritable`, `.notExpressible`.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch
  /// The same for every page of the file; `pages` states what happens to those after the first.
  ///
  /// - Throws: as `retag(_:from:)`, with the page's number if a file has several.
  func retag(
    _ change: OrientationChange, from resolved: ResolvedOrientation, pages: PageRetagging, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch
  /// All images in the file, the main image first.
  func parts(_ rules: OrientationRules) -> [ImagePart]
  /// The byte changes that make a page display with orientation `value`; 0 is the main image.
  ///
  /// - Throws: as `retag(_:from:)`, `.imageMissing` if there is no such page, `.fieldNotWritable` if only the main
  ///   image can be changed.
  func retag(to value: ExifOrientation, ofPage page: Int, _ rules: OrientationRules) throws(MetadataError) -> BytePatch

  /// Memory in bytes for a new image's metadata before and after editing, excluding what the header itself holds.
  var carriedByteCount: Int { get }
  /// Memory in bytes for the header's own contents, including while the result's header is read.
  var probingByteCount: Int { get }
  /// Memory in bytes for the metadata read and written by a rewrite.
  var rewritingByteCount: Int { get }
  /// Why metadata cannot be removed from such a file; nil if it can.
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal?
  /// The changes that remove metadata from the file; all coded image data stays unchanged.
  ///
  /// - Throws: as `Probe.rewriting(without:in:)`.
  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite
  /// What else is removed along with the requested metadata.
  func losses(without strip: Strip) -> [RemovalNote]
  /// What is lost when the pixels of a shown image, which may have opacity, are encoded in a format.
  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent]
  /// Whether Exif is at a position for which no reader's behavior was measured.
  var isUnmeasured: Bool { get }
  /// The image sequence that some readers show, whatever the still image.
  var playedSequence: PlayedSequence? { get }
  /// The violation if the header describes pixels that its format does not allow; nil if it is valid.
  var brokenHeader: MetadataError? { get }
  /// Whether only a decoder of the container can determine the color profile.
  var hasProfileOfDecoder: Bool { get }
}

extension ContainerHeader {
  /// Default: complete.
  var isTruncated: Bool { false }

  /// Default: unknown.
  var samples: SampleCoding? { nil }

  /// Default: as the image.
  func samples(ofFrame number: Int) -> SampleCoding? { samples }

  /// Default: not animated.
  var animation: ImageAnimation? { nil }

  /// Default: possible.
  var mayHaveProfile: Bool { true }

  /// Default: none.
  var marked: [[UInt8]] { [] }

  /// Default: the Exif block, if it is contiguous.
  var subject: TIFFBlock? { exif?.block }

  /// Default: none.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets { MetadataPackets() }

  /// Default: none.
  var carriedByteCount: Int { 0 }
  /// Default: none.
  var probingByteCount: Int { 0 }
  /// Default: none.
  var rewritingByteCount: Int { 0 }

  /// Default: the container cannot be rewritten.
  func stripRefusal(_ format: ContainerFormat) -> StripRefusal? { .format(format) }

  /// Default: the container cannot be rewritten.
  ///
  /// - Throws: `.unsupportedFormat`.
  func rewriting(_ wanted: Stripping, in source: some ByteSource) throws(MetadataError) -> ByteRewrite {
    throw MetadataError(.unsupportedFormat, at: 0)
  }

  /// Default: none.
  func losses(without strip: Strip) -> [RemovalNote] { [] }
  /// Default: none.
  func leftovers(in format: ContainerFormat, hasOpacity: Bool, _ rules: OrientationRules) -> [FileContent] { [] }
  /// Default: no.
  var isUnmeasured: Bool { false }
  /// Default: none.
  var playedSequence: PlayedSequence? { nil }
  /// Default: none.
  var brokenHeader: MetadataError? { nil }
  /// Default: no.
  var hasProfileOfDecoder: Bool { false }

  /// Default: one image.
  func parts(_ rules: OrientationRules) -> [ImagePart] {
    [ImagePart(.main, storedSize: storedSize, orientation: resolvedOrientation(rules).orientation, offset: 0)]
  }

  /// The one page, unless the container has several.
  func retag(
    _ change: OrientationChange, from resolved: ResolvedOrientation, pages: PageRetagging, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch {
    try retag(change, from: resolved)
  }

  /// Default: only the main image.
  func retag(
    to value: ExifOrientation, ofPage page: Int, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch {
    guard page == 0 else {
      let pages = parts(rules).filter(\.isPage)
      guard pages.indices.contains(page) else { throw MetadataError(.imageMissing, at: 0) }
      throw MetadataError(.fieldNotWritable, at: pages[page].offset)
    }
    return try retag(to: value, rules)
  }

  /// Retags the main image; leaves conflicting orientation fields unchanged.
  func retag(to value: ExifOrientation, _ rules: OrientationRules) throws(MetadataError) -> BytePatch {
    let resolved = resolvedOrientation(rules)
    return try retag(OrientationChange(from: resolved.orientation, to: value), from: resolved)
  }
}

/// The header of any supported container.
struct AnyHeader: Hashable, Sendable {
  /// The header itself.
  let container: any ContainerHeader

  /// Wraps a header that is already read.
  init(_ container: some ContainerHeader) { self.container = container }

  /// Reads the header of a container.
  ///
  /// - Throws: `MetadataError` with the broken rule and its byte offset.
  init(_ format: ContainerFormat, _ source: some ByteSource) throws(MetadataError) {
    container = try format.row.header(source)
  }

  static func == (one: Self, other: Self) -> Bool { AnyHashable(one.container) == AnyHashable(other.container) }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(container)) }
}

/// An image's Exif, XMP and ICC, complete and unchanged.
struct MetadataPackets: Hashable, Sendable {
  /// The Exif block, from its TIFF header.
  var exif: TIFFBlock?
  /// The XMP packet.
  var xmp: [UInt8]?
  /// The ICC profile.
  var icc: [UInt8]?
  /// The IPTC record, if it is not in the Exif block.
  var iptc: [UInt8]?

  /// Photoshop's resources, without an identifier.
  var photoshop: [UInt8]?

  /// The density of the pixels in print, as stored.
  var density: PixelDensity?
}
