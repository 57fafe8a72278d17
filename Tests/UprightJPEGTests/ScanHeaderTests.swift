// The headers of a scan: what they say, what is refused by its name, and that no bytes end in a trap.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightJPEG

@Suite struct ScanHeaderTests {
  private func fault(_ bytes: [UInt8]) -> ScanFault? {
    do throws(ScanFault) {
      let header = try ScanHeader(of: bytes)
      _ = try ScanWalk(header, of: bytes)
      return nil
    } catch {
      return error
    }
  }

  /// The file with a byte of the segment of `marker` changed.
  private func changed(_ bytes: [UInt8], _ marker: UInt8, _ place: Int, to value: UInt8) throws -> [UInt8] {
    var result = bytes
    let start = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker })
    result[start + place] = value
    return result
  }

  @Test func fieldsOfTheFrameAndTheScanAreRead() throws {
    let file = CodedJPEG(width: 61, height: 83, factors: [(2, 2), (1, 1), (1, 1)], restartInterval: 3)
    let header = try ScanHeader(of: file.bytes)
    #expect(header.size == PixelSize(width: 61, height: 83))
    #expect(header.unitSize == PixelSize(width: 16, height: 16))
    #expect((header.unitsAcross, header.unitsDown) == (4, 6))
    #expect(header.blocksPerUnit == 6)
    #expect(header.restartInterval == 3)
    #expect(header.isExtended)
  }

  @Test func aSingleComponentIsCodedInSingleBlocks() throws {
    let header = try ScanHeader(of: CodedJPEG(width: 20, height: 9, factors: [(2, 4)]).bytes)
    #expect(header.unitSize == PixelSize(width: 8, height: 8))
    #expect(header.unitCount == 6)
  }

  @Test(
    arguments: [
      (0xC2, ScanFault.Code.progressive), (0xC3, .lossless), (0xC5, .hierarchical), (0xC9, .arithmetic),
      (0xCA, .arithmetic), (0xCC, .arithmetic), (0xCB, .lossless), (0xDC, .heightAfterScan), (0x02, .markerUnknown),
    ] as [(UInt8, ScanFault.Code)])
  func otherCodingsAreNamed(marker: UInt8, code: ScanFault.Code) throws {
    #expect(fault(try changed(CodedJPEG().bytes, 0xC1, 1, to: marker))?.code == code)
  }

  @Test func whatAnIndexDoesNotCoverIsNamed() throws {
    let file = CodedJPEG().bytes
    #expect(fault(try changed(file, 0xC1, 4, to: 12))?.code == .twelveBit)
    var flat = try changed(file, 0xC1, 5, to: 0)
    flat = try changed(flat, 0xC1, 6, to: 0)
    #expect(fault(flat)?.code == .heightAfterScan)
    #expect(fault(try changed(file, 0xC4, 4, to: 1))?.code == .standardTables)
    #expect(fault(try changed(file, 0xDA, 4, to: 1))?.code == .scanInvalid)
    #expect(fault(try changed(file, 0xC1, 5, to: 0xFF))?.code != nil)
    let fault = try #require(fault(try changed(file, 0xC1, 1, to: 0xC2)))
    #expect("\(fault)" == "cannot be indexed: progressive")
    #expect(fault.code.isUnsupported)
  }

  @Test func severalScansAreRefused() throws {
    let file = CodedJPEG(factors: [(1, 1), (1, 1)]).bytes
    let alone: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    let start = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    #expect(fault(Array(file[..<start]) + alone + file[(start + 12)...])?.code == .severalScans)
    let scan = Array(file[start...])
    #expect(fault(file.dropLast(2) + scan)?.code == .severalScans)
  }

  @Test func aHeightAfterTheScanIsRefused() {
    let file = CodedJPEG().bytes
    #expect(fault(file.dropLast(2) + [0xFF, 0xDC, 0, 4, 0, 83, 0xFF, 0xD9])?.code == .heightAfterScan)
  }

  @Test func segmentsAfterTheScanArePassedOver() {
    let file = CodedJPEG().bytes
    #expect(fault(file.dropLast(2) + [0xFF, 0xFF, 0xFE, 0, 4, 1, 2, 0xFF, 0xD9]) == nil)
    #expect(fault(file.dropLast(2))?.code == .truncated)
  }

  @Test func tablesThatBreakARuleAreRefused() throws {
    let file = CodedJPEG(tables: .wide).bytes
    // 33 codes of five bits; then one of them of ones only.
    #expect(fault(try changed(file, 0xC4, 9, to: 33))?.code == .tableInvalid)
    let full = CodedJPEG(tables: .full).bytes
    #expect(fault(full) == nil)
    #expect(fault(try changed(full, 0xC4, 20, to: 2)) != nil)
    #expect(fault(try changed(file, 0xC4, 21, to: 16))?.code == .tableInvalid)
  }

  @Test func anyByteOfTheHeadersMayBeWrongAndAnyPrefixIsAFault() throws {
    let file = CodedJPEG(width: 9, height: 9, factors: [(1, 1), (1, 2)], restartInterval: 1, segments: [.jfif]).bytes
    let start = try ScanHeader(of: file).dataStart
    for place in 0..<start {
      #expect(fault(Array(file.prefix(place))) != nil)
      var bytes = file
      for value in stride(from: place % 17, through: 255, by: 17) {
        bytes[place] = UInt8(value)
        _ = fault(bytes)
      }
    }
  }

  @Test func fillBytesBeforeMarkersAreSkipped() throws {
    var file = CodedJPEG(segments: [.jfif])
    let header = try ScanHeader(of: file.bytes)
    file.segments = [TinySegment(0xE0, TinySegment.jfif.payload, fillBytes: 5)]
    let filled = try ScanHeader(of: file.bytes)
    #expect(filled.dataStart == header.dataStart + 5)
    #expect(filled.jfif == header.jfif)
  }

  @Test func eachFaultHasWordsOfItsOwn() {
    let texts = ScanFault.Code.allCases.map { "\(ScanFault($0, at: 1))" }
    #expect(Set(texts).count == texts.count)
  }
}
