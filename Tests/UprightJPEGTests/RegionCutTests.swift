// Regions cut out of a scan: the same coefficients and the same pixels as in the whole file.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightJPEG

@Suite struct RegionCutTests {
  /// Columns of blocks in a cut that differ from the same ones of the whole; nil where libjpeg rejects either.
  private func differingBlocks(_ jpeg: [UInt8], _ index: RegionIndex, _ cut: RegionCut) -> Int? {
    let header = index.header
    guard let whole = LibjpegBlocks(jpeg, size: header.size),
      let part = LibjpegBlocks(cut.bytes, size: cut.bounds.size), part.planes.count == whole.planes.count
    else { return nil }
    var count = 0
    for (component, (mine, all)) in zip(header.components, zip(part.planes, whole.planes)) {
      let (across, down) = header.blocks(of: component)
      let (x, y) = (
        cut.bounds.x / header.unitSize.width * across, cut.bounds.y / header.unitSize.height * down
      )
      for row in 0..<mine.rows {
        for column in 0..<mine.columns
        where mine.blocks[row * mine.columns + column] != all.blocks[(y + row) * all.columns + x + column] {
          count += 1
        }
      }
    }
    return count
  }

  private func region(in size: PixelSize<Stored>, _ random: inout SplitMix64) -> PixelRect<Stored> {
    let (x, y) = (Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random))
    return PixelRect(
      x: x, y: y, width: .random(in: 1...size.width - x, using: &random),
      height: .random(in: 1...size.height - y, using: &random))
  }

  @Test(arguments: 0..<120)
  func cutsOfRandomFilesHaveTheSameBlocks(seed: Int) throws {
    let file = CodedJPEG.any(UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed))
    let bytes = file.bytes
    let index = try RegionIndex(ofBytes: bytes, interval: [1, 3, 64].randomElement(using: &random) ?? 1)
    for margin in [0, 1] {
      let region = region(in: index.header.size, &random)
      let cut = try index.cut(region, from: bytes, margin: margin)
      #expect(cut.bounds.x <= region.x && cut.bounds.y <= region.y)
      #expect(cut.bounds.maxX >= region.maxX && cut.bounds.maxY >= region.maxY)
      #expect(differingBlocks(bytes, index, cut) == 0, "\(file.testDescription) \(region)")
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1), (1, 4), (4, 2), (2, 4)], [1, 2, 4, 8])
  func cutsOfEverySamplingHaveTheSamePixelsAtEveryFraction(sampling: (Int, Int), denominator: Int) throws {
    for (restarts, seed) in [(0, 1), (5, 2)] as [(Int, UInt64)] {
      let file = CodedJPEG(
        width: 205, height: 171, factors: [sampling, (1, 1), (1, 1)], restartInterval: restarts, seed: seed,
        density: 4, segments: [.jfif])
      try expectSamePixels(file.bytes, channels: 3, denominator: denominator, seed: seed)
    }
  }

  @Test(arguments: [1, 4], [1, 2, 4, 8])
  func cutsOfGrayAndInksHaveTheSamePixels(channels: Int, denominator: Int) throws {
    let file = CodedJPEG(width: 133, height: 90, factors: Array(repeating: (1, 1), count: channels), density: 4)
    try expectSamePixels(file.bytes, channels: channels, denominator: denominator, seed: 3)
  }

  @Test(arguments: [true, false], [0, 1, 4])
  func cutsKeepTheColorsThatComponentNamesOrAnAdobeSegmentDecide(isRGB: Bool, restarts: Int) throws {
    var file = TinyJPEG(.sixColors.enlarged(by: 21))
    file.convertsColor = !isRGB
    file.restartInterval = restarts
    try expectSamePixels(file.bytes, channels: 3, denominator: 1, seed: 4)
    file.segments = [TinySegment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])]
    try expectSamePixels(file.bytes, channels: 3, denominator: 1, seed: 5)
  }

  private func expectSamePixels(_ jpeg: [UInt8], channels: Int, denominator: Int, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let index = try RegionIndex(ofBytes: jpeg, interval: 9)
    let size = index.header.size
    let whole = try Pixels(jpeg, size: size, channels: channels, denominator: denominator)
    let corners = [
      PixelRect<Stored>(x: 0, y: 0, width: 1, height: 1),
      PixelRect(x: size.width - 1, y: size.height - 1, width: 1, height: 1),
      PixelRect(x: size.width / 2, y: 0, width: 1, height: size.height), size.bounds,
    ]
    for region in corners + (0..<8).map({ _ in self.region(in: size, &random) }) {
      let rows = try differingRows(index, jpeg, whole: whole, region: region, denominator: denominator)
      #expect(rows == 0, "\(region)")
    }
  }

  @Test(arguments: CodedJPEG.Tables.allCases)
  func aCutHasATableOfItsOwnWhereThatOfTheFileLacksACode(tables: CodedJPEG.Tables) throws {
    let file = CodedJPEG(width: 400, height: 64, factors: [(1, 1), (1, 1)], tables: tables, density: 2)
    let bytes = file.bytes
    let index = try RegionIndex(ofBytes: bytes)
    let stated = try #require(index.header.dcCodes[0])
    var own = 0
    for x in stride(from: 8, to: 390, by: 8) {
      let cut = try index.cut(PixelRect(x: x, y: 0, width: 8, height: 64), from: bytes, margin: 0)
      #expect(differingBlocks(bytes, index, cut) == 0)
      let table = try #require(ScanHeader(of: cut.bytes).dcCodes[0])
      if table != stated { own += 1 }
      #expect(!table.codes.contains { $0.code.length == 0 })
    }
    switch tables {
    case .standard, .wide: #expect(own == 0)
    case .skewed: #expect(own > 0)
    case .full: #expect(own == 49 - 1)
    }
  }

  @Test func aCutHasNoRestartsAndNothingButWhatDecidesItsPixels() throws {
    let comment = TinySegment(0xFE, Array("private".utf8))
    let file = CodedJPEG(restartInterval: 2, segments: [.jfif, comment, TinySegment(0xE1, [1, 2, 3])]).bytes
    let index = try RegionIndex(ofBytes: file)
    let cut = try index.cut(index.header.size.bounds, from: file)
    let header = try ScanHeader(of: cut.bytes)
    #expect(header.restartInterval == 0)
    #expect(header.jfif != nil)
    #expect(cut.bounds == index.header.size.bounds)
    #expect(cut.bytes.indices.dropLast(7).allSatisfy { !cut.bytes[$0...].starts(with: "private".utf8) })
  }

  @Test func aRegionOutsideTheImageIsRefused() throws {
    let file = CodedJPEG().bytes
    let index = try RegionIndex(ofBytes: file)
    for region in [
      PixelRect<Stored>(x: -1, y: 0, width: 5, height: 5), PixelRect(x: 60, y: 0, width: 2, height: 5),
      PixelRect(x: 0, y: 0, width: 0, height: 5), PixelRect(x: 1, y: 1, width: .max, height: 1),
    ] {
      #expect(throws: ScanFault(.regionOutside, at: 0)) { try index.cut(region, from: file) }
    }
  }

  @Test(arguments: 0..<60)
  func aFileThatChangedAfterItWasIndexedEndsInAFaultOrASmallJPEG(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let file = CodedJPEG.any(2_000 + UInt64(seed)).bytes
    let index = try RegionIndex(ofBytes: file, interval: 2)
    for _ in 0..<20 {
      var bytes = file
      for _ in 0..<3 {
        bytes[.random(in: index.header.dataStart..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      let region = region(in: index.header.size, &random)
      guard let cut = try? index.cut(region, from: bytes) else { continue }
      #expect((try? ScanHeader(of: cut.bytes))?.size == cut.bounds.size)
    }
  }

  @Test(arguments: 0..<120)
  func withoutAnIndexARegionIsTheSame(seed: Int) throws {
    let bytes = CodedJPEG.any(5_000 + UInt64(seed)).bytes
    var random = SplitMix64(seed: UInt64(seed))
    let index = try RegionIndex(ofBytes: bytes, interval: 5)
    let size = index.header.size
    for (margin, window) in [(0, 16), (1, 37), (1, 1 << 20)] {
      for region in [size.bounds, self.region(in: size, &random), self.region(in: size, &random)] {
        let cold = try RegionCut.walked(region, of: bytes, margin: margin, window: window).cut
        #expect(try cold == index.cut(region, from: bytes, margin: margin), "\(region)")
      }
    }
  }

  /// A part that is not there, or damaged, is a fault; what comes after the region does not matter.
  @Test(arguments: [0, 3])
  func withoutAnIndexEveryPrefixIsAFaultOrTheRegion(restarts: Int) throws {
    let bytes = CodedJPEG(width: 90, height: 70, restartInterval: restarts, density: 8).bytes
    let region = PixelRect<Stored>(x: 20, y: 16, width: 30, height: 20)
    let whole = try RegionCut.walked(region, of: bytes).cut
    var cutCount = 0
    for count in 0..<bytes.count {
      do throws(ScanFault) {
        #expect(try RegionCut.walked(region, of: Array(bytes.prefix(count))).cut == whole)
        cutCount += 1
      } catch { #expect(error.code != .indexMismatch && error.offset <= count) }
    }
    #expect(bytes.count / 10..<bytes.count ~= cutCount)
  }

  /// What is below a region is walked from where its walk ended: the same fault as in one walk of all, in every prefix,
  /// with a bit changed anywhere, and with a marker between units or none.
  @Test(arguments: [0, 3, 6], [WalkThreads.one, .twoInTurn])
  func theRestIsWalkedToTheEndMarker(restarts: Int, threads: WalkThreads) throws {
    let bytes = CodedJPEG(width: 90, height: 70, restartInterval: restarts, density: 8).bytes
    var files = bytes.indices.map { Array(bytes.prefix($0)) } + [bytes]
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= UInt8(1 << (place % 8))
      files.append(changed)
    }
    let (top, all) = (
      PixelRect<Stored>(x: 20, y: 16, width: 30, height: 20), PixelRect<Stored>(x: 0, y: 0, width: 90, height: 70)
    )
    func fault(_ file: [UInt8], _ region: PixelRect<Stored>) -> ScanFault.Code? {
      do throws(ScanFault) {
        let rest = try RegionCut.walked(region, of: file, margin: 0, walksRest: true, threads: threads).rest
        #expect((rest == nil) == (region == all))
        try rest?.walk(file, threads: threads)
        return nil
      } catch { return error.code }
    }
    // Each thread mode has half of the files, and none lacks its neighbors.
    for (index, file) in files.enumerated() where index % 2 == (threads == .one ? 0 : 1) {
      guard let size = (try? ScanHeader(of: file))?.size, size.width == 90, size.height == 70 else { continue }
      #expect(fault(file, top) == fault(file, all), "file \(index)")
    }
    #expect(fault(bytes, top) == nil && fault(Array(bytes.dropLast(2)), top) == .truncated)
  }

  @Test func withoutAnIndexNoMoreIsCutOutThanAllowed() throws {
    let bytes = CodedJPEG(width: 400, height: 300, density: 8).bytes
    let region = PixelRect<Stored>(x: 200, y: 150, width: 64, height: 64)
    let cut = try RegionCut.walked(region, of: bytes, longest: bytes.count).cut
    #expect(throws: ScanFault.self) { try RegionCut.walked(region, of: bytes, longest: cut.bytes.count / 8) }
    let source = CountingSource(bytes)
    _ = try RegionCut.walked(PixelRect(x: 200, y: 0, width: 16, height: 16), of: source, margin: 0, window: 64)
    #expect(source.readCount < bytes.count / 2)
  }

  @Test func onlyTheBytesOfTheRegionAreRead() throws {
    let file = CodedJPEG(width: 800, height: 640, density: 20).bytes
    let index = try RegionIndex(ofBytes: file, interval: 4)
    let source = CountingSource(file)
    _ = try index.cut(PixelRect(x: 400, y: 320, width: 16, height: 16), from: source, margin: 0)
    #expect(source.byteCount == file.count)
    #expect(source.readCount < file.count / 50)
  }
}
