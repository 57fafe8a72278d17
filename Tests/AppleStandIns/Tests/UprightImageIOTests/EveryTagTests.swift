// Files that the system's ImageIO encodes and decodes: on Apple's platforms real ones, elsewhere the stand-ins'. Nothing
// here names a stand-in.

import CoreGraphics
import Foundation
import ImageIO
import Testing
import Upright
import UprightImageIO

@Suite struct EveryTagTests {
  /// How a file with each tag stores `rgb/ywk`: by the sides of row 0 and column 0 in TIFF 6.0, written by hand.
  private static let stored = [
    "rgb/ywk", "bgr/kwy", "kwy/bgr", "ywk/rgb", "ry/gw/bk", "bk/gw/ry", "kb/wg/yr", "yr/wg/kb",
  ]
  private static let colors: [Character: [UInt8]] = [
    "r": [255, 0, 0], "g": [0, 255, 0], "b": [0, 0, 255], "y": [255, 255, 0], "w": [255, 255, 255], "k": [0, 0, 0],
  ]
  private static let side = 32

  /// A JPEG by ImageIO, with an Exif block that states the tag.
  private static func photo(_ tag: Int) throws -> [UInt8] {
    let rows = stored[tag - 1].split(separator: "/")
    let (width, height) = (rows[0].count * side, rows.count * side)
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let row = rows[y / side]
        samples += try #require(colors[row[row.index(row.startIndex, offsetBy: x / side)]])
      }
    }
    let raster = try #require(
      Raster<Output>(
        size: PixelSize(width: width, height: height), layout: SampleLayout(.rgb, .eight), bytes: samples))
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    let entry: [UInt8] = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(tag), 0, 0]
    let exif = Array("Exif\0\0".utf8) + header + entry + [0, 0, 0, 0]
    var metadata = CarriedMetadata()
    metadata.segments = [CarriedMetadata.Segment(marker: 0xE1, payload: exif)]
    var file: [UInt8] = []
    try #require(ImageIOCodec(.jpeg)).encode(
      raster, settings: EncodeSettings(format: .jpeg, fidelity: .level(95), sampling: .none), metadata: metadata,
      limits: Limits(), into: &file)
    return file
  }

  /// The letters that ImageIO decodes, at the middle of each square, and the orientation that it reads.
  private static func read(_ file: [UInt8], squares step: Int) throws -> (letters: String, orientation: Int) {
    let source = try #require(CGImageSourceCreateWithData(Data(file) as CFData, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let all = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let context = try #require(
      CGContext(
        data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.draw(image, in: CGRect(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
    let data = try #require(context.data)
    let rows = stride(from: step / 2, to: image.height, by: step).map { y in
      String(
        stride(from: step / 2, to: image.width, by: step).map { x -> Character in
          let seen = (0..<3).map {
            data.load(fromByteOffset: y * context.bytesPerRow + x * 4 + $0, as: UInt8.self) > 127
          }
          return colors.first { $0.value.map { $0 > 127 } == seen }?.key ?? "?"
        })
    }
    return (rows.joined(separator: "/"), all?[kCGImagePropertyOrientation] as? Int ?? 1)
  }

  @Test(arguments: 1...8, [ContainerFormat.jpeg, .png, .heif])
  func aPhotoOfEachTagIsUprightInEachFormat(_ tag: Int, _ format: ContainerFormat) throws {
    let photo = try Self.photo(tag)
    #expect(try Probe(photo).orientation.exif.rawValue == UInt8(tag))
    let made = try Pipeline(codecs: ImageIOCodecs.all).run(
      Rendition(upright: .pixels, format: format, loss: .recode), on: photo)
    let (letters, orientation) = try Self.read(made, squares: Self.side)
    #expect(letters == "rgb/ywk" && orientation == 1)
  }

  @Test(arguments: 1...8)
  func aCropAndAThumbnailOfEachTagAreUpright(_ tag: Int) throws {
    let (photo, pipeline) = (try Self.photo(tag), Pipeline(codecs: ImageIOCodecs.all))
    let region = PixelRect<Displayed>(x: 32, y: 0, width: 64, height: 64)
    let crop = try pipeline.run(
      Rendition(region: .pixels(region), upright: .pixels, format: .png, loss: .recode), on: photo)
    #expect(try Self.read(crop, squares: Self.side).letters == "gb/wk")
    let small = try pipeline.run(.thumbnail(within: PixelSize(width: 24, height: 16), format: .png), on: photo)
    #expect(try Self.read(small, squares: 8).letters == "rgb/ywk")
  }
}
