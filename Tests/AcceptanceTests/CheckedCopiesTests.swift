// What is copied as it is stored is decoded once where a command is about pixels, so that a damaged image does not pass for a thumbnail.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct CheckedCopiesTests {
  /// All bytes after the signature belong to chunks without which no reader shows the image.
  static let png = TinyPNG(.sixColors).bytes

  /// Every byte after the signature, damaged in a low and in a high bit.
  static let damaged: [(place: Int, bytes: [UInt8])] = (8..<png.count).flatMap { place in
    [UInt8(0x01), 0x80].map { bit in
      var bytes = png
      bytes[place] ^= bit
      return (place, bytes)
    }
  }

  static func run(_ rendition: Rendition, on source: [UInt8]) throws -> [UInt8] {
    try house.run(house.plan(rendition, for: Probe(checking: source)), on: source)
  }

  static let small = Rendition.thumbnail(within: PixelSize(width: 64, height: 64))

  @Test func aWholeImageIsCopiedAndSaidToBeChecked() throws {
    let plan = try house.plan(Self.small, for: Probe(Self.png))
    #expect(plan.pixelCheck?.isChecked == true)
    #expect(plan.description.contains("pixels checked: "))
    #expect(try Self.run(Self.small, on: Self.png) == Self.png)
    let photo = TinyJPEG(SamenessTests.picture).bytes
    #expect(try house.plan(Self.small, for: Probe(photo)).pixelCheck == nil, "its pixels are made anew")
  }

  @Test func everyDamagedByteOfAPNGIsFound() throws {
    #expect(Self.damaged.count >= 140)
    for (place, bytes) in Self.damaged {
      var found: [UInt8] = []
      let error = #expect(throws: UprightError.self, "byte \(place)") {
        let plan = try house.plan(Self.small, for: Probe(checking: bytes))
        try house.run(plan, on: bytes, into: &found)
      }
      #expect(error?.codes.exitCode == 65, "byte \(place): \(String(describing: error))")
      #expect(found.isEmpty, "byte \(place)")
    }
  }

  @Test func aDamagedJPEGIsFound() throws {
    let photo = TinyJPEG(.sixColors.enlarged(by: 8), segments: [.comment("taken out")]).bytes
    #expect(try house.plan(Self.small, for: Probe(photo)).pixelCheck?.isChecked == true)
    #expect(try Self.run(Self.small, on: photo).count < photo.count)
    for count in [3, 20, 40] {
      let error = #expect(throws: UprightError.self) { try Self.run(Self.small, on: photo.dropLast(count)) }
      #expect(error?.codes.exitCode == 65, "\(String(describing: error))")
    }
  }

  @Test func strippingSaysThatItLooksAtNoPixel() throws {
    var file = TinyPNG(.sixColors)
    file.chunks = [.text("Comment", Array("here".utf8), .plain)]
    var rendition = Rendition()
    rendition.strip = .allButColor
    let plan = try house.plan(rendition, for: Probe(file.bytes))
    #expect(plan.route.name == .rewrite && plan.pixelCheck?.isChecked == false)
    #expect(plan.description.contains("pixels not checked: "))
    rendition.checksPixels = true
    #expect(try house.plan(rendition, for: Probe(file.bytes)).pixelCheck?.isChecked == true)
    #expect(try house.plan(Rendition(turn: .rotate90), for: Probe(file.bytes)).pixelCheck == nil)
  }

  @Test func whatNobodyDecodesIsNamed() throws {
    let movie = TinyMovie(.sixColors, as: .topLeft).bytes
    var rendition = Rendition()
    rendition.checksPixels = true
    guard case .undecoded(let reason)? = try house.plan(rendition, for: Probe(movie)).pixelCheck else {
      Issue.record("it cannot have been checked")
      return
    }
    #expect(reason.contains("not decoded"))
  }
}
