// CGImage: stored pixels without an orientation; 8 bits, RGBA, premultiplied, the top row first.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation

public final class CGColorSpace: Equatable, @unchecked Sendable {
  public let name: CFString?
  public let model: CGColorSpaceModel

  public init?(name: CFString) {
    switch name {
    case Self.sRGB, Self.displayP3, Self.extendedSRGB: (self.name, model) = (name, .rgb)
    case Self.genericGrayGamma2_2: (self.name, model) = (name, .monochrome)
    default: return nil
    }
  }

  public var supportsOutput: Bool { true }

  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// Values beyond 0…1, which need floating-point components.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

  public static func == (first: CGColorSpace, second: CGColorSpace) -> Bool { first.name == second.name }
}

public enum CGColorSpaceModel: Int32, Sendable {
  case unknown = -1
  case monochrome
  case rgb
}

public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, high, medium = 4 }

public final class CGImage {
  public let width: Int
  public let height: Int
  public let colorSpace: CGColorSpace?
  public let standInSamples: [UInt8]

  /// Only of the stand-in: an image of these samples.
  public init(standIn samples: [UInt8], width: Int, height: Int, colorSpace: CGColorSpace?) {
    precondition(samples.count == width * height * 4)
    (self.width, self.height, self.colorSpace, standInSamples) = (width, height, colorSpace, samples)
  }

  public var bitsPerComponent: Int { 8 }
  public var alphaInfo: CGImageAlphaInfo { .premultipliedLast }

  /// From the top left corner, in pixels: "the rectangle is intersected with the image's, after it was made integral";
  /// nil if nothing remains.
  public func cropping(to rect: CGRect) -> CGImage? {
    let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: CGFloat(width), height: CGFloat(height)))
    guard !part.isNull, part.width > 0, part.height > 0 else { return nil }
    let (left, top, wide, high) = (Int(part.minX), Int(part.minY), Int(part.width), Int(part.height))
    var samples: [UInt8] = []
    for row in top..<(top + high) { samples += standInSamples[((row * width + left) * 4)...].prefix(wide * 4) }
    return CGImage(standIn: samples, width: wide, height: high, colorSpace: colorSpace)
  }

  /// Only of the stand-in: the image as a reader of the tag displays it, by TIFF 6.0's sides of row 0 and column 0.
  public func standInDisplayed(tag: UInt32) -> CGImage {
    let swaps = tag >= 5
    let (wide, high) = swaps ? (height, width) : (width, height)
    var samples: [UInt8] = []
    for y in 0..<high {
      for x in 0..<wide {
        let (column, row) =
          switch tag {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (y, height - 1 - x)
          case 7: (width - 1 - y, height - 1 - x)
          case 8: (width - 1 - y, x)
          default: (x, y)
          }
        samples += standInSamples[((row * width + column) * 4)...].prefix(4)
      }
    }
    return CGImage(standIn: samples, width: wide, height: high, colorSpace: colorSpace)
  }
}
