// Lossless transforms band by band: the same bytes as with all coefficients in memory.

import Synchronization
import Testing
import UprightTestTools

@testable import UprightCodecs
@testable import UprightGeometry
@testable import UprightJPEG
@testable import UprightMetadata

@Suite struct ReorientedBandsTests {
  private static let orientations = [false, true].flatMap { mirrored in
    (0..<4).map { Orientation<Stored, Displayed>(mirrored: mirrored, clockwise: $0) }
  }

  /// A result, or the fault that ended it.
  private struct Result: Equatable {
    var bytes: [UInt8] = []
    var end = 0
    var fault: ScanFault.Code?
  }

  private func result(
    _ region: PixelRect<Stored>, _ orientation: Orientation<Stored, Displayed>, _ source: some ByteSource,
    band: Int?, _ threads: WalkThreads = .one, index: RegionIndex? = nil
  ) -> Result {
    var result = Result()
    do throws(ScanFault) {
      var turn = try ScanReorientation(
        region, as: orientation, of: source, threads: threads, longest: band == nil ? .max : 0, band: band,
        index: index)
      (result.bytes, result.end) = (turn.headers, turn.imageEnd)
      while let part = try turn.part() { result.bytes += part }
    } catch { result.fault = error.code }
    return result
  }

  /// The largest region that begins with a unit where the orientation begins, `cut` units smaller on each side.
  private func largest(
    _ header: ScanHeader, _ orientation: Orientation<Stored, Displayed>, cut: Int = 0
  ) -> PixelRect<Stored>? {
    let (reversed, unit, size) = (orientation.reversesFromAxes, header.unitSize, header.size)
    let right = (reversed.horizontal ? size.width / unit.width * unit.width : size.width) - cut * unit.width
    let bottom = (reversed.vertical ? size.height / unit.height * unit.height : size.height) - cut * unit.height
    let (x, y) = (cut * unit.width, cut * unit.height)
    guard right > x, bottom > y else { return nil }
    return PixelRect(x: x, y: y, width: right - x, height: bottom - y)
  }

  /// The least memory with which there are bands, and how many there are then.
  private func smallest(
    _ region: PixelRect<Stored>, _ orientation: Orientation<Stored, Displayed>, _ bytes: [UInt8]
  ) throws -> (band: Int, count: Int) {
    let header = try ScanHeader(of: bytes)
    var band = 64
    while true {
      do throws(ScanFault) {
        let bands = try ReorientedBands(region, as: orientation, header, of: bytes, threads: .one, longest: band)
        return (band, bands.count)
      } catch {
        guard error.code == .cutTooLong else { throw error }
        band *= 2
      }
    }
  }

  @Test(arguments: 0..<120)
  func bandsAreTheWhole(seed: Int) throws {
    let file = CodedJPEG.any(9_000 + UInt64(seed))
    guard [1, 3].contains(file.factors.count) else { return }
    let header = try ScanHeader(of: file.bytes)
    for orientation in Self.orientations {
      for cut in [0, 1] {
        guard let region = largest(header, orientation, cut: cut) else { continue }
        let whole = result(region, orientation, file.bytes, band: nil)
        guard whole.fault != .cutTooLong else { continue }
        let (band, _) = try smallest(region, orientation, file.bytes)
        for threads in [WalkThreads.one, .twoInTurn] {
          for memory in [band, 4 * band, .max] {
            let isSame = result(region, orientation, file.bytes, band: memory, threads) == whole
            #expect(isSame, "\(file.testDescription), tag \(orientation.exif.rawValue), cut \(cut), \(memory) bytes")
          }
        }
      }
    }
  }

  @Test(arguments: [0, 7, 44, 88], CodedJPEG.Tables.allCases)
  func largeScansHaveManyBands(restarts: Int, tables: CodedJPEG.Tables) throws {
    var file = CodedJPEG(width: 700, height: 500, restartInterval: restarts, seed: 3, density: 5)
    file.tables = tables
    let bytes = file.bytes
    let header = try ScanHeader(of: bytes)
    for orientation in Self.orientations {
      let region = try #require(largest(header, orientation, cut: 2))
      let (band, count) = try smallest(region, orientation, bytes)
      #expect(count > 8, "tag \(orientation.exif.rawValue)")
      let whole = result(region, orientation, bytes, band: nil)
      #expect(whole.fault == nil)
      for threads in [WalkThreads.one, .two, .twoInTurn] {
        let isSame = result(region, orientation, bytes, band: band, threads) == whole
        #expect(isSame, "tag \(orientation.exif.rawValue) by \(threads)")
      }
    }
  }

  @Test(arguments: 0..<60)
  func bandsByAnIndexAreTheWhole(seed: Int) throws {
    let file = CodedJPEG.any(9_500 + UInt64(seed))
    guard [1, 3].contains(file.factors.count) else { return }
    let bytes = file.bytes
    let header = try ScanHeader(of: bytes)
    let index = try RegionIndex(ofBytes: bytes, interval: 1 + seed % 11)
    for orientation in Self.orientations {
      for cut in [0, 1] {
        guard let region = largest(header, orientation, cut: cut) else { continue }
        let whole = result(region, orientation, bytes, band: nil)
        guard whole.fault != .cutTooLong else { continue }
        for memory in [1 << 16, .max] {
          let found = result(region, orientation, bytes, band: memory, .twoInTurn, index: index)
          if memory < .max, found.fault == .cutTooLong {
            #expect(result(region, orientation, bytes, band: memory).fault == .cutTooLong)
            continue
          }
          #expect(found == whole, "\(file.testDescription), tag \(orientation.exif.rawValue), cut \(cut)")
        }
      }
    }
  }

  @Test(arguments: [1, 3, 5])
  func memoryThatIsEnoughForAWalkIsEnoughWithAnIndex(number: Int) throws {
    let bytes = CodedJPEG(width: 1_200, height: 300, seed: 8, density: 9).bytes
    let index = try RegionIndex(ofBytes: bytes)
    let (orientation, region) = (Self.orientations[number], PixelRect<Stored>(x: 320, y: 0, width: 128, height: 256))
    let (band, _) = try smallest(region, orientation, bytes)
    let found = result(region, orientation, bytes, band: band, .twoInTurn, index: index)
    #expect(found.fault == nil)
    #expect(found == result(region, orientation, bytes, band: nil))
  }

  @Test func aRegionByAnIndexReadsOnlyItsPart() throws {
    let bytes = CodedJPEG(width: 800, height: 600, seed: 4, density: 6).bytes
    let (orientation, region) = (Self.orientations[0], PixelRect<Stored>(x: 320, y: 480, width: 64, height: 48))
    let index = try RegionIndex(ofBytes: bytes)
    let counted = CountingSource(bytes)
    var turn = try ScanReorientation(
      region, as: orientation, of: counted, longest: 0, band: .max, index: index)
    var made = turn.headers
    while let part = try turn.part() { made += part }
    #expect(made == result(region, orientation, bytes, band: nil).bytes)
    #expect(counted.readCount < bytes.count / 4)
  }

  @Test func everyPrefixHasAFault() throws {
    let bytes = CodedJPEG(width: 120, height: 90, restartInterval: 3, seed: 5, density: 4).bytes
    let orientation = Self.orientations[1]
    let region = try #require(largest(try ScanHeader(of: bytes), orientation))
    for length in 0..<bytes.count {
      let found = result(region, orientation, Array(bytes.prefix(length)), band: .max)
      #expect(found.fault != nil && found.bytes.isEmpty, "\(length) bytes")
    }
  }

  @Test func everyBitThatIsFlippedIsAFaultOrTheWhole() throws {
    let bytes = CodedJPEG(width: 56, height: 49, seed: 5, density: 4).bytes
    let header = try ScanHeader(of: bytes)
    let orientation = Self.orientations[3]
    let region = try #require(largest(header, orientation))
    var outside = 0
    for byte in header.dataStart..<bytes.count - 2 {
      for bit in 0..<8 {
        var changed = bytes
        changed[byte] ^= 1 << UInt8(bit)
        let (whole, bands) = (
          result(region, orientation, changed, band: nil), result(region, orientation, changed, band: 1 << 17)
        )
        // Coefficients that no image with 8 bits has are found only in the region.
        let isOutside = whole.fault == .samplesUnusual && bands.fault == nil
        let isSame = bands.fault == whole.fault && (bands.fault != nil || bands == whole)
        outside += isOutside ? 1 : 0
        #expect(isSame || isOutside, "byte \(byte) bit \(bit): \(String(describing: bands.fault))")
      }
    }
    #expect(outside < 20)
  }

  /// A file that changes after some reads.
  private final class ChangedSource: ByteSource, Sendable {
    private let bytes: [UInt8]
    private let changed: [UInt8]
    private let reads: Mutex<Int>

    init(_ bytes: [UInt8], _ changed: [UInt8], after reads: Int) {
      (self.bytes, self.changed) = (bytes, changed)
      self.reads = Mutex(reads)
    }

    var byteCount: Int { bytes.count }

    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      let left = reads.withLock { reads in
        reads -= 1
        return reads
      }
      return Array((left >= 0 ? bytes : changed)[range])
    }
  }

  @Test func aFileThatChangesMeanwhileIsAFault() throws {
    let file = CodedJPEG(width: 300, height: 200, seed: 2, density: 5)
    var other = file
    other.seed = 3
    let (bytes, length) = (file.bytes, file.bytes.count)
    let changed = Array((other.bytes + [UInt8](repeating: 0, count: length)).prefix(length))
    let header = try ScanHeader(of: bytes)
    let orientation = Self.orientations[1]
    let region = try #require(largest(header, orientation))
    let (band, _) = try smallest(region, orientation, bytes)
    var (faults, reads) = (0, 0)
    while true {
      let found = result(region, orientation, ChangedSource(bytes, changed, after: reads), band: band)
      if found == result(region, orientation, bytes, band: nil) { break }
      #expect(found.fault != nil || reads == 0, "\(reads) reads")
      (faults, reads) = (faults + 1, reads + 1)
    }
    #expect(faults > 20)
  }
}
