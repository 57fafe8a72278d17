// Compares the tables of the articles with the code: formats, findings and readers.

import Foundation
import Testing
import UprightFixtures

@testable import Upright
@testable import UprightMetadata

@Suite struct ArticleTests {
  /// The cells of each row of an article whose first cell is code, without the backticks.
  private func rows(_ article: String) throws -> [[String]] {
    let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Upright/Upright.docc").standardized
    let text = try String(contentsOf: folder.appending(path: article + ".md"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return [cells[0].trimmingCharacters(in: ["`"])] + cells.dropFirst()
    }
  }

  @Test func everyFindingHasARowWithItsSentence() throws {
    let rows = try rows("WhatFindingsMean")
    #expect(rows.map { $0[0] }.sorted() == Finding.Code.allCases.map(\.rawValue).sorted())
    for row in rows {
      try #require(row.count == 3)
      #expect(Finding.Code(rawValue: row[0])?.sentence == row[1])
      #expect(!row[2].isEmpty)
    }
  }

  /// Files with a finding that can be repaired, and the rotations that repair it; an empty list is `fix --to tag`.
  private static let repaired: [(code: Finding.Code, bytes: [UInt8], turns: [Orientation<Displayed, Displayed>])] = [
    (.invalidValue, tagged(.orientation(9)), []), (.unusualType, tagged(TinyEntry(274, .byte, [6])), []),
    (.wrongType, tagged(TinyEntry(274, .undefined, [6])), []),
    (.wrongCount, tagged(TinyEntry(274, .short, [6, 3])), []),
    (.missingTranslation, movie([0, 65_536, 0, -65_536, 0, 0, 0, 0, 1 << 30]), []),
    (.unusualMatrix, movie([46_341, 46_341, 0, -46_341, 46_341, 0, 0, 0, 1 << 30]), []),
    (.unusualMatrix, movie([46_341, 46_341, 0, -46_341, 46_341, 0, 0, 0, 1 << 30]), [.rotate90]),
    (.exifUnannounced, unannounced, [.rotate90]),
    (.xmpConflict, TinyJPEG(image, segments: [.exif(TinyTIFF(orientation: 3)), .xmp(xmp)]).bytes, []),
    (.xmpConflict, png([.exif(TinyTIFF(orientation: 3).bytes), .xmp(xmp)]), []),
    (.xmpOnly, TinyJPEG(image, segments: [.xmp(xmp)]).bytes, [.rotate90]),
    (.duplicateTag, TinyJPEG(image, exif: TinyTIFF(ifd0: [.orientation(6), .orientation(3)])).bytes, []),
    (.exifConflict, TinyHEIF(.rightTop, exif: TinyTIFF(orientation: 3)).bytes, []),
    (.exifConflict, TinyJPEG(image, segments: [.exif(six), .exif(TinyTIFF(orientation: 3))]).bytes, []),
    (.thumbnailConflict, TinyJPEG(image, exif: thumbnailed).bytes, []),
    (.exifInText, png([.rawProfile(six.bytes)]), []), (.exifAfterImage, png([], behind: [.exif(six.bytes)]), []),
    (.exifPrefixed, png([.exif(six.bytes, prefix: TinySegment.exifPrefix)]), []),
    (.exifPrefixed, TinyWebP(image, chunks: [.exif(six.bytes, prefix: TinySegment.exifPrefix)]).bytes, []),
    (.exifUnannounced, unannounced, []),
  ]

  private static var thumbnailed: TinyTIFF {
    var block = six
    block.ifd1 = [.orientation(3)]
    return block
  }

  private static func movie(_ words: [Int32]) -> [UInt8] {
    var file = TinyMovie(image, as: .topLeft)
    file.tracks[0].matrix = TrackMatrix(words: words) ?? .identity
    return file.bytes
  }

  private static var unannounced: [UInt8] {
    var file = TinyWebP(image, exif: six)
    file.flags = 0
    return file.bytes
  }

  private static func tagged(_ entry: TinyEntry) -> [UInt8] { TinyJPEG(image, exif: TinyTIFF(ifd0: [entry])).bytes }

  @Test func whatIsSaidToHelpHelps() throws {
    for (code, source, turns) in Self.repaired {
      var bytes = source
      #expect(try Probe(bytes).findings.contains { $0.code == code }, "\(code)")
      for turn in turns.isEmpty ? [.identity] : turns {
        let probe = try Probe(bytes)
        bytes = try probe.retag(to: probe.orientation.then(turn), normalizing: turns.isEmpty).applied(to: bytes)
      }
      #expect(try !Probe(bytes).findings.contains { $0.code == code }, "\(code)")
    }
  }

  @Test func everyFormatHasARowInBothTables() throws {
    let names = try rows("FormatsAndCarriers").map { $0[0] }
    #expect(names == ContainerFormat.allCases.map(\.rawValue) + ContainerFormat.allCases.map(\.rawValue))
  }

  @Test func theBudgetIsTheOneThatIsTold() {
    #expect(RangeReader([UInt8]()).budget == 16 << 20)
  }

  // MARK: Readers

  private static let image = TinyImage.sixColors.enlarged(by: 8)
  private static let six = TinyTIFF(.big, orientation: 6)

  private static func png(_ chunks: [TinyPNG.Chunk], behind: [TinyPNG.Chunk] = []) -> [UInt8] {
    var file = TinyPNG(image, chunks: chunks)
    file.chunksAfterImage = behind
    return file.bytes
  }

  private static let xmp = TinyXMP.packet(orientation: "6")

  /// The files of the table, in its order.
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("JPEG, tag 6 twice, then 3", TinyJPEG(image, exif: TinyTIFF(ifd0: [.orientation(6), .orientation(3)])).bytes),
    (
      "JPEG, two Exif segments, 6 and 3",
      TinyJPEG(image, segments: [.exif(six), .exif(TinyTIFF(orientation: 3))]).bytes
    ),
    ("JPEG, tag 6 as BYTE", TinyJPEG(image, exif: TinyTIFF(ifd0: [TinyEntry(274, .byte, [6])])).bytes),
    ("JPEG, XMP alone says 6", TinyJPEG(image, segments: [.xmp(xmp)]).bytes),
    ("PNG, Exif before the picture", png([.exif(six.bytes)])),
    ("PNG, Exif behind the picture", png([], behind: [.exif(six.bytes)])),
    ("PNG, Exif as in a JPEG", png([.exif(six.bytes, prefix: TinySegment.exifPrefix)])),
    ("PNG, Exif in a text chunk", png([.rawProfile(six.bytes)])),
    ("WebP, Exif", TinyWebP(image, exif: six).bytes),
    ("WebP, Exif as in a JPEG", TinyWebP(image, chunks: [.exif(six.bytes, prefix: TinySegment.exifPrefix)]).bytes),
    (
      "TIFF, tag 6",
      TinyTIFFFile(pages: [TinyTIFFFile.Subfile(displaying: image, as: .rightTop)]).bytes
    ),
    ("AVIF, turned", TinyHEIF(.rightTop).bytes),
    ("AVIF, Exif alone says 6", TinyHEIF(.topLeft, exif: TinyTIFF(orientation: 6)).bytes),
    ("movie, turned", TinyMovie(image, as: .rightTop).bytes),
    ("movie, mirrored", TinyMovie(image, as: .topRight).bytes),
  ]

  @Test func readersStandInTheirOrder() throws {
    #expect(try rows("WhatOtherReadersDo").map { $0[0] } == Reader.allCases.map(\.rawValue))
  }

  @Test func whereTheyDifferIsWhatTheProbeSays() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Upright/Upright.docc").standardized
    let text = try String(contentsOf: folder.appending(path: "WhatOtherReadersDo.md"), encoding: .utf8)
    for file in Self.files {
      let probe = try Probe(file.bytes)
      let row = "| \(file.name) | \(probe.orientation.exif.rawValue) | \(probe.verdicts.summary) |"
      #expect(text.contains(row + "\n"), "\(row)")
    }
    #expect(text.split(separator: "\n").count { $0.hasPrefix("| ") && $0.hasSuffix("|") } == Self.files.count + 13)
  }
}
