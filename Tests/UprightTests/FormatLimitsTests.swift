// What formats can hold, and the channels of images delivered in them.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct FormatLimitsTests {
  @Test(arguments: ContainerFormat.allCases, [SampleLayout.Channels.gray, .rgb, .rgba, .cmyk])
  func anImageIsDeliveredInChannelsThatTheFormatHas(_ format: ContainerFormat, _ channels: SampleLayout.Channels) {
    guard let room = format.limits else { return }
    let delivered = room.delivered(channels)
    #expect(delivered.map { room.channels.contains($0) } ?? (channels == .rgba))
    if room.channels.contains(channels) { #expect(delivered == channels) }
  }

  @Test func opacityIsNeverLostInSilence() {
    #expect(ContainerFormat.jpeg.limits?.delivered(.rgba) == nil)
    for format in ContainerFormat.allCases where format != .jpeg {
      #expect(format.limits.map { $0.delivered(.rgba) == .rgba } ?? true)
    }
  }

  @Test func moviesAndOldFormatsAreNotWritten() {
    let none: [ContainerFormat] = [.gif, .bmp, .mp4, .quickTime]
    #expect(ContainerFormat.allCases.filter { $0.limits == nil } == none)
  }

  /// A PNG becomes a lossless WebP unless a level is requested; a JPEG is lossy already, and gets a level.
  @Test func whatHadNoLossesGetsNone() throws {
    let can = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.png: can, .jpeg: can, .webp: can])
    let lossless = Rendition(upright: .pixels, format: .webp, loss: .none)
    let png = try Probe(SamplePNG.mixedColors(width: 3, height: 2, colorType: 2, depth: 8).bytes)
    #expect(try planner.plan(lossless, for: png).description.contains("encode webp (without loss)"))
    let jpeg = try Probe(TinyJPEG(.sixColors).bytes)
    #expect(throws: UprightError.self) { try planner.plan(lossless, for: jpeg) }
    let lossy = Rendition(upright: .pixels, format: .webp, loss: .recode)
    #expect(try planner.plan(lossy, for: jpeg).description.contains("encode webp (quality 92)"))
    var asked = lossy
    asked.quality = .level(50)
    #expect(try planner.plan(asked, for: png).description.contains("encode webp (quality 50)"))
  }

  /// An image without color needs no channels for it.
  @Test(arguments: [ContainerFormat.jpeg, .tiff, .avif, .jpegXL])
  func grayStaysGray(_ format: ContainerFormat) throws {
    #expect(format.limits?.delivered(.gray) == .gray)
    let can = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.png: can, format: can])
    let probe = try Probe(SamplePNG.mixedColors(width: 3, height: 2, colorType: 0, depth: 8).bytes)
    let plan = try planner.plan(Rendition(upright: .pixels, format: format), for: probe)
    guard case .transcode(let transcode) = plan.route else {
      Issue.record("\(plan.route.name)")
      return
    }
    #expect(transcode.channels == .gray && transcode.pass.layout.channels == .gray)
  }

  /// One pixel more than the format supports is refused by name, in either direction; the maximum is not.
  @Test(arguments: [ContainerFormat.jpeg, .webp, .avif])
  func aSideThatIsTooLongIsRefused(_ format: ContainerFormat) throws {
    let can = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.png: can, format: can], limits: Limits(pixels: .max, memoryBytes: .max))
    let probe = try Probe(SamplePNG.mixedColors(width: 3, height: 2, colorType: 2, depth: 8).bytes)
    let longest = try #require(format.limits?.longestSide)
    for (side, isThere) in [(longest, true), (longest + 1, false)] {
      for size in [PixelSize<Output>(width: side, height: 1), PixelSize(width: 1, height: side)] {
        let plan = Result { try planner.plan(Rendition(size: .exactly(size), format: format), for: probe) }
        #expect(((try? plan.get()) != nil) == isThere, "\(format) of \(size)")
      }
    }
  }

  /// Formats that always lose something declare it, and so do those that never do.
  @Test func lossIsSaidForEveryFormat() {
    #expect(ContainerFormat.allCases.filter { $0.limits?.loss == .always } == [.jpeg, .heif, .avif])
    #expect(ContainerFormat.allCases.filter { $0.limits?.loss == .never } == [.png, .tiff])
    #expect(ContainerFormat.allCases.filter { $0.limits?.loss == .byChoice } == [.webp, .jpegXL])
  }
}
