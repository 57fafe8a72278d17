// Everything around the strips of a TIFF that is written: the Exif block before them, and the image's directory after
// them (TIFF 6.0, sections 2, 3, 14 and 18; EXIF 2.32, 4.6.3; Technical Note 2 of 2002 for Deflate). How the samples of
// a TIFF that is written are compressed (TIFF 6.0, sections 3, 9, 10, 11, 13 and 14; Technical Note 2 of 2002 for
// Deflate; ITU-T T.4 and T.6). Joins TIFF files of one page each into one file (TIFF 6.0, section 2, "Image File
// Directory": the offset of the next one).

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
      guard leads || TIFFFieldFate(ofTag: entry.tag).mayStay, isFitting(entry), let count = entry.byteCount,
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

/// The compression of strips, and whether a pixel is one bit.
package struct TIFFCompression: Hashable, Sendable {
  /// The compressions that are written, by their numbers.
  package enum Scheme: Int, Hashable, Sendable, CaseIterable {
    /// None.
    case none = 1
    /// Fax lines without end marks; bilevel.
    case faxRuns = 2
    /// Group 3 fax; bilevel.
    case group3 = 3
    /// Group 4 fax; bilevel.
    case group4 = 4
    /// LZW.
    case lzw = 5
    /// Deflate.
    case deflate = 8
    /// PackBits.
    case packBits = 32_773

    /// Whether it codes bilevel pixels only.
    package var isFax: Bool { [.faxRuns, .group3, .group4].contains(self) }

    /// Its name for people.
    package var name: String {
      switch self {
      case .none: "no compression"
      case .faxRuns: "CCITT RLE"
      case .group3: "CCITT Group 3"
      case .group4: "CCITT Group 4"
      case .lzw: "LZW"
      case .deflate: "Deflate"
      case .packBits: "PackBits"
      }
    }
  }

  /// The compression.
  package var scheme = Scheme.deflate
  /// Whether differences of neighbors are compressed, for LZW and Deflate.
  package var predicts = true
  /// Whether a pixel is one bit.
  package var isBilevel = false
  /// Whether 0 is white, of bilevel pixels.
  package var isWhiteZero = false
  /// T4Options: 1 for two-dimensional coding, 4 for lines that end on byte boundaries.
  package var faxOptions = 0

  /// Deflate with differences.
  package init() {}

  /// Memberwise initializer.
  package init(
    _ scheme: Scheme, predicts: Bool, isBilevel: Bool = false, isWhiteZero: Bool = false, faxOptions: Int = 0
  ) {
    (self.scheme, self.predicts) = (scheme, predicts)
    (self.isBilevel, self.isWhiteZero, self.faxOptions) = (isBilevel, isWhiteZero, faxOptions)
  }

  /// PhotometricInterpretation of gray pixels.
  var grayPhotometric: Int { isBilevel && isWhiteZero ? 0 : 1 }
}

extension TIFFSamples {
  /// Whether pixels are one bit, without a palette.
  var isBilevel: Bool { [0, 1].contains(photometric) && depth == 1 && count == 1 }

  /// The compression that a new image can have too: the same, if it is one that is written. `bilevel` states whether its
  /// pixels remain one bit; nil if another compression is needed.
  func compression(bilevel: Bool) -> TIFFCompression? {
    guard let scheme = TIFFCompression.Scheme(rawValue: compression == 32_946 ? 8 : compression),
      bilevel || !scheme.isFax
    else { return nil }
    return TIFFCompression(
      scheme, predicts: !bilevel && (scheme == .deflate || scheme == .lzw && predictor > 1), isBilevel: bilevel,
      isWhiteZero: photometric == 0, faxOptions: scheme == .group3 ? faxOptions & 5 : 0)
  }
}

extension Probe {
  /// Whether the image is a TIFF of one bit per pixel.
  package var isBilevelTIFF: Bool { header.tiff?.first.main.samples?.isBilevel ?? false }

  /// The compression of a new TIFF made from this one: the same if it can be written, otherwise Deflate; nil for another
  /// source. `bilevel` states whether pixels remain one bit.
  package func tiffCompression(bilevel: Bool) -> (compression: TIFFCompression, isKept: Bool)? {
    guard let samples = header.tiff?.first.main.samples else { return nil }
    if let same = samples.compression(bilevel: bilevel) { return (same, true) }
    var other = TIFFCompression()
    if bilevel {
      (other.isBilevel, other.predicts, other.isWhiteZero) = (true, false, samples.isWhiteZero)
    }
    return (other, false)
  }
}

/// Joins files that ``TIFFFrame`` describes, so that all their offsets are known.
package enum TIFFJoining {
  /// Directories that refer to further ones.
  private static let leads: [TIFFTag] = [.exifDirectory, .positionDirectory, .interoperability]

  /// One file with a page for each of `files`, in order; nil if they differ in byte order, or if offsets of 4 bytes do not
  /// reach the end.
  package static func joined(_ files: [[UInt8]]) -> [UInt8]? {
    guard var result = files.first, let first = TIFFBlock(result), let main = first.ifd0, main.isComplete else {
      return nil
    }
    var link = main.nextFieldOffset
    for file in files.dropFirst() {
      result += [UInt8](repeating: 0, count: result.count % 2)
      let base = result.count
      guard let block = TIFFBlock(file), block.layout == first.layout, let own = block.ifd0, own.isComplete,
        base <= Int(UInt32.max) - file.count, let page = moved(block, by: base)
      else { return nil }
      result.replaceSubrange(link..<link + 4, with: block.layout.encode(offset: base + own.offset))
      result += page
      link = base + own.nextFieldOffset
    }
    return result
  }

  /// The bytes of a file that begin at offset `base` of another one.
  private static func moved(_ block: TIFFBlock, by base: Int) -> [UInt8]? {
    var bytes = block.bytes
    var waiting = [block.ifd0].compactMap(\.self)
    var seen: Set<Int> = []
    while let directory = waiting.popLast() {
      guard directory.isComplete, seen.insert(directory.offset).inserted, seen.count <= 4 else { return nil }
      for entry in directory.entries {
        let places: [Int]
        if leads.contains(where: { $0.rawValue == entry.tag }) {
          guard let start = block.integer(of: entry), let below = block.directory(at: start) else { return nil }
          waiting.append(below)
          places = [entry.offset + 8]
        } else {
          guard let size = entry.byteCount else { return nil }
          let isStrips = entry.tag == TIFFTag.stripOffsets.rawValue
          guard !isStrips || entry.elementSize == 4 && entry.count <= bytes.count / 4 else { return nil }
          places =
            (size > 4 ? [entry.offset + 8] : [])
            + (isStrips ? (0..<entry.count).map { entry.valueOffset + 4 * $0 } : [])
        }
        for place in places {
          guard let offset = block.u32(at: place), place <= bytes.count - 4 else { return nil }
          bytes.replaceSubrange(place..<place + 4, with: block.layout.encode(offset: offset + base))
        }
      }
    }
    return bytes
  }
}
