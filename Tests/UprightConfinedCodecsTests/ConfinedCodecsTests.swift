// One codec per format.

import Testing
import Upright
@testable import UprightConfinedCodecs
import UprightFixtures

@Suite struct ConfinedCodecsTests {
  @Test func noFormatIsThereTwice() {
    let formats = ConfinedCodecs.all.map(\.format)
    #expect(Set(formats).count == formats.count)
    #expect(Set(formats).isDisjoint(with: [.jpeg, .png, .webp, .bmp]))
  }

  @Test func aFormatHasItsOwnLibrariesAndThoseOfColours() {
    let names = { (format: ContainerFormat?) in
      ConfinedCodecs.libraries(for: format).map { $0.description.prefix { $0 != " " } }
    }
    let all = names(nil)
    #expect(Set(all).isSuperset(of: names(.heif)) && Set(all).isSuperset(of: names(.jpegXL)))
    #expect(names(.heif) == names(.avif) && names(.tiff) == names(nil).filter { !["libheif", "libjxl"].contains($0) })
    #expect(Set(all) == Set(names(.heif) + names(.jpegXL)))
    #expect(Set(names(.heif)).isDisjoint(with: ["libjxl"]) && Set(names(.jpegXL)).isDisjoint(with: ["libheif"]))
  }
}

// Colors by profiles: compared with the curve of sRGB computed here, for every channel layout, and with invalid
// profiles.
#if LCMS
  @Suite struct ProfileColorsTests {
    private static func image(_ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth) throws -> Raster<Output> {
      var image = try #require(
        Raster<Output>(size: PixelSize(width: 16, height: 16), layout: SampleLayout(channels, depth)))
      for y in 0..<16 {
        for x in 0..<16 {
          for channel in 0..<channels.count {
            let value = (y * 16 + x + channel * 85) % 256
            image.setSample(UInt16(value) * (depth.maximum / 255), x: x, y: y, channel: channel)
          }
        }
      }
      return image
    }

    /// A display with linear values: sRGB's value is that of the curve.
    @Test(arguments: [SampleLayout.Channels.gray, .rgb, .rgba], SampleLayout.Depth.allCases)
    func aLinearDisplayGetsTheCurve(_ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth) throws {
      let image = try Self.image(channels, depth)
      let profile = channels == .gray ? TinyProfile.gray(gamma: 1) : .rgb(gamma: 1)
      let result = try ProfileColors().converted(image, from: profile.bytes, limits: Limits())
      #expect(result.size == image.size && result.layout == image.layout)
      let top = Double(depth.maximum)
      for y in 0..<16 {
        for x in 0..<16 {
          for channel in 0..<channels.count {
            let (old, new) = (image.sample(x: x, y: y, channel: channel), result.sample(x: x, y: y, channel: channel))
            let wanted = channel == 3 ? Double(old) : LinearLight.value(Double(old) / top) * top
            #expect(abs(Double(new) - wanted) <= top / 100, "\(channel) \(old) \(new) \(wanted)")
          }
        }
      }
    }

    @Test func primariesInAnotherOrderComeBackInTheirs() throws {
      let image = try Self.image(.rgb, .eight)
      let profile = TinyProfile.rgb(gamma: 1, order: [2, 0, 1])
      let result = try ProfileColors().converted(image, from: profile.bytes, limits: Limits())
      for place in [0, 5, 15] {
        let (old, new) = (image.pixel(x: place, y: place), result.pixel(x: place, y: place))
        let light = old.map { LinearLight.value(Double($0) / 255) * 255 }
        for (got, wanted) in zip(new, [light[1], light[2], light[0]]) { #expect(abs(Double(got) - wanted) <= 3) }
      }
    }

    @Test func grayUnderAProfileOfColoursStaysGray() throws {
      let image = try Self.image(.gray, .eight)
      let result = try ProfileColors().converted(image, from: TinyProfile.rgb(gamma: 1).bytes, limits: Limits())
      #expect(result.layout == image.layout)
      #expect(
        abs(Int(result.sample(x: 8, y: 7, channel: 0)) - 181) <= 12 && result.sample(x: 15, y: 15, channel: 0) == 255)
    }

    /// Gray with alpha becomes RGBA: all three colors equal the converted gray, and alpha stays.
    @Test(arguments: SampleLayout.Depth.allCases)
    func grayWithOpacityUnderAProfileOfGrayStaysGray(_ depth: SampleLayout.Depth) throws {
      let gray = try Self.image(.gray, depth)
      var image = try #require(Raster<Output>(size: gray.size, layout: SampleLayout(.rgba, depth)))
      for y in 0..<16 {
        for x in 0..<16 {
          for channel in 0..<3 { image.setSample(gray.sample(x: x, y: y, channel: 0), x: x, y: y, channel: channel) }
          image.setSample(UInt16(y * 16 + x), x: x, y: y, channel: 3)
        }
      }
      let profile = TinyProfile.gray(gamma: 1).bytes
      let (alone, result) = (
        try ProfileColors().converted(gray, from: profile, limits: Limits()),
        try ProfileColors().converted(image, from: profile, limits: Limits())
      )
      #expect(result.layout == image.layout && alone != gray)
      for y in 0..<16 {
        for x in 0..<16 {
          let wanted = alone.sample(x: x, y: y, channel: 0)
          #expect(result.pixel(x: x, y: y) == [wanted, wanted, wanted, UInt16(y * 16 + x)])
        }
      }
    }

    @Test func whatIsNoProfileForTheImageIsRefused() throws {
      let image = try Self.image(.rgb, .eight)
      let whole = TinyProfile.rgb(gamma: 1).bytes
      for profile in [[], [1, 2, 3], TinyProfile.gray(gamma: 1).bytes, Array(whole.prefix(140))] {
        #expect(throws: UprightError.unsupported("the ICC profile cannot be read, or is for other channels")) {
          try ProfileColors().converted(image, from: profile, limits: Limits())
        }
      }
      let ink = try Self.image(.cmyk, .eight)
      #expect(throws: UprightError.self) { try ProfileColors().converted(ink, from: whole, limits: Limits()) }
    }

    /// Every prefix and every changed byte of a profile: a result or a refusal.
    @Test func damagedProfilesEndInAnswersOrRefusals() throws {
      let image = try Self.image(.rgb, .eight)
      let whole = TinyProfile.rgb(gamma: 2.2).bytes
      for count in 0..<whole.count {
        _ = try? ProfileColors().converted(image, from: Array(whole.prefix(count)), limits: Limits())
      }
      for place in whole.indices {
        for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
          var changed = whole
          changed[place] = value
          _ = try? ProfileColors().converted(image, from: changed, limits: Limits())
        }
      }
    }
  }
#endif
