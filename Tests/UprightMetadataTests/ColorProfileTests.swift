// Profiles adapted to other channels: the curve stays byte for byte, and what cannot be expressed is omitted.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct ColorProfileTests {
  /// The tags of a profile, by their names.
  static func tags(_ profile: [UInt8]) -> [String: [UInt8]] {
    let number = { (place: Int) in profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    return Dictionary(
      (0..<number(128)).map { index in
        let place = 132 + 12 * index
        let start = number(place + 4)
        let name = String(decoding: profile[place..<place + 4], as: UTF8.self)
        return (name, Array(profile[start..<start + number(place + 8)]))
      }, uniquingKeysWith: { first, _ in first })
  }

  private static let gray = TinyProfile.gray(gamma: 1.8).bytes
  private static let rgb = TinyProfile.rgb(gamma: 1.8).bytes

  @Test func theHeaderSaysWhatItIsFor() {
    #expect(ColorProfile(Self.gray).space == .gray && ColorProfile(Self.rgb).space == .rgb)
    for space in ColorProfile.Space.allCases {
      var bytes = Self.rgb
      bytes.replaceSubrange(16..<20, with: space.rawValue.utf8)
      #expect(ColorProfile(bytes).space == space)
      #expect(ColorProfile(bytes).fitted(to: space) == bytes, "what fits stays as it is")
    }
    #expect(ColorProfile(Array(Self.gray.prefix(131))).space == nil && ColorProfile([]).space == nil)
  }

  @Test func grayBecomesThreeOfTheSameCurve() throws {
    let made = try #require(ColorProfile(Self.gray).fitted(to: .rgb))
    #expect(ColorProfile(made).space == .rgb && made[36..<40].elementsEqual("acsp".utf8))
    let (old, new) = (Self.tags(Self.gray), Self.tags(made))
    for name in ["rTRC", "gTRC", "bTRC"] { #expect(new[name] == old["kTRC"] && new[name] != nil) }
    #expect(new["kTRC"] == nil)
    // sRGB's red under D50 (IEC 61966-2-1), in 65536ths.
    let red = try #require(new["rXYZ"]?.dropFirst(8))
    for (index, wanted) in [28_578, 14_581, 912].enumerated() {
      let found = red.dropFirst(4 * index).prefix(4).reduce(0) { $0 << 8 | Int($1) }
      #expect(abs(found - wanted) <= 60, "\(found) \(wanted)")
    }
    #expect(ColorProfile(made).fitted(to: .gray).map(Self.tags)?["kTRC"] == old["kTRC"], "and back")
  }

  @Test func threeOfOneCurveBecomeGray() throws {
    let made = try #require(ColorProfile(Self.rgb).fitted(to: .gray))
    #expect(ColorProfile(made).space == .gray)
    #expect(Self.tags(made)["kTRC"] == Self.tags(Self.rgb)["gTRC"] && Self.tags(made)["rXYZ"] == nil)
  }

  @Test func whatSaysMoreThanOneCurveIsNotSaidAnew() {
    var ink = Self.rgb
    ink.replaceSubrange(16..<20, with: "CMYK".utf8)
    var lab = Self.gray
    lab.replaceSubrange(20..<24, with: "Lab ".utf8)
    var table = Self.gray
    table.replaceSubrange(132..<136, with: "A2B0".utf8)
    for profile in [ink, lab, table] {
      for space in [ColorProfile.Space.gray, .rgb] {
        #expect(ColorProfile(profile).space == space || ColorProfile(profile).fitted(to: space) == nil)
      }
    }
    #expect(ColorProfile(Self.rgb).fitted(to: .cmyk) == nil)
    // The red curve's exponent differs from green's: not a single curve of gray.
    var torn = Self.rgb
    let start = (0..<7).map { 132 + 12 * $0 }.first { torn[$0..<$0 + 4].elementsEqual("rTRC".utf8) } ?? 0
    torn[torn[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) } + 12] ^= 1
    #expect(ColorProfile(torn).fitted(to: .gray) == nil)
  }

  @Test func damagedProfilesEndInAnswersOrNone() {
    for whole in [Self.gray, Self.rgb] {
      for count in 0..<whole.count { _ = ColorProfile(Array(whole.prefix(count))).fitted(to: .rgb) }
      for place in whole.indices {
        for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
          var changed = whole
          changed[place] = value
          for space in ColorProfile.Space.allCases { _ = ColorProfile(changed).fitted(to: space) }
        }
      }
    }
  }

  @Test func whatIsCarriedFitsTheChannels() throws {
    var carried = CarriedMetadata(
      segments: [.init(marker: 0xE1, payload: [1])],
      chunks: [.init(name: Array("iCCP".utf8), payload: [1]), .init(name: Array("tIME".utf8), payload: [2])])
    carried.take(profile: Self.gray)
    let before = carried
    carried.fitColors(to: .gray)
    #expect(carried == before)
    carried.fitColors(to: .rgb)
    let made = try #require(ColorProfile(Self.gray).fitted(to: .rgb))
    #expect(carried.icc == made && carried.chunks.map(\.payload) == [[2]])
    #expect(carried.segments.count == 2 && carried.segments[1].payload.suffix(made.count) == made[...])
    carried.fitColors(to: .cmyk)
    #expect(carried.icc == nil && carried.segments.map(\.marker) == [0xE1])
  }

  @Test func chunksAboutColoursAndSamplesAreTold() {
    let chunk = { (name: String) in CarriedMetadata.Chunk(name: Array(name.utf8), payload: []) }
    for name in ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"] {
      #expect(CarriedMetadata(chunks: [chunk(name)]).hasColorChunks)
      #expect(CarriedMetadata(chunks: [chunk(name)]).hasProfileChunk == (name == "iCCP"))
    }
    var carried = CarriedMetadata(chunks: ["sBIT", "tIME", "bKGD"].map(chunk))
    #expect(!carried.hasColorChunks)
    carried.dropSampleChunks()
    #expect(carried.chunks == [chunk("tIME")])
  }
}
