// The same for each container.

import UprightFixtures
import UprightGeometry
import UprightTestTools

extension Seeds {
  static var jpeg: [[UInt8]] {
    let behind = TinyJPEG(image, exif: TinyTIFF(orientation: 3)).bytes
    let index = TinySegment.multiPicture([(0, 300), (280, 200)])
    let several = TinyJPEG(image, segments: [.exif(TinyTIFF(.big, orientation: 6)), index])
    return TestFile.all.map(\.bytes).filter { $0.count <= 2_048 }
      + fullBlocks.map { TinyJPEG(image, exif: $0).bytes }
      + [several.bytes + behind, TinyJPEG(image, segments: [.jfif, .xmp(packet), .comment("c")]).bytes]
  }

  static var tiff: [[UInt8]] {
    TinyTIFF.ByteOrder.allCases.flatMap { order in
      [false, true].flatMap { isBig in
        ExifOrientation.allCases.map { tag in
          var main = TinyTIFFFile.Subfile(displaying: .sixColors, as: tag)
          main.xmp = tag == .rightTop ? packet : nil
          main.inside = [.init(displaying: .sixGrays, as: tag)]
          return TinyTIFFFile(order, isBigTIFF: isBig, pages: [main, .init(displaying: .sixGrays, as: .rightTop)]).bytes
        } + [TinyTIFFFile(order, isBigTIFF: isBig, pages: [.init(.sixGrays)]).bytes]
      }
    }
  }

  static var heif: [[UInt8]] {
    var wide = TinyHEIF.Layout()
    (wide.associationVersion, wide.isWide, wide.locationVersion, wide.indexSize) = (1, true, 2, 4)
    (wide.hasLongIDs, wide.offsetSize, wide.lengthSize, wide.baseSize) = (true, 8, 8, 8)
    var open = TinyHEIF.Layout()
    (open.isDataFirst, open.length, open.usesBase, open.baseSize) = (true, .open, true, 4)
    return [TinyHEIF.Layout(), wide, open].flatMap { layout in
      let tagged = ExifOrientation.allCases.map { tag in
        TinyHEIF(tag, exif: TinyTIFF(orientation: Int(tag.rawValue)), xmp: tag == .rightTop ? packet : nil)
      }
      return (tagged + [TinyHEIF([])]).enumerated().map { index, file in
        var file = file
        file.layout = layout
        if index % 2 == 1 { file.brands = ["heic", "mif1"] }
        return file.bytes
      }
    }
  }

  static var png: [[UInt8]] {
    var texts: [TinyPNG.Chunk] = []
    for form in TinyPNG.Chunk.TextForm.allCases {
      texts += [.xmp(packet, form), .rawProfile(TinyTIFF(orientation: 6).bytes, form)]
    }
    var files: [TinyPNG] = [TinyPNG(.sixColors), TinyPNG(.sixColors, chunks: texts)]
    for chunk in texts { files.append(TinyPNG(.sixColors, chunks: [chunk])) }
    for block in fullBlocks { files.append(TinyPNG(.sixColors, exif: block)) }
    for chunk in texts + [.exif(TinyTIFF(.big, orientation: 3).bytes, prefix: TinySegment.exifPrefix)] {
      var file = TinyPNG(.sixColors)
      file.chunksAfterImage = [chunk]
      files.append(file)
    }
    return files.map(\.bytes)
  }

  static var webp: [[UInt8]] {
    var sets: [[TinyWebP.Chunk]] = [[], [.xmp(packet)], [.exif(TinyTIFF(.big).bytes), .xmp(packet)]]
    for block in fullBlocks { sets.append([.exif(block.bytes)]) }
    return sets.flatMap { [TinyWebP(.sixColors, chunks: $0).bytes, TinyWebP(lossyWith: $0).bytes] }
  }

  static var jxl: [[UInt8]] {
    var headers: [TinyJXL] = [TinyJXL(.allUsual), TinyJXL(.noFurtherFields)]
    for tag in ExifOrientation.allCases {
      headers += [TinyJXL(as: tag), TinyJXL(.written(tag, hasIntrinsicSize: true))]
    }
    let containers: [TinyJXL.Container] = [.bare, .box(.short), .box(.open), .box(.long), .parts(first: 3)]
    return headers.flatMap { header in
      containers.map { container in
        var file = header
        file.container = container
        file.exif = container == .bare ? nil : TinyTIFF(orientation: 6)
        file.packet = container == .box(.short) ? packet : nil
        return file.bytes
      }
    }
  }

  static var movie: [[UInt8]] {
    TinyMovie.Layout.allCases.flatMap { layout in
      ExifOrientation.allCases.map { tag in
        var track = TinyTrack(image, as: tag)
        track.sample = [1, 2, 3]
        track.version = tag == .rightTop ? 1 : 0
        var file = TinyMovie([track] + (tag == .leftBottom ? [track] : []))
        file.layout = layout
        file.brand = [nil, "qt  ", "mp42"][Int(tag.rawValue) % 3]
        file.packet = tag == .bottomRight ? packet : nil
        file.namedPacket = tag == .rightBottom ? packet : nil
        file.version = tag == .leftTop ? 1 : 0
        return file.bytes
      }
    }
  }

  static var bare: [[UInt8]] {
    var animated = TinyGIF(.sixColors)
    animated.extensions = TinyGIF.xmp(packet)
    var corner = TinyGIFFrames.Frame(.sixColors)
    (corner.x, corner.disposal, corner.hasTransparency, corner.isInterlaced) = (1, .restore, true, true)
    var frames = TinyGIFFrames(width: 4, height: 2, [.init(.sixColors), corner])
    frames.extensions = TinyGIFFrames.comment("c") + TinyGIFFrames.profile([1, 2, 3])
    let codings: [TinyBMP.Coding] =
      [.places(bits: 4), .runs(bits: 4), .runs(bits: 8), .fields(bits: 16, masks: [0xF00, 0xF0, 0xF, 0xF000])]
    return [TinyGIF(.sixColors).bytes, animated.bytes, frames.bytes]
      + TinyBMP.Header.allCases.map { TinyBMP(.sixColors, $0).bytes }
      + codings.map { TinyBMP(.sixColors, .info, $0).bytes }
  }
}
