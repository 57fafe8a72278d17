// Image files by ImageIO: their size and tag from the header, and upright pixels without decoding more than is needed
// (CGImageSource.h).

#if canImport(ImageIO) && canImport(CoreGraphics)
  public import Foundation

  public import CoreGraphics
  import ImageIO
  public import UprightGeometry

  /// An image file: its primary image, which a HEIF names; in other formats, the first.
  public struct ImageFile {
    /// Columns and rows, as stored.
    public let storedSize: PixelSize<Stored>
    /// Its orientation: what ImageIO reports, whatever the container; `up` without any.
    public let orientation: Orientation<Stored, Displayed>
    private let source: CGImageSource
    private let index: Int

    /// Reads the header of the file at `url`.
    ///
    /// - Throws: `.unreadable`.
    public init(contentsOf url: URL) throws(AppleImageError) {
      try self.init(CGImageSourceCreateWithURL(url as CFURL, Self.uncached))
    }

    /// Reads the header of a file's bytes.
    ///
    /// - Throws: `.unreadable`.
    public init(data: Data) throws(AppleImageError) {
      try self.init(CGImageSourceCreateWithData(data as CFData, Self.uncached))
    }

    private init(_ source: CGImageSource?) throws(AppleImageError) {
      guard let source else { throw .unreadable }
      index = CGImageSourceGetPrimaryImageIndex(source)
      guard let all = CGImageSourceCopyPropertiesAtIndex(source, index, nil),
        let values = all as? [CFString: Any], let width = values[kCGImagePropertyPixelWidth] as? Int,
        let height = values[kCGImagePropertyPixelHeight] as? Int, width > 0, height > 0
      else { throw .unreadable }
      storedSize = PixelSize(width: width, height: height)
      orientation = (values[kCGImagePropertyOrientation] as? Int).flatMap { Orientation(exifValue: $0) } ?? .up
      self.source = source
    }

    /// As displayed.
    public var displayedSize: PixelSize<Displayed> { orientation.applied(to: storedSize) }

    /// The stored pixels, decoded when they are first drawn.
    ///
    /// - Throws: `.unreadable`, also if they are not of the size that the header states.
    public func storedImage() throws(AppleImageError) -> CGImage {
      guard let image = CGImageSourceCreateImageAtIndex(source, index, Self.uncached), image.storedSize == storedSize
      else { throw .unreadable }
      return image
    }

    /// Upright pixels whose longer edge has at most `maxEdge`, never enlarged. ImageIO decodes at a reduced size where
    /// the format can, and neither an embedded preview nor a cache of the whole image is used.
    ///
    /// - Throws: `.unusableSize` unless `maxEdge` is positive, `.unreadable`.
    public func uprightImage(maxEdge: Int) throws(AppleImageError) -> CGImage {
      guard maxEdge > 0 else { throw .unusableSize }
      let options =
        [
          kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
          kCGImageSourceShouldCacheImmediately: true,
          kCGImageSourceThumbnailMaxPixelSize: min(maxEdge, max(storedSize.width, storedSize.height)),
        ] as [CFString: Any]
      guard let image = CGImageSourceCreateThumbnailAtIndex(source, index, options as CFDictionary) else {
        throw .unreadable
      }
      return image
    }

    private static var uncached: CFDictionary { [kCGImageSourceShouldCache: false] as [CFString: Any] as CFDictionary }
  }
#endif
