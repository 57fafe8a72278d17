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
#endif
