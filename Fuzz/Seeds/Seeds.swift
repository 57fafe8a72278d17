// The files that a campaign starts from: all eight orientations in every container, and every oddity there is a fixture
// for.

import UprightFixtures
import UprightGeometry

/// The seeds of each subject of the fuzzer.
enum Seeds {
  /// A subject's name and its files.
  static var all: [(subject: String, files: [[UInt8]])] {
    let containers = [
      ("jpeg", jpeg), ("png", png), ("webp", webp), ("tiff", tiff), ("heif", heif), ("jxl", jxl), ("movie", movie),
      ("bare", bare),
    ]
    return containers + [
      ("blocks", blocks), ("retag", containers.flatMap(\.1)), ("pixels", jpeg + png + webp + bare + oddPNG),
      ("labels", LabelTrial.seeds),
    ]
  }

  static let image = TinyImage(width: 3, height: 2, filledWith: [128])
  static let packet = TinyXMP.packet(orientation: "6")

  /// A block with every directory that there is a rule for.
  private static func fullBlock(_ order: TinyTIFF.ByteOrder, _ tag: Int) -> TinyTIFF {
    let main = [TinyEntry(271, text: "Canon"), .orientation(tag), TinyEntry(282, .rational, [72, 1])]
    var block = TinyTIFF(order, ifd0: main)
    block.exif = TinyEntry.pixelDimensions(width: 3, height: 2) + [.subjectArea([1, 1, 1, 1])]
    block.makerNote = .canon(autoRotate: 1)
    block.ifd1 = [.orientation(tag)]
    block.thumbnail = Array(TinyJPEG(image).bytes.prefix(24))
    return block
  }

  static let fullBlocks = TinyTIFF.ByteOrder.allCases.flatMap { order in
    (1...8).map { fullBlock(order, $0) } + [TinyTIFF(order, orientation: 6), TinyTIFF(order)]
  }

  private static var blocks: [[UInt8]] {
    fullBlocks.map(\.bytes) + TinyXMP.Form.allCases.map { TinyXMP.packet(orientation: "6", form: $0) }
      + [TinyXMP.regions(width: "3", height: "2"), TinyXMP.directory([("Primary", 0), ("GainMap", 20)])]
  }

  /// Every colour type and depth, in one pass and in seven.
  private static var oddPNG: [[UInt8]] {
    SamplePNG.kinds.flatMap { kind in
      [false, true].map { isInterlaced in
        let count = 9 * 9 * SamplePNG.channels(kind.colorType)
        let samples = (0..<count).map { UInt16($0 % (1 << min(kind.depth, 15))) }
        var file = SamplePNG(width: 9, height: 9, colorType: kind.colorType, depth: kind.depth, samples: samples)
        file.isInterlaced = isInterlaced
        if kind.colorType == 3 { file.palette = (0..<1 << kind.depth).map { [UInt8($0), 0, UInt8(255 - $0)] } }
        return file.bytes
      }
    }
  }
}
