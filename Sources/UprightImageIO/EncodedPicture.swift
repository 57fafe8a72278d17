// A result as a file by ImageIO (CGImage.h, CGImageDestination.h).

#if ImageIO && canImport(ImageIO) && canImport(CoreGraphics)
  import CoreGraphics
  import Foundation
  import ImageIO
  import Upright

  /// An upright image, ready to be encoded.
  struct EncodedPicture {
    private let image: CGImage
    private let format: ContainerFormat
    /// The bytes of the pixels, of which Core Graphics gets a copy.
    private let pixelBytes: Int
    private let limits: Limits

    /// The image in the colors of `profile`, or in sRGB or its gray.
    ///
    /// - Throws: `.limit` if the pixels and their copy exceed the memory limit, `.unsupported` for CMYK and 16 bits,
    ///   `.codec` if Core Graphics refuses profile or pixels, or if the profile is for other channels.
    init(
      _ raster: Raster<Output>, profile: [UInt8]?, _ format: ContainerFormat, _ limits: Limits
    ) throws(UprightError) {
      let (both, overflow) = raster.bytes.count.multipliedReportingOverflow(by: 2)
      guard !overflow, both <= limits.memoryBytes else {
        throw .limit(.memory, asked: overflow ? .max : both, allowed: limits.memoryBytes)
      }
      (pixelBytes, self.limits) = (both, limits)
      guard raster.layout.depth == .eight, raster.layout.channels != .cmyk else {
        throw .unsupported(
          "\(format.name) of \(raster.layout.channels) with \(raster.layout.depth.rawValue) bits, by ImageIO")
      }
      let space = try Self.colorSpace(profile, isGray: raster.layout.channels == .gray, format)
      guard let provider = CGDataProvider(data: Data(raster.bytes) as CFData) else { throw .outOfMemory }
      let alpha = raster.layout.channels == .rgba ? CGImageAlphaInfo.last : .none
      let made = unsafe CGImage(
        width: raster.size.width, height: raster.size.height, bitsPerComponent: 8,
        bitsPerPixel: 8 * raster.layout.channels.count, bytesPerRow: raster.bytesPerRow, space: space,
        bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue), provider: provider, decode: nil, shouldInterpolate: false,
        intent: .defaultIntent)
      guard let made else { throw .codec(format: format, message: "Core Graphics cannot make the image") }
      (image, self.format) = (made, format)
    }

    private static func colorSpace(
      _ profile: [UInt8]?, isGray: Bool, _ format: ContainerFormat
    ) throws(UprightError) -> CGColorSpace {
      guard let profile else {
        guard let usual = CGColorSpace(name: isGray ? CGColorSpace.genericGrayGamma2_2 : CGColorSpace.sRGB) else {
          throw .outOfMemory
        }
        return usual
      }
      guard let own = CGColorSpace(iccData: Data(profile) as CFData) else {
        throw .codec(format: format, message: "Core Graphics cannot use the color profile")
      }
      guard own.model == (isGray ? .monochrome : .rgb) else {
        throw .codec(format: format, message: "the color profile is not for \(isGray ? "gray" : "RGB")")
      }
      return own
    }

    /// The file. It has no orientation but that of `metadata`.
    ///
    /// - Throws: `.codec`; `.limit` if its bytes, which exist twice, and the pixels exceed the memory limit.
    func file(_ type: String, quality: Double?, metadata: CGImageMetadata?) throws(UprightError) -> [UInt8] {
      let data = NSMutableData()
      guard let destination = CGImageDestinationCreateWithData(data as CFMutableData, type as CFString, 1, nil) else {
        throw .unsupported("\(format.name) cannot be written by ImageIO on this system")
      }
      let options: [CFString: Any] = quality.map { [kCGImageDestinationLossyCompressionQuality: $0] } ?? [:]
      if let metadata {
        CGImageDestinationAddImageAndMetadata(destination, image, metadata, options as CFDictionary)
      } else {
        CGImageDestinationAddImage(destination, image, options as CFDictionary)
      }
      guard CGImageDestinationFinalize(destination) else {
        throw .codec(format: format, message: "ImageIO cannot encode it")
      }
      let (all, overflow) = data.length.multipliedReportingOverflow(by: 2).partialValue
        .addingReportingOverflow(pixelBytes)
      guard !overflow, all <= limits.memoryBytes else {
        throw .limit(.memory, asked: overflow ? .max : all, allowed: limits.memoryBytes)
      }
      return [UInt8](data as Data)
    }
  }
#endif
