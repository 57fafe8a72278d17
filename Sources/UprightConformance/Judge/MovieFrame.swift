// The first frame of a movie, and the tag of its matrix, read without this program's own reader of movies, which is
// judged (ISO 14496-12, 8.2.2, 8.3.2 and 8.5 to 8.7; QuickTime File Format, "Movie Atoms").

import Upright
import UprightGeometry
import UprightMetadata

/// The first frame of the first video track that is enabled; without one, of the first video track.
struct MovieFrame {
  /// The frame's coded bytes.
  let sample: [UInt8]
  /// The tag that displays frames as the matrices do.
  let tag: ExifOrientation
  let format: ContainerFormat

  /// The frame of a movie; nil for a file of another kind.
  ///
  /// - Throws: `.unsupported` if its frame is not a JPEG, or its matrix is not one of the eight orientations.
  init?(_ file: [UInt8]) throws(UprightError) {
    let root = MovieBoxes(file, in: file.indices)
    guard let movie = root.first("moov"), let track = Self.track(of: movie), let header = track.first("tkhd"),
      let table = track.first("mdia")?.first("minf")?.first("stbl")
    else { return nil }
    let brand = root.first("ftyp").map { Array(file[$0.range].prefix(4)) }
    format = brand.map { $0 == Array("qt  ".utf8) } ?? true ? .quickTime : .mp4
    let own = Self.matrix(header, at: [40, 52])
    let whole = movie.first("mvhd").flatMap { Self.matrix($0, at: [36, 48]) }
    guard let own, let whole, let found = Self.tag(own, whole) else {
      throw .unsupported("the movie's matrix is not one of the eight orientations")
    }
    tag = found
    guard let start = Self.offset(table), let count = Self.sampleSize(table), start >= 0, count > 0,
      start <= file.count, count <= file.count - start
    else { throw .unsupported("the movie's first frame was not found") }
    sample = Array(file[start..<start + count])
    guard sample.starts(with: [0xFF, 0xD8]) else { throw .unsupported("the movie's first frame is not a JPEG") }
  }

  private static func track(of movie: MovieBoxes) -> MovieBoxes? {
    let videos = movie.all("trak").filter { track in
      track.first("mdia")?.first("hdlr").map { Array($0.file[$0.range].dropFirst(8).prefix(4)) } == Array("vide".utf8)
    }
    return videos.first { $0.first("tkhd").flatMap { $0.number(at: 0, 4) }.map { $0 & 1 == 1 } ?? false }
      ?? videos.first
  }

  /// The signs of a, b, c and d, for a matrix at one of two offsets, by the header's version.
  private static func matrix(_ box: MovieBoxes, at starts: [Int]) -> [Int]? {
    guard let version = box.number(at: 0, 1), version <= 1 else { return nil }
    let words = (0..<9).compactMap { box.number(at: starts[version] + 4 * $0, 4) }
    guard words.count == 9 else { return nil }
    let signs = [0, 1, 3, 4].map { Int32(truncatingIfNeeded: words[$0]).signum() }.map { Int($0) }
    return words.allSatisfy { $0 == 0 } ? [1, 0, 0, 1] : signs
  }

  /// The tag of a track's matrix and then the movie's: x' = a x + c y, y' = b x + d y.
  private static func tag(_ track: [Int], _ movie: [Int]) -> ExifOrientation? {
    let (a, b) = (
      track[0] * movie[0] + track[1] * movie[2], track[0] * movie[1] + track[1] * movie[3]
    )
    let (c, d) = (
      track[2] * movie[0] + track[3] * movie[2], track[2] * movie[1] + track[3] * movie[3]
    )
    switch (a, b, c, d) {
    case (1, 0, 0, 1): return .topLeft
    case (-1, 0, 0, 1): return .topRight
    case (-1, 0, 0, -1): return .bottomRight
    case (1, 0, 0, -1): return .bottomLeft
    case (0, 1, 1, 0): return .leftTop
    case (0, 1, -1, 0): return .rightTop
    case (0, -1, -1, 0): return .rightBottom
    case (0, -1, 1, 0): return .leftBottom
    default: return nil
    }
  }

  private static func offset(_ table: MovieBoxes) -> Int? {
    table.first("stco")?.number(at: 8, 4) ?? table.first("co64")?.number(at: 8, 8)
  }

  private static func sampleSize(_ table: MovieBoxes) -> Int? {
    guard let sizes = table.first("stsz"), let same = sizes.number(at: 4, 4) else { return nil }
    return same > 0 ? same : sizes.number(at: 12, 4)
  }
}

/// The boxes in a range of a file.
struct MovieBoxes {
  let file: [UInt8]
  let range: Range<Int>

  init(_ file: [UInt8], in range: Range<Int>) { (self.file, self.range) = (file, range) }

  func first(_ kind: String) -> MovieBoxes? { all(kind).first }

  func all(_ kind: String) -> [MovieBoxes] {
    var found: [MovieBoxes] = []
    var start = range.lowerBound
    while range.upperBound - start >= 8 {
      var (head, length) = (8, Self.number(file[start..<start + 4]))
      if length == 1, range.upperBound - start >= 16 {
        (head, length) = (16, Self.number(file[start + 8..<start + 16]))
      }
      if length == 0 { length = range.upperBound - start }
      guard length >= head, length <= range.upperBound - start else { break }
      if file[start + 4..<start + 8].elementsEqual(kind.utf8) {
        found.append(MovieBoxes(file, in: start + head..<start + length))
      }
      start += length
    }
    return found
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
