// ImageIO: sources and destinations. The stand-in's files are pixels behind a short header; only the order and the
// meaning of the calls are those of ImageIO.

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
  let image: CGImage
  let tag: Int?

  init?(_ data: Data?) {
    guard let data, data.count >= 16, data.prefix(4) == Data("SI01".utf8) else { return nil }
    let bytes = [UInt8](data)
    func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
    let (width, height, tag) = (number(4), number(8), number(12))
    guard width > 0, height > 0, bytes.count == 16 + width * height * 4 else { return nil }
    image = CGImage(
      standIn: Array(bytes[16...]), width: width, height: height, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    self.tag = tag == 0 ? nil : tag
  }
}

public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(try? Data(contentsOf: url))
}

public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(data)
}

public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0 else { return nil }
  var values: CFDictionary = [
    kCGImagePropertyPixelWidth: source.image.width, kCGImagePropertyPixelHeight: source.image.height,
  ]
  values[kCGImagePropertyOrientation] = source.tag
  return values
}

public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { index == 0 ? source.image : nil }

/// Without `CreateThumbnailWithTransform` it is as stored; without a maximum "the width and height may be as large as
/// those of the image". Never enlarged.
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard index == 0, options?[kCGImageSourceCreateThumbnailFromImageAlways] as? Bool == true else { return nil }
  let turns = options?[kCGImageSourceCreateThumbnailWithTransform] as? Bool == true
  let seen = turns ? source.image.standInDisplayed(tag: UInt32(source.tag ?? 1)) : source.image
  let longest = max(seen.width, seen.height)
  let edge = min(options?[kCGImageSourceThumbnailMaxPixelSize] as? Int ?? longest, longest)
  func scaled(_ side: Int) -> Int { max(1, Int((Double(side * edge) / Double(longest)).rounded())) }
  guard
    let context = CGContext(
      data: nil, width: scaled(seen.width), height: scaled(seen.height), bitsPerComponent: 8, bytesPerRow: 0,
      space: seen.colorSpace!, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  else { return nil }
  context.draw(seen, in: CGRect(x: 0, y: 0, width: CGFloat(context.width), height: CGFloat(context.height)))
  return context.makeImage()
}

public final class CGImageDestination {
  let url: URL
  var data: Data?

  init(_ url: URL) { self.url = url }
}

public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination(url) }

public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  let numbers = [image.width, image.height, properties?[kCGImagePropertyOrientation] as? Int ?? 0]
  let header = numbers.flatMap { number in (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
  destination.data = Data("SI01".utf8) + Data(header) + Data(image.standInSamples)
}

public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
  (try? destination.data?.write(to: destination.url)) != nil
}
