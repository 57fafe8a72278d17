// A movie with one image per track, written in code: MP4, QuickTime, 3GPP, old ones without brands, fragmented ones
// (ISO 14496-12).

public import UprightGeometry

/// A movie file.
public struct TinyMovie: Sendable {
  /// The position of the movie's header.
  public enum Layout: CaseIterable, Sendable {
    /// Before the samples.
    case headerFirst
    /// After them.
    case headerLast
    /// Before the samples, which are in a fragment.
    case fragmented
  }

  /// Ticks per second, in all time scales.
  static let second = 600

  /// The major brand; nil for a movie from before brands existed.
  public var brand: String? = "qt  "
  /// The position of the header.
  public var layout = Layout.headerFirst
  /// The version of the movie's header: 0 or 1.
  public var version = 0
  /// The movie's matrix.
  public var matrix = TrackMatrix.identity
  /// The tracks.
  public var tracks: [TinyTrack]
  /// An XMP packet in the user data; nil for none.
  public var packet: [UInt8]?
  /// An XMP packet in a box before the movie's header; nil for none.
  public var namedPacket: [UInt8]?
  /// How the length of the sample box is written.
  public var sampleLength = TinyBoxLength.short
  /// Boxes after the brands.
  public var boxesBefore: [UInt8] = []
  /// Bytes of another file in place of the brands.
  public var samplesAfter = TinyMovie.fileTypeCount
  /// Bytes of the brands.
  public static let fileTypeCount = 20
  /// Boxes inside the movie's header, before the tracks.
  public var boxesInside: [UInt8] = []

  /// A movie of these tracks.
  public init(_ tracks: [TinyTrack]) { self.tracks = tracks }

  /// A movie of one track that is displayed as `image`, stored for `tag` and with its matrix.
  public init(_ image: TinyImage, as tag: ExifOrientation) { self.init([TinyTrack(image, as: tag)]) }

  /// An AVIF sequence of two independent frames without a still image: the six colors, and the same in reverse order.
  /// Each frame is 24 × 16 as stored, displayed according to `tag` by the track's matrix.
  public init(sequence tag: ExifOrientation) {
    var track = TinyTrack(TinyImage(width: 24, height: 16, filledWith: [0]))
    (track.handler, track.coding) = ("pict", "av01")
    track.matrix = TrackMatrix(Orientation(exif: tag), in: PixelSize<Stored>(width: 24, height: 16)) ?? .identity
    (track.sample, track.extraSamples) = (TinyHEIF.codedImage, [TinyHEIF.reversedImage])
    track.entryBoxes = TinyProperty.coding.bytes
    self.init([track])
    brand = "avis"
  }

  /// The whole file.
  public var bytes: [UInt8] {
    let head = fileType + boxesBefore + named
    let samples = tracks.flatMap(\.data)
    let media = TinyBox.bytes("mdat", samples, length: sampleLength)
    let mediaHead = media.count - samples.count
    switch layout {
    case .headerFirst:
      return head
        + movie(samplesAt: samplesAfter - Self.fileTypeCount + head.count + movie(samplesAt: 0).count + mediaHead)
        + media
    case .headerLast:
      return head + media + movie(samplesAt: samplesAfter - Self.fileTypeCount + head.count + mediaHead)
    case .fragmented:
      return head + movie(samplesAt: 0) + fragment(samplesAfter: fragment(samplesAfter: 0).count + mediaHead) + media
    }
  }

  private var fileType: [UInt8] {
    guard let brand else { return [] }
    return TinyBox.bytes("ftyp", Array(brand.utf8) + TinyBox.number(0x200, 4) + Array(brand.utf8))
  }

  private var named: [UInt8] {
    let name: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    return namedPacket.map { TinyBox.bytes("uuid", name + $0) } ?? []
  }

  private func movie(samplesAt start: Int) -> [UInt8] {
    var (offset, boxes): (Int, [UInt8]) = (start, [])
    for (index, track) in tracks.enumerated() {
      boxes += track.bytes(number: index + 1, sampleAt: offset, isFragmented: layout == .fragmented)
      offset += track.data.count
    }
    let extends = layout == .fragmented ? TinyBox.bytes("mvex", tracks.indices.flatMap(defaults)) : []
    let data = packet.map { TinyBox.bytes("udta", TinyBox.bytes("XMP_", $0)) } ?? []
    return TinyBox.bytes("moov", movieHeader + boxesInside + boxes + extends + data)
  }

  private var movieHeader: [UInt8] {
    let wide = version == 1 ? 8 : 4
    let times = TinyBox.number(0, 2 * wide) + TinyBox.number(Self.second, 4) + TinyBox.number(Self.second, wide)
    return TinyBox.full(
      "mvhd", version: version,
      times + TinyBox.number(0x10000, 4) + TinyBox.number(0x0100, 2) + TinyBox.number(0, 10)
        + matrix.words.flatMap { TinyBox.number(Int($0), 4) } + TinyBox.number(0, 24)
        + TinyBox.number(tracks.count + 1, 4))
  }

  private func defaults(_ index: Int) -> [UInt8] {
    TinyBox.full("trex", [index + 1, 1, Self.second, 0, 0].flatMap { TinyBox.number($0, 4) })
  }

  /// A fragment with a run of one sample per track; offsets are relative to its start.
  private func fragment(samplesAfter start: Int) -> [UInt8] {
    var (offset, runs): (Int, [UInt8]) = (start, [])
    for (index, track) in tracks.enumerated() {
      let header = TinyBox.full("tfhd", flags: 0x02_0000, TinyBox.number(index + 1, 4))
      let run = [1, offset, Self.second, track.sample.count].flatMap { TinyBox.number($0, 4) }
      runs += TinyBox.bytes("traf", header + TinyBox.full("trun", flags: 0x301, run))
      offset += track.sample.count
    }
    return TinyBox.bytes("moof", TinyBox.full("mfhd", TinyBox.number(1, 4)) + runs)
  }
}

// A track of a movie with one sample (ISO 14496-12, 8.3 to 8.7 and 12.1; QuickTime File Format, "Track Atoms").

/// A track, correct or deliberately wrong.
public struct TinyTrack: Sendable {
  /// Its handler: `vide`, `soun`, `pict` …
  public var handler = "vide"
  /// Whether it is enabled.
  public var isEnabled = true
  /// The version of its header: 0 or 1.
  public var version = 0
  /// Its matrix.
  public var matrix = TrackMatrix.identity
  /// The size in its header, in 65,536ths of a pixel.
  public var headerSize: (width: Int, height: Int)
  /// The size in its sample entry; nil for an entry without one.
  public var codedSize: (width: Int, height: Int)?
  /// The coding of its sample.
  public var coding = "jpeg"
  /// Its sample.
  public var sample: [UInt8]
  /// Samples after that one, in the same chunk.
  public var extraSamples: [[UInt8]] = []
  /// The sync samples, counted from 1; nil for all.
  public var keySamples: [Int]?
  /// The tracks to which it is auxiliary.
  public var masters: [Int] = []
  /// Boxes in its sample entry.
  public var entryBoxes: [UInt8] = []
  /// Boxes after those of its sample table.
  public var tableBoxes: [UInt8] = []
  /// Boxes after its media.
  public var boxes: [UInt8] = []
  /// Whether its chunk's offset has eight bytes (`co64`).
  public var hasLongOffset = false
  /// Whether its samples are said to be in another file.
  public var isElsewhere = false
  /// All its samples.
  var data: [UInt8] { sample + extraSamples.flatMap { $0 } }

  /// A video track that shows one JPEG of `image` for a second.
  public init(_ image: TinyImage, matrix: TrackMatrix = .identity) {
    headerSize = (image.width << 16, image.height << 16)
    codedSize = (image.width, image.height)
    sample = TinyJPEG(image).bytes
    self.matrix = matrix
  }

  /// A video track whose only image is displayed as `image`, stored for `tag` and with its matrix.
  public init(_ image: TinyImage, as tag: ExifOrientation) {
    let stored = image.stored(as: tag)
    let size = PixelSize<Stored>(width: stored.width, height: stored.height)
    self.init(stored, matrix: TrackMatrix(Orientation(exif: tag), in: size) ?? .identity)
  }

  /// Its box; `offset` is its sample's offset in the file, and a fragmented movie's tables are empty.
  func bytes(number: Int, sampleAt offset: Int, isFragmented: Bool) -> [UInt8] {
    let tables = sampleTable(offset: offset, isFragmented: isFragmented)
    let reference = TinyBox.full(
      "dref", TinyBox.number(1, 4) + TinyBox.full("url ", flags: isElsewhere ? 0 : 1, isElsewhere ? [0x61, 0] : []))
    let header =
      handler == "vide"
      ? TinyBox.full("vmhd", flags: 1, TinyBox.number(0, 8)) : TinyBox.full("nmhd", [])
    let information = TinyBox.bytes("minf", header + TinyBox.bytes("dinf", reference) + tables)
    let times = TinyBox.number(0, 8) + TinyBox.number(TinyMovie.second, 4) + TinyBox.number(TinyMovie.second, 4)
    let media = TinyBox.bytes(
      "mdia", TinyBox.full("mdhd", times + TinyBox.number(0x55C4_0000, 4)) + handlerBox + information)
    let list = masters.flatMap { TinyBox.number($0, 4) }
    let references = masters.isEmpty ? [] : TinyBox.bytes("tref", TinyBox.bytes("auxl", list))
    return TinyBox.bytes("trak", trackHeader(number) + references + media + boxes)
  }

  private func trackHeader(_ number: Int) -> [UInt8] {
    let wide = version == 1 ? 8 : 4
    let times = TinyBox.number(0, 2 * wide) + TinyBox.number(number, 4) + TinyBox.number(0, 4)
    let words = matrix.words.flatMap { TinyBox.number(Int($0), 4) }
    return TinyBox.full(
      "tkhd", version: version, flags: isEnabled ? 3 : 2,
      times + TinyBox.number(TinyMovie.second, wide) + TinyBox.number(0, 16) + words
        + TinyBox.number(headerSize.width, 4) + TinyBox.number(headerSize.height, 4))
  }

  private var handlerBox: [UInt8] {
    TinyBox.full("hdlr", Array("mhlr\(handler)".utf8) + TinyBox.number(0, 12) + [0])
  }

  private func sampleTable(offset: Int, isFragmented: Bool) -> [UInt8] {
    let samples = isFragmented ? 0 : 1
    func table(_ kind: String, _ entries: [Int]) -> [UInt8] {
      let rows = isFragmented ? [] : entries
      return TinyBox.full(kind, TinyBox.number(samples, 4) + rows.flatMap { TinyBox.number($0, 4) })
    }
    let all = isFragmented ? [] : [sample] + extraSamples
    let sizes = TinyBox.number(0, 4) + TinyBox.number(all.count, 4) + all.flatMap { TinyBox.number($0.count, 4) }
    let alone = keySamples.map { list in
      TinyBox.full("stss", TinyBox.number(list.count, 4) + list.flatMap { TinyBox.number($0, 4) })
    }
    let chunks =
      hasLongOffset
      ? TinyBox.full("co64", TinyBox.number(1, 4) + TinyBox.number(offset, 8)) : table("stco", [offset])
    return TinyBox.bytes(
      "stbl",
      TinyBox.full("stsd", TinyBox.number(1, 4) + sampleEntry) + table("stts", [all.count, TinyMovie.second])
        + table("stsc", [1, all.count, 1]) + TinyBox.full("stsz", sizes) + chunks + (alone ?? []) + tableBoxes)
  }

  private var sampleEntry: [UInt8] {
    let head = TinyBox.number(0, 6) + TinyBox.number(1, 2)
    guard let codedSize else { return TinyBox.bytes(coding, head) }
    let size = TinyBox.number(codedSize.width, 2) + TinyBox.number(codedSize.height, 2)
    return TinyBox.bytes(
      coding,
      head + TinyBox.number(0, 16) + size + TinyBox.number(0x0048_0000_0048_0000, 8) + TinyBox.number(0, 4)
        + TinyBox.number(1, 2) + TinyBox.number(0, 32) + TinyBox.number(24, 2) + TinyBox.number(0xFFFF, 2)
        + entryBoxes)
  }
}

// A box of ISO base media (ISO 14496-12, 4.2), with a correct or deliberately wrong length.

/// How a box's length is written.
public enum TinyBoxLength: CaseIterable, Sendable {
  /// In four bytes.
  case short
  /// In eight bytes after the type.
  case long
  /// As 0: to the end of its container.
  case open
}

/// Boxes as bytes.
public enum TinyBox {
  /// A box of this type.
  public static func bytes(_ kind: String, _ payload: [UInt8], length: TinyBoxLength = .short) -> [UInt8] {
    switch length {
    case .short: number(payload.count + 8, 4) + kind.utf8 + payload
    case .long: number(1, 4) + kind.utf8 + number(payload.count + 16, 8) + payload
    case .open: number(0, 4) + kind.utf8 + payload
    }
  }

  /// A box with a version and flags.
  public static func full(
    _ kind: String, version: Int = 0, flags: Int = 0, _ payload: [UInt8], length: TinyBoxLength = .short
  ) -> [UInt8] {
    bytes(kind, number(version << 24 | flags, 4) + payload, length: length)
  }

  /// A big-endian number.
  public static func number(_ value: Int, _ size: Int) -> [UInt8] { TinyTIFF.ByteOrder.big.bytes(value, width: size) }
}
