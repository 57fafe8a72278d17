// Masks as runs.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Masks of runs")
struct RunMaskTests {
  private let size = PixelSize<Stored>(width: 3, height: 2)

  @Test("Runs go down the columns, the first is outside")
  func columns() throws {
    let mask = try #require(RunMask(size: size, runs: [1, 2, 3]))
    #expect(Raster.drawing(Raster.of(.mask(mask), 3, 2)) == ".#.\n#..")
    #expect(mask.area == 2)
    #expect(mask.box == PixelRect(x: 0, y: 0, width: 2, height: 2))
  }

  @Test(
    "Runs that do not add up are no mask",
    arguments: [[], [5], [7], [1, 2, 4], [-1, 7], [3, -3, 6], [.max, 1], [.max, .max, 8], [1_000_000_000]] as [[Int]])
  func wrong(runs: [Int]) {
    #expect(RunMask<Stored>(size: size, runs: runs) == nil)
  }

  @Test("Sizes that no picture has are none of a mask")
  func sizes() {
    for (width, height) in [(-1, 1), (1, -1), (Int.max, 2), (1 << 20, 1 << 20)] {
      let size = PixelSize<Stored>(width: width, height: height)
      #expect(RunMask<Stored>(size: size, runs: [width &* height]) == nil)
      #expect(RunMask<Stored>(size: size) { _, _ in true } == nil)
    }
    #expect(RunMask<Stored>(size: PixelSize(width: 0, height: 4), runs: [])?.area == 0)
  }

  @Test("A mask that was turned has the pixels that the table says, and canonical runs", arguments: 0..<20)
  func turned(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let size: PixelSize<Stored> = random.size()
    let mask = random.mask(in: size)
    for (tag, orientation) in PixelTable.all {
      let turned = mask.applying(orientation)
      let table = PixelTable(tag: tag, width: size.width, height: size.height)
      let shown = Raster.of(.mask(turned), table.displayed.width, table.displayed.height)
      #expect(shown == table.turned(Raster.of(.mask(mask), size.width, size.height)), "tag \(tag)")
      #expect(turned.area == mask.area)
      #expect(turned.runs.dropFirst().allSatisfy { $0 > 0 })
      #expect(turned.applying(orientation.inverse) == mask)
    }
  }

  @Test("Runs without length are joined when the mask turns, and kept when nothing moves")
  func joined() throws {
    let mask = try #require(RunMask(size: size, runs: [1, 1, 0, 1, 3]))
    #expect(mask.area == 2)
    #expect(mask.applying(Orientation<Stored, Displayed>(exif: .topLeft)).runs == [1, 1, 0, 1, 3])
    #expect(mask.applying(Orientation<Stored, Displayed>(exif: .bottomRight)).runs == [3, 2, 1])
  }

  @Test("A large mask turns in bits: 40 megapixels of a rectangle")
  func large() throws {
    let size = PixelSize<Stored>(width: 8000, height: 5000)
    var runs = [1000]
    for _ in 0..<99 { runs += [300, 4700] }
    runs += [300]
    runs.append(size.width * size.height - runs.reduce(0, +))
    let mask = try #require(RunMask(size: size, runs: runs))
    let turned = mask.applying(Orientation<Stored, Displayed>(exif: .rightTop))
    #expect(turned.box == mask.box?.applying(Orientation<Stored, Displayed>(exif: .rightTop), in: size))
    #expect(turned.area == 30_000)
  }

  @Test("All, nothing, one pixel")
  func ends() throws {
    let one = PixelSize<Stored>(width: 1, height: 1)
    for runs in [[1], [0, 1]] {
      let mask = try #require(RunMask(size: one, runs: runs))
      for (_, orientation) in PixelTable.all { #expect(mask.applying(orientation).runs == runs) }
    }
    #expect(try #require(RunMask(size: size, runs: [0, 6])).box == size.bounds)
    #expect(try #require(RunMask(size: size, runs: [6])).box == nil)
  }
}

// COCO's text for runs.

@Suite("Runs as text")
struct RunMaskTextTests {
  /// Runs and the text that pycocotools 2.0.11 writes for them.
  private static let examples: [(width: Int, height: Int, runs: [Int], text: String)] = [
    (3, 2, [6], "6"),
    (3, 2, [0, 6], "06"),
    (3, 2, [1, 2, 3], "123"),
    (3, 2, [0, 1, 1, 1, 1, 1, 1], "0110000"),
    (10, 10, [34, 2, 8, 2, 54], "R1280^1"),
    (20, 30, [100, 50, 100, 250, 3, 97], "T3b1T3X6oLWK"),
  ]

  @Test("What pycocotools writes is read and written alike", arguments: examples.indices)
  func known(index: Int) throws {
    let (width, height, runs, text) = Self.examples[index]
    let size = PixelSize<Stored>(width: width, height: height)
    let mask = try #require(RunMask(size: size, text: Array(text.utf8)))
    #expect(mask.runs == runs)
    #expect(String(decoding: mask.text, as: UTF8.self) == text)
  }

  @Test("Random runs survive text", arguments: 0..<50)
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let runs = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      Int.random(in: 0...(1 << Int.random(in: 0...40, using: &random)), using: &random)
    }
    #expect(RunText.runs(RunText.text(runs)) == runs)
  }

  @Test(
    "What is no such text is refused",
    arguments: ["P", "PPPPPPPPPPPPPPPPPPPP", "/", "p", " ", "6 6", "\u{7f}", "@", "1@", "oooooooooooo0", "0000O"])
  func wrong(text: String) {
    #expect(RunMask<Stored>(size: PixelSize(width: 3, height: 2), text: Array(text.utf8)) == nil)
  }

  @Test("Every prefix of a text is read or refused, without a trap")
  func prefixes() {
    var random = SplitMix64(seed: 9)
    let size = PixelSize<Stored>(width: 17, height: 13)
    let text = random.mask(in: size).text
    for end in text.indices { #expect(RunMask<Stored>(size: size, text: Array(text[..<end])) == nil) }
  }

  @Test("Differences that leave the range of numbers are refused")
  func overflow() {
    let largest = [UInt8](repeating: 48 + 0x3F, count: 11) + [48 + 0x0F]
    #expect(RunText.runs(largest + largest + largest + largest + largest + largest) != [])
    #expect(RunText.runs([UInt8](repeating: 48 + 0x20, count: 40)) == nil)
  }
}
