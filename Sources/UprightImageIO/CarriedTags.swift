// Carried Exif and XMP as ImageIO's own metadata: ImageIO reads them from a JPEG of one pixel (CGImageMetadata.h).

#if ImageIO && canImport(ImageIO) && canImport(CoreGraphics)
  import Foundation
  import ImageIO
  import Upright

  enum CarriedTags {
    /// The tags of an Exif block and an XMP packet, with their orientation 1; nil if there are none.
    ///
    /// - Throws: `.codec` if ImageIO cannot read them: nothing is left out in silence.
    static func metadata(
      _ carried: CarriedMetadata, _ format: ContainerFormat
    ) throws(UprightError) -> CGImageMetadata? {
      let blocks =
        (carried.exif.map { [Array("Exif\0\0".utf8) + $0] } ?? [])
        + (carried.xmp.map { [Array("http://ns.adobe.com/xap/1.0/\0".utf8) + $0] } ?? [])
      guard !blocks.isEmpty else { return nil }
      guard blocks.allSatisfy({ $0.count <= 65_533 }) else {
        throw .unsupported("Exif or XMP of more than 64 KB in \(format.name), by ImageIO")
      }
      guard let pixel = Raster<Output>(size: PixelSize(width: 1, height: 1), layout: SampleLayout(.rgb, .eight)) else {
        throw .outOfMemory
      }
      let file = try EncodedPicture(pixel, profile: nil, .jpeg, Limits()).file("public.jpeg", quality: 1, metadata: nil)
      let bytes = JPEGSplice.joined(file, with: blocks.map { CarriedMetadata.Segment(marker: 0xE1, payload: $0) })
      guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil),
        let metadata = CGImageSourceCopyMetadataAtIndex(source, 0, nil)
      else { throw .codec(format: format, message: "ImageIO cannot read the metadata to carry") }
      return metadata
    }
  }

  // Marker segments of a JPEG that ImageIO wrote, replaced by those that Upright carries (ITU T.81, B.1.1.4).

  enum JPEGSplice {
    /// The beginning of a segment with a part of an ICC profile (ICC.1, B.4).
    private static let profileName = Array("ICC_PROFILE\0".utf8)

    /// The file with these segments after SOI, in place of ImageIO's Exif, XMP, profile and comments: a source without a
    /// profile gets none. Its JFIF and Adobe segments stay, because they define how its colors are coded; a carried one is
    /// left out.
    static func joined(_ file: [UInt8], with segments: [CarriedMetadata.Segment]) -> [UInt8] {
      let carried = segments.filter { ![0xE0, 0xEE].contains($0.marker) && $0.payload.count <= 65_533 }
      var (kept, at): ([UInt8], Int) = ([], 2)
      while at + 4 <= file.count, file[at] == 0xFF, file[at + 1] != 0xDA {
        let (marker, end) = (file[at + 1], at + 2 + (Int(file[at + 2]) << 8 | Int(file[at + 3])))
        guard end > at + 3, end <= file.count else { break }
        let isProfile = marker == 0xE2 && file[(at + 4)..<end].starts(with: Self.profileName)
        if ![0xE1, 0xED, 0xFE].contains(marker), !isProfile { kept += file[at..<end] }
        at = end
      }
      let own = carried.flatMap { segment -> [UInt8] in
        let length = segment.payload.count + 2
        return [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 255)] + segment.payload
      }
      return Array(file.prefix(2)) + own + kept + file[min(at, file.count)...]
    }
  }
#endif
