// ImageIO: sources and destinations. The stand-in's files are pixels behind a short header, bare or in the coded data of
// what is otherwise a JPEG, PNG or HEIC; only the order and the meaning of the calls are those of ImageIO.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
import Foundation

/// The raw values are the tag's.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  case up = 1
  case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left
}

public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
public let kCGImagePropertyOrientation: CFString = "Orientation"
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"

public final class CGImageSource {
  let pictures: [(image: CGImage, tag: Int?)]
  let primary: Int
  let metadata: CGImageMetadata?
  let statedSize: (width: Int, height: Int)?

  init?(_ data: Data?) {
    guard let data else { return nil }
    (pictures, primary) = StandInFile.pictures(of: [UInt8](data))
    guard pictures.indices.contains(primary) else { return nil }
    metadata = CGImageMetadata(StandInFile.tags(of: [UInt8](data)))
    statedSize = StandInFile.statedSize(of: [UInt8](data))
  }
}

/// "Returns the primary image index for HEIF images. Zero for all other formats."
public func CGImageSourceGetPrimaryImageIndex(_ source: CGImageSource) -> Int { source.primary }

public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(try? Data(contentsOf: url))
}

public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(data)
}

public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard source.pictures.indices.contains(index) else { return nil }
  let (image, tag) = source.pictures[index]
  let size = source.statedSize ?? (image.width, image.height)
  var values: CFDictionary = [kCGImagePropertyPixelWidth: size.width, kCGImagePropertyPixelHeight: size.height]
  values[kCGImagePropertyOrientation] = tag
  return values
}

public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { source.pictures.indices.contains(index) ? source.pictures[index].image : nil }

/// Without `CreateThumbnailWithTransform` it is as stored; without a maximum "the width and height may be as large as
/// those of the image". Never enlarged.
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard source.pictures.indices.contains(index),
    options?[kCGImageSourceCreateThumbnailFromImageAlways] as? Bool == true
  else { return nil }
  let turns = options?[kCGImageSourceCreateThumbnailWithTransform] as? Bool == true
  let (image, tag) = source.pictures[index]
  let seen = turns ? image.standInDisplayed(tag: UInt32(tag ?? 1)) : image
  let longest = max(seen.width, seen.height)
  let edge = min(options?[kCGImageSourceThumbnailMaxPixelSize] as? Int ?? longest, longest)
  func scaled(_ side: Int) -> Int { max(1, Int((Double(side * edge) / Double(longest)).rounded())) }
  guard
    let context = CGContext(
      data: nil, width: scaled(seen.width), height: scaled(seen.height), bitsPerComponent: 8, bytesPerRow: 0,
      space: seen.colorSpace!, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return nil }
  context.interpolationQuality = .high
  context.draw(seen, in: CGRect(x: 0, y: 0, width: CGFloat(context.width), height: CGFloat(context.height)))
  return context.makeImage()
}

public func CGImageSourceCopyMetadataAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImageMetadata? { index == source.primary ? source.metadata : nil }

/// What Exif and XMP state, whatever the container. Only of the stand-in: their bytes.
public final class CGImageMetadata {
  public let standInBlocks: [[UInt8]]

  init?(_ blocks: [[UInt8]]) {
    guard !blocks.isEmpty else { return nil }
    standInBlocks = blocks
  }
}

public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

public final class CGImageDestination {
  enum Place {
    case url(URL)
    case data(CFMutableData)
  }

  let place: Place
  let type: String
  var data: Data?

  init(_ place: Place, _ type: String) { (self.place, self.type) = (place, type) }
}

public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(.url(url), type) }

public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  ["public.jpeg", "public.png", "public.heic"].contains(type) ? CGImageDestination(.data(data), type) : nil
}

public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  let tag = properties?[kCGImagePropertyOrientation] as? Int ?? 0
  destination.data = Data(StandInFile.bytes(of: image, tag: tag, as: destination.type, [], properties))
}

/// "Adds an image, with its metadata": an orientation is that of the metadata.
public func CGImageDestinationAddImageAndMetadata(
  _ destination: CGImageDestination, _ image: CGImage, _ metadata: CGImageMetadata?, _ options: CFDictionary?
) {
  let blocks = metadata?.standInBlocks ?? []
  let tag = blocks.lazy.compactMap(StandInFile.orientation).first ?? 0
  destination.data = Data(StandInFile.bytes(of: image, tag: tag, as: destination.type, blocks, options))
}

public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
  guard let data = destination.data else { return false }
  switch destination.place {
  case .url(let url): return (try? data.write(to: url)) != nil
  case .data(let target):
    target.append(data)
    return true
  }
}
