// Lossless transforms without libjpeg: byte for byte libjpeg's, by one thread and by two.

import Testing
import Upright
import UprightTestTools

@testable import UprightCodecs
@testable import UprightJPEG

@Suite struct ScanReorientationTests {
  /// A result, or why there is none.
  private enum Outcome: Equatable {
    case turned([UInt8], end: Int)
    case failed(UprightError)
  }

  private static let orientations = [false, true].flatMap { mirrored in
    (0..<4).map { Orientation<Stored, Displayed>(mirrored: mirrored, clockwise: $0) }
  }

  private func outcome(_ jpeg: [UInt8], _ job: LosslessJob, _ threads: WalkThreads?) -> Outcome {
    var codec = JPEGCodec()
    codec.usesOnlyLibjpeg = threads == nil
    codec.threads = { threads ?? .one }
    var bytes: [UInt8] = []
    do throws(UprightError) {
      let end = try codec.transform(
        job, from: jpeg, metadata: CarriedMetadata(segments: []), limits: Limits(), into: &bytes)
      return .turned(bytes, end: end)
    } catch { return .failed(error) }
  }

  /// The image without the partial units that cannot move; nil if nothing is left.
  private func movable(_ header: ScanHeader, _ orientation: Orientation<Stored, Displayed>) -> PixelRect<Stored>? {
    let (reversed, unit) = (orientation.reversesFromAxes, header.unitSize)
    let width = reversed.horizontal ? header.size.width / unit.width * unit.width : header.size.width
    let height = reversed.vertical ? header.size.height / unit.height * unit.height : header.size.height
    let region = PixelRect<Stored>(x: 0, y: 0, width: width, height: height)
    return region.isEmpty ? nil : region
  }

  /// Orientations of a file whose result is not libjpeg's.
  private func differences(_ jpeg: [UInt8], windows threads: [WalkThreads] = [.one, .twoInTurn]) throws -> [String] {
    let header = try ScanHeader(of: jpeg)
    return Self.orientations.flatMap { orientation -> [String] in
      guard let region = movable(header, orientation) else { return [] }
      let job = LosslessJob(region: region, orientation: orientation)
      let expected = outcome(jpeg, job, nil)
      return threads.filter { outcome(jpeg, job, $0) != expected }.map { "\(orientation.exif.rawValue) by \($0)" }
    }
  }

  @Test(arguments: 0..<150)
  func allOrientationsAreLibjpegs(seed: Int) throws {
    let file = CodedJPEG.any(7_000 + UInt64(seed))
    #expect(try differences(file.bytes) == [], "\(file.testDescription)")
  }

  @Test(arguments: 0..<150)
  func filesOfThreeColorsOrGrayAreNotLeftToLibjpeg(seed: Int) throws {
    let file = CodedJPEG.any(7_000 + UInt64(seed))
    guard [1, 3].contains(file.factors.count) else { return }
    let header = try ScanHeader(of: file.bytes)
    for orientation in Self.orientations {
      guard let region = movable(header, orientation) else { continue }
      do throws(ScanFault) {
        let turn = try ScanReorientation(region, as: orientation, of: file.bytes, threads: .twoInTurn)
        #expect(turn.imageEnd == file.bytes.count)
      } catch {
        // Nearly as many coefficients as there can be are left to libjpeg, which keeps each as 16 bits.
        #expect(error.code == .cutTooLong, "\(file.testDescription)")
      }
    }
  }

  @Test(arguments: [0, 7, 40], CodedJPEG.Tables.allCases)
  func largeScansAreLibjpegs(restarts: Int, tables: CodedJPEG.Tables) throws {
    var file = CodedJPEG(width: 700, height: 500, restartInterval: restarts, seed: 3, density: 5)
    file.tables = tables
    #expect(try differences(file.bytes, windows: [.one, .two, .twoInTurn]) == [])
    file.factors = [(1, 1)]
    #expect(try differences(file.bytes, windows: [.one, .two, .twoInTurn]) == [])
  }

  @Test func everyBitThatIsFlippedIsLibjpegs() throws {
    let file = CodedJPEG(width: 40, height: 33, seed: 5, density: 4).bytes
    let header = try ScanHeader(of: file)
    let job = LosslessJob(region: PixelRect(x: 0, y: 0, width: 40, height: 32), orientation: Self.orientations[1])
    for byte in header.dataStart..<file.count - 2 {
      for bit in 0..<8 {
        var bytes = file
        bytes[byte] ^= 1 << UInt8(bit)
        let isSame = outcome(bytes, job, .one) == outcome(bytes, job, nil)
        #expect(isSame, "byte \(byte) bit \(bit)")
      }
    }
  }

  /// Segments between the data and the end marker: DRI, DHT, DQT, JFIF, Adobe, a comment, a restart marker.
  private static let lateSegments: [[UInt8]] = [
    [0xFF, 0xDD, 0, 4, 0, 3], [0xFF, 0xDD, 0, 4, 0, 0],
    [0xFF, 0xC4, 0, 20, 0x03, 1] + [UInt8](repeating: 0, count: 15) + [5],
    [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 9, count: 64),
    [0xFF, 0xDB, 0, 67, 3] + [UInt8](repeating: 9, count: 64),
    [0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 2, 1, 0, 0, 1, 0, 1, 0, 0],
    [0xFF, 0xEE, 0, 14, 0x41, 0x64, 0x6F, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0], [0xFF, 0xFE, 0, 4, 1, 2], [0xFF, 0xD1],
  ]

  @Test(arguments: lateSegments, [0, 4])
  func segmentsAfterTheDataAreLibjpegs(segment: [UInt8], restarts: Int) throws {
    for tables in [CodedJPEG.Tables.standard, .wide] {
      var file = CodedJPEG(width: 123, height: 97, restartInterval: restarts, seed: 8, density: 5)
      file.tables = tables
      let bytes = Array(file.bytes.dropLast(2)) + segment + [0xFF, 0xD9]
      #expect(try differences(bytes) == [], "\(tables)")
    }
  }

  @Test func everyPrefixIsLibjpegs() throws {
    let file = CodedJPEG(width: 40, height: 33, restartInterval: 2, seed: 5, density: 4).bytes
    let job = LosslessJob(region: PixelRect(x: 0, y: 0, width: 40, height: 32), orientation: Self.orientations[3])
    for length in 0..<file.count {
      let prefix = Array(file.prefix(length))
      let isSame = outcome(prefix, job, .one) == outcome(prefix, job, nil)
      #expect(isSame, "\(length) bytes")
    }
  }

  @Test func coefficientsTakeNoMoreMemoryThanIsAllowed() throws {
    let file = CodedJPEG(width: 400, height: 300, seed: 9, density: 6).bytes
    let region = PixelRect<Stored>(x: 0, y: 0, width: 400, height: 300)
    #expect(throws: ScanFault.self) {
      try ScanReorientation(region, as: .identity, of: file, longest: 128 * (50 * 38 + 2 * 25 * 19) - 1)
    }
    // 50 × 38 blocks of one component, and 25 × 19 of each of the others.
    _ = try ScanReorientation(region, as: .identity, of: file, longest: 128 * (50 * 38 + 2 * 25 * 19))
  }

  @Test func cropsBeginWhereTheReorientationBegins() throws {
    let file = CodedJPEG(width: 160, height: 128, seed: 4, density: 6).bytes
    for orientation in Self.orientations {
      let reversed = orientation.reversesFromAxes
      let region = PixelRect<Stored>(
        x: reversed.horizontal ? 16 + 3 : 48, y: reversed.vertical ? 16 + 5 : 32, width: 96 - 3, height: 64 - 5)
      let job = LosslessJob(region: region, orientation: orientation)
      let isSame = outcome(file, job, .one) == outcome(file, job, nil)
      #expect(isSame, "\(orientation.exif.rawValue)")
      let moved = PixelRect<Stored>(x: region.x + 1, y: region.y + 1, width: 40, height: 40)
      #expect(throws: ScanFault.self) { try ScanReorientation(moved, as: orientation, of: file) }
    }
  }
}
