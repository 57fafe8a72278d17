// The first frame of a movie, and the tag of its matrix, read without this program's own reader of movies, which is
// judged (ISO 14496-12, 8.2.2, 8.3.2 and 8.5 to 8.7; QuickTime File Format, "Movie Atoms").

import Upright
import UprightGeometry
import UprightMetadata

/// The first frame of the first video track that is enabled; without one, of the first video track.
struct MovieFrame {
  /// Why there is no frame.
  enum Fault: Error, Hashable {
    /// The file breaks a rule that every player needs.
    case damaged(String)
    /// The frame is coded in a way that is not decoded here.
    case coding(String)
  }

  /// The frame's coded bytes.
  let sample: [UInt8]
  /// The tag that displays frames as the matrices do; nil if they are none of the eight orientations.
  let tag: ExifOrientation?
  let format: ContainerFormat

  /// The frame of a movie; nil for a file of another kind.
  init?(_ file: [UInt8]) throws(Fault) {
    let root = MovieBoxes(file, in: file.indices)
    let brand = root.first("ftyp").map { Array(file[$0.range].prefix(4)) }
    guard !Self.isStill(root, brand.map { String(decoding: $0, as: UTF8.self) }) else { return nil }
    guard let movie = root.first("moov") else {
      guard brand == nil, root.first("mdat") == nil else { throw .damaged("the movie has no header") }
      return nil
    }
    format = brand.map { $0 == Array("qt  ".utf8) } ?? true ? .quickTime : .mp4
    guard let track = Self.track(of: movie), let header = track.first("tkhd"),
      let table = track.first("mdia")?.first("minf")?.first("stbl")
    else { throw .damaged("the movie has no video track") }
    let own = Self.matrix(header, at: [40, 52])
    let whole = movie.first("mvhd").flatMap { Self.matrix($0, at: [36, 48]) }
    guard let own, let whole else { throw .damaged("a header of the movie is incomplete") }
    tag = own.then(whole).tag
    guard let place = Self.place(in: table) ?? FragmentedMovie(root, movie, header).place, place.start >= 0,
      place.count > 0, place.start <= file.count, place.count <= file.count - place.start
    else { throw .damaged("the movie's first frame was not found") }
    sample = Array(file[place.start..<place.start + place.count])
    guard sample.starts(with: [0xFF, 0xD8]) else {
      let coding = table.first("stsd").map { String(decoding: file[$0.range].dropFirst(12).prefix(4), as: UTF8.self) }
      guard let coding, Self.isOther(coding, sample) else { throw .damaged("the movie's first frame is not a JPEG") }
      throw .coding("frames coded as \(coding) are not decoded")
    }
  }

  /// Whether a file is a still image (ISO 23008-12, 10; ISO 18181-2). A movie may have metadata of the file, too.
  private static func isStill(_ root: MovieBoxes, _ brand: String?) -> Bool {
    let brands = ["jxl ", "mif1", "mif2", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis"]
    return brand.map(brands.contains) == true || (root.first("meta") != nil && root.first("moov") == nil)
  }

  /// Whether a sample entry names a coding other than JPEG: H.264, H.265, VP8, VP9, AV1, ProRes, PNG or MPEG-4 Visual,
  /// whose frames begin with a start code.
  private static func isOther(_ coding: String, _ sample: [UInt8]) -> Bool {
    if coding == "mp4v" { return sample.starts(with: [0, 0, 1]) }
    return ["avc1", "avc3", "hvc1", "hev1", "vp08", "vp09", "av01", "apcn", "apch", "apcs", "apco", "ap4h", "png "]
      .contains(coding)
  }

  private static func track(of movie: MovieBoxes) -> MovieBoxes? {
    let videos = movie.all("trak").filter { track in
      track.first("mdia")?.first("hdlr").map { Array($0.file[$0.range].dropFirst(8).prefix(4)) } == Array("vide".utf8)
    }
    return videos.first { $0.first("tkhd").flatMap { $0.number(at: 0, 4) }.map { $0 & 1 == 1 } ?? false }
      ?? videos.first
  }

  /// The signs of a, b, c and d, for a matrix at one of two offsets, by the header's version.
  private static func matrix(_ box: MovieBoxes, at starts: [Int]) -> SignMatrix? {
    guard let version = box.number(at: 0, 1), version <= 1 else { return nil }
    let words = (0..<9).compactMap { box.number(at: starts[version] + 4 * $0, 4) }
    guard words.count == 9 else { return nil }
    let signs = [0, 1, 3, 4].map { Int32(truncatingIfNeeded: words[$0]).signum() }.map { Int($0) }
    guard words.contains(where: { $0 != 0 }) else { return .identity }
    return SignMatrix(a: signs[0], b: signs[1], c: signs[2], d: signs[3])
  }

  /// The place of the first sample by the tables; nil if they are empty.
  private static func place(in table: MovieBoxes) -> (start: Int, count: Int)? {
    guard let start = table.first("stco")?.number(at: 8, 4) ?? table.first("co64")?.number(at: 8, 8),
      let sizes = table.first("stsz"), let same = sizes.number(at: 4, 4),
      let count = same > 0 ? same : sizes.number(at: 12, 4)
    else { return nil }
    return (start, count)
  }
}

/// A movie whose samples are in fragments (ISO 14496-12, 8.8).
struct FragmentedMovie {
  private let root, movie, header: MovieBoxes

  /// The boxes of a file, of its movie, and the header of a track.
  init(_ root: MovieBoxes, _ movie: MovieBoxes, _ header: MovieBoxes) {
    (self.root, self.movie, self.header) = (root, movie, header)
  }

  /// The place of the track's first sample; nil if no fragment has one.
  var place: (start: Int, count: Int)? {
    guard let version = header.number(at: 0, 1), let track = header.number(at: version == 1 ? 20 : 12, 4) else {
      return nil
    }
    for fragment in root.all("moof") {
      for part in fragment.all("traf") {
        guard let head = part.first("tfhd"), head.number(at: 4, 4) == track, let run = part.first("trun") else {
          continue
        }
        return place(in: run, head, of: track, beginning: fragment.range.lowerBound - 8)
      }
    }
    return nil
  }

  private func place(
    in run: MovieBoxes, _ head: MovieBoxes, of track: Int, beginning start: Int
  ) -> (start: Int, count: Int)? {
    guard let flags = head.number(at: 1, 3), let runFlags = run.number(at: 1, 3) else { return nil }
    var field = 8
    /// The number of an optional field, if the flag says that it is there.
    func optional(_ box: MovieBoxes, _ flags: Int, _ flag: Int, _ count: Int) -> Int? {
      guard flags & flag != 0 else { return nil }
      defer { field += count }
      return box.number(at: field, count)
    }
    let base = optional(head, flags, 1, 8) ?? start
    for (flag, count) in [(2, 4), (8, 4)] { _ = optional(head, flags, flag, count) }
    let usual =
      optional(head, flags, 0x10, 4)
      ?? movie.first("mvex")?.all("trex")
      .first { $0.number(at: 4, 4) == track }?.number(at: 16, 4)
    field = 8
    let offset = optional(run, runFlags, 1, 4).map { Int(Int32(truncatingIfNeeded: $0)) } ?? 0
    for (flag, count) in [(4, 4), (0x100, 4)] { _ = optional(run, runFlags, flag, count) }
    guard let count = optional(run, runFlags, 0x200, 4) ?? usual, base >= 0, base <= Int.max / 2 else { return nil }
    return (base + offset, count)
  }
}

/// The boxes in a range of a file.
struct MovieBoxes {
  let file: [UInt8]
  let range: Range<Int>

  init(_ file: [UInt8], in range: Range<Int>) { (self.file, self.range) = (file, range) }

  func first(_ kind: String) -> MovieBoxes? { all(kind).first }

  func all(_ kind: String) -> [MovieBoxes] { children.filter { $0.kind == kind }.map(\.box) }

  /// All boxes in the range, up to one that is not inside.
  var children: [(kind: String, box: MovieBoxes)] {
    var found: [(kind: String, box: MovieBoxes)] = []
    var start = range.lowerBound
    while range.upperBound - start >= 8 {
      var (head, length) = (8, Self.number(file[start..<start + 4]))
      if length == 1, range.upperBound - start >= 16 {
        (head, length) = (16, Self.number(file[start + 8..<start + 16]))
      }
      if length == 0 { length = range.upperBound - start }
      guard length >= head, length <= range.upperBound - start else { break }
      let kind = String(decoding: file[start + 4..<start + 8], as: UTF8.self)
      found.append((kind, MovieBoxes(file, in: start + head..<start + length)))
      start += length
    }
    return found
  }

  /// The boxes behind a version and flags.
  var afterVersion: MovieBoxes {
    MovieBoxes(file, in: min(range.lowerBound + 4, range.upperBound)..<range.upperBound)
  }

  /// The number of `count` bytes at an offset of the contents; nil outside them.
  func number(at offset: Int, _ count: Int) -> Int? {
    guard offset + count <= range.count else { return nil }
    let start = range.lowerBound + offset
    return Self.number(file[start..<start + count])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
