// Positions of cards on a contact sheet, and their text.

import Testing
import Upright
import UprightCodecs
import UprightFiles
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct SheetTests {
  private let pipeline = Pipeline(codecs: SystemCodecs.all)

  private func cell(_ album: Album, _ name: String) throws -> SheetCell {
    try SheetCell(InputFile(path: album.folder.path(name), relativePath: name), pipeline: pipeline)
  }

  @Test(arguments: [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 4, 1), (5, 4, 2), (8, 4, 2), (9, 4, 3), (36, 4, 9)])
  func cardsFillRowsOfFour(count: Int, columns: Int, rows: Int) throws {
    let cell = try cell(Album("6.jpg"), "6.jpg")
    let sheet = Sheet(cells: Array(repeating: cell, count: count))
    #expect(sheet.size == PixelSize(width: columns * 584 + 24, height: rows * 378 + 24))
  }

  @Test func everyCardIsDrawnInItsPlaceAndTheRestStaysEmpty() throws {
    let cell = try cell(Album("6.jpg"), "6.jpg")
    let drawn = Sheet(cells: Array(repeating: cell, count: 5)).drawn()
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      let at = (y * drawn.size.width + x) * 3
      return Array(drawn.bytes[at..<at + 3])
    }
    for (column, row) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)] {
      #expect(pixel(24 + column * 584 + 5, 24 + row * 378 + 5) == [0xFB, 0xFB, 0xFA])
    }
    for column in 1...3 { #expect(pixel(24 + column * 584 + 5, 24 + 378 + 5) == [0xE4, 0xE4, 0xE1]) }
    #expect(pixel(5, 5) == [0xE4, 0xE4, 0xE1])
  }

  @Test func aCardSaysWhatFixWouldDo() throws {
    let album = try Album("1.jpg", "6.jpg", "6-ragged.jpg")
    var upright = Sheet(cells: [try cell(album, "6.jpg")]).drawn().bytes
    let kept = Sheet(cells: [try cell(album, "6-ragged.jpg")]).drawn().bytes
    #expect(upright != kept)
    upright = Sheet(cells: [try cell(album, "6.jpg")]).drawn().bytes
    #expect(upright == Sheet(cells: [try cell(album, "6.jpg")]).drawn().bytes)
    #expect(upright.count == kept.count)
  }
}
