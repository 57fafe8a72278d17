// Both sides of a small image, as a person would see them.

import Testing
import Upright
import UprightCodecs
import UprightFixtures

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct ImagePairTests {
  /// The letters of red, green, blue, yellow, magenta and white, cell by cell, of a canvas of cells of `size` pixels.
  private func letters(_ canvas: Canvas, columns: Int, rows: Int) -> String {
    let palette: [(Character, [Int])] = [
      ("r", [255, 0, 0]), ("g", [0, 255, 0]), ("b", [0, 0, 255]), ("y", [255, 255, 0]), ("m", [255, 0, 255]),
      ("w", [255, 255, 255]),
    ]
    var text = ""
    for row in 0..<rows {
      for column in 0..<columns {
        let x = (2 * column + 1) * canvas.size.width / (2 * columns)
        let y = (2 * row + 1) * canvas.size.height / (2 * rows)
        let at = (y * canvas.size.width + x) * 3
        let pixel = canvas.bytes[at..<at + 3].map(Int.init)
        text.append(palette.first { zip($0.1, pixel).allSatisfy { abs($0.0 - $0.1) < 30 } }?.0 ?? "?")
      }
    }
    return text
  }

  /// The six cells as stored with each tag, computed from where TIFF puts row 0 and column 0.
  private static let stored: [UInt8: String] = [
    1: "rgbymw", 2: "bgrwmy", 3: "wmybgr", 4: "ymwrgb", 5: "rygmbw", 6: "bwgmry", 7: "wbmgyr", 8: "yrmgwb",
  ]

  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func theSidesAreTheFilesAndThePersons(_ tag: UInt8) throws {
    let bytes = Album.photo(tag)
    let probe = try Probe(bytes)
    let pair = try ImagePair(of: probe, from: bytes, Pipeline(codecs: SystemCodecs.all), box: 48)
    #expect(pair.displayed.size == PixelSize(width: 48, height: 32))
    #expect(letters(pair.displayed, columns: 3, rows: 2) == "rgbymw")
    let (columns, rows) = tag < 5 ? (3, 2) : (2, 3)
    #expect(pair.stored.size == PixelSize(width: 16 * columns, height: 16 * rows))
    #expect(letters(pair.stored, columns: columns, rows: rows) == Self.stored[tag])
  }

  /// The first rows of a photo that is cut off are there, on both sides, and the damage is known.
  @Test func whatCouldBeReadIsShownAsDamaged() throws {
    let bytes = Album.photo(6)
    let pipeline = Pipeline(codecs: SystemCodecs.all)
    let whole = try ImagePair(of: Probe(bytes), from: bytes, pipeline, box: 48)
    #expect(whole.damage == .none && whole.damage.exitCode == nil && whole.damage.json.isEmpty)
    let cut = Array(bytes.dropLast(20))
    let pair = try ImagePair(of: Probe(cut), from: cut, pipeline, box: 48)
    #expect(pair.damage.isFound && pair.damage.exitCode == 65)
    #expect(pair.damage.sentence(of: "a\u{1B}b")?.hasSuffix(": damaged; results show what could be read of it") == true)
    #expect(pair.displayed.size == whole.displayed.size)
    #expect(letters(pair.stored, columns: 2, rows: 3).first == letters(whole.stored, columns: 2, rows: 3).first)
  }

  @Test func theBoxBoundsBoth() throws {
    let bytes = Album.photo(6)
    let pair = try ImagePair(of: Probe(bytes), from: bytes, Pipeline(codecs: SystemCodecs.all), box: 24)
    #expect(pair.displayed.size == PixelSize(width: 24, height: 16))
    #expect(pair.stored.size == PixelSize(width: 16, height: 24))
  }
}
