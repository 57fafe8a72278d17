// Reading in ranges: headers, directories that are counted once, values present or missing.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct TIFFReaderTests {
  private func code(_ bytes: [UInt8]) -> MetadataError.Code? {
    do { _ = try TIFFReader(bytes) } catch { return error.code }
    return nil
  }

  @Test func headersAreWholeOrErrors() throws {
    for form in TIFFHeaderTests.forms {
      let bytes = TinyTIFFFile(form.order, isBigTIFF: form.isBigTIFF, displaying: .letterF, as: .topLeft).bytes
      let reader = try TIFFReader(bytes)
      #expect(reader.layout.isBigTIFF == form.isBigTIFF && reader.byteCount == bytes.count)
      #expect(reader.firstDirectoryOffset > 40)
      for count in 0..<reader.layout.headerSize { #expect(code(Array(bytes.prefix(count))) == .truncated) }
      guard form.isBigTIFF else { continue }
      for place in 4..<8 {
        var other = bytes
        other[place] ^= 1
        #expect(code(other) == .boxInvalid)
      }
    }
    #expect(code(Array("no TIFF at all".utf8)) == .boxInvalid)
  }

  @Test(arguments: TIFFHeaderTests.forms.indices)
  func aDirectoryIsTakenOnce(form: Int) throws {
    let (order, isBigTIFF) = TIFFHeaderTests.forms[form]
    let file = TinyTIFFFile(order, isBigTIFF: isBigTIFF, displaying: .letterF, as: .topLeft)
    var reader = try TIFFReader(file.bytes)
    let offset = file.directoryOffset(ofPage: 0)
    let table = try #require(try reader.table(at: offset))
    let before = (reader.entriesLeft, reader.directoriesLeft)
    #expect(table.directory.isComplete && table.range == offset..<offset + table.bytes.count)
    #expect(Array(file.bytes[table.range]) == table.bytes)
    let taken = (reader.take(table), reader.take(table))
    #expect(taken == (true, false))
    #expect(reader.entriesLeft == before.0 - table.directory.entries.count)
    #expect(reader.directoriesLeft == before.1 - 1 && reader.isWithinBudget)
    for entry in table.directory.entries { #expect(table.field(of: entry).count == reader.layout.entrySize) }
    for outside in [0, 3, file.bytes.count - 1, file.bytes.count, Int.max] {
      #expect(try reader.table(at: outside) == nil)
    }
  }

  @Test(arguments: TIFFHeaderTests.forms.indices)
  func elementsOfEveryWidthAreRead(form: Int) throws {
    let (order, isBigTIFF) = TIFFHeaderTests.forms[form]
    let values = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    for type in [TinyEntry.FieldType.byte, .short, .long, .ifd, .long8, .ifd8, .sshort, .slong, .slong8] {
      for count in 1...9 {
        let entry = TinyEntry(300, type, Array(values.prefix(count)))
        let page = TinyTIFFFile.Subfile(.sixGrays, entries: [entry])
        let file = TinyTIFFFile(order, isBigTIFF: isBigTIFF, pages: [page])
        var reader = try TIFFReader(file.bytes)
        let table = try #require(try reader.table(at: reader.firstDirectoryOffset))
        _ = reader.take(table)
        let found = try #require(table.directory.entries.first { $0.tag == 300 })
        for index in 0...count {
          let expected = index < count ? values[index] : nil
          #expect(try reader.integer(of: found, in: table, at: index) == expected, "\(type) \(count) \(index)")
        }
        let packet = try reader.packet(of: found)
        #expect((packet != nil) == (type == .byte && count > reader.layout.offsetSize))
        if let packet { #expect(packet.bytes == values.prefix(count).map(UInt8.init)) }
      }
    }
  }

  /// A value whose position does not fit 63 bits, and one that ends there.
  @Test func placesBeyondEveryFileAreNone() throws {
    let fields: [[UInt8]] = [
      [UInt8](repeating: 0xFF, count: 8), [0x7F] + [UInt8](repeating: 0xFF, count: 7),
      [0x7F] + [UInt8](repeating: 0xFF, count: 6) + [0xF0],
    ]
    for field in fields {
      for count in [2, 1 << 40, Int.max] {
        let entry = TinyEntry(300, .long8, [1], statedCount: count, rawField: field)
        let page = TinyTIFFFile.Subfile(.sixGrays, entries: [entry])
        var reader = try TIFFReader(TinyTIFFFile(.big, isBigTIFF: true, pages: [page]).bytes)
        let table = try #require(try reader.table(at: reader.firstDirectoryOffset))
        let found = try #require(table.directory.entries.first { $0.tag == 300 })
        for index in [0, 1, 63] { #expect(try reader.integer(of: found, in: table, at: index) == nil) }
        #expect(try reader.packet(of: found) == nil)
      }
    }
  }
}
