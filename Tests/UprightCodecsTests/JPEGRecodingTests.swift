// Planes re-encoded strip by strip: the bytes of a decode and an encode of the whole.

import Testing
import Upright
import UprightJPEG
import UprightTestTools

@testable import UprightCodecs

@Suite struct JPEGRecodingTests {
  private static let samplings: [(Int, Int)] = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)]

  private static func file(_ luma: (Int, Int), _ tables: CodedJPEG.Tables = .standard, restarts: Int = 0) -> [UInt8] {
    CodedJPEG(
      width: 301, height: 203, factors: [luma, (1, 1), (1, 1)], tables: tables, restartInterval: restarts,
      seed: UInt64(restarts + 3)
    ).bytes
  }

  private static func pass(_ region: PixelRect<Stored>) -> DecodePass {
    DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb))
  }

  private static func settings(_ chroma: Subsampling, _ turn: Orientation<Decoded, Output>) -> EncodeSettings {
    JPEGPlanesTests.settings(chroma.applying(turn), codes: .standard)
  }

  /// Whether chroma begins at the left and top edges of the result.
  private static func isAligned(
    _ region: PixelRect<Stored>, _ chroma: Subsampling, _ turn: Orientation<Decoded, Output>
  ) -> Bool {
    let decoded = PixelRect<Decoded>(x: region.x, y: region.y, width: region.width, height: region.height)
    return chroma.overhang(of: decoded, reorientedBy: turn) == ChromaOverhang.none
  }

  /// What the strips should give.
  private func whole(
    _ jpeg: [UInt8], _ region: PixelRect<Stored>, _ chroma: Subsampling, _ turn: Orientation<Decoded, Output>
  ) throws -> [UInt8] {
    var codec = JPEGCodec()
    codec.usesOnlyLibjpeg = true
    let pass = Self.pass(region)
    var planes = try #require(
      PlanarRaster<Output>(size: turn.applied(to: pass.size), chroma: chroma.applying(turn)))
    try codec.decodePlanes(pass, chroma: chroma, from: jpeg, limits: Limits()) { band, row in
      planes.place(band, firstRow: row, of: pass.size, by: turn)
    }
    var bytes: [UInt8] = []
    try codec.encode(
      planes, settings: Self.settings(chroma, turn), metadata: CarriedMetadata(), limits: Limits(), into: &bytes)
    return bytes
  }

  /// What the strips give; nil if the codec leaves the file to others.
  private func recoded(
    _ jpeg: some ByteSource, _ region: PixelRect<Stored>, _ strips: PlaneStrips, _ turn: Orientation<Decoded, Output>,
    _ threads: WalkThreads, limits: Limits = Limits()
  ) throws(UprightError) -> [UInt8]? {
    var codec = JPEGCodec()
    codec.threads = { threads }
    var bytes: [UInt8] = []
    let isDone = try codec.recode(
      Self.pass(region), strips: strips, by: turn, settings: Self.settings(strips.chroma, turn),
      metadata: CarriedMetadata(), from: jpeg, limits: limits, into: &bytes)
    if !isDone { #expect(bytes.isEmpty) }
    return isDone ? bytes : nil
  }

  private static let all = PixelRect<Stored>(x: 0, y: 0, width: 301, height: 203)
  private static let regions = [
    all, PixelRect(x: 0, y: 0, width: 300, height: 200), PixelRect(x: 20, y: 8, width: 281, height: 195),
    PixelRect(x: 36, y: 44, width: 212, height: 120), PixelRect(x: 37, y: 45, width: 211, height: 119),
  ]

  @Test(arguments: samplings, [0, 1, 7])
  func everyOrientationAndRegionHasTheBytesOfTheWhole(luma: (Int, Int), restarts: Int) throws {
    let chroma = Subsampling(horizontal: luma.0, vertical: luma.1)
    let jpeg = Self.file(luma, restarts: restarts)
    var count = 0
    for turn in Orientation<Decoded, Output>.all {
      for region in Self.regions
      where Self.isAligned(region, chroma, turn) {
        let expected = try whole(jpeg, region, chroma, turn)
        for (length, threads) in [(32, WalkThreads.twoInTurn), (96, .two), (512, .two)] {
          let strips = PlaneStrips(chroma: chroma, length: length, cutLimit: .max)
          let isSame = try recoded(jpeg, region, strips, turn, threads) == expected
          #expect(isSame, "\(turn) of \(region), \(length), \(threads)")
          count += 1
        }
      }
    }
    #expect(count >= 8 * 3)
  }

  @Test(arguments: CodedJPEG.Tables.allCases)
  func everyKindOfTablesHasTheBytesOfTheWhole(tables: CodedJPEG.Tables) throws {
    let chroma = Subsampling(horizontal: 2, vertical: 1)
    let jpeg = Self.file((2, 1), tables)
    let region = PixelRect<Stored>(x: 0, y: 0, width: 300, height: 203)
    for turn in Orientation<Decoded, Output>.all {
      let strips = PlaneStrips(chroma: chroma, length: 32, cutLimit: .max)
      let isSame = try recoded(jpeg, region, strips, turn, .twoInTurn) == whole(jpeg, region, chroma, turn)
      #expect(isSame, "\(turn)")
    }
  }

  @Test func oneThreadUsesThemOnlyIfTheyAreRequired() throws {
    let (chroma, jpeg) = (Subsampling(horizontal: 2, vertical: 2), Self.file((2, 2)))
    let region = PixelRect<Stored>(x: 0, y: 0, width: 300, height: 202)
    let turn = Orientation<Decoded, Output>.all[5]
    let strips = PlaneStrips(chroma: chroma, length: 64, cutLimit: .max)
    #expect(try recoded(jpeg, region, strips, turn, .one) == nil)
    let required = PlaneStrips(chroma: chroma, length: 64, cutLimit: .max, isRequired: true)
    let expected = try whole(jpeg, region, chroma, turn)
    let isSame = try recoded(jpeg, region, required, turn, .one) == expected
    #expect(isSame)
    let isReadByOneThread = try recoded(OneThreadSource(bytes: jpeg), region, required, turn, .two) == expected
    #expect(isReadByOneThread)
  }

  /// Every bit of a part of the scan, and truncations: nothing is written, or the bytes of the whole, or an error.
  @Test func damageLeavesTheFileToOthers() throws {
    let (chroma, jpeg) = (Subsampling(horizontal: 2, vertical: 2), Self.file((2, 2)))
    let region = PixelRect<Stored>(x: 0, y: 0, width: 300, height: 202)
    let turn = Orientation<Decoded, Output>.all[5]
    let strips = PlaneStrips(chroma: chroma, length: 32, cutLimit: .max)
    var (left, same) = (0, 0)
    func check(_ bytes: [UInt8], _ label: String) throws {
      guard let found = try recoded(bytes, region, strips, turn, .twoInTurn) else {
        left += 1
        return
      }
      let isSame = try found == whole(bytes, region, chroma, turn)
      #expect(isSame, "\(label)")
      same += 1
    }
    for step in 1..<160 {
      var bytes = jpeg
      bytes[jpeg.count - 2 - step * (jpeg.count / 200)] ^= 1 << UInt8(step & 7)
      try check(bytes, "bit \(step)")
    }
    for end in stride(from: 700, to: jpeg.count, by: jpeg.count / 40) { try check(Array(jpeg[..<end]), "\(end) bytes") }
    #expect(left > 40 && same > 10, "\(left) left, \(same) the same")
  }

  @Test func requiredStripsStateWhatIsWrong() throws {
    let (chroma, jpeg) = (Subsampling(horizontal: 2, vertical: 2), Self.file((2, 2)))
    let region = PixelRect<Stored>(x: 0, y: 0, width: 300, height: 202)
    let turn = Orientation<Decoded, Output>.all[5]
    func error(_ bytes: [UInt8]) -> UprightError? {
      do throws(UprightError) {
        let strips = PlaneStrips(chroma: chroma, length: 64, cutLimit: .max, isRequired: true)
        _ = try recoded(bytes, region, strips, turn, .one)
        return nil
      } catch { return error }
    }
    let tooLong = PlaneStrips(chroma: chroma, length: 64, cutLimit: 100, isRequired: true)
    #expect(try recoded(jpeg, region, tooLong, turn, .one) == nil)
    guard case .malformed = error(Array(jpeg[..<(jpeg.count / 2)])) else {
      Issue.record("a truncated file is malformed")
      return
    }
    #expect(error(jpeg) == nil)
  }

  @Test func aFullDiskAndCancelingEndTheSecondThread() async throws {
    let (chroma, jpeg) = (Subsampling(horizontal: 2, vertical: 2), Self.file((2, 2)))
    let region = PixelRect<Stored>(x: 0, y: 0, width: 300, height: 202)
    let turn = Orientation<Decoded, Output>.all[5]
    let strips = PlaneStrips(chroma: chroma, length: 32, cutLimit: .max)
    for room in [0, 700, 5_000] {
      var sink = FullSink(room: room)
      #expect(throws: UprightError.io(path: "full", systemError: 28)) {
        _ = try JPEGCodec().recode(
          Self.pass(region), strips: strips, by: turn, settings: Self.settings(chroma, turn),
          metadata: CarriedMetadata(), from: jpeg, limits: Limits(), into: &sink)
      }
    }
    let task = Task { () throws -> [UInt8]? in
      while !Task.isCancelled { await Task.yield() }
      return try recoded(jpeg, region, strips, turn, .two)
    }
    task.cancel()
    await #expect(throws: UprightError.cancelled) { try await task.value }
  }
}

/// Bytes that another thread may not read.
private struct OneThreadSource: ByteSource {
  let bytes: [UInt8]
  var byteCount: Int { bytes.count }
  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] { try bytes.read(range) }
}
