// JPEGs with a thumbnail, a gain map or a region (EXIF 2.32, 4.5.8; Ultra HDR 1.1; CIPA DC-007; MWG 2.0, 5.9).

import UprightFixtures
import UprightGeometry

/// The files of `keep`.
enum KeptFiles {
  /// Where the region is in the displayed image: on the green patch. It is elsewhere in all other orientations.
  static let region = RegionBox(x: 0.7, y: 0.05, width: 0.25, height: 0.2)

  /// The name of the region.
  static let regionName = "Green"

  /// The file with a part, stored for a tag: 96 × 64 as displayed.
  static func file(_ part: KeptPart, _ tag: ExifOrientation) -> CaseFile {
    let stored = CaseSize.whole.picture.stored(as: tag)
    let small = stored.resampled(width: stored.width / 2, height: stored.height / 2)
    let bytes =
      switch part {
      case .thumbnail: withThumbnail(stored, tag, small)
      case .gainMap: withGainMap(stored, tag, small)
      case .regions: withRegion(stored, tag)
      }
    return CaseFile(
      name: "jpeg-\(part.rawValue)-\(tag.rawValue).jpg", bytes: bytes, stored: stored, accepted: [tag])
  }

  private static func withThumbnail(_ stored: TinyImage, _ tag: ExifOrientation, _ small: TinyImage) -> [UInt8] {
    var block = TaggedFiles.block(tag)
    block.thumbnail = jpeg(small, []).bytes
    return jpeg(stored, [.exif(block)]).bytes
  }

  private static func withGainMap(_ stored: TinyImage, _ tag: ExifOrientation, _ small: TinyImage) -> [UInt8] {
    let numbers = #"hdrgm:Version="1.0" hdrgm:GainMapMin="0" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2""#
    let map = jpeg(small, [.xmp(TinyXMP.packet(attributes: numbers))]).bytes
    let directory = TinyXMP.directory(
      [("Primary", 0), ("GainMap", map.count)], attributes: #"hdrgm:Version="1.0""#)
    var file = jpeg(stored, [.exif(TaggedFiles.block(tag)), .xmp(directory)])
    (file.furtherImages, file.furtherType) = ([map], 0)
    return file.bytes
  }

  private static func withRegion(_ stored: TinyImage, _ tag: ExifOrientation) -> [UInt8] {
    let box = region.stored(as: tag)
    let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
    let area = [("x", x), ("y", y), ("w", box.width), ("h", box.height)].map { ($0.0, text($0.1)) }
    let regions = TinyRegions(
      [.init(regionName, area + [("unit", "normalized")])], dimensions: (stored.width, stored.height))
    return jpeg(stored, [.exif(TaggedFiles.block(tag)), .xmp(TinyRegions.packet(regions.mwg))]).bytes
  }

  /// Six digits after the point.
  private static func text(_ number: Double) -> String {
    let digits = "\(Int((number * 1_000_000).rounded()))"
    return "0." + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private static func jpeg(_ stored: TinyImage, _ segments: [TinySegment]) -> TinyJPEG {
    var file = TinyJPEG(stored, segments: segments)
    (file.quality, file.sampling) = (92, .half)
    return file
  }
}

/// A box relative to an image's size.
struct RegionBox: Hashable, Sendable {
  var x, y, width, height: Double

  /// The box in the displayed image, for one in the stored image with this tag (EXIF 2.32, 4.6.4.A).
  func displayed(as tag: ExifOrientation) -> RegionBox {
    let (right, bottom) = (1 - x - width, 1 - y - height)
    return switch tag {
    case .topLeft: self
    case .topRight: RegionBox(x: right, y: y, width: width, height: height)
    case .bottomRight: RegionBox(x: right, y: bottom, width: width, height: height)
    case .bottomLeft: RegionBox(x: x, y: bottom, width: width, height: height)
    case .leftTop: RegionBox(x: y, y: x, width: height, height: width)
    case .rightTop: RegionBox(x: bottom, y: x, width: height, height: width)
    case .rightBottom: RegionBox(x: bottom, y: right, width: height, height: width)
    case .leftBottom: RegionBox(x: y, y: right, width: height, height: width)
    }
  }

  /// The box in the stored image.
  func stored(as tag: ExifOrientation) -> RegionBox {
    switch tag {
    case .rightTop: displayed(as: .leftBottom)
    case .leftBottom: displayed(as: .rightTop)
    default: displayed(as: tag)
    }
  }

  /// Whether no number differs by more than 0.02, two pixels of a hundred.
  func isNear(_ other: RegionBox) -> Bool {
    [x - other.x, y - other.y, width - other.width, height - other.height].allSatisfy { abs($0) <= 0.02 }
  }
}
