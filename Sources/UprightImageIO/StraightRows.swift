// Rows of an image whose samples are not premultiplied with its alpha (CGImage.h: kCGImageAlphaLast,
// kCGImageAlphaFirst): as ImageIO decoded them, because drawing them would premultiply.

#if ImageIO && canImport(ImageIO) && canImport(CoreGraphics)
  import CoreGraphics
  import Foundation
  import Upright

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
