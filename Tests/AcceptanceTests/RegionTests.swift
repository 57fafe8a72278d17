// Marked faces are painted into the image, which is then rotated, cropped and scaled; the numbers must match where the
// paint is.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@Suite struct RegionTests {
  /// A box in whole pixels.
  struct Box: Hashable, Sendable {
    var x, y, width, height: Int

    /// Where the samples of one channel are bright, in pixels stored row by row; nil if none are.
    init?(_ samples: some Collection<UInt8>, width: Int, channels: Int, channel: Int) {
      var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
      for (index, sample) in samples.enumerated() where index % channels == channel && sample > 127 {
        let (x, y) = (index / channels % width, index / channels / width)
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
      }
      guard right >= 0 else { return nil }
      (x, y, self.width, height) = (left, top, right - left + 1, bottom - top + 1)
    }

    /// Center, width and height relative to the image.
    func centred(in width: Int, _ height: Int) -> [Double] {
      [
        (Double(x) + Double(self.width) / 2) / Double(width), (Double(y) + Double(self.height) / 2) / Double(height),
        Double(self.width) / Double(width), Double(self.height) / Double(height),
      ]
    }

    /// Upper left corner, width and height relative to the image.
    func cornered(in width: Int, _ height: Int) -> [Double] {
      [
        Double(x) / Double(width), Double(y) / Double(height), Double(self.width) / Double(width),
        Double(self.height) / Double(height),
      ]
    }
  }

  static let faces = [
    PixelRect<Displayed>(x: 4, y: 2, width: 6, height: 4), PixelRect(x: 20, y: 10, width: 5, height: 13),
    PixelRect(x: 31, y: 17, width: 9, height: 7),
  ]
  static let size = PixelSize<Displayed>(width: 40, height: 24)

  /// The image with each face bright in its own channel, as displayed.
  static let painted: TinyImage = {
    var image = TinyImage(width: size.width, height: size.height, filledWith: [0, 0, 0])
    for (index, face) in faces.enumerated() {
      let color = (0..<3).map { UInt8($0 == index ? 255 : 0) }
      image.fill(x: face.x, y: face.y, width: face.width, height: face.height, with: color)
    }
    return image
  }()

  static func packet(_ tag: ExifOrientation, onDisplay: Bool, form: TinyRegions.Form) throws -> [UInt8] {
    let stored = painted.stored(as: tag)
    let image = onDisplay ? painted : stored
    var mwg = TinyRegions([], dimensions: (image.width, image.height), form: form)
    var microsoft = TinyRegions([], form: form)
    for index in faces.indices {
      let centred = try box(index, in: image).centred(in: image.width, image.height)
      let cornered = try box(index, in: stored).cornered(in: stored.width, stored.height)
      mwg.regions.append(
        .init("face\(index)", zip(["x", "y", "w", "h"], centred).map { ($0, "\($1)") } + [("unit", "normalized")]))
      microsoft.regions.append(.init("face\(index)", cornered.map { ("", "\($0)") }))
    }
    return TinyRegions.packet(mwg.mwg, microsoft.microsoft)
  }

  private static func box(_ index: Int, in image: TinyImage) throws -> Box {
    try #require(Box(image.samples, width: image.width, channels: 3, channel: index))
  }

  /// A result's data about one face: Microsoft's numbers and the centered ones, read without the library's own scanner.
  static func told(_ name: String, in packet: String) -> (centred: [Double], cornered: [Double]) {
    let items = packet.components(separatedBy: "<rdf:li").filter { $0.contains(name) }
    func number(_ key: String, in item: String) -> Double? {
      guard let place = item.range(of: key) else { return nil }
      let digits = item[place.upperBound...].drop { !"-0123456789".contains($0) }
      return Double(digits.prefix { "-.0123456789".contains($0) })
    }
    let mwg = items.first { $0.contains("stArea") }.map { item in
      ["x", "y", "w", "h"].compactMap { number("stArea:" + $0, in: item) }
    }
    let rectangle = items.first { $0.contains("MPReg:Rectangle") }.map { item in
      item.components(separatedBy: "MPReg:Rectangle")[1].drop { !"-0123456789".contains($0) }
        .prefix { "-.0123456789, ".contains($0) }.split(separator: ",")
        .compactMap { Double($0.filter { $0 != " " }) }
    }
    return (mwg ?? [], rectangle ?? [])
  }

  static let wishes: [Rendition] = {
    let crops = [
      PixelRect<Displayed>(x: 0, y: 0, width: 15, height: 15), PixelRect(x: 6, y: 3, width: 16, height: 21),
      PixelRect(x: 22, y: 12, width: 18, height: 12),
    ]
    let turns = Orientation<Displayed, Displayed>.all
    return turns.map { Rendition(rotation: $0, upright: .pixels) }
      + crops.enumerated().flatMap { index, crop in
        stride(from: index, to: 8, by: 3).map {
          Rendition(region: .pixels(crop), rotation: turns[$0], upright: .pixels)
        }
      }
      + [Rendition(size: .exactly(PixelSize(width: 48, height: 80)), rotation: .rotate90, upright: .pixels)]
  }()

  @Test(arguments: ExifOrientation.allCases, [true, false])
  func facesLieWhereThePaintIs(_ tag: ExifOrientation, onDisplay: Bool) throws {
    // Sizes distinguish the two spaces only if the axes swap.
    guard !onDisplay || Orientation(exif: tag).swapsAxes else { return }
    // If only the tag changes, nothing in stored coordinates has to move.
    let wishes = Self.wishes.filter { !Orientation(exif: tag).then($0.rotation).isIdentity || !onDisplay }
    for (index, wish) in wishes.enumerated() {
      let form = TinyRegions.Form.allCases[index % 3]
      let packet = try Self.packet(tag, onDisplay: onDisplay, form: form)
      let exif = TinyPNG.Chunk.exif(TinyTIFF(orientation: Int(tag.rawValue)).bytes)
      let result = try house.run(wish, on: TinyPNG(Self.painted.stored(as: tag), chunks: [exif, .xmp(packet)]).bytes)
      let raster = try displayed(result)
      let text = String(decoding: try carriedPacket(result), as: UTF8.self)
      let (width, height) = (raster.size.width, raster.size.height)
      for number in Self.faces.indices {
        let found = Self.told("face\(number)", in: text)
        guard let box = Box(raster.bytes, width: width, channels: 3, channel: number) else {
          #expect(found.centred.isEmpty && found.cornered.isEmpty, "\(wish): what is not shown is not said")
          continue
        }
        let (centred, cornered) = (box.centred(in: width, height), box.cornered(in: width, height))
        #expect(Self.distance(found.centred, centred) < 1e-5, "\(tag), \(wish): \(found.centred), \(centred)")
        #expect(Self.distance(found.cornered, cornered) < 1e-5, "\(tag), \(wish): \(found.cornered), \(cornered)")
      }
    }
  }

  static func distance(_ one: [Double], _ other: [Double]) -> Double {
    one.count == other.count ? zip(one, other).reduce(0) { max($0, abs($1.0 - $1.1)) } : .infinity
  }

  private func carriedPacket(_ bytes: [UInt8]) throws -> [UInt8] {
    let probe = try Probe(bytes)
    let edit = MetadataEdit(
      size: PixelSize(width: probe.storedSize.width, height: probe.storedSize.height),
      map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil, keepsProfile: true, keepsCoding: false)
    return try #require(try probe.carry(edit, from: bytes).xmp)
  }

  @Test(
    .enabled(if: OutsideTool.exiftool.isInstalled, "\(OutsideTool.exiftool.reason)"),
    arguments: TinyRegions.Form.allCases)
  func exiftoolReadsWhatIsWritten(_ form: TinyRegions.Form) throws {
    let folder = try ScratchFolder()
    for tag in ExifOrientation.allCases {
      let packet = try Self.packet(tag, onDisplay: false, form: form)
      let source = TinyJPEG(
        Self.painted.stored(as: tag), segments: [.exif(TinyTIFF(orientation: Int(tag.rawValue))), .xmp(packet)])
      let wish = Rendition(region: .pixels(PixelRect(x: 8, y: 0, width: 16, height: 24)), upright: .pixels)
      let path = try folder.write(house.run(wish, on: source.bytes), as: "\(tag.rawValue).jpg")
      let answer = try OutsideTool.exiftool.run([
        "-n", "-s3", "-sep", " ", "-RegionAppliedToDimensionsW", "-RegionAppliedToDimensionsH", "-RegionName",
        "-RegionAreaX",
        "-RegionAreaY", "-RegionAreaW", "-RegionAreaH", "-RegionPersonDisplayName", "-RegionRectangle", "-Warning",
        path,
      ])
      // Of (20, 10, 5, 13), cut at 24, 4 columns remain: their center is 14 of 16 from the left. Of (4, 2, 6, 4), cut
      // at 8, 2 remain: their center is 1 of 16.
      let lines = answer.text.split(separator: "\n").map(String.init)
      try #require(lines.count == 9, "\(answer.text)")
      #expect(lines[2] == "face0 face1" && lines[7] == "face0 face1")
      let expected: [[Double]] = [
        [16], [24], [], [0.0625, 0.875], [0.166667, 0.6875], [0.125, 0.25], [0.166667, 0.541667], [],
        [0, 0.083333, 0.125, 0.166667, 0.75, 0.416667, 0.25, 0.541667],
      ]
      for (line, numbers) in zip(lines, expected) where !numbers.isEmpty {
        let found = line.split { " ,".contains($0) }.compactMap { Double($0) }
        #expect(Self.distance(found, numbers) < 1e-5, "\(tag): \(line)")
      }
    }
  }
}
