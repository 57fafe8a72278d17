// The pages of a TIFF file, and of raw formats based on TIFF (TIFF 6.0, section 2; BigTIFF; DNG 1.7).

internal import UprightGeometry

/// The header and the directories.
///
/// The orientation is that of the first directory, IFD0, whichever image is shown. Raw formats have a small preview
/// in IFD0 and the image in a subdirectory, and IFD0's orientation applies to both. The size is that of the largest
/// full-resolution image in IFD0 and its subdirectories. The Exif directory and maker notes are ignored.
struct TIFFHeader: ContainerHeader {
  /// The layout of the file's numbers.
  let layout: TIFFLayout
  /// Number of bytes in the file.
  let byteCount: Int
  /// The page that the file is opened for.
  private(set) var first: TIFFPage
  /// The other pages.
  private(set) var further: [TIFFPage]
  /// The number of the page that was selected, from 1; nil if none was.
  private(set) var shownPage: Int?
  let findings: [Finding]
  /// The first page's XMP packet, if it contains positions in the image.
  private(set) var marked: [[UInt8]]
  /// A block built from the first page's descriptive fields, if they contain the subject area.
  private(set) var subject: TIFFBlock?
  /// Whether a value overlaps a directory, so that changing one may change the other.
  let hasOverlaps: Bool
  /// Whether the chain of pages loops, or points to a missing page.
  let isChainBroken: Bool
  /// Why there are more pages than are read; nil if there are not.
  let unreadPages: MetadataError.Code?
  /// How the samples of the first page's image are coded.
  private(set) var samples: SampleCoding?
  /// Whether it contains raw sensor data.
  let holdsRaw: Bool
  /// The list of data of other programs at the file's end.
  let concatenatedTrailer: ConcatenatedTrailer?

  /// Reads the directories, in ranges.
  ///
  /// - Throws: `.truncated` if there is no first directory, `.boxInvalid` if the header is invalid, `.imageMissing`
  ///   if no size is stated, `.tooMuchMetadata`, `.unreadable`.
  init(_ source: some ByteSource) throws(MetadataError) {
    let reader = try TIFFReader(source)
    let collector = try TIFFPageCollector(reader)
    guard let first = collector.pages.first, !first.main.size.isEmpty else {
      throw MetadataError(.imageMissing, at: reader.firstDirectoryOffset)
    }
    layout = reader.layout
    byteCount = reader.byteCount
    self.first = first
    further = Array(collector.pages.dropFirst())
    findings = collector.findings
    marked = collector.marked
    subject = Self.subject(of: first.table, in: source)
    concatenatedTrailer = ConcatenatedTrailer(source)
    (hasOverlaps, isChainBroken) = (collector.hasOverlaps, collector.isChainBroken)
    unreadPages = collector.unreadPages
    var opening = reader
    let isRaw = ([first.own] + first.inside).contains { $0.samples?.isRaw == true }
    holdsRaw = isRaw ? true : try opening.isCanonRaw()
    samples = first.main.samples?.coding(holdsRaw: holdsRaw)
  }

  var storedSize: PixelSize<Stored> { first.main.size }

  var exif: LocatedExifBlock? { nil }

  /// Whether the first directory, or an image that a page shows, is incomplete; raw data may be where only its camera's
  /// maker knows.
  var isTruncated: Bool {
    !first.table.directory.isComplete || !holdsRaw && ([first] + further).contains { $0.main.isCut }
  }

  /// Offset of the directory of the first page's image; nil if that is the page's own directory.
  var imageOffset: Int? {
    first.main == first.own && shownPage ?? 1 == 1 ? nil : first.main.range.lowerBound
  }

  /// The same file with one of several pages as its only one; nil if there is no such page. Positions in the images of
  /// further pages are carried, but not announced.
  func showing(page number: Int) -> TIFFHeader? {
    guard number >= 1, number <= further.count + 1, shownPage == nil else { return shownPage == number ? self : nil }
    guard !further.isEmpty else { return self }
    var shown = self
    shown.shownPage = number
    if number > 1 {
      (shown.first, shown.marked, shown.subject) = (further[number - 2], [], nil)
      shown.samples = shown.first.main.samples?.coding(holdsRaw: holdsRaw)
    }
    shown.further = []
    return shown
  }

  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = first.resolvedOrientation(rules)
    let others = further.count { $0.resolvedOrientation(rules).orientation != resolved.orientation }
    if others > 0 {
      resolved.findings.append(
        Finding(.additionalPages, "\(others) of \(further.count) other pages are oriented differently from the first")
      )
    }
    return resolved
  }

  func parts(_ rules: OrientationRules) -> [ImagePart] {
    first.parts(as: .main, rules) + further.flatMap { $0.parts(as: .page, rules) }
  }
}

extension TIFFHeader {
  /// Memory, measured.
  var carriedByteCount: Int { 4 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}
