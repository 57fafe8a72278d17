// An image as it is stored, decoded by ImageIO within the memory limit (CGImageSource.h).

#if ImageIO && canImport(ImageIO) && canImport(CoreGraphics)
  import CoreGraphics
  import Foundation
  import ImageIO
  import Upright

  /// A file's primary image, before it is decoded.
  struct StoredImage {
    private let source: CGImageSource
    private let index: Int
    private let size: PixelSize<Stored>
    private let format: ContainerFormat
    private let byteCount: Int
    private let limits: Limits

    /// Reads the coded bytes and their header.
    ///
    /// - Throws: `.limit` for too many bytes, `.malformed` if they cannot be read, `.unsupported` if ImageIO does not
    ///   know them, or if its primary image has another size than the one that Upright reads from the header.
    init(_ bytes: some ByteSource, _ format: ContainerFormat, _ limits: Limits) throws(UprightError) {
      (self.format, byteCount, self.limits) = (format, bytes.byteCount, limits)
      guard byteCount <= limits.memoryBytes else {
        throw .limit(.memory, asked: byteCount, allowed: limits.memoryBytes)
      }
      let data = try Self.data(bytes)
      let options = Self.uncached as CFDictionary
      guard let source = CGImageSourceCreateWithData(data as CFData, options),
        let all = CGImageSourceCopyPropertiesAtIndex(source, CGImageSourceGetPrimaryImageIndex(source), options),
        let values = all as? [CFString: Any],
        let width = values[kCGImagePropertyPixelWidth] as? Int, let height = values[kCGImagePropertyPixelHeight] as? Int
      else { throw .unsupported("this \(format.name) by ImageIO") }
      (self.source, size) = (source, PixelSize(width: width, height: height))
      index = CGImageSourceGetPrimaryImageIndex(source)
      guard let expected = Self.expectedSize(bytes), expected != size else { return }
      throw .unsupported("this \(format.name) by ImageIO, whose image is \(size), not \(expected)")
    }

    /// What Upright reads; nil if it cannot, so that no plan depends on it.
    private static func expectedSize(_ bytes: some ByteSource) -> PixelSize<Stored>? { try? Probe(bytes).storedSize }

    private static func data(_ bytes: some ByteSource) throws(UprightError) -> Data {
      var data = Data(capacity: bytes.byteCount)
      for start in stride(from: 0, to: bytes.byteCount, by: 1 << 20) {
        do throws(MetadataError) {
          data.append(contentsOf: try bytes.read(start..<min(bytes.byteCount, start + 1 << 20)))
        } catch { throw UprightError(error) }
      }
      return data
    }

    /// The pixels of a pass. A reduced image is decoded as a whole, with at most 1/N of the columns and rows, so that
    /// ImageIO need not hold the full size of a JPEG.
    ///
    /// - Throws: `.limit`, `.unanswerable`, `.unsupported`, `.codec`.
    func rows(of pass: DecodePass) throws(UprightError) -> any SampleRows {
      let (region, part) = (pass.region, pass.denominator)
      let isInside =
        region.x >= 0 && region.y >= 0 && !region.isEmpty && region.width <= size.width - region.x
        && region.height <= size.height - region.y
      guard part > 0, isInside else {
        throw .unanswerable(field: "region", reason: "\(region) is not inside \(size.width)x\(size.height)")
      }
      let reduced = PixelSize<Decoded>(width: (size.width + part - 1) / part, height: (size.height + part - 1) / part)
      // Other formats than JPEG are decoded in full for a smaller image.
      let whole = PixelSize<Decoded>(width: size.width, height: size.height)
      try checkMemory([reduced, pass.size] + (part > 1 && format != .jpeg ? [whole] : []))
      guard let image = image(within: part == 1 ? nil : max(reduced.width, reduced.height)) else {
        throw .codec(format: format, message: "ImageIO cannot decode it")
      }
      let isAligned =
        image.width == reduced.width && image.height == reduced.height
        && (region == size.bounds || size.width % part == 0 && size.height % part == 0)
      let mustBeGray = pass.layout.channels == .gray
      if isAligned {
        let corner = (x: region.x / part, y: region.y / part)
        if part == 1, !mustBeGray, let straight = StraightRows.Order(image) {
          try checkMemory([reduced, reduced])
          return try StraightRows(image, straight, corner, pass.size, format)
        }
        let window = CGRect(
          x: Double(corner.x), y: Double(corner.y), width: Double(pass.size.width), height: Double(pass.size.height))
        guard let cut = image.cropping(to: window) else {
          throw .codec(format: format, message: "ImageIO cannot crop it")
        }
        return try BitmapRows(cut, pass.size, mustBeGray: mustBeGray, format) { context in
          context.draw(
            cut, in: CGRect(x: 0, y: 0, width: Double(pass.size.width), height: Double(pass.size.height)))
        }
      }
      return try BitmapRows(image, pass.size, mustBeGray: mustBeGray, format) { context in
        context.interpolationQuality = .high
        context.draw(image, in: place(of: region, in: pass.size))
      }
    }

    /// Where the whole image is, if a region is spread evenly over a pass; y points up. ImageIO rounds the shorter side
    /// its own way, and a pixel of a reduced image is a little less than N × N unless N divides the sides.
    private func place(of region: PixelRect<Stored>, in pass: PixelSize<Decoded>) -> CGRect {
      let across = Double(pass.width) / Double(region.width)
      let down = Double(pass.height) / Double(region.height)
      return CGRect(
        x: -Double(region.x) * across, y: Double(pass.height) - Double(size.height - region.y) * down,
        width: Double(size.width) * across, height: Double(size.height) * down)
    }

    /// The coded bytes and some images, four bytes a pixel.
    private func checkMemory(_ images: [PixelSize<Decoded>]) throws(UprightError) {
      let pixels = images.map { $0.pixelCount ?? .max }.reduce(0) { sum, count in
        sum.addingReportingOverflow(count).overflow ? .max : sum + count
      }
      let (bytes, overflow) = pixels.multipliedReportingOverflow(by: 4)
      let (all, isTooMuch) = bytes.addingReportingOverflow(byteCount)
      guard !overflow, !isTooMuch, all <= limits.memoryBytes else {
        throw .limit(.memory, asked: overflow || isTooMuch ? .max : all, allowed: limits.memoryBytes)
      }
    }

    /// As stored, never by the tag; at full size, or with a longer edge of `edge`.
    private func image(within edge: Int?) -> CGImage? {
      guard let edge else { return CGImageSourceCreateImageAtIndex(source, index, Self.uncached as CFDictionary) }
      let options: [CFString: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: false,
        kCGImageSourceShouldCache: false, kCGImageSourceThumbnailMaxPixelSize: edge,
      ]
      return CGImageSourceCreateThumbnailAtIndex(source, index, options as CFDictionary)
    }

    private static var uncached: [CFString: Any] { [kCGImageSourceShouldCache: false] }
  }
#endif
