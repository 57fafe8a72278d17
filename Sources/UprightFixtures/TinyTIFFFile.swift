// TIFF files of several pages with pixels that any reader decodes (TIFF 6.0, sections 3, 4 and 6: uncompressed strips,
// not bilevel; BigTIFF).

public import UprightGeometry

/// A TIFF file: header, strips, then the directories, so that the first one is not at the start.
public struct TinyTIFFFile: Sendable {
  /// A directory's image, and the directories that it names.
  public struct Subfile: Sendable {
    /// The pixels as stored, gray or RGB.
    public var image: TinyImage
    /// Entries in addition to those of the pixels; they replace entries with the same tag.
    public var entries: [TinyEntry]
    /// An XMP packet; nil for none.
    public var xmp: [UInt8]?
    /// The images in its subdirectories.
    public var inside: [Subfile] = []
    /// Whether the directory states the image's size and the position of its pixels.
    public var isDescribed = true

    /// An image of these stored pixels.
    public init(_ image: TinyImage, entries: [TinyEntry] = []) {
      self.image = image
      self.entries = entries
    }

    /// An image that is displayed as `image`, stored for `tag`.
    public init(displaying image: TinyImage, as tag: ExifOrientation) {
      self.init(image.stored(as: tag), entries: [.orientation(Int(tag.rawValue))])
    }
  }

  /// The byte order.
  public var byteOrder: TinyTIFF.ByteOrder
  /// Whether it is BigTIFF.
  public var isBigTIFF: Bool
  /// The images of the chain.
  public var pages: [Subfile]
  /// Bytes between the header and the pixels, such as a CR2's mark.
  public var mark: [UInt8] = []
  /// A wrong offset of the last page's successor.
  public var lastLink = 0
  /// Rows per strip.
  public var rowsPerStrip = 2

  /// A file of these pages.
  public init(_ order: TinyTIFF.ByteOrder = .little, isBigTIFF: Bool = false, pages: [Subfile]) {
    self.byteOrder = order
    self.isBigTIFF = isBigTIFF
    self.pages = pages
  }

  /// A file of one page that is displayed as `image`, stored for `tag`.
  public init(
    _ order: TinyTIFF.ByteOrder = .little, isBigTIFF: Bool = false, displaying image: TinyImage,
    as tag: ExifOrientation
  ) {
    self.init(order, isBigTIFF: isBigTIFF, pages: [Subfile(displaying: image, as: tag)])
  }

  private var headerSize: Int { isBigTIFF ? 16 : 8 }

  /// The file.
  public var bytes: [UInt8] {
    let (pixels, chain) = laidOut
    let version = isBigTIFF ? [43, 8, 0] : [42]
    let first = headerSize + pixels.count
    var result = byteOrder.signature + version.flatMap { byteOrder.bytes($0, width: 2) }
    result += byteOrder.bytes(first, width: isBigTIFF ? 8 : 4) + pixels
    for (index, directory) in chain.enumerated() {
      result += directory.bytes(next: index + 1 < chain.count ? chain[index + 1].offset : lastLink)
    }
    return result
  }

  /// The offset of a page's directory.
  public func directoryOffset(ofPage page: Int) -> Int { laidOut.chain[page].offset }

  private var laidOut: (pixels: [UInt8], chain: [Written]) {
    var pixels = mark + [UInt8](repeating: 0, count: mark.count % 2)
    var chain = pages.map { written($0, pixels: &pixels) }
    var end = headerSize + pixels.count
    for index in chain.indices { end = chain[index].reserve(at: end) }
    return (pixels, chain)
  }

  /// A directory with an offset, and those that it names.
  private struct Written {
    var directory: TinyDirectory
    var inside: [Written]
    var offset = 0

    /// Places it at `start`, followed by those that it names; returns one past the last byte.
    mutating func reserve(at start: Int) -> Int {
      offset = start
      var end = start + directory.size
      for index in inside.indices { end = inside[index].reserve(at: end) }
      if let entry = directory.entries.firstIndex(where: { $0.tag == 330 }), !inside.isEmpty {
        directory.entries[entry].values = inside.map(\.offset)
      }
      return end
    }

    func bytes(next: Int) -> [UInt8] {
      directory.bytes(at: offset, next: next) + inside.flatMap { $0.bytes(next: 0) }
    }
  }

  private func written(_ subfile: Subfile, pixels: inout [UInt8]) -> Written {
    var entries = subfile.isDescribed ? described(subfile.image, pixels: &pixels) : []
    if let xmp = subfile.xmp { entries.append(TinyEntry(700, .byte, xmp.map(Int.init))) }
    let inside = subfile.inside.map { written($0, pixels: &pixels) }
    if !inside.isEmpty {
      entries.append(TinyEntry(330, isBigTIFF ? .ifd8 : .long, inside.map { _ in 0 }))
    }
    entries.removeAll { own in subfile.entries.contains { $0.tag == own.tag } }
    let directory = TinyDirectory(byteOrder, isBigTIFF: isBigTIFF, entries + subfile.entries)
    return Written(directory: directory, inside: inside)
  }

  private func described(_ image: TinyImage, pixels: inout [UInt8]) -> [TinyEntry] {
    var (offsets, counts): ([Int], [Int]) = ([], [])
    let rowSize = image.width * image.channels
    for row in stride(from: 0, to: image.height, by: rowsPerStrip) {
      let strip = image.samples[row * rowSize..<min(image.height, row + rowsPerStrip) * rowSize]
      offsets.append(headerSize + pixels.count)
      counts.append(strip.count)
      pixels += strip + [UInt8](repeating: 0, count: strip.count % 2)
    }
    let bits = [Int](repeating: 8, count: image.channels)
    return [
      TinyEntry(256, .long, [image.width]), TinyEntry(257, .long, [image.height]), TinyEntry(258, .short, bits),
      TinyEntry(259, .short, [1]), TinyEntry(262, .short, [image.channels == 1 ? 1 : 2]),
      TinyEntry(273, isBigTIFF ? .long8 : .long, offsets), TinyEntry(277, .short, [image.channels]),
      TinyEntry(278, .short, [rowsPerStrip]), TinyEntry(279, .long, counts),
      TinyEntry(282, .rational, [72, 1]), TinyEntry(283, .rational, [72, 1]),
    ]
  }
}
