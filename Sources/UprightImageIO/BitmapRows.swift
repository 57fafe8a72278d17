// Rows of a bitmap in an image's own color space (CGBitmapContext.h): 8 bits, gray or RGBA with premultiplied alpha.

#if ImageIO && canImport(ImageIO) && canImport(CoreGraphics)
  import CoreGraphics
  import Upright

  /// Decoded rows of a pass.
  protocol SampleRows {
    /// The samples of some rows, top first, in these channels.
    func bytes(_ rows: Range<Int>, _ layout: SampleLayout) -> [UInt8]
  }

  /// A drawn bitmap. Samples of partly transparent pixels come back within a step.
  struct BitmapRows: SampleRows {
    private let context: CGContext
    private let isGray: Bool
    private let size: PixelSize<Decoded>

    /// A bitmap of `size` in the colors of `image`, so that drawing the image converts none.
    ///
    /// - Parameter mustBeGray: Whether one sample of each pixel is used, which must then stand for all.
    /// - Throws: `.unsupported` for colors other than gray and RGB, and gray with alpha; `.codec` if there is no bitmap, or
    ///   if one that must be gray has colors.
    init(
      _ image: CGImage, _ size: PixelSize<Decoded>, mustBeGray: Bool, _ format: ContainerFormat,
      _ draw: (CGContext) -> Void
    ) throws(UprightError) {
      let own = image.colorSpace
      guard let space = own?.model == .indexed ? own?.baseColorSpace : own, [.rgb, .monochrome].contains(space.model)
      else { throw .unsupported("the colors of this \(format.name) by ImageIO") }
      isGray = space.model == .monochrome
      guard !isGray || [.none, .noneSkipLast, .noneSkipFirst].contains(image.alphaInfo) else {
        throw .unsupported("gray with alpha by ImageIO")
      }
      let alpha = isGray ? CGImageAlphaInfo.none : .premultipliedLast
      let made = unsafe CGContext(
        data: nil, width: size.width, height: size.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: alpha.rawValue)
      guard let made else { throw .codec(format: format, message: "Core Graphics has no bitmap for it") }
      made.interpolationQuality = .none
      (context, self.size) = (made, size)
      draw(made)
      guard !mustBeGray || isGray || hasOnlyGrays else {
        throw .codec(format: format, message: "ImageIO decodes colors where the header states gray")
      }
    }

    private var hasOnlyGrays: Bool {
      guard let base = unsafe context.data else { return false }
      return (0..<size.height).allSatisfy { row in
        let line = unsafe UnsafeRawBufferPointer(start: base + row * context.bytesPerRow, count: size.width * 4)
        return stride(from: 0, to: line.count, by: 4).allSatisfy { at in
          unsafe line[at] == line[at + 1] && line[at] == line[at + 2]
        }
      }
    }

    func bytes(_ rows: Range<Int>, _ layout: SampleLayout) -> [UInt8] {
      guard let base = unsafe context.data else { return [] }
      let (stride, channels) = (context.bytesPerRow, layout.channels)
      var samples: [UInt8] = []
      samples.reserveCapacity(rows.count * size.width * channels.count)
      for row in rows where 0..<size.height ~= row {
        let line = unsafe UnsafeRawBufferPointer(
          start: base + row * stride, count: size.width * (isGray ? 1 : 4))
        for column in 0..<size.width {
          if isGray {
            let value = unsafe line[column]
            for channel in 0..<channels.count { samples.append(channel == 3 ? 255 : value) }
            continue
          }
          let alpha = unsafe line[column * 4 + 3]
          if channels == .gray {
            samples.append(unsafe line[column * 4])
            continue
          }
          for channel in 0..<3 { samples.append(Self.straight(unsafe line[column * 4 + channel], alpha)) }
          if channels == .rgba { samples.append(alpha) }
        }
      }
      return samples
    }

    /// A sample without its alpha.
    private static func straight(_ sample: UInt8, _ alpha: UInt8) -> UInt8 {
      guard alpha > 0, alpha < 255 else { return sample }
      return UInt8(min(255, (Int(sample) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
  }
#endif
