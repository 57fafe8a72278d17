// What a codec is asked for.

import Testing
import Upright

// How an image is encoded, as data: each field matters.

@Suite struct EncodeSettingsTests {
  private let plain = EncodeSettings(
    format: .jpeg, fidelity: .level(90), sampling: EncodeSettings.Sampling(horizontal: 2, vertical: 1))

  @Test func oneScanUnlessSaidOtherwise() {
    #expect(!plain.progressive)
    #expect(plain.codes == .fitted)
    #expect(plain.sampling.horizontal == 2 && plain.sampling.vertical == 1)
  }

  @Test func everyFieldCounts() {
    let table = [UInt16](1...64)
    let others = [
      EncodeSettings(format: .png, fidelity: plain.fidelity, sampling: plain.sampling),
      EncodeSettings(format: .jpeg, fidelity: .level(91), sampling: plain.sampling),
      EncodeSettings(format: .jpeg, fidelity: .tables([table]), sampling: plain.sampling),
      EncodeSettings(format: .jpeg, fidelity: .tables([table.reversed()]), sampling: plain.sampling),
      EncodeSettings(format: .jpeg, fidelity: plain.fidelity, sampling: .init(horizontal: 1, vertical: 2)),
      EncodeSettings(format: .jpeg, fidelity: plain.fidelity, sampling: plain.sampling, progressive: true),
      EncodeSettings(format: .jpeg, fidelity: plain.fidelity, sampling: plain.sampling, codes: .standard),
    ]
    #expect(Set(others + [plain]).count == others.count + 1)
  }

  @Test(arguments: 0...101)
  func levelsGoFromOneToAHundred(number: Int) throws {
    let fidelity = EncodeSettings.Fidelity.level(number)
    if (1...100).contains(number) {
      #expect(try fidelity.level(for: .webp) == number)
    } else {
      #expect(throws: UprightError.unanswerable(field: "quality", reason: "\(number) is not between 1 and 100")) {
        try fidelity.level(for: .webp)
      }
    }
  }

  @Test func losslessFidelityHasNoLevelAndOnlyJPEGHasTables() throws {
    #expect(try EncodeSettings.Fidelity.exact.level(for: .jpegXL) == nil)
    let refusal = UprightError.unanswerable(field: "quality", reason: "JPEG XL has no JPEG quantization tables")
    #expect(throws: refusal) { try EncodeSettings.Fidelity.tables([]).level(for: .jpegXL) }
  }
}

// How many columns and rows a pass delivers.

@Suite struct DecodePassTests {
  /// One delivered pixel per started group of `denominator` stored ones, counted one by one.
  @Test(arguments: [1, 2, 4, 8])
  func deliversAPixelForEveryStartedGroup(_ denominator: Int) {
    for length in 1...40 {
      let counted = (0..<length).filter { $0 % denominator == 0 }.count
      let wide = DecodePass(
        region: PixelRect(x: 16, y: 8, width: length, height: 3), denominator: denominator, layout: SampleLayout(.rgb))
      #expect(wide.size.width == counted)
      let high = DecodePass(
        region: PixelRect(x: 0, y: 0, width: 3, height: length), denominator: denominator, layout: SampleLayout(.gray))
      #expect(high.size.height == counted)
    }
  }

  @Test func aPassIsItsThreeParts() {
    let region = PixelRect<Stored>(x: 0, y: 0, width: 8, height: 8)
    let pass = DecodePass(region: region, denominator: 2, layout: SampleLayout(.rgb))
    #expect(pass == DecodePass(region: region, denominator: 2, layout: SampleLayout(.rgb)))
    #expect(pass != DecodePass(region: region, denominator: 4, layout: SampleLayout(.rgb)))
    #expect(pass != DecodePass(region: region, denominator: 2, layout: SampleLayout(.gray)))
    #expect(pass != DecodePass(region: region, denominator: 2, layout: SampleLayout(.rgb, .sixteen)))
  }
}
