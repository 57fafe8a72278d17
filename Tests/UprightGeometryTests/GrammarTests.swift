// How regions, sizes, rotations and numbers of requests are written, by hand and in addresses.

import Testing

@testable import UprightGeometry

@Suite("The grammar of requests")
struct GrammarTests {
  private typealias Region = RegionParameter

  @Test(
    "Numbers",
    arguments: [
      ("0", 0), ("007", 7), ("12.5", 12.5), (".5", 0.5), ("5.", 5), ("-3.25", -3.25), ("+3", 3),
    ] as [(String, Double)])
  func numbers(text: String, value: Double) throws {
    #expect(try NumberGrammar.signed.decimal(text[...]) == value)
    let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
    #expect((try? NumberGrammar.unsigned.decimal(text[...])) == (isSigned ? nil : value))
    #expect((try? NumberGrammar.iiif.decimal(text[...])) == (isSigned || text.hasSuffix(".") ? nil : value))
    let isCanonical = ["0", "12.5"].contains(text)
    #expect((try? NumberGrammar.canonicalIIIF.decimal(text[...])) == (isCanonical ? value : nil))
  }

  @Test(
    "Texts that are no numbers",
    arguments: ["", ".", "-", "1e2", "0x1", "nan", "inf", "1.2.3", " 1", "1 ", "٤", "--1", "-+1", "1-"])
  func noNumbers(text: String) {
    #expect(throws: GrammarFault.malformed) { try NumberGrammar.signed.decimal(text[...]) }
    #expect(throws: GrammarFault.malformed) { try NumberGrammar.signed.whole(text[...]) }
  }

  @Test func numbersHaveALargest() throws {
    #expect(throws: GrammarFault.outOfRange) { try NumberGrammar.signed.whole("99999999999999999999") }
    let huge = String(repeating: "9", count: 400)
    #expect(throws: GrammarFault.outOfRange) { try NumberGrammar.unsigned.decimal(huge[...]) }
    #expect(try NumberGrammar.iiif.whole("2147483647") == 2_147_483_647)
    #expect(throws: GrammarFault.outOfRange) { try NumberGrammar.iiif.whole("2147483648") }
    #expect(throws: GrammarFault.outOfRange) { try NumberGrammar.iiif.decimal("2147483647.5") }
    #expect(throws: GrammarFault.malformed) { try NumberGrammar.iiif.whole("000000000000000000000000000000001") }
  }

  @Test(
    "A number's text is read as the same number",
    arguments: [0, 0.5, -12.25, 1e-5, 1.25e-7, -3e-12, 1e16, 1.5e22, 123_456.789, 0.1 + 0.2])
  func textsOfNumbers(value: Double) throws {
    let text = NumberGrammar.text(value)
    #expect(!text.contains("e"))
    #expect(try NumberGrammar.signed.decimal(text[...]) == value, "\(text)")
  }

  @Test(
    "A region's text is read as the same region",
    arguments: [
      "1,2,3,4", "-5,-6,7,8", "pct:0.5,1.0,33.3333,1.0", "pct:0.00001,0.0,50.0,50.0", "square", "16:9", "37:20",
      "640x480",
      "1.5,2.0,3.0,0.25",
    ])
  func regionsHaveATextOfTheirOwn(text: String) throws {
    let region = try #require(Region(reported: text))
    #expect(region.description == text)
  }

  @Test(
    "Why a text is no region",
    arguments: [
      ("0,0,-5,10", .empty), ("pct:0,0,0,1", .empty), ("1.5,0,0.0,1", .empty), ("1,2,3", .malformed),
      ("1e2,0,1,1", .malformed), ("full", .malformed), ("0,0,99999999999999999999,1", .outOfRange),
    ] as [(String, GrammarFault)])
  func regionsAreRefusedWithAReason(text: String, fault: GrammarFault) {
    #expect(throws: fault) { try Region(text, as: .reported) }
  }

  @Test("Addresses have full, and neither ratios, sizes, signs nor decimals of pixels")
  func regionsOfAddresses() throws {
    #expect(try Region("full", as: .iiif) == .full)
    #expect(try Region("pct:.5,0,50,50", as: .iiif) == .percent(x: 0.5, y: 0, width: 50, height: 50))
    for text in ["16:9", "640x480", "-1,0,1,1", "1.5,0,1,1", "1,2,3,4,5"] {
      #expect(throws: GrammarFault.malformed) { try Region(text, as: .iiif) }
    }
    for text in ["01,2,3,4", "pct:.5,0,1,1"] {
      #expect(throws: GrammarFault.malformed) { try Region(text, as: .canonicalIIIF) }
    }
  }

  @Test(
    "The pixels of a region of 41 by 20",
    arguments: [
      ("square", (10, 0, 20, 20)), ("1:1", (10, 0, 20, 20)), ("full", (0, 0, 41, 20)),
      ("pct:50,50,50,50", (21, 10, 20, 10)),
      ("pct:0,0,0.01,0.01", (0, 0, 1, 1)), ("10x10", (15, 5, 10, 10)), ("1.5,2.5,3,3", (1, 2, 4, 4)),
      ("-3,0,5,90", (-3, 0, 5, 90)),
    ])
  func pixels(text: String, wanted: (Int, Int, Int, Int)) throws {
    let region = try #require(text == "full" ? .full : Region(reported: text))
    let size = PixelSize<Displayed>(width: 41, height: 20)
    #expect(region.pixels(of: size) == PixelRect(x: wanted.0, y: wanted.1, width: wanted.2, height: wanted.3))
  }

  @Test(
    "Sizes of addresses",
    arguments: [
      ("max", .max), ("full", .full), ("150,", .width(150)), (",150", .height(150)), ("pct:50", .percent(50)),
      ("225,100", .box(PixelSize(width: 225, height: 100))),
      ("!225,100", .confined(PixelSize(width: 225, height: 100))),
    ] as [(String, SizeParameter)])
  func sizesOfAddresses(text: String, size: SizeParameter) throws {
    #expect(try SizeParameter(iiif: text[...], hasFull: true) == size)
  }

  @Test("Why a text is no size of an address")
  func noSizesOfAddresses() {
    #expect(throws: GrammarFault.malformed) { try SizeParameter(iiif: "full", hasFull: false) }
    for text in ["0,", ",0", "0,5", "!5,0", "pct:0"] {
      #expect(throws: GrammarFault.empty) { try SizeParameter(iiif: text[...], hasFull: true) }
    }
    for text in ["", ",", "!5,", "5", "5,5,5", "64x48", "50%", "^5,", "2147483648,"] {
      #expect(throws: GrammarFault.malformed) { try SizeParameter(iiif: text[...], hasFull: true) }
    }
  }

  @Test("IIIF's degrees are those of its rotation, with a reason for others")
  func rotations() throws {
    for (text, orientation) in zip(["0", "90", "180", "270"], Orientation<Displayed, Displayed>.turns) {
      #expect(try Orientation<Displayed, Displayed>(iiif: text) == orientation)
      #expect(try IIIFRotation(text)?.exif == Orientation<Stored, Displayed>(iiif: text).exif)
    }
    #expect(throws: GrammarFault.unsupported) { try Orientation<Displayed, Displayed>(iiif: "45") }
    #expect(throws: GrammarFault.outOfRange) { try Orientation<Displayed, Displayed>(iiif: "361") }
    #expect(throws: GrammarFault.malformed) { try Orientation<Displayed, Displayed>(iiif: "-90") }
  }

  @Test("Each word of a rotation is that of the tag with the same effect")
  func wordsOfRotations() {
    for rotation in RotationParameter.allCases {
      let tag = ExifOrientation.allCases.first { $0.word == rotation.rawValue }
      #expect(tag == Orientation<Stored, Displayed>(asStored: rotation.rotation).exif)
    }
  }
}

extension Orientation where From == Displayed, To == Displayed {
  fileprivate static var turns: [Self] { (0..<4).map { Self(clockwise: $0) } }
}

extension Orientation where From == Stored, To == Displayed {
  fileprivate init(asStored rotation: Orientation<Displayed, Displayed>) {
    self.init(mirrored: rotation.isMirrored, clockwise: rotation.clockwiseQuarters)
  }
}
