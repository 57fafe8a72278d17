// PNG, WebP, HEIC, AVIF, JPEG XL and MP4 files whose orientation is in an unusual place, or in two that disagree.

import UprightFixtures
import UprightGeometry
import UprightMetadata

/// The table of other unusual files.
enum UnusualOthers {
  static var all: [UnusualFile] { png + webp + items + movies }

  private static let stored = UnusualJPEGs.stored
  private static let block = TinyTIFF(ifd0: [.orientation(6)])
  private static let three = TinyTIFF(ifd0: [.orientation(3)])

  private static let png: [UnusualFile] = {
    func file(_ chunks: [TinyPNG.Chunk] = [], after: [TinyPNG.Chunk] = []) -> [UInt8] {
      var file = TinyPNG(stored, chunks: chunks)
      file.chunksAfterImage = after
      return file.bytes
    }
    let legacy = "no standard: ImageMagick's text chunk; browsers ignore it"
    return [
      UnusualFile(
        "exif-after-image", .png, .may, [.topLeft, .rightTop], file(after: [.exif(block.bytes)]),
        "PNG 3rd edition, 5.6: eXIf is before IDAT, as in browsers' shared tests; PNG-EXT 1.5 allowed it after"),
      UnusualFile(
        "exif-prefixed", .png, .may, [.rightTop, .topLeft], file([.exif(block.bytes, prefix: TinySegment.exifPrefix)]),
        "PNG 3rd edition: eXIf has no prefix; no rule for readers"),
      UnusualFile(
        "exif-twice", .png, .may, [.rightTop, .bottomRight, .topLeft], file([.exif(block.bytes), .exif(three.bytes)]),
        "PNG 3rd edition, 5.6: at most one eXIf, and Exif is history only; no rule for readers"),
      UnusualFile(
        "raw-profile", .png, .may, [.rightTop, .topLeft], file([.rawProfile(block.bytes)]), legacy),
      UnusualFile(
        "xmp-only", .png, .may, [.topLeft, .rightTop], file([.xmp(TinyXMP.packet(orientation: "6"))]),
        "no rule for readers; browsers ignore it"),
    ]
  }()

  private static let webp: [UnusualFile] = {
    var unflagged = TinyWebP(stored, exif: block)
    unflagged.flags = 0
    var early = TinyWebP(stored)
    (early.chunksBeforeImage, early.isExtended) = ([.exif(block.bytes)], true)
    let prefixed = TinyWebP(stored, chunks: [.exif(block.bytes, prefix: TinySegment.exifPrefix)])
    return [
      UnusualFile(
        "exif-prefixed", .webp, .may, [.rightTop, .topLeft], prefixed.bytes,
        "RFC 9649, 2.7.1.5 defines no prefix, but some software writes JPEG's"),
      UnusualFile(
        "flag-clear", .webp, .may, [.rightTop, .topLeft], unflagged.bytes,
        "RFC 9649, 2.7: the flag announces EXIF; no rule for readers"),
      UnusualFile(
        "exif-before-image", .webp, .may, [.rightTop, .topLeft], early.bytes,
        "RFC 9649, 2.7: EXIF follows the image data; no rule for readers"),
    ]
  }()

  /// For HEIF files, the nominal orientation is in the properties.
  private static let items: [UnusualFile] = [ConformanceCase.Format.heic, .avif].flatMap { format in
    let transforms = [HEIFProperty.mirror(.leftRight), .rotation(.threeQuarters)]
    let file = format == .heic ? CodedPictures.heic(transforms, isMIAF: false) : CodedPictures.avif(transforms)
    return [
      UnusualFile(
        "imir-before-irot", format, format == .heic ? .should : .may,
        format == .heic ? [.rightBottom] : [.rightBottom, .leftTop], file.bytes,
        "ISO 23008-12, 6.5.1: properties apply in the listed order; MIAF, which AVIF requires, forbids this one")
    ]
  }

  private static let movies: [UnusualFile] = {
    let picture = CaseSize.whole.picture
    func file(_ change: (inout TinyMovie) -> Void) -> [UInt8] {
      var movie = TaggedFiles.movie(.mp4, picture, .rightTop)
      change(&movie)
      return movie.bytes
    }
    func matrix(_ words: [Int32]) -> TrackMatrix { TrackMatrix(words: words) ?? .identity }
    let (one, last): (Int32, Int32) = (1 << 16, 1 << 30)
    let clockwise = matrix([0, one, 0, -one, 0, 0, 96 * one, 0, last])
    let back = matrix([0, -one, 0, one, 0, 0, 0, 96 * one, last])
    let both = "ISO 14496-12, 8.2.2 and 8.3.2: the movie's matrix applies after the track's"
    return [
      UnusualFile(
        "header-last", .mp4, .must, [.rightTop], file { $0.layout = .headerLast },
        "ISO 14496-12, 6.2.3: boxes of a file have no order; cameras write the header last"),
      UnusualFile(
        "matrix-without-translation", .mp4, .should, [.rightTop],
        file { $0.tracks[0].matrix = matrix([0, one, 0, -one, 0, 0, 0, 0, last]) },
        "ISO 14496-12, 8.3.2: the rotation is defined, but frames are outside the displayed area"),
      UnusualFile(
        "matrix-in-movie-header", .mp4, .should, [.rightTop],
        file { ($0.matrix, $0.tracks[0].matrix) = (clockwise, .identity) }, both),
      UnusualFile(
        "matrix-in-both-headers", .mp4, .should, [.topLeft],
        file { ($0.matrix, $0.tracks[0].matrix) = (back, clockwise) }, both),
      UnusualFile(
        "matrix-zero", .mp4, .may, [.topLeft], file { $0.tracks[0].matrix = matrix(Array(repeating: 0, count: 9)) },
        "ISO 14496-12, 8.3.2: no matrix that can be inverted; no rule for readers"),
    ]
  }()

  /// The stored pixels of a row's file.
  static func stored(of file: UnusualFile) -> TinyImage {
    switch file.format {
    case .heic: CodedPictures.heicStored
    case .avif, .jxl: CodedPictures.oddStored
    default: stored
    }
  }
}
