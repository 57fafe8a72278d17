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
