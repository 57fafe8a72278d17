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

  // Rows of an image whose samples are not premultiplied with its alpha (CGImage.h: kCGImageAlphaLast,
  // kCGImageAlphaFirst): as ImageIO decoded them, because drawing them would premultiply.

  /// The bytes of an RGB image with straight alpha.
  struct StraightRows: SampleRows {
    /// Where red, green, blue and alpha are in a pixel's four bytes.
    struct Order {
      fileprivate let places: [Int]

      /// The order in an image; nil unless it has 8-bit RGB with straight alpha.
      init?(_ image: CGImage) {
        guard image.colorSpace?.model == .rgb, image.bitsPerComponent == 8, image.bitsPerPixel == 32,
          [.first, .last].contains(image.alphaInfo)
        else { return nil }
        let isFirst = image.alphaInfo == .first
        switch image.bitmapInfo.intersection(.byteOrderMask) {
        case [], .byteOrder32Big: places = isFirst ? [1, 2, 3, 0] : [0, 1, 2, 3]
        case .byteOrder32Little: places = isFirst ? [2, 1, 0, 3] : [3, 2, 1, 0]
        default: return nil
        }
      }
    }

    private let samples: Data
    private let order: Order
    private let bytesPerRow: Int
    private let corner: (x: Int, y: Int)
    private let size: PixelSize<Decoded>

    /// The pixels of an area inside the image.
    ///
    /// - Throws: `.codec` if ImageIO has no samples for it.
    init(
      _ image: CGImage, _ order: Order, _ corner: (x: Int, y: Int), _ size: PixelSize<Decoded>,
      _ format: ContainerFormat
    ) throws(UprightError) {
      let (last, overflow) = image.bytesPerRow.multipliedReportingOverflow(by: corner.y + size.height - 1)
      guard let samples = image.dataProvider?.data as Data?, !overflow, corner.x >= 0, corner.y >= 0, last >= 0,
        corner.x + size.width <= image.width, image.bytesPerRow >= image.width * 4,
        samples.count - last >= image.width * 4
      else { throw .codec(format: format, message: "ImageIO has no samples") }
      (self.samples, self.order, bytesPerRow) = (samples, order, image.bytesPerRow)
      (self.corner, self.size) = (corner, size)
    }

    func bytes(_ rows: Range<Int>, _ layout: SampleLayout) -> [UInt8] {
      let places = order.places.prefix(layout.channels.count)
      var found: [UInt8] = []
      found.reserveCapacity(rows.count * size.width * places.count)
      for row in rows where 0..<size.height ~= row {
        let line = samples.startIndex + (corner.y + row) * bytesPerRow + corner.x * 4
        for column in 0..<size.width {
          for place in places { found.append(samples[line + column * 4 + place]) }
        }
      }
      return found
    }
  }
#endif
