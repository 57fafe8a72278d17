// The pages of a TIFF file, and of the raw formats that are TIFF inside (TIFF 6.0, section 2; BigTIFF; DNG 1.7).

internal import UprightGeometry

/// The header and the directories.
///
/// The orientation is that of the first directory, IFD0, whichever picture is shown: raw formats put a small preview into IFD0 and the
/// picture into a subdirectory, and their previews lie as IFD0 says. The size is that of the largest picture at full resolution among
/// IFD0 and its subdirectories. What the Exif directory and the maker's notes say does not count.
struct TIFFHeader: ContainerHeader {
  /// How the file's numbers stand.
  let layout: TIFFLayout
  /// How many bytes the file has.
  let byteCount: Int
  /// The page that the file is opened for.
  let first: TIFFPage
  /// The pages behind it.
  let further: [TIFFPage]
  let findings: [Finding]
  /// The first page's packet, where it names places in the picture.
  let marked: [[UInt8]]
  /// A block made of what the first page says beside the picture, where that names the subject's place.
  let subject: TIFFBlock?
  /// Whether a value lies in a directory, so that no change of the one can be sure not to change the other.
  let hasOverlaps: Bool
  /// Whether the chain of pages leads back into itself, or to where no page is.
  let isChainBroken: Bool
  /// How the samples of the first page's picture are coded.
  let samples: SampleCoding?
  /// Whether it holds a camera's raw data.
  let holdsRaw: Bool

  /// Reads the directories, in ranges.
  ///
  /// - Throws: `.truncated` where there is no first directory, `.boxInvalid` where the header is none, `.imageMissing` where no size is
  ///   said, `.tooMuchMetadata`, `.unreadable`.
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
    (hasOverlaps, isChainBroken) = (collector.hasOverlaps, collector.isChainBroken)
    var opening = reader
    let isRaw = ([first.own] + first.inside).contains { $0.samples?.isRaw == true }
    holdsRaw = isRaw ? true : try opening.isCanonRaw()
    samples = first.main.samples?.coding(holdsRaw: holdsRaw)
  }

  var storedSize: PixelSize<Stored> { first.main.size }

  var exif: LocatedExifBlock? { nil }

  var isTruncated: Bool { !first.table.directory.isComplete }

  /// Where the directory of the first page's picture stands; nil where that is the page's own.
  var imageOffset: Int? { first.main == first.own ? nil : first.main.range.lowerBound }

  func resolvedOrientation(_ rules: OrientationRules) -> ResolvedOrientation {
    var resolved = first.resolvedOrientation(rules)
    let others = further.count { $0.resolvedOrientation(rules).orientation != resolved.orientation }
    if others > 0 {
      resolved.findings.append(
        Finding(.additionalPages, "\(others) of \(further.count) further pages have another orientation than the first")
      )
    }
    return resolved
  }

  func parts(_ rules: OrientationRules) -> [ImagePart] {
    first.parts(as: .main, rules) + further.flatMap { $0.parts(as: .page, rules) }
  }
}
