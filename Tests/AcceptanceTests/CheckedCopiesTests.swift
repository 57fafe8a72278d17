// Commands about pixels decode once what they copy, so that a damaged image is never written as a thumbnail.

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
    let photo = TinyJPEG(SamenessTests.image).bytes
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

  /// A region that is the whole image is no way around the check.
  @Test func aWebPThatBreaksOffIsFound() throws {
    let webp = TinyWebP(.sixColors).bytes
    let size = TinyImage.sixColors
    var region = Rendition(
      region: .pixels(PixelRect(x: 0, y: 0, width: size.width, height: size.height)), upright: .pixels)
    region.checksPixels = true
    #expect(try Self.run(region, on: webp) == webp)
    for count in 20..<webp.count {
      let error = #expect(throws: UprightError.self, "\(count) bytes") {
        try Self.run(region, on: Array(webp[..<count]))
      }
      #expect(error?.codes.exitCode == 65, "\(count) bytes: \(String(describing: error))")
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
    #expect(plan.description.contains("pixels not checked"))
    rendition.checksPixels = true
    #expect(try house.plan(rendition, for: Probe(file.bytes)).pixelCheck?.isChecked == true)
    #expect(try house.plan(Rendition(rotation: .rotate90), for: Probe(file.bytes)).pixelCheck == nil)
  }

  @Test func whatNobodyDecodesIsNamed() throws {
    let movie = TinyMovie(.sixColors, as: .topLeft).bytes
    var rendition = Rendition()
    rendition.checksPixels = true
    #expect(try house.plan(rendition, for: Probe(movie)).pixelCheck == .undecoded(.unsupported(Probe(movie).format)))
  }

  @Test func ofSeveralImagesNoneIsSaidToBeChecked() throws {
    var rendition = Rendition()
    rendition.checksPixels = true
    let plan = try house.plan(rendition, for: Probe(AnimatedImagesTests.png(.topLeft)))
    let reason = "the file has several images, and only one would be decoded"
    #expect(plan.pixelCheck == .undecoded(.severalImages) && plan.description.contains("pixels not checked: " + reason))
  }

  #if TIFF
    /// Floating-point gray of 4 × 3, packed, so that damage is visible.
    static let fractions: SampleTIFF = {
      let row = [0, 0.25, 0.5, 1].flatMap { (value: Float) in
        (0..<4).map { UInt16(value.bitPattern >> (8 * $0) & 255) }
      }
      var file = SampleTIFF(width: 16, height: 3, SampleTIFF.Kind(1, 8), samples: row + row + row)
      file.entries = [
        TinyEntry(256, .long, [4]), TinyEntry(258, .short, [32]), TinyEntry(339, .short, [3]),
      ]
      file.isPacked = true
      return file
    }()

    /// Samples that no TIFF written here contains are still decoded.
    @Test func aTIFFOfFractionsIsChecked() throws {
      let house = AnimatedImagesTests.house
      var rendition = Rendition(size: .within(PixelSize(width: 64, height: 64)))
      rendition.checksPixels = true
      let bytes = Self.fractions.bytes
      let plan = try house.plan(rendition, for: Probe(bytes))
      #expect(plan.route.name == .copy && plan.pixelCheck?.isChecked == true, "\(plan.description)")
      #expect(try house.run(plan, on: bytes) == bytes)
      var damaged = bytes
      damaged[20] ^= 0xFF
      let error = #expect(throws: UprightError.self) {
        try house.run(house.plan(rendition, for: Probe(damaged)), on: damaged)
      }
      #expect(error?.codes.exitCode == 65, "\(String(describing: error))")
    }

    /// A PNG made from a TIFF is compared with it, sample for sample.
    @Test func fractionsAndCIELabAreComparedWithWhatBecameOfThem() throws {
      let house = AnimatedImagesTests.house
      var lab = SampleTIFF.mixedColors(width: 3, height: 2, SampleTIFF.Kind(2, 16), seed: 3)
      lab.entries = [TinyEntry(262, .short, [8])]
      for source in [Self.fractions.bytes, lab.bytes] {
        let result = try house.run(Rendition(upright: .pixels, format: .png), on: source)
        let relation = try #require(try house.relation(of: source, to: result))
        #expect(relation.agreement == .pixels && relation.isDisplayedAlike())
      }
    }
  #endif

  #if HEIF
    @Test func anAVIFOfHighRangeIsChecked() throws {
      var file = TinyHEIF(.topLeft)
      file.properties.append(.box(TinyBox.bytes("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 6, 0x80])))
      file.items[0].propertyLinks.append(.init(file.properties.count))
      var rendition = Rendition()
      rendition.checksPixels = true
      let plan = try AnimatedImagesTests.house.plan(rendition, for: Probe(file.bytes))
      // It is decoded, but AV1 has damage that no decoder notices.
      guard case .uncertain(.avif, .some) = plan.pixelCheck else {
        Issue.record("\(plan.description)")
        return
      }
      #expect(plan.route.name == .copy && plan.pixelCheck?.isChecked == false)
    }
  #endif
}
