// Lossless transforms by our codec and by jpegtran, side by side.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

func transform(
  _ jpeg: [UInt8], _ orientation: Orientation<Stored, Displayed>, region: PixelRect<Stored>, limits: Limits = Limits()
) throws -> (bytes: [UInt8], end: Int) {
  var bytes: [UInt8] = []
  let end = try JPEGCodec().transform(
    LosslessJob(region: region, orientation: orientation), from: jpeg,
    metadata: CarriedMetadata(segments: colorSegments(jpeg)), limits: limits, into: &bytes)
  return (bytes, end)
}

/// A file whose components are in the scans that a script for cjpeg lists.
func cjpeg(_ image: Samples, scans: String) throws -> [UInt8] {
  let folder = try ScratchFolder()
  let script = try folder.write(Array(scans.utf8), as: "scans")
  return try OutsideTool.cjpeg.run(["-scans", script, "{in}"], input: image.pnm)
}

/// jpegtran's option for an orientation.
func jpegtranOperation(_ orientation: Orientation<Stored, Displayed>) -> [String] {
  switch orientation.exif {
  case .topLeft: []
  case .topRight: ["-flip", "horizontal"]
  case .bottomRight: ["-rotate", "180"]
  case .bottomLeft: ["-flip", "vertical"]
  case .leftTop: ["-transpose"]
  case .rightTop: ["-rotate", "90"]
  case .rightBottom: ["-transverse"]
  case .leftBottom: ["-rotate", "270"]
  }
}

/// A way of coding: cjpeg's options, jpegtran's options to preserve it, and the smallest unit that moves.
struct Coding: CustomTestStringConvertible {
  let testDescription: String
  let cjpeg: [String]
  let jpegtran: [String]
  let block: (width: Int, height: Int)
  let isGray: Bool

  init(_ cjpeg: [String], keep jpegtran: [String] = [], block: (Int, Int) = (8, 8), isGray: Bool = false) {
    testDescription = cjpeg.joined(separator: " ")
    self.cjpeg = cjpeg
    self.jpegtran = jpegtran
    self.block = block
    self.isGray = isGray
  }

  static let samplings: [(String, (Int, Int))] = [
    ("1x1", (8, 8)), ("2x1", (16, 8)), ("1x2", (8, 16)), ("2x2", (16, 16)), ("4x1", (32, 8)), ("1x4", (8, 32)),
    ("4x2", (32, 16)), ("3x1", (24, 8)), ("2x2,1x2,2x1", (16, 16)), ("1x1,2x2,1x1", (16, 16)), ("1x3", (8, 24)),
  ]

  static let processes: [([String], [String])] = [
    ([], []), (["-optimize"], ["-optimize"]), (["-progressive"], ["-progressive"]), (["-arithmetic"], ["-arithmetic"]),
    (["-arithmetic", "-progressive"], ["-arithmetic", "-progressive"]), (["-restart", "1"], ["-restart", "1"]),
    (["-restart", "7B"], ["-restart", "7B"]), (["-quality", "30,80", "-qslots", "0,1,1"], []),
    (["-quality", "100"], []),
  ]

  static let all: [Coding] =
    processes.flatMap { process in
      samplings.map { Coding(process.0 + ["-sample", $0.0], keep: process.1, block: $0.1) }
        + [
          Coding(process.0 + ["-grayscale"], keep: process.1, isGray: true),
          Coding(process.0 + ["-grayscale", "-sample", "2x2"], keep: process.1, isGray: true),
          Coding(process.0 + ["-rgb", "-sample", "1x1"], keep: process.1),
        ]
    }

  /// An image of this many blocks and some extra pixels.
  func jpeg(blocks: (Int, Int), more: (Int, Int) = (0, 0)) throws -> (bytes: [UInt8], size: PixelSize<Stored>) {
    let size = PixelSize<Stored>(
      width: block.width * blocks.0 + more.0, height: block.height * blocks.1 + more.1)
    let image = Samples.mixedColors(width: size.width, height: size.height, channels: 3)
    return (try OutsideTool.cjpeg.run(cjpeg + ["{in}"], input: image.pnm), size)
  }
}
