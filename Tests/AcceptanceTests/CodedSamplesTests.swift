// PNGs whose pixels are numbers: palettes, and gray of fewer than 8 bits, keep their coding where no pixel changes its
// value.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct CodedSamplesTests {
  /// A kind of file.
  struct Kind: Sendable, CustomTestStringConvertible {
    let colorType, depth: Int
    let hasKey, isInterlaced: Bool
    var testDescription: String { "type \(colorType), \(depth) bits, key \(hasKey), interlaced \(isInterlaced)" }

    static let all = [(3, 1), (3, 2), (3, 4), (3, 8), (0, 1), (0, 2), (0, 4)].flatMap { type, depth in
      [(false, false), (true, false), (false, true)].map {
        Kind(colorType: type, depth: depth, hasKey: $0.0, isInterlaced: $0.1)
      }
    }

    /// 11 × 7 displayed samples, stored as a tag requires.
    func file(_ tag: ExifOrientation, chunks: [TinyPNG.Chunk] = []) -> SamplePNG {
      let seen = SamplePNG.mixedColors(width: 11, height: 7, colorType: colorType, depth: depth, hasKey: hasKey)
      let number = Int(tag.rawValue)
      let (width, height) = number >= 5 ? (7, 11) : (11, 7)
      let samples = (0..<height).flatMap { row in
        (0..<width).map { column -> UInt16 in
          let place = CornerRule.place(row: row, column: column, tag: number, width: 11, height: 7)
          return seen.samples[place.y * 11 + place.x]
        }
      }
      var file = SamplePNG(width: width, height: height, colorType: colorType, depth: depth, samples: samples)
      (file.palette, file.transparency, file.isInterlaced) = (seen.palette, seen.transparency, isInterlaced)
      file.chunks = chunks + [.exif(TinyTIFF(orientation: number).bytes)]
      return file
    }
  }

  /// What a PNG states, and its coded samples, read by other code than the decoder.
  private struct Parsed {
    var width = 0, height = 0, depth = 0, colorType = 0
    var kinds: [String] = []
    var chunks: [String: [UInt8]] = [:]
    var samples: [UInt16] = []

    init(_ bytes: [UInt8]) throws {
      var (at, coded): (Int, [UInt8]) = (8, [])
      while at + 8 <= bytes.count {
        let count = Self.number(bytes[at..<at + 4])
        let kind = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
        let data = Array(bytes[at + 8..<at + 8 + count])
        if kind == "IDAT" { coded += data } else { chunks[kind] = data }
        if kinds.last != kind { kinds.append(kind) }
        at += count + 12
      }
      let header = try #require(chunks["IHDR"])
      (width, height) = (Self.number(header[0..<4]), Self.number(header[4..<8]))
      (depth, colorType) = (Int(header[8]), Int(header[9]))
      #expect(header[12] == 0, "not interlaced")
      let rows = try #require(ZlibStream.unpacked(coded, limit: 1 << 20)).bytes
      try unfilter(rows)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// Undoes the filters (ISO 15948, 9.2) with one byte per pixel or less, and unpacks the samples.
    private mutating func unfilter(_ bytes: [UInt8]) throws {
      let length = (width * depth + 7) / 8
      var above = [UInt8](repeating: 0, count: length)
      for y in 0..<height {
        let start = y * (length + 1)
        var row = Array(bytes[start + 1...start + length])
        for x in 0..<length {
          let (left, up, corner) = (x > 0 ? row[x - 1] : 0, above[x], x > 0 ? above[x - 1] : 0)
          let guess = Int(left) + Int(up) - Int(corner)
          let (a, b, c) = (abs(guess - Int(left)), abs(guess - Int(up)), abs(guess - Int(corner)))
          switch bytes[start] {
          case 0: break
          case 1: row[x] &+= left
          case 2: row[x] &+= up
          case 3: row[x] &+= UInt8((Int(left) + Int(up)) / 2)
          default: row[x] &+= a <= b && a <= c ? left : b <= c ? up : corner
          }
        }
        for x in 0..<width {
          let shift = 8 - depth - x * depth % 8
          samples.append(UInt16(row[x * depth / 8] >> UInt8(shift)) & (1 << UInt16(depth) - 1))
        }
        above = row
      }
    }
  }

  private func pipeline() -> Pipeline { Pipeline(codecs: SystemCodecs.all) }

  @Test(arguments: Kind.all) func uprightPixelsKeepPaletteDepthAndEveryIndex(kind: Kind) throws {
    let seen = kind.file(.topLeft)
    for tag in ExifOrientation.allCases {
      let file = kind.file(tag)
      let result = try pipeline().run(Rendition(upright: .pixels), on: file.bytes)
      guard tag != .topLeft else {
        #expect(result == file.bytes)
        continue
      }
      let parsed = try Parsed(result)
      #expect((parsed.width, parsed.height) == (11, 7), "\(tag)")
      #expect((parsed.colorType, parsed.depth) == (kind.colorType, kind.depth), "\(tag)")
      #expect(parsed.samples == seen.samples, "\(tag)")
      let (palette, wanted): ([UInt8], [UInt8]) = (parsed.chunks["PLTE"] ?? [], seen.palette.flatMap { $0 })
      #expect(palette == wanted, "\(tag)")
      #expect(parsed.chunks["tRNS"] == seen.transparency, "\(tag)")
      #expect(try Probe(result).orientation.isIdentity)
    }
  }

  @Test(arguments: Kind.all) func regionsAndRotationsDoTheSame(kind: Kind) throws {
    let file = kind.file(.rightTop)
    let seen = kind.file(.topLeft)
    let part = try pipeline().run(
      Rendition(region: .pixels(PixelRect(x: 2, y: 1, width: 5, height: 4)), upright: .pixels), on: file.bytes)
    let parsed = try Parsed(part)
    #expect((parsed.width, parsed.height, parsed.colorType, parsed.depth) == (5, 4, kind.colorType, kind.depth))
    let inside = (1..<5).flatMap { (y: Int) -> [UInt16] in (2..<7).map { seen.samples[y * 11 + $0] } }
    #expect(parsed.samples == inside)
    let turned = try Parsed(pipeline().run(Rendition(rotation: .rotate90, upright: .pixels), on: file.bytes))
    #expect((turned.width, turned.height) == (7, 11))
    let rotated = (0..<11).flatMap { (y: Int) -> [UInt16] in (0..<7).map { x in seen.samples[(6 - x) * 11 + y] } }
    #expect(turned.samples == rotated)
  }

  @Test func chunksStandWhereTheStandardWantsThem() throws {
    let kind = Kind(colorType: 3, depth: 4, hasKey: true, isInterlaced: false)
    let early: [TinyPNG.Chunk] = [
      TinyPNG.Chunk("gAMA", [0, 0, 0xB1, 0x8F]), TinyPNG.Chunk("sBIT", [8, 8, 8]),
      TinyPNG.Chunk("pHYs", [0, 0, 1, 0, 0, 0, 2, 0, 1]),
    ]
    var file = kind.file(.rightTop, chunks: early)
    file.chunksAfterImage = [.text("Comment", Array("kept".utf8), .plain)]
    let parsed = try Parsed(pipeline().run(Rendition(upright: .pixels), on: file.bytes))
    let places = Dictionary(parsed.kinds.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let palette = try #require(places["PLTE"])
    for name in ["gAMA", "sBIT"] { #expect(try #require(places[name]) < palette, "\(parsed.kinds)") }
    for name in ["tRNS", "IDAT", "eXIf"] { #expect(try #require(places[name]) > palette, "\(parsed.kinds)") }
    #expect(parsed.chunks["pHYs"] == [0, 0, 2, 0, 0, 0, 1, 0, 1] && parsed.chunks["tEXt"] != nil)
  }

  @Test(arguments: Kind.all) func scalingToTheNearestPixelAddsNoValue(kind: Kind) throws {
    let file = kind.file(.rightTop)
    let seen = kind.file(.topLeft)
    for size in [
      PixelSize<Output>(width: 33, height: 14), PixelSize(width: 5, height: 3), PixelSize(width: 4, height: 7),
    ] {
      var rendition = Rendition(size: .exactly(size), upright: .pixels)
      rendition.scaling = .nearest
      let parsed = try Parsed(pipeline().run(rendition, on: file.bytes))
      #expect((parsed.width, parsed.height) == (size.width, size.height))
      #expect((parsed.colorType, parsed.depth) == (kind.colorType, kind.depth))
      // The pixel in which the center of each new one is; none is on an edge, because 11 and 7 are odd.
      let expected = (0..<size.height).flatMap { (y: Int) -> [UInt16] in
        (0..<size.width).map { (x: Int) -> UInt16 in
          let (column, row) = ((2 * x + 1) * 11 / (2 * size.width), (2 * y + 1) * 7 / (2 * size.height))
          return seen.samples[row * 11 + column]
        }
      }
      #expect(parsed.samples == expected, "\(size)")
    }
  }

  @Test func otherRequestsStillGiveColors() throws {
    let kind = Kind(colorType: 3, depth: 4, hasKey: false, isInterlaced: false)
    let file = kind.file(.rightTop)
    let probe = try Probe(file.bytes)
    // Pixels for programs are colors, never indices.
    let raster = try pipeline().raster(Rendition(upright: .pixels), of: probe, from: file.bytes)
    let seen = kind.file(.topLeft)
    #expect(raster.layout.channels == .rgb)
    for y in 0..<7 {
      for x in 0..<11 {
        let color = seen.palette[Int(seen.samples[y * 11 + x])].map(UInt16.init)
        #expect(raster.pixel(x: x, y: y) == color)
      }
    }
    for rendition in [
      Rendition(size: .exactly(22, 14), upright: .pixels),
      Rendition(
        region: .pixels(PixelRect(x: -1, y: 0, width: 4, height: 4)), upright: .pixels, overflow: .pad(.white)),
    ] {
      let plan = try pipeline().plan(rendition, for: probe)
      guard case .transcode(let transcode) = plan.route else { return #expect(Bool(false), "no transcode") }
      #expect(!transcode.pass.keepsCoding && transcode.channels == .rgb)
    }
  }
}
