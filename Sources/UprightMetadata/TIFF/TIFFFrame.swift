// Everything around the strips of a TIFF that is written: the Exif block before them, and the image's directory after
// them (TIFF 6.0, sections 2, 3, 14 and 18; EXIF 2.32, 4.6.3; Technical Note 2 of 2002 for Deflate).

/// A TIFF file without its strips.
///
/// The file begins with the Exif block, so that every offset in it stays valid, including those in a maker note. Only
/// IFD0 is rewritten, at the file's end; it combines the image's fields with the descriptive ones.
package struct TIFFFrame: Sendable {
  /// The color model of a pixel.
  package enum Colors: Sendable {
    /// Gray, RGB, RGB with alpha, or CMYK.
    case gray, rgb, rgba, cmyk

    /// Samples per pixel.
    package var count: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .rgba, .cmyk: 4
      }
    }
  }

  /// Columns, rows, and rows per strip.
  private let width, height, stripRows: Int
  private let colors: Colors
  private let depth: Int
  private let compression: TIFFCompression
  private let metadata: CarriedMetadata
  private let layout: TIFFLayout
  private let block: TIFFBlock?

  /// An image whose strips have this many rows each, except the last.
  package init(
    width: Int, height: Int, stripRows: Int, colors: Colors, depth: Int,
    compression: TIFFCompression = TIFFCompression(), metadata: CarriedMetadata
  ) {
    (self.width, self.height, self.stripRows) = (width, height, stripRows)
    (self.colors, self.depth) = (colors, compression.isBilevel ? 1 : depth)
    self.compression = compression
    self.metadata = metadata
    block = metadata.exif.flatMap { TIFFBlock($0) }
    layout = block?.layout ?? TIFFLayout(isBigEndian: false)
  }

  /// Whether numbers, including 16-bit samples, are big-endian.
  package var isBigEndian: Bool { layout.isBigEndian }

  /// The bytes before the strips; `stripSizes` are in bytes.
  package func opening(stripSizes: [Int]) -> [UInt8] {
    var bytes = contents
    bytes.replaceSubrange(4..<8, with: layout.encode(offset: directoryOffset(stripSizes)))
    return bytes
  }

  /// The bytes after the strips.
  package func closing(stripSizes: [Int]) -> [UInt8] {
    let start = directoryOffset(stripSizes)
    let padding = [UInt8](repeating: 0, count: start - stripSizes.reduce(contents.count, +))
    return padding + directory(stripSizes).bytes(at: start, layout)
  }

  /// Whether 4-byte offsets reach the file's end.
  package func holds(stripSizes: [Int]) -> Bool {
    directoryOffset(stripSizes) + 8 * stripSizes.count + (metadata.photoshop?.count ?? 0) + 65_536 < UInt32.max
  }

  /// The block or a bare header, the profile, the packet.
  private var contents: [UInt8] {
    (block?.bytes ?? layout.header(firstDirectory: 0)) + (metadata.icc ?? []) + (metadata.xmp ?? [])
  }

  private func directoryOffset(_ stripSizes: [Int]) -> Int {
    let end = stripSizes.reduce(contents.count, +)
    return end + end % 2
  }

  private func directory(_ stripSizes: [Int]) -> WrittenDirectory {
    var directory = WrittenDirectory(fields: described)
    if !directory.fields.contains(where: { Self.resolutions.contains($0.tag) }) {
      directory.fields += metadata.density?.fields(layout) ?? []
    }
    let wide: [(TIFFTag, Int)] = [(.imageWidth, width), (.imageLength, height), (.rowsPerStrip, stripRows)]
    for (tag, number) in wide { directory.add(tag, [number], width: 4, layout) }
    var narrow: [(TIFFTag, [Int])] = [
      (.bitsPerSample, [Int](repeating: depth, count: colors.count)), (.compression, [compression.scheme.rawValue]),
      (.photometric, [colors == .gray ? compression.grayPhotometric : colors == .cmyk ? 5 : 2]), (.orientation, [1]),
      (.samplesPerPixel, [colors.count]), (.planarConfiguration, [1]),
    ]
    if compression.predicts { narrow.append((.predictor, [2])) }
    for (tag, numbers) in narrow { directory.add(tag, numbers, width: 2, layout) }
    if compression.scheme == .group3 { directory.add(.faxOptions, [compression.faxOptions], width: 4, layout) }
    if colors == .rgba { directory.add(.extraSamples, [2], width: 2, layout) }
    let offsets = stripSizes.dropLast().reduce(into: [contents.count]) { $0.append($0[$0.count - 1] + $1) }
    directory.add(.stripOffsets, offsets, width: 4, layout)
    directory.add(.stripByteCounts, stripSizes, width: 4, layout)
    let start = block?.bytes.count ?? layout.headerSize
    if let icc = metadata.icc, !icc.isEmpty { directory.add(.profile, bytes: icc, at: start) }
    if let iptc = metadata.iptc, !iptc.isEmpty, !directory.fields.contains(where: { $0.tag == TIFFTag.iptc.rawValue }) {
      directory.add(iptc: iptc)
    }
    if let photoshop = metadata.photoshop, !photoshop.isEmpty { directory.add(.photoshop, bytes: photoshop) }
    if let xmp = metadata.xmp, !xmp.isEmpty { directory.add(.xmp, bytes: xmp, at: start + (metadata.icc?.count ?? 0)) }
    return directory
  }

  /// The fields that state the density of the pixels in print.
  private static let resolutions = [TIFFTag.xResolution, .yResolution, .resolutionUnit].map(\.rawValue)

  /// Whether a table has a number for each sample value; readers warn of any other length.
  private func isFitting(_ entry: TIFFEntry) -> Bool {
    switch TIFFTag(rawValue: entry.tag) {
    case .transferFunction: [1 << depth, 3 << depth].contains(entry.count)
    case .grayResponseCurve: colors == .gray && entry.count == 1 << depth
    default: true
    }
  }

  /// The fields of the block's IFD0 that describe the image or refer to such data, with their values in place.
  private var described: [WrittenDirectory.Field] {
    guard let block, let main = block.ifd0 else { return [] }
    var taken: Set<Int> = [TIFFTag.orientation.rawValue]
    return main.entries.compactMap { entry in
      let leads = [TIFFTag.exifDirectory, .positionDirectory].contains { $0.rawValue == entry.tag }
      let (count, overflow) = entry.elementSize.multipliedReportingOverflow(by: entry.count)
      guard leads || TIFFFieldFate(ofTag: entry.tag).mayStay, isFitting(entry), !overflow,
        entry.valueOffset <= block.bytes.count,
        count <= block.bytes.count - entry.valueOffset, count > 0, taken.insert(entry.tag).inserted
      else { return nil }
      if leads, (block.integer(of: entry) ?? .max) >= block.bytes.count { return nil }
      let bytes = Array(block.bytes[entry.valueOffset..<entry.valueOffset + count])
      let isInline = count <= layout.offsetSize
      return .init(
        tag: entry.tag, type: entry.type, count: entry.count, bytes: bytes, place: isInline ? nil : entry.valueOffset)
    }
  }
}
