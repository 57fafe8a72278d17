// JPEGs whose tag is malformed, duplicated, or in an unusual place (EXIF 2.32, 4.5 to 4.7; TIFF 6.0, section 2).

import UprightFixtures
import UprightGeometry

/// The table of unusual JPEGs.
enum UnusualJPEGs {
  /// 96 × 64 as displayed by tag 6.
  static let stored = CaseSize.whole.picture.stored(as: .rightTop)

  static var all: [UnusualFile] {
    [values, reserved, integers, others, counts, directories, segments, packets, headers].flatMap { $0 }
  }

  private static func jpeg(_ block: TinyTIFF) -> [UInt8] { TaggedFiles.jpeg(stored, [.exif(block)]) }

  private static func row(
    _ name: String, _ requirement: Requirement, _ accepted: [ExifOrientation], _ entries: [TinyEntry],
    _ order: TinyTIFF.ByteOrder = .little, _ why: String
  ) -> UnusualFile {
    UnusualFile(name, .jpeg, requirement, accepted, jpeg(TinyTIFF(order, ifd0: entries)), why)
  }

  private static func file(
    _ name: String, _ requirement: Requirement, _ accepted: [ExifOrientation], _ segments: [TinySegment],
    _ why: String
  ) -> UnusualFile {
    UnusualFile(name, .jpeg, requirement, accepted, TaggedFiles.jpeg(stored, segments), why)
  }

  private static let six = TinyEntry.orientation(6)

  // MARK: The entry

  private static let values: [UnusualFile] =
    [
      row(
        "short-little", .must, [.rightTop], [six], .little, "EXIF 2.32, 4.6.4.A: one SHORT; TIFF 6.0: either byte order"
      ),
      row("short-big", .must, [.rightTop], [six], .big, "EXIF 2.32, 4.6.4.A: one SHORT; TIFF 6.0: either byte order"),
    ]

  private static let reserved: [UnusualFile] =
    [0, 9, 10, 255, 65_535].map { value in
      row(
        "value-\(value)", .should, [.topLeft], [.orientation(value)], .little,
        "EXIF 2.32, 4.6.4.A: reserved, without a rule for readers; browsers display it as stored")
    }

  private static let integers: [UnusualFile] =
    [TinyTIFF.ByteOrder.little, .big].flatMap { order in
      [TinyEntry.FieldType.byte, .long].map { type in
        row(
          "type-\(type)-\(order)", .may, [.rightTop, .topLeft], [TinyEntry(274, type, [6])], order,
          "EXIF: a SHORT; TIFF 6.0, section 2: readers should accept BYTE, SHORT or LONG")
      }
    }

  private static let others: [UnusualFile] =
    [
      row(
        "type-undefined", .may, [.topLeft, .rightTop], [TinyEntry(274, .undefined, [6])], .little,
        "EXIF: a SHORT; no rule for readers"),
      row(
        "type-ascii", .may, [.topLeft, .rightTop], [TinyEntry(274, text: "6")], .little,
        "EXIF: a SHORT; no rule for readers"),
      row(
        "type-rational", .may, [.topLeft, .rightTop], [TinyEntry(274, .rational, [6, 1])], .little,
        "EXIF: a SHORT; no rule for readers"),
      row(
        "short-in-low-half", .may, [.topLeft, .rightTop], [TinyEntry(274, .short, [6], rawField: [0, 0, 0, 6])], .big,
        "TIFF 6.0, section 2: values are left-justified, so this one is 0"),
    ]

  private static let counts: [UnusualFile] = [
    row(
      "count-2", .may, [.rightTop, .topLeft], [TinyEntry(274, .short, [6, 3])], .little,
      "EXIF: count 1; no rule for readers"),
    row(
      "count-0", .may, [.topLeft, .rightTop], [TinyEntry(274, .short, [6], statedCount: 0)], .little,
      "EXIF: count 1; no rule for readers"),
    row(
      "entry-twice", .may, [.rightTop, .bottomRight, .topLeft], [six, .orientation(3)], .little,
      "TIFF 6.0: a tag occurs once; most readers use the first"),
  ]

  // MARK: The directory

  private static let directories: [UnusualFile] = {
    var both = TinyTIFF(ifd0: [six])
    both.ifd1 = [.orientation(3)]
    var second = TinyTIFF(ifd0: [TinyEntry(271, text: "Upright")])
    second.ifd1 = [.orientation(3)]
    var sub = TinyTIFF(ifd0: [TinyEntry(271, text: "Upright")])
    sub.exif = [six]
    var loop = TinyTIFF(ifd0: [six])
    loop.loops = true
    var count = TinyTIFF(ifd0: [six])
    count.statedCount = 5
    return [
      UnusualFile(
        "thumbnail-differs", .jpeg, .must, [.rightTop], jpeg(both), "EXIF 2.32, 4.5.8: IFD1 describes the thumbnail"),
      UnusualFile(
        "thumbnail-only", .jpeg, .must, [.topLeft], jpeg(second), "EXIF 2.32, 4.5.8: IFD1 describes the thumbnail"),
      UnusualFile(
        "exif-directory-only", .jpeg, .may, [.topLeft, .rightTop], jpeg(sub),
        "EXIF 2.32, 4.6.4.A: the tag's place is IFD0; no rule for readers, and Chromium applies it"),
      UnusualFile(
        "directory-loop", .jpeg, .should, [.rightTop], jpeg(loop),
        "TIFF 6.0, section 2: IFD0 is whole; following the loop must end"),
      UnusualFile(
        "entry-count-5-of-1", .jpeg, .may, [.rightTop, .topLeft], jpeg(count), "invalid; no rule for readers"),
    ]
  }()

  // MARK: The segment

  private static let exif = TinySegment.exif(TinyTIFF(ifd0: [six]))

  private static let segments: [UnusualFile] = {
    let three = TinySegment.exif(TinyTIFF(ifd0: [.orientation(3)]))
    let untagged = TinySegment.exif(TinyTIFF(ifd0: [TinyEntry(271, text: "Upright")]))
    var filled = exif
    filled.fillBytes = 3
    var late = TinyJPEG(stored)
    (late.quality, late.sampling, late.segmentsAfterFrame) = (92, .half, [exif])
    return [
      file(
        "jfif-first", .should, [.rightTop], [.jfif, exif],
        "EXIF 2.32, 4.7.2: APP1 follows SOI; most software writes APP0 before it, and browsers read it"),
      file("fill-bytes", .should, [.rightTop], [filled], "ITU T.81, B.1.1.2: any marker may follow fill bytes"),
      file(
        "exif-6-then-3", .may, [.rightTop, .bottomRight, .topLeft], [exif, three],
        "EXIF 2.32, 4.7.2: one APP1 with Exif; most readers use the first"),
      file(
        "exif-untagged-then-3", .may, [.topLeft, .bottomRight], [untagged, three],
        "EXIF 2.32, 4.7.2: one APP1 with Exif; most readers use the first"),
      file(
        "prefix-ff", .may, [.topLeft, .rightTop],
        [.exif(TinyTIFF(ifd0: [six]).bytes, prefix: Array("Exif\0".utf8) + [255])],
        "EXIF 2.32, 4.7.2: the prefix ends in two zeros; no rule for readers"),
      UnusualFile(
        "exif-after-frame", .jpeg, .may, [.rightTop, .topLeft], late.bytes,
        "EXIF 2.32, 4.7.2: APP1 follows SOI; ITU T.81, B.2.4.6 allows APPn there"),
      UnusualFile(
        "exif-after-end", .jpeg, .should, [.topLeft], TaggedFiles.jpeg(stored, [], trailer: exif.bytes),
        "ITU T.81, B.2.1: nothing after EOI belongs to the image"),
    ]
  }()

  // MARK: XMP

  private static let packets: [UnusualFile] = {
    let three = TinySegment.xmp(TinyXMP.packet(orientation: "3"))
    let six = TinySegment.xmp(TinyXMP.packet(orientation: "6"))
    let element = TinySegment.xmp(TinyXMP.packet(orientation: "6", form: .element))
    let one = TinySegment.exif(TinyTIFF(ifd0: [.orientation(1)]))
    let conflict = "MWG 2.0: readers prefer Exif; browsers read only Exif"
    let alone = "MWG 2.0 reads XMP without Exif; browsers do not"
    return [
      file("xmp-3-then-exif-6", .should, [.rightTop], [three, exif], conflict),
      file("exif-6-then-xmp-3", .should, [.rightTop], [exif, three], conflict),
      file("exif-1-then-xmp-6", .should, [.topLeft], [one, six], conflict),
      file("xmp-attribute-only", .may, [.topLeft, .rightTop], [six], alone),
      file("xmp-element-only", .may, [.topLeft, .rightTop], [element], alone),
    ]
  }()

  // MARK: The header

  private static let headers: [UnusualFile] = {
    var crossed = TinyTIFF(.big, ifd0: [six])
    crossed.statedOrder = .little
    var bigTIFF = TinyTIFF(ifd0: [six])
    bigTIFF.magic = 43
    return [("order-crossed", crossed), ("magic-43", bigTIFF)].map { name, block in
      UnusualFile(
        name, .jpeg, .may, [.topLeft, .rightTop], jpeg(block),
        "TIFF 6.0, section 2: an invalid header; no rule for readers")
    }
  }()
}

// A file with an unusual or invalid tag: what is unusual, which orientations are accepted, and why.

/// One row of the tables of unusual tags; nominally, its tag is 6.
struct UnusualFile {
  let name: String
  let format: ConformanceCase.Format
  let requirement: Requirement
  /// The accepted orientations, the recommended one first.
  let accepted: [ExifOrientation]
  let why: String
  let bytes: [UInt8]

  init(
    _ name: String, _ format: ConformanceCase.Format, _ requirement: Requirement, _ accepted: [ExifOrientation],
    _ bytes: [UInt8], _ why: String
  ) {
    (self.name, self.format, self.requirement, self.accepted) = (name, format, requirement, accepted)
    (self.bytes, self.why) = (bytes, why)
  }
}
