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
  /// Of an indexed space.
  public var baseColorSpace: CGColorSpace? { nil }

  /// "The color space of an ICC profile": of its bytes 16 to 19 (ICC.1, 7.2.6). Only of the stand-in: the name is the
  /// profile.
  public init?(iccData: CFData) {
    guard iccData.count >= 20 else { return nil }
    switch String(decoding: iccData.dropFirst(16).prefix(4), as: UTF8.self) {
    case "RGB ": model = .rgb
    case "GRAY": model = .monochrome
    default: return nil
    }
    name = iccData.base64EncodedString()
  }

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
  case rgb, cmyk, lab, deviceN, indexed, pattern, XYZ
}

public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
}

public enum CGColorRenderingIntent: Int32, Sendable { case defaultIntent }

public final class CGDataProvider {
  public let data: CFData?
  public init?(data: CFData) { self.data = data }
}

public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, high, medium = 4 }

public final class CGImage {
  public let width: Int
  public let height: Int
  public let colorSpace: CGColorSpace?
  public let standInSamples: [UInt8]
  public let alphaInfo: CGImageAlphaInfo

  /// Only of the stand-in: an image of these samples.
  public init(
    standIn samples: [UInt8], width: Int, height: Int, colorSpace: CGColorSpace?,
    alphaInfo: CGImageAlphaInfo = .premultipliedLast
  ) {
    precondition(samples.count == width * height * 4)
    (self.width, self.height, self.colorSpace, standInSamples) = (width, height, colorSpace, samples)
    self.alphaInfo = alphaInfo
  }

  /// Only what is used: 8 bits, gray or RGB without alpha, or RGBA that is not premultiplied.
  public init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let (bytes, channels) = ([UInt8](provider.data ?? CFData()), bitsPerPixel / 8)
    let alpha: CGImageAlphaInfo = channels == 4 ? .last : .none
    guard width > 0, height > 0, bitsPerComponent == 8, bitmapInfo.rawValue == alpha.rawValue,
      bytesPerRow == width * channels, bytes.count == bytesPerRow * height,
      space.model == (channels == 1 ? .monochrome : .rgb)
    else { return nil }
    var samples: [UInt8] = []
    for at in stride(from: 0, to: bytes.count, by: channels) {
      let pixel = bytes[at..<at + channels]
      samples += channels == 1 ? [pixel[at], pixel[at], pixel[at], 255] : channels == 3 ? pixel + [255] : Array(pixel)
    }
    (self.width, self.height, colorSpace, standInSamples, alphaInfo) = (width, height, space, samples, alpha)
  }

  public var bitsPerComponent: Int { 8 }
  public var bitsPerPixel: Int { 32 }
  /// Rows are padded, as those of Core Graphics may be.
  public var bytesPerRow: Int { width * 4 + 8 }
  /// Only of the stand-in.
  public var standInByteOrder: CGBitmapInfo = []
  public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue | standInByteOrder.rawValue) }
  public var dataProvider: CGDataProvider? {
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let at = (row * width + column) * 4
        let alpha = standInSamples[at + 3]
        let colors = Array(standInSamples[at..<at + 3])
        let pixel = [.first, .premultipliedFirst].contains(alphaInfo) ? [alpha] + colors : colors + [alpha]
        bytes += standInByteOrder == .byteOrder32Little ? pixel.reversed() : pixel
      }
      bytes += [UInt8](repeating: 99, count: 8)
    }
    return CGDataProvider(data: CFData(bytes))
  }

  /// From the top left corner, in pixels: "the rectangle is intersected with the image's, after it was made integral";
  /// nil if nothing remains.
  public func cropping(to rect: CGRect) -> CGImage? {
    let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: CGFloat(width), height: CGFloat(height)))
    guard !part.isNull, part.width > 0, part.height > 0 else { return nil }
    let (left, top, wide, high) = (Int(part.minX), Int(part.minY), Int(part.width), Int(part.height))
    var samples: [UInt8] = []
    for row in top..<(top + high) { samples += standInSamples[((row * width + left) * 4)...].prefix(wide * 4) }
    return CGImage(standIn: samples, width: wide, height: high, colorSpace: colorSpace, alphaInfo: alphaInfo)
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
    return CGImage(standIn: samples, width: wide, height: high, colorSpace: colorSpace, alphaInfo: alphaInfo)
  }
}
