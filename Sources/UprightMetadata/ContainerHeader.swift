// What a probe needs to know of a container, whichever it is.

internal import UprightGeometry

/// The header of one kind of container.
protocol ContainerHeader: Hashable, Sendable {
  /// Columns and rows as stored.
  var storedSize: PixelSize<Stored> { get }
  /// What is odd about the structure.
  var findings: [Finding] { get }
  /// The Exif block, where there is one.
  var exif: LocatedExifBlock? { get }
  /// Whether the file ends before its structure says.
  var isTruncated: Bool { get }
  /// How the picture's samples are coded; nil where that is not known.
  var samples: SampleCoding? { get }
  /// How the samples of one frame of an animation are coded, once it is composed; counted from 1, 0 is the still image beside them.
  func samples(ofFrame number: Int) -> SampleCoding?
  /// The frames of an animation; nil for a still image.
  var animation: Animation? { get }
  /// Whether there may be an ICC profile of the picture's colours, or what it is made of.
  var mayHaveProfile: Bool { get }
  /// The picture's Exif, XMP and ICC, read whole.
  ///
  /// - Throws: `.unreadable`, `.tooMuchMetadata`.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets
  /// The XMP packets that name places in the picture.
  var marked: [[UInt8]] { get }
  /// A block with the subject's place; nil where there is none.
  var subject: TIFFBlock? { get }
  /// Who decides, and who says otherwise.
  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation
  /// The bytes to change so that the file is displayed as `change` asks for; `resolved` is how it is displayed now.
  ///
  /// - Throws: `.fieldNotWritable`, `.notExpressible`.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch
  /// Every picture in the file, the main one first.
  func parts(_ rules: OrientationRules) -> [ImagePart]
  /// The bytes to change so that a page is displayed under `value`; 0 is the main picture.
  ///
  /// - Throws: as `retag(_:from:)`, `.imageMissing` where there is no such page, `.fieldNotWritable` where only the main one is rewritten.
  func retag(to value: ExifOrientation, ofPage page: Int, _ rules: OrientationRules) throws(MetadataError) -> BytePatch
}

extension ContainerHeader {
  /// Whole, unless the container knows better.
  var isTruncated: Bool { false }

  /// Not known, unless the container knows better.
  var samples: SampleCoding? { nil }

  /// As the image, unless the container composes frames.
  func samples(ofFrame number: Int) -> SampleCoding? { samples }

  /// None, unless the container has frames.
  var animation: Animation? { nil }

  /// As far as is known.
  var mayHaveProfile: Bool { true }

  /// None, unless the container has packets and keeps them.
  var marked: [[UInt8]] { [] }

  /// What the Exif block says, unless there is none in one piece.
  var subject: TIFFBlock? { exif?.block }

  /// None, unless the container has them in one piece each.
  func packets(in source: some ByteSource) throws(MetadataError) -> MetadataPackets { MetadataPackets() }

  /// One picture, unless the container knows better.
  func parts(_ rules: OrientationRules) -> [ImagePart] {
    [ImagePart(.main, storedSize: storedSize, orientation: resolvedOrientation(rules).orientation, offset: 0)]
  }

  /// The main picture only, unless the container knows better.
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

  /// The main picture, carriers that contradict left as they are.
  func retag(to value: ExifOrientation, _ rules: OrientationRules) throws(MetadataError) -> BytePatch {
    let resolved = resolvedOrientation(rules)
    return try retag(OrientationChange(from: resolved.orientation, to: value), from: resolved)
  }
}

/// The header of any container that is read.
enum AnyHeader: Hashable, Sendable {
  case jpeg(JPEGHeader)
  case png(PNGHeader)
  case webp(WebPHeader)
  case tiff(TIFFHeader)
  case items(HEIFHeader)
  case sequence(SequenceHeader)
  case jpegXL(JPEGXLHeader)
  case bare(SizeOnlyHeader)
  case movie(MovieHeader)

  /// Reads the header of a container.
  ///
  /// - Throws: `MetadataError` with the broken rule and its byte offset.
  init(_ format: ContainerFormat, _ source: some ByteSource) throws(MetadataError) {
    switch format {
    case .jpeg: self = .jpeg(try JPEGHeader(source))
    case .png: self = .png(try PNGHeader(source))
    case .webp: self = .webp(try WebPHeader(source))
    case .tiff: self = .tiff(try TIFFHeader(source))
    case .heif, .avif: self = try Self.items(source)
    case .jpegXL: self = .jpegXL(try JPEGXLHeader(source))
    case .gif, .bmp: self = .bare(try SizeOnlyHeader(source))
    case .mp4, .quickTime: self = .movie(try MovieHeader(source))
    }
  }

  /// Items, or a sequence of frames where there is no item that is the image.
  private static func items(_ source: some ByteSource) throws(MetadataError) -> Self {
    do throws(MetadataError) { return .items(try HEIFHeader(source)) } catch {
      guard error.code == .imageMissing, let header = try? SequenceHeader(source) else { throw error }
      return .sequence(header)
    }
  }

  /// What a probe needs of it.
  var container: any ContainerHeader {
    switch self {
    case .jpeg(let header): header
    case .png(let header): header
    case .webp(let header): header
    case .tiff(let header): header
    case .items(let header): header
    case .sequence(let header): header
    case .jpegXL(let header): header
    case .bare(let header): header
    case .movie(let header): header
    }
  }

  /// The header of a JPEG.
  var jpeg: JPEGHeader? {
    guard case .jpeg(let header) = self else { return nil }
    return header
  }

  /// The header of a PNG.
  var png: PNGHeader? {
    guard case .png(let header) = self else { return nil }
    return header
  }

  /// The header of a TIFF.
  var tiff: TIFFHeader? {
    guard case .tiff(let header) = self else { return nil }
    return header
  }

  /// The header of a WebP.
  var webp: WebPHeader? {
    guard case .webp(let header) = self else { return nil }
    return header
  }
}
