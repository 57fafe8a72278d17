// Possible positions of an Exif block, errors in its header, and the images that may surround it.

package import UprightFixtures
import UprightMetadata

extension TestFile {
  private static let block = TinyTIFF(orientation: 6)

  /// The position of the segment.
  static let places: [TestFile] = {
    var filled = TinyJPEG(.sixColors, segments: [.jfif, .exif(block)])
    filled.segments[1].fillBytes = 5
    var late = TinyJPEG(.sixColors)
    late.segmentsAfterFrame = [.exif(block)]
    var trailing = TinyJPEG(.sixColors)
    trailing.trailer = TinySegment.exif(block).bytes
    let behindProfile = [.jfif] + TinySegment.icc(TinySegment.profile(byteCount: 6_000), chunk: 5_000) + [.exif(block)]
    let full = TinySegment(0xE4, Array(repeating: 7, count: 65_533))
    return [
      TestFile("behind JFIF", TinyJPEG(.sixColors, segments: [.jfif, .exif(block)]), 6),
      TestFile("before JFIF", TinyJPEG(.sixColors, segments: [.exif(block), .jfif]), 6),
      TestFile("behind a profile", TinyJPEG(.sixColors, segments: behindProfile), 6),
      TestFile("behind comments", TinyJPEG(.sixColors, segments: [.comment(""), .comment("a"), .exif(block)]), 6),
      TestFile("behind the longest segment", TinyJPEG(.sixColors, segments: [full, .exif(block)]), 6),
      TestFile("behind fill bytes", filled, 6),
      TestFile("behind the frame header", late, 6),
      TestFile("behind the end", trailing, 1),
      TestFile("no Exif", TinyJPEG(.sixColors), 1),
      TestFile("no Exif, JFIF", TinyJPEG(.sixGrays, segments: [.jfif]), 1),
      TestFile(
        "in APP2", TinyJPEG(.sixColors, segments: [TinySegment(0xE2, TinySegment.exifPrefix + block.bytes)]), 1),
    ]
  }()

  /// Possible errors in prefix and header.
  static let headers: [TestFile] = {
    func prefixed(_ prefix: [UInt8]) -> TinyJPEG {
      TinyJPEG(.sixColors, segments: [.exif(block.bytes, prefix: prefix)])
    }
    func magic(_ number: Int) -> TinyTIFF {
      var block = TinyTIFF(orientation: 6)
      block.magic = number
      return block
    }
    var swapped = TinyTIFF(.big, orientation: 6)
    swapped.statedOrder = .little
    var halfSwapped = block.bytes
    halfSwapped.replaceSubrange(4..<8, with: [0, 0, 0, 8])
    func pointing(at offset: Int) -> TinyJPEG {
      var bytes = block.bytes
      bytes.replaceSubrange(4..<8, with: TinyTIFF.ByteOrder.little.bytes(offset, width: 4))
      return TinyJPEG(.sixColors, segments: [.exif(bytes)])
    }
    let short = (0..<8).map { count in
      TestFile(
        "\(count) bytes of block", TinyJPEG(.sixColors, segments: [.exif(Array(block.bytes.prefix(count)))]), 1,
        [.exifMalformed])
    }
    return short + [
      TestFile("prefix with 0xFF", prefixed(Array("Exif\0".utf8) + [0xFF]), 1),
      TestFile("prefix in small letters", prefixed(Array("exif\0\0".utf8)), 1),
      TestFile("prefix of five bytes", prefixed(Array("Exif\0".utf8)), 1),
      TestFile("no prefix", prefixed([]), 1),
      TestFile("number 43", magic(43), 1, [.exifMalformed]),
      TestFile("number 0x4F52", magic(0x4F52), 1, [.exifMalformed]),
      TestFile("II before MM data", swapped, 1, [.exifMalformed]),
      TestFile(
        "II before MM data but for the number", TinyJPEG(.sixColors, segments: [.exif(halfSwapped)]), 1,
        [.exifMalformed]),
      TestFile("directory inside the header", pointing(at: 2), 1, [.exifMalformed]),
      TestFile("directory at 0", pointing(at: 0), 1, [.exifMalformed]),
      TestFile("directory at the end", pointing(at: 26), 1, [.exifMalformed]),
      TestFile("directory far outside", pointing(at: 0xFFFF_FFFF), 1, [.exifMalformed]),
    ]
  }()

  /// A block with everything in it.
  package static func richBlock(_ order: TinyTIFF.ByteOrder, orientation: Int?) -> TinyTIFF {
    var block = TinyTIFF(order, ifd0: [TinyEntry(271, text: "Maker"), TinyEntry(305, text: "Software")])
    if let orientation { block.ifd0.append(.orientation(orientation)) }
    block.exif = TinyEntry.pixelDimensions(width: 48, height: 32) + [.subjectArea([10, 11, 4, 5])]
    block.makerNote = "a note that is longer than four bytes"
    block.thumbnail = TinyJPEG(.sixGrays.enlarged(by: 4)).bytes
    return block
  }

  /// Kinds of image.
  static let images: [TestFile] = {
    let plain = TinyImage.sixColors.enlarged(by: 16)
    var several = TinyJPEG(plain, exif: TinyTIFF(.big, orientation: 8))
    several.furtherImages = [TinyJPEG(.sixGrays).bytes]
    let samplings = TinyJPEG.Sampling.allCases.map { sampling in
      var file = TinyJPEG(plain, segments: [.jfif, .exif(TinyTIFF(orientation: 5))])
      file.sampling = sampling
      file.restartInterval = 2
      return TestFile("sampled \(sampling.rawValue)", file, 5)
    }
    let cyan = TinyImage(width: 8, height: 8, filledWith: [1, 2, 3, 4])
    return samplings + [
      TestFile("several pictures", several, 8),
      TestFile("four components", TinyJPEG(cyan, segments: [.adobe(transform: 2), .exif(block)]), 6),
      TestFile("everything, little", TinyJPEG(plain, exif: richBlock(.little, orientation: 7)), 7),
      TestFile("everything, big", TinyJPEG(plain, exif: richBlock(.big, orientation: 7)), 7),
      TestFile("everything but the tag", TinyJPEG(plain, exif: richBlock(.big, orientation: nil)), 1),
    ]
  }()
}
