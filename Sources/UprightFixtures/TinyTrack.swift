// A track of a movie with one sample (ISO 14496-12, 8.3 to 8.7 and 12.1; QuickTime File Format, "Track Atoms").

public import UprightGeometry

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
