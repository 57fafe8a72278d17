// The scans of a progressive JPEG: where each begins and ends, and every reason not to trust a file. The rest of a
// progressive JPEG without the detail of its full components.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

/// A progressive JPEG with only meaningful headers.
struct DrawnScans {
  /// Samples across and down of each component.
  var sampling: [(Int, Int)] = [(2, 2), (1, 1), (1, 1)]
  /// Components, first and last coefficient, and coded data of each scan.
  var scans: [(components: [Int], first: UInt8, last: UInt8, data: [UInt8])]
  var frameMarker: UInt8 = 0xC2
  /// The bytes between one scan's data and the next one's marker.
  var between: [UInt8] = []
  var trailer: [UInt8] = []

  /// All scans of the usual order: means, color, luma, refined luma, refined means.
  static let usual = DrawnScans(scans: [
    ([0, 1, 2], 0, 0, [1, 2, 3]), ([0], 1, 5, [4, 0xFF, 0, 5]), ([1], 1, 63, [6]), ([2], 1, 63, [7, 0xFF, 0xD0, 8]),
    ([0], 6, 63, [9, 0xFF, 0]), ([0], 1, 63, []), ([0, 1, 2], 0, 0, [10]), ([0], 1, 63, [11]),
  ])

  /// The header, each scan with what follows it, and the end.
  var pieces: [[UInt8]] {
    var frame: [UInt8] = [8, 0, 16, 0, 16, UInt8(sampling.count)]
    for (index, factors) in sampling.enumerated() {
      frame += [UInt8(index + 1), UInt8(factors.0 << 4 | factors.1), 0]
    }
    let opening: [UInt8] = [0xFF, 0xD8] + TinySegment.jfif.bytes + TinySegment(frameMarker, frame).bytes
    let ending: [UInt8] = [0xFF, 0xD9] + trailer
    let middle = scans.map { scan -> [UInt8] in
      var header = [UInt8(scan.components.count)]
      for component in scan.components { header += [UInt8(component + 1), 0] }
      return TinySegment(0xDA, header + [scan.first, scan.last, 0]).bytes + scan.data + between
    }
    return [opening] + middle + [ending]
  }

  var bytes: [UInt8] { pieces.flatMap(\.self) }
}

@Suite struct JPEGScansTests {
  @Test func eachScanReachesFromItsMarkerToTheNextOne() throws {
    let drawn = DrawnScans.usual
    let scans = try #require(try JPEGScans(drawn.bytes))
    #expect(scans.components.map { [$0.horizontal, $0.vertical] } == [[2, 2], [1, 1], [1, 1]])
    #expect(scans.all.count == drawn.scans.count)
    var position = drawn.pieces[0].count
    for (index, scan) in scans.all.enumerated() {
      #expect(scan.range == position..<position + drawn.pieces[index + 1].count)
      #expect(scan.components == drawn.scans[index].components.map { UInt8($0 + 1) })
      #expect(scan.first == drawn.scans[index].first && scan.last == drawn.scans[index].last)
      position = scan.range.upperBound
    }
  }

  @Test func tablesFillBytesAndRestartIntervalsBetweenScansBelongToNone() throws {
    for between in [[0xFF], [0xFF, 0xFF, 0xFF], TinySegment(0xDD, [0, 4]).bytes, TinySegment(0xC4, [0, 1]).bytes] {
      var drawn = DrawnScans.usual
      drawn.between = between
      let scans = try #require(try JPEGScans(drawn.bytes))
      let position = drawn.pieces[0].count + drawn.pieces[1].count
      #expect(scans.all[0].range.upperBound == position - between.count)
      #expect(scans.all[1].range.lowerBound == position)
    }
  }

  /// Pairs that do not end the data, across the end of a search buffer.
  @Test(arguments: [65_530, 65_531, 65_532, 65_533, 65_534, 65_535, 65_536, 65_537, 131_070, 131_071, 131_072])
  func theSearchBufferMayEndAnywhere(length: Int) throws {
    for tail in [[], [0xFF, 0], [0xFF, 0xD3], [0xFF, 0, 0xFF, 0], [0xFF, 0xD7, 0xFF, 0]] as [[UInt8]] {
      var drawn = DrawnScans.usual
      drawn.scans[1].data = [UInt8](repeating: 1, count: length) + tail
      let scans = try #require(try JPEGScans(drawn.bytes))
      #expect(scans.all[1].range.count == drawn.pieces[2].count)
      #expect(scans.all.count == drawn.scans.count)
    }
  }

  @Test func truncatedSequentialAndInvalidFilesGiveNothing() throws {
    for marker in [0xC0, 0xC1, 0xC3, 0xC9] as [UInt8] {
      var drawn = DrawnScans.usual
      drawn.frameMarker = marker
      #expect(try JPEGScans(drawn.bytes) == nil)
    }
    var late = DrawnScans.usual
    late.frameMarker = 0xCA
    #expect(try JPEGScans(late.bytes) != nil)
    late.scans[3].last = 64
    #expect(try JPEGScans(late.bytes) == nil)
    late.scans[3] = ([2], 5, 4, [1])
    #expect(try JPEGScans(late.bytes) == nil)
    let whole = DrawnScans.usual.bytes
    for count in 0..<whole.count { #expect((try? JPEGScans(Array(whole[..<count]))) == nil, "\(count)") }
    #expect(try JPEGScans(DrawnScans.usual.pieces[0] + DrawnScans.usual.pieces[0].dropFirst(2)) == nil)
    let headless = [0xFF, 0xD8] + DrawnScans.usual.pieces.dropFirst().flatMap(\.self)
    #expect(try JPEGScans(headless) == nil)
  }

  @Test func anyByteMayBeWrong() throws {
    let whole = DrawnScans.usual.bytes
    for index in whole.indices {
      for value in UInt8.min...UInt8.max {
        var bytes = whole
        bytes[index] = value
        guard let scans = try? JPEGScans(bytes) else { continue }
        #expect(zip(scans.all, scans.all.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
        #expect(scans.all.allSatisfy { $0.range.upperBound <= bytes.count && !$0.range.isEmpty })
      }
    }
  }

  @Test func endlessMarkersAreNotFollowed() throws {
    let empty = (0..<5_000).flatMap { _ in TinySegment(0xFE, []).bytes }
    #expect(try JPEGScans([0xFF, 0xD8] + empty + DrawnScans.usual.bytes.dropFirst(2)) == nil)
  }

  private func kept(_ drawn: DrawnScans, scans: [Int]) -> [UInt8] {
    let pieces = drawn.pieces
    return pieces[0] + scans.flatMap { pieces[$0 + 1] } + pieces[pieces.count - 1]
  }

  @Test func meansAndSubsampledComponentsStay() throws {
    var drawn = DrawnScans.usual
    drawn.trailer = [1, 2, 3]
    let coarse = try #require(try CoarseJPEG(drawn.bytes))
    #expect(try coarse.read(0..<coarse.byteCount) == kept(drawn, scans: [0, 2, 3, 6]))
    for sampling in [[(1, 1), (1, 1), (1, 1)], [(2, 2), (2, 2), (2, 2)]] {
      drawn.sampling = sampling
      let coarse = try #require(try CoarseJPEG(drawn.bytes))
      #expect(try coarse.read(0..<coarse.byteCount) == kept(drawn, scans: [0, 6]))
    }
    drawn.sampling = [(2, 1), (1, 2), (1, 1)]
    #expect(try CoarseJPEG(drawn.bytes) == nil)
    drawn.sampling = [(2, 1), (1, 1), (2, 1)]
    let mixed = try #require(try CoarseJPEG(drawn.bytes))
    #expect(try mixed.read(0..<mixed.byteCount) == kept(drawn, scans: [0, 2, 6]))
  }

  @Test func everyRangeEqualsThatPartOfTheWhole() throws {
    let coarse = try #require(try CoarseJPEG(DrawnScans.usual.bytes))
    let whole = try coarse.read(0..<coarse.byteCount)
    #expect(whole.count == coarse.byteCount)
    for low in 0...whole.count {
      for high in low...whole.count + 3 {
        #expect(try coarse.read(low..<high) == Array(whole[low..<min(high, whole.count)]))
      }
    }
  }

  @Test func filesThatAreTruncatedOrHaveNothingToOmitGiveNothing() throws {
    var drawn = DrawnScans.usual
    drawn.scans.removeAll { $0.components == [0] }
    #expect(try CoarseJPEG(drawn.bytes) == nil)
    let whole = DrawnScans.usual.bytes
    for count in 0..<whole.count { #expect(try CoarseJPEG(Array(whole[..<count])) == nil) }
  }

  @Test func aFailingDiskIsAnError() throws {
    struct Broken: ByteSource {
      let bytes: [UInt8]
      var byteCount: Int { bytes.count }
      func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
        if range.upperBound == bytes.count { throw MetadataError(.unreadable, at: range.lowerBound, systemError: 5) }
        return try bytes.read(range)
      }
    }
    var long = DrawnScans.usual
    long.scans[1].data = [UInt8](repeating: 1, count: 100_000)
    #expect(throws: MetadataError.self) { try CoarseJPEG(Broken(bytes: long.bytes)) }
  }
}
