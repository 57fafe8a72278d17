// Plans made with other rules than the default: the run uses the same field as the plan.

import Testing
import UprightFixtures
import UprightTestTools

@testable import Upright

@Suite struct ExecutionRulesTests {
  /// A face marked on the image as Exif displays it, which only its size reveals.
  private static func packet(_ width: Int, _ height: Int) -> [UInt8] {
    let area = [("x", "0.25"), ("y", "0.125"), ("w", "0.1"), ("h", "0.2"), ("unit", "normalized")]
    return TinyXMP.packet(content: TinyRegions([.init("face", area)], dimensions: (width, height)).mwg)
  }

  private static func block() -> TinyTIFF {
    var block = TinyTIFF(.big, orientation: 6)
    block.exif = TinyEntry.pixelDimensions(width: 24, height: 16) + [.subjectArea([6, 4, 4, 2])]
    return block
  }

  /// A container that states `own`, Exif that states 6, and a face.
  private static func file(_ format: ContainerFormat, _ own: ExifOrientation) -> [UInt8] {
    if format == .avif { return TinyHEIF(own, exif: block(), xmp: packet(16, 24)).bytes }
    var file = TinyJXL(.written(own))
    (file.container, file.exif, file.packet) = (.box(.short), block(), packet(2, 3))
    return file.bytes
  }

  private struct Made: Equatable {
    let pixels: TinyImage
    let metadata: CarriedMetadata
  }

  private static func made(_ source: [UInt8], _ format: ContainerFormat, _ rules: OrientationRules) throws -> Made {
    let probe = try Probe(source, rules: rules)
    let size = probe.storedSize
    let png = MemoryCodec(.png)
    let codec = MemoryCodec(format, decoding: ExpectedPixels.places(width: size.width, height: size.height))
    let pipeline = Pipeline(codecs: [codec, png])
    let plan = try pipeline.plan(Rendition(rotation: .rotate90, upright: .pixels, format: .png), for: probe)
    #expect(plan.rules == rules)
    let _: [UInt8] = try pipeline.run(plan, on: source)
    return Made(
      pixels: TinyImage(try #require(png.log.asked.encoded.first)),
      metadata: try #require(png.log.asked.metadata.first))
  }

  /// A file whose container states 6 like its Exif has the same result as one where Exif states it and the rules prefer
  /// Exif.
  @Test(arguments: [ContainerFormat.avif, .jpegXL])
  func whatIsMarkedFollowsThePixelsUnderTheRulesOfThePlan(_ format: ContainerFormat) throws {
    let prefers = OrientationRules(prefersExif: true)
    let usual = try Self.made(Self.file(format, .rightTop), format, OrientationRules())
    let asked = try Self.made(Self.file(format, .topLeft), format, prefers)
    #expect(asked == usual)
    // Displayed by Exif and rotated a quarter clockwise from there, the face is an eighth from the right and a quarter
    // from the top.
    let text = String(decoding: try #require(asked.metadata.xmp), as: UTF8.self)
    #expect(text.contains(#"stArea:x="0.875""#) && text.contains(#"stArea:y="0.25""#), "\(text)")
    let other = try Self.made(Self.file(format, .topLeft), format, OrientationRules())
    #expect(other.pixels != usual.pixels, "the same file by the usual rules lies otherwise")
  }

  /// Only XMP states 6, and is used: what remains after its location is removed states 6 in Exif.
  @Test func strippingBelievesWhatThePlanBelieved() throws {
    let packet = TinyXMP.packet(attributes: #"tiff:Orientation="6" exif:GPSLatitude="48,12.5N""#)
    let source = TinyJPEG(.sixColors, segments: [.xmp(packet)]).bytes
    let probe = try Probe(source, rules: OrientationRules(readsXMP: true))
    var wish = Rendition(upright: .tagged, normalizes: true)
    for strip in [Strip.gps, .allButColor] {
      wish.strip = strip
      let pipeline = Pipeline(codecs: [])
      let result = try pipeline.run(pipeline.plan(wish, for: probe), on: source)
      #expect(try Probe(result).orientation.exif == .rightTop, "\(strip)")
    }
  }
}
