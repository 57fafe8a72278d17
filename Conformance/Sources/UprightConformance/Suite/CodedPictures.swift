// The picture of the cases, and its files in HEIC, AVIF and JPEG XL: coded images that never change, in files whose
// fields state the tag (ITU-T H.265; AV1 Bitstream, 5; ISO 18181-1, D; ISO 23008-12, 6).

package import UprightFixtures
import UprightGeometry
import UprightMetadata

/// Files around coded images.
enum CodedPictures {
  /// The stored image of the HEIC: 96 × 64.
  static let heicStored = CaseSize.whole.picture

  /// The stored image of the AVIF and of the JPEG XL: 75 × 53.
  static let oddStored = CaseSize.odd.picture

  /// A HEIC of one hidden tile, as phones write it, with these transforms; by MIAF's rules, unless they break them.
  static func heic(_ transforms: [HEIFProperty], isMIAF: Bool = true) -> TinyHEIF {
    var file = TinyHEIF()
    file.brands = ["heic", "mif1"] + (isMIAF ? ["miaf"] : [])
    file.properties = [
      .size(width: 128, height: 64), .depths, .box(bytes(hevcConfiguration)), .size(width: 96, height: 64),
    ]
    file.properties += transforms.map { .transform($0) }
    let links = transforms.indices.map { TinyItem.PropertyLink($0 + 5, essential: true) }
    file.items = [TinyItem(1, "grid", [0, 0, 0, 0, 0, 96, 0, 64], propertyLinks: [.init(4), .init(2)] + links)]
    file.items[0].storage = .itemData
    file.layout.locationVersion = 1
    file.items.append(
      TinyItem(2, "hvc1", bytes(hevcTile), propertyLinks: [.init(1), .init(2), .init(3, essential: true)]))
    file.items[1].isHidden = true
    file.references = [("dimg", 1, [2])]
    return file
  }

  /// An AVIF with these transforms.
  static func avif(_ transforms: [HEIFProperty]) -> TinyHEIF {
    var file = TinyHEIF()
    file.properties = [.size(width: 75, height: 53), .depths, .coding] + transforms.map { .transform($0) }
    let links = transforms.indices.map { TinyItem.PropertyLink($0 + 4, essential: true) }
    file.items = [
      TinyItem(1, "av01", bytes(av1Image), propertyLinks: [.init(1), .init(2), .init(3, essential: true)] + links)
    ]
    return file
  }

  /// A JPEG XL codestream with a tag in its image header.
  static func jxl(_ tag: ExifOrientation) -> [UInt8] {
    // A size of any number, rows first; an orientation, no intrinsic size, preview or animation; 8 bits, 16-bit
    // buffers, no extra channels, no XYB; default colors, no extensions, default weights.
    let size = HeaderBits.bits((0, 1), (0, 2), (52, 9), (0, 3), (0, 2), (74, 9))
    let shown = HeaderBits.bits((0, 1), (1, 1), (Int(tag.rawValue) - 1, 3), (0, 1), (0, 2))
    let samples = HeaderBits.bits((0, 3), (1, 1), (0, 2), (0, 1), (1, 1), (1, 1), (0, 2), (1, 1))
    return [0xFF, 0x0A] + HeaderBits.packed(size + shown + samples) + bytes(jxlFrame)
  }

  /// A JPEG XL file with Exif in a box beside the codestream.
  static func jxl(_ tag: ExifOrientation, exif: TinyTIFF) -> [UInt8] {
    TinyBox.bytes("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
      + TinyBox.bytes("ftyp", Array("jxl ".utf8) + TinyBox.number(0, 4) + Array("jxl ".utf8))
      + TinyBox.bytes("Exif", TinyBox.number(0, 4) + exif.bytes) + TinyBox.bytes("jxlc", jxl(tag))
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    HexDigits.bytes(digits.utf8)
  }

  // MARK: Coded by other encoders

  /// The box `hvcC`.
  private static let hevcConfiguration =
    """
    00000078687663430103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff03700000030090000003000003001eba
    0240210001002b42010103700000030090000003000003001ea010204165ba924a6b9b81010302000003000200000300021022000100074401c1
    72b02240
    """

  /// 128 × 64, of which the left 96 columns are the picture: `heif-enc -q 60` (libheif 1.15.1, x265 3.5), 4:2:0.
  private static let hevcTile =
    """
    000001102801af09e049300075d4b7ffbb67fffbf5bc87b09e918942fb8e963edc00f35cbb07403a61dde96f4232b4b2b60c2ed61346b1ec145e
    fcc07bc7c5e1507a3a99ff6ad4d7c78cd632711d18ff63a6bb3e18a72c3d870c7d0ddd8f27f0df6b466c4c61f700ae7ada7fe62c8aeca25c1c6d
    82e273e367e9b86df138462cde9cb9306c31fd323487500008ee71c5633d13f3ce40ce80bd29293fe98657eaddee3c754066f1c44cecb94eb51f
    dd4d1670822ce957be081208ee39423dbf4d6b47585bc7935ae1fb8a28bdb4876674368b97b75c34d2c4189a96b91d069cdb2c4509121c6829e2
    8c6d86061b9d123b880074e92dc27815e1e5f5951af5e6806d9728bfab3f1bb55da0805222038573fe358868
    """

  /// 75 × 53, the picture: `avifenc -s 0 --min 20 --max 30 -y 420` (libavif 0.11.1, aom 3.6.0), full range, BT.601.
  private static let av1Image =
    """
    12000a0918196569c9010d06843279459000001010fc64285aa4da3e0da19846aa9f2b873eb1690e304370bfd425c170c2ef8dfef3cbd06ca180
    f5fcd18c7672eca99c8bc707f7bb9d208b29ce5bb4c669fe6684789f0eceeccb36b34106af69df5d2fdbb2ee43d8c8f5da81e194f10bde39a1f3
    ac71409880e9f466516a007ef144f389f75bad58
    """

  /// The frame after the image header, 75 × 53: `cjxl -d 0 -e 7 -x color_space=RGB_D65_SRG_Rel_SRG` (libjxl 0.7.0).
  private static let jxlFrame =
    """
    08020100f0004b2837d61fdc53501000754efc8931c6bc4020006a2ae602fe856ffe7506fdfe8704fefdbd45fefe82b4fd02c2fe08598df816d5
    de9defd912f4e31c
    """
}

// The picture of the cases: nine cells in colors that no coding confuses; all eight orientations of it differ.

/// The picture, as displayed.
package enum CasePicture {
  /// Clockwise from the top left, the corners are red, green, blue and yellow, as in the samples. Each sample is 0 or
  /// 255.
  private static let colors: [[UInt8]] = [
    [255, 0, 0], [0, 255, 255], [0, 255, 0],
    [0, 0, 0], [255, 255, 255], [255, 0, 255],
    [255, 255, 0], [255, 255, 255], [0, 0, 255],
  ]

  /// The picture in a size.
  package static func image(width: Int, height: Int) -> TinyImage {
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    for (place, color) in colors.enumerated() {
      let (row, column) = place.quotientAndRemainder(dividingBy: 3)
      let (left, top) = (column * width / 3, row * height / 3)
      image.fill(
        x: left, y: top, width: (column + 1) * width / 3 - left, height: (row + 1) * height / 3 - top, with: color)
    }
    return image
  }
}

/// The sizes of the picture, as displayed.
package enum CaseSize: String, CaseIterable, Sendable {
  /// 64 × 64: a wrong rotation does not show in the size.
  case square
  /// 96 × 64: whole blocks of 16 × 16, so that a JPEG can be reoriented without loss.
  case whole
  /// 88 × 56: whole blocks of 8 × 8, but not of 16 × 16.
  case partial
  /// 75 × 53: odd.
  case odd

  /// The picture in this size.
  package var picture: TinyImage {
    switch self {
    case .square: CasePicture.image(width: 64, height: 64)
    case .whole: CasePicture.image(width: 96, height: 64)
    case .partial: CasePicture.image(width: 88, height: 56)
    case .odd: CasePicture.image(width: 75, height: 53)
    }
  }
}
