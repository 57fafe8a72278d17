// An index: from a walk, from markers, by two threads, from its bytes; and what is never used as one.

import Testing
import Upright
import UprightCodecs
import UprightMetadata
import UprightTestTools

@testable import UprightJPEG

@Suite struct RegionIndexTests {
  static let file = CodedJPEG(width: 300, height: 260, seed: 9)

  private func fault(_ coded: [UInt8], for file: [UInt8] = Self.file.bytes) -> IndexFault? {
    do throws(IndexFault) {
      _ = try RegionIndex(bytes: coded, for: file)
      return nil
    } catch {
      return error
    }
  }

  /// The bytes with the digest they need.
  private func sealed(_ coded: [UInt8]) -> [UInt8] {
    let body = Array(coded.dropLast(32))
    return body + SHA256.digest(of: body)
  }

  @Test func everySixtyFourUnitsHaveACheckpointOfSixteenBytes() throws {
    let index = try RegionIndex(ofBytes: Self.file.bytes)
    #expect(index.interval == 64)
    #expect(index.checkpoints.count == (Self.file.unitCount + 63) / 64)
    #expect(index.bytes.count == 72 + 16 * index.checkpoints.count + 32)
  }

  @Test(arguments: [1, 2, 7, 64, 100, 512])
  func restartMarkersAreCheckpoints(restarts: Int) throws {
    var file = Self.file
    file.restartInterval = restarts
    let bytes = file.bytes
    let index = try RegionIndex(ofBytes: bytes, interval: 10)
    #expect(index.interval % restarts == 0 && index.interval >= min(10, restarts))
    let header = index.header
    let walk = try ScanWalk(header, of: bytes, interval: index.interval)
    #expect(index.checkpoints == walk.checkpoints)
    #expect(index.dataEnd == walk.dataEnd)
  }

  @Test func markersThatAreMissingOrOutOfOrderAreFaults() throws {
    var file = Self.file
    file.restartInterval = 3
    let bytes = file.bytes
    let start = try ScanHeader(of: bytes).dataStart
    let marker = try #require((start..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD5 })
    #expect(throws: ScanFault.self) { try RegionIndex(ofBytes: Array(bytes[..<marker]) + bytes[(marker + 2)...]) }
    var other = bytes
    other[marker + 1] = 0xD1
    #expect(throws: ScanFault(.restartMissing, at: marker)) { try RegionIndex(ofBytes: other) }
    #expect(throws: ScanFault.self) { try RegionIndex(ofBytes: Array(bytes[..<marker]) + [0xFF, 0xD9]) }
  }

  @Test func aScanWithBytesThatBelongToNoUnitIsNotIndexed() {
    let bytes = Self.file.bytes.dropLast(2) + [1, 2, 3, 0xFF, 0xD9]
    #expect(throws: ScanFault.self) { try RegionIndex(ofBytes: Array(bytes)) }
  }

  @Test(arguments: [0, 5])
  func anIndexComesBackFromItsBytes(restarts: Int) throws {
    var file = Self.file
    file.restartInterval = restarts
    let index = try RegionIndex(ofBytes: file.bytes, interval: 16)
    let again = try RegionIndex(bytes: index.bytes, for: file.bytes)
    #expect(again == index)
    #expect(again.bytes == index.bytes)
    let region = PixelRect<Stored>(x: 100, y: 90, width: 60, height: 70)
    #expect(try again.cut(region, from: file.bytes) == index.cut(region, from: file.bytes))
  }

  @Test func anyWrongBitAndAnyPrefixIsFoundOut() throws {
    let coded = try RegionIndex(ofBytes: Self.file.bytes, interval: 32).bytes
    for count in 0..<coded.count { #expect(fault(Array(coded.prefix(count))) != nil) }
    #expect(fault(coded + [0]) != nil)
    var bytes = coded
    for place in bytes.indices {
      bytes[place] ^= 1 << UInt8(place % 8)
      #expect(fault(bytes) != nil, "byte \(place)")
      bytes[place] = coded[place]
    }
    #expect(fault(bytes) == nil)
  }

  @Test func anotherFileAShorterOneOrAnEditedOneIsRefused() throws {
    let file = Self.file.bytes
    let coded = try RegionIndex(ofBytes: file).bytes
    var other = Self.file
    other.seed = 10
    #expect(fault(coded, for: other.bytes) == .otherFile)
    #expect(fault(coded, for: file.dropLast(1)) == .otherFile)
    #expect(fault(coded, for: file + [0]) == .otherFile)
    let header = try ScanHeader(of: file)
    for place in [header.dataStart, header.dataStart + 9, file.count - 4] {
      var edited = file
      edited[place] ^= 0x10
      #expect(fault(coded, for: edited) == .otherFile, "byte \(place)")
    }
    // A divisor in the first quantization table.
    var edited = file
    edited[12] ^= 1
    #expect(fault(coded, for: edited) == .otherFile)
  }

  @Test func impossibleCheckpointsInAForeignIndexAreRefused() throws {
    let file = Self.file.bytes
    let coded = try RegionIndex(ofBytes: file, interval: 32).bytes
    #expect(fault(sealed(coded)) == nil)
    var later = coded
    later[72 + 16 + 6] = 1
    #expect(fault(sealed(later)) == .checkpointsInvalid)
    var first = coded
    first[72 + 8] = 1
    #expect(fault(sealed(first)) == .checkpointsInvalid)
    var fewer = coded
    fewer.removeSubrange(72..<88)
    fewer[16] -= 1
    #expect(fault(sealed(fewer)) == .checkpointsInvalid)
    var wider = coded
    wider[8] = 33
    #expect(fault(sealed(wider)) == .checkpointsInvalid)
    wider[8] = 0
    #expect(fault(sealed(wider)) == .formInvalid)
  }

  @Test(arguments: 0..<40)
  func wrongCheckpointsInAForeignIndexNeverLeadOutOfTheFile(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var made = Self.file
    made.restartInterval = [0, 4][seed % 2]
    let file = made.bytes
    let coded = try RegionIndex(ofBytes: file, interval: 8).bytes
    for _ in 0..<10 {
      var bytes = coded
      let checkpoint = 72 + 16 * Int.random(in: 0..<(coded.count - 104) / 16, using: &random)
      bytes[checkpoint + [0, 1, 8, 9].randomElement(using: &random)!] = .random(in: 0...255, using: &random)
      guard let index = try? RegionIndex(bytes: sealed(bytes), for: file) else { continue }
      for y in stride(from: 0, to: 260, by: 37) {
        _ = try? index.cut(PixelRect(x: 20 + y / 2, y: y, width: 120, height: 20), from: file)
      }
    }
  }

  @Test func aWrongCheckpointThatARegionPassesIsFoundOut() throws {
    let file = Self.file.bytes
    var coded = try RegionIndex(ofBytes: file, interval: 8).bytes
    coded[72 + 16 * 4 + 8] ^= 4
    let index = try RegionIndex(bytes: sealed(coded), for: file)
    #expect(throws: ScanFault.self) { try index.cut(index.header.size.bounds, from: file) }
  }
}
