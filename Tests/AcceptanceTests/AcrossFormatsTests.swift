// From every format into every other that can be written: the image is displayed as before, and its metadata comes
// along.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

@Suite struct AcrossFormatsTests {
  private static let all = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)
  private static let written: [ContainerFormat] = [.jpeg, .png, .webp, .tiff, .avif, .jpegXL]
    .filter { all.planner.capabilities[$0]?.encodes == true }
  private static let image = TinyImage.sixColors.enlarged(by: 16)

  private static let words = "made by a tiny camera"
  private static let packet = TinyXMP.packet(
    attributes: #"tiff:Orientation="6" photoshop:City="Samarkand""#, content: "")

  /// A photo with a tag, with Exif, XMP and optionally a profile.
  private static func photo(_ tag: ExifOrientation, profile: [UInt8]?) -> [UInt8] {
    let block = TinyTIFF(
      .big, ifd0: [TinyEntry(270, text: words), .orientation(Int(tag.rawValue)), TinyEntry(315, text: "Ulugh Beg")])
    let colors = profile.map { TinySegment.icc($0) } ?? []
    return TinyJPEG(image.stored(as: tag), segments: [.exif(block), .xmp(packet)] + colors).bytes
  }

  private static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return bytes.indices.dropLast(wanted.count - 1).contains {
      bytes[$0] == wanted[0] && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  private static func converted(_ bytes: [UInt8], to format: ContainerFormat) throws -> [UInt8] {
    try all.run(Rendition(upright: .pixels, quality: .level(95), format: format), on: bytes)
  }

  /// Whether the six squares, which differ by 255 in a sample, are where they are displayed in the photo.
  private static func expectSixColors(_ bytes: [UInt8], _ label: Comment) throws {
    let probe = try Probe(bytes)
    #expect(probe.orientation.isIdentity && probe.storedSize == PixelSize(width: 48, height: 32), label)
    let raster = try all.raster(Rendition(upright: .pixels, format: .png), of: probe, from: bytes)
    guard (raster.size.width, raster.size.height) == (48, 32) else { return }
    for y in stride(from: 8, to: 32, by: 16) {
      for x in stride(from: 8, to: 48, by: 16) {
        let isNear = zip(raster.pixel(x: x, y: y), image[x, y]).allSatisfy { abs(Int($0) - Int($1)) <= 96 }
        #expect(isNear, label)
      }
    }
  }

  @Test(arguments: written, ExifOrientation.allCases)
  func everyTagIsUprightInEveryFormat(_ format: ContainerFormat, _ tag: ExifOrientation) throws {
    let result = try Self.converted(Self.photo(tag, profile: nil), to: format)
    #expect(try Probe(result).format == format)
    try Self.expectSixColors(result, "\(format) of \(tag)")
  }

  @Test(arguments: written, written)
  func whatIsSaidComesAlongTwice(_ first: ContainerFormat, _ second: ContainerFormat) throws {
    let label: Comment = "\(first) to \(second)"
    let once = try Self.converted(Self.photo(.rightTop, profile: nil), to: first)
    let twice = first == second ? once : try Self.converted(once, to: second)
    try Self.expectSixColors(twice, label)
    #expect(Self.holds(twice, Self.words) && Self.holds(twice, "Ulugh Beg"), label)
    #expect(Self.holds(twice, "Samarkand") && !Self.holds(twice, #"tiff:Orientation="6""#), label)
    let statements = try Probe(twice).statements.compactMap(\.value)
    #expect(statements.allSatisfy { $0 == .topLeft }, label)
  }

  /// A profile is copied bit for bit. JPEG XL is omitted: its decoder returns lossy images in colors of its own choice,
  /// with the profile of those colors (JPEGXLImagesTests).
  @Test(arguments: written.filter { $0 != .jpegXL }, written.filter { $0 != .jpegXL })
  func aProfileComesAlongBitByBit(_ first: ContainerFormat, _ second: ContainerFormat) throws {
    let profile = TinyProfile.rgb(gamma: 1.8, order: [1, 2, 0]).bytes
    let once = try Self.converted(Self.photo(.leftBottom, profile: profile), to: first)
    let twice = first == second ? once : try Self.converted(once, to: second)
    #expect(try Probe(twice).colorProfile(in: twice) == profile, "\(first) to \(second)")
    try Self.expectSixColors(twice, "\(first) to \(second)")
  }

  /// 16 bits stay 16 if the format supports them.
  @Test(arguments: written, [TinyTIFF.ByteOrder.little])
  func sixteenBitsStayWhereThereIsRoom(_ format: ContainerFormat, _ order: TinyTIFF.ByteOrder) throws {
    let source = SamplePNG.mixedColors(width: 9, height: 7, colorType: 2, depth: 16).bytes
    let result = try Self.converted(source, to: format)
    let keeps: Set<ContainerFormat> = [.png, .tiff]
    guard keeps.contains(format) else { return #expect(try Probe(result).samples?.depth == 8 || format == .jpegXL) }
    #expect(try Probe(result).samples?.depth == 16)
    let plain = Rendition(upright: .pixels, format: .png)
    let before = try Self.all.raster(plain, of: Probe(source), from: source)
    #expect(try Self.all.raster(plain, of: Probe(result), from: result) == before)
  }

  /// Alpha is kept or refused, never flattened onto a color that was not requested.
  @Test(arguments: written)
  func opacityIsKeptOrRefused(_ format: ContainerFormat) throws {
    let source = SamplePNG.mixedColors(width: 9, height: 7, colorType: 6, depth: 8).bytes
    guard format != .jpeg else {
      #expect(throws: UprightError.self) { try Self.converted(source, to: format) }
      return
    }
    let exact = Rendition(upright: .pixels, format: format)
    let result = try Self.all.run(exact, on: source)
    #expect(try Probe(result).samples?.hasTransparency == true)
    guard format != .avif else { return }
    let plain = Rendition(upright: .pixels, format: .png)
    let before = try Self.all.raster(plain, of: Probe(source), from: source)
    #expect(try Self.all.raster(plain, of: Probe(result), from: result) == before, "\(format)")
  }
}
