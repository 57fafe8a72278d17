// The picture with each of the eight tags, stored where each format stores them (EXIF 2.32, 4.6.4.A; PNG 3rd edition,
// eXIf; RFC 9649, 2.7.1.5; TIFF 6.0, page 36; ISO 23008-12, 6.5.10 and 6.5.12; ISO 18181-1, D.3).

import UprightFixtures
package import UprightGeometry
import UprightMetadata
import UprightSamples

/// Well-formed files.
package enum TaggedFiles {
  /// The text that removing metadata must remove, as Artist.
  package static let privateText = "upright-conformance-private"

  /// The sizes in which each format is written: JPEG's blocks make sizes matter, and coded images of HEIC, AVIF and
  /// JPEG XL are fixed.
  package static func sizes(of format: ConformanceCase.Format) -> [String] {
    switch format {
    case .jpeg: CaseSize.allCases.map(\.rawValue)
    case .png, .webp, .tiff: [CaseSize.odd.rawValue]
    case .heic: ["48x32"]
    case .avif: ["24x16"]
    case .jxl: ["3x2"]
    }
  }

  /// The file of a format, in a size, with a tag.
  package static func file(_ format: ConformanceCase.Format, _ size: String, _ tag: ExifOrientation) -> CaseFile {
    let name = "\(format.rawValue)-\(size)-\(tag.rawValue).\(format.fileExtension)"
    guard let picture = CaseSize(rawValue: size)?.picture else {
      let (bytes, stored) = fixed(format, tag)
      return CaseFile(name: name, bytes: bytes, stored: stored, accepted: [tag])
    }
    let stored = picture.stored(as: tag)
    let bytes: [UInt8] =
      switch format {
      case .png: TinyPNG(stored, exif: block(tag)).bytes
      case .webp: TinyWebP(stored, exif: block(tag)).bytes
      case .tiff: TinyTIFFFile(pages: [.init(displaying: picture, as: tag)]).bytes
      default: jpeg(stored, [.exif(block(tag))])
      }
    return CaseFile(name: name, bytes: bytes, stored: stored, accepted: [tag])
  }

  /// A JPEG as cameras write them: chroma halved in both directions.
  static func jpeg(_ stored: TinyImage, _ segments: [TinySegment], trailer: [UInt8] = []) -> [UInt8] {
    var file = TinyJPEG(stored, segments: segments)
    (file.quality, file.sampling, file.trailer) = (92, .half, trailer)
    return file.bytes
  }

  private static func block(_ tag: ExifOrientation) -> TinyTIFF {
    TinyTIFF(
      tag.rawValue % 2 == 0 ? .little : .big,
      ifd0: [.orientation(Int(tag.rawValue)), TinyEntry(315, text: privateText)])
  }

  /// A file whose coded image is always the same.
  private static func fixed(_ format: ConformanceCase.Format, _ tag: ExifOrientation) -> ([UInt8], TinyImage) {
    switch format {
    case .heic: (heic(HEIFProperty.operations(for: tag)).bytes, heicStored)
    case .jxl: (TinyJXL(as: tag).bytes, TinyImage.sixColors.stored(as: tag))
    default: (TinyHEIF(tag).bytes, avifStored)
    }
  }

  /// The coded image of ``TinyHEIF``.
  static let avifStored = TinyImage.sixColors.enlarged(by: 8)

  /// The coded image of ``TinyHEVC``.
  static let heicStored: TinyImage = {
    let colors: [[UInt8]] = [
      [220, 30, 30], [30, 200, 30], [30, 30, 220], [220, 220, 30], [220, 30, 220], [30, 220, 220],
    ]
    var image = TinyImage(width: 3, height: 2, filledWith: [0, 0, 0])
    for (place, color) in colors.enumerated() { image[place % 3, place / 3] = color }
    return image.enlarged(by: 16)
  }()

  /// 48 × 32 out of one tile coded by HEVC, as phones write it, with these transforms.
  static func heic(_ transforms: [HEIFProperty]) -> TinyHEIF {
    var file = TinyHEIF()
    file.brands = ["heic", "mif1"]
    file.properties = [
      .size(width: 64, height: 64), .depths, .box(TinyHEVC.configuration), .size(width: 48, height: 32),
    ]
    file.properties += transforms.map { .transform($0) }
    let links = transforms.indices.map { TinyItem.PropertyLink($0 + 5, essential: true) }
    file.items = [TinyItem(1, "grid", [0, 0, 0, 0, 0, 48, 0, 32], propertyLinks: [.init(4), .init(2)] + links)]
    file.items[0].storage = .itemData
    file.layout.locationVersion = 1
    file.items.append(
      TinyItem(2, "hvc1", TinyHEVC.codedImage, propertyLinks: [.init(1), .init(2), .init(3, essential: true)]))
    file.items[1].isHidden = true
    file.references = [("dimg", 1, [2])]
    return file
  }
}
