// Tiny animations: PNG and WebP frames written in code, and JPEG XL files of two frames (PNG, 3rd edition, 11.3.6; RFC
// 9649, 2.7.1).

/// A frame of an animated PNG or WebP.
package struct TinyFrame: Sendable {
  /// The image; it has as many channels as the file's image.
  package var image: TinyImage
  /// The top left corner; WebP allows only even numbers.
  package var x, y: Int
  /// The disposal: 0 none, 1 background, 2 previous (PNG only).
  package var disposal: UInt8
  /// Whether it is alpha-blended over the canvas.
  package var blends: Bool

  /// A frame at a position.
  package init(_ image: TinyImage, x: Int = 0, y: Int = 0, disposal: UInt8 = 0, blends: Bool = false) {
    (self.image, self.x, self.y, self.disposal, self.blends) = (image, x, y, disposal, blends)
  }
}

extension TinyPNG {
  /// Makes the image the first frame of an animation or, with `still`, a fallback for readers without animation.
  package mutating func animate(still: Bool = false, disposal: UInt8 = 0, _ frames: [TinyFrame]) {
    let count = frames.count + (still ? 0 : 1)
    var sequence = 0
    func next() -> [UInt8] {
      sequence += 1
      return Self.field(sequence - 1)
    }
    func control(_ frame: TinyFrame) -> Chunk {
      let numbers = [frame.image.width, frame.image.height, frame.x, frame.y].flatMap(Self.field)
      return Chunk("fcTL", next() + numbers + [0, 1, 0, 10, frame.disposal, frame.blends ? 1 : 0])
    }
    chunks.append(Chunk("acTL", Self.field(count) + Self.field(0)))
    if !still { chunks.append(control(TinyFrame(image, disposal: disposal))) }
    for frame in frames {
      chunksAfterImage.append(control(frame))
      let row = frame.image.width * frame.image.channels
      let rows = (0..<frame.image.height).flatMap { [0] + frame.image.samples[$0 * row..<($0 + 1) * row] }
      let coded = Self.zlib(rows)
      let half = coded.count / 2
      for part in [coded[..<half], coded[half...]] { chunksAfterImage.append(Chunk("fdAT", next() + part)) }
    }
  }
}

extension TinyWebP {
  /// Makes the image the canvas of these frames.
  package mutating func animate(_ frames: [TinyFrame]) {
    let order = TinyTIFF.ByteOrder.little
    imageChunks = [Chunk("ANIM", [255, 255, 255, 255, 0, 0])]
    for frame in frames {
      let place = [frame.x / 2, frame.y / 2, frame.image.width - 1, frame.image.height - 1]
      let head = place.flatMap { order.bytes($0, width: 3) } + order.bytes(100, width: 3)
      let flags = frame.disposal & 1 | (frame.blends ? 0 : 2)
      imageChunks.append(Chunk("ANMF", head + [flags] + Chunk("VP8L", Self.lossless(frame.image)).bytes))
    }
    isExtended = true
  }
}

extension TinyJXL {
  /// 3 × 2, two frames, lossless: the six colors, and the same in reverse order; made from an animated PNG by `cjxl -d
  /// 0 -e 1` of libjxl 0.7.0.
  package static let twoFrames: [UInt8] = [
    0xFF, 0x0A, 0x08, 0x40, 0xC1, 0x00, 0x02, 0x8A, 0x4B, 0x02, 0x08, 0x02, 0x92, 0x09, 0x00, 0x00, 0x90, 0x00, 0x4B,
    0x12, 0xA5, 0x42, 0x85, 0x24, 0xD6, 0x01, 0xE7, 0x05, 0x00, 0x00, 0x40, 0xF1, 0xFB, 0xE4, 0x07, 0xC0, 0x1E, 0xE0,
    0x5F, 0xC0, 0x7F, 0x00, 0x3E, 0x3D, 0xBD, 0x84, 0x3F, 0xBD, 0xFC, 0xEE, 0xF1, 0x7F, 0x8F, 0x0F, 0x08, 0x02, 0x92,
    0x05, 0x00, 0x88, 0x00, 0x4B, 0x12, 0xA5, 0x42, 0x85, 0x24, 0xD6, 0x01, 0xE7, 0x0D, 0x00, 0x00, 0x00, 0x91, 0x9B,
    0xFC, 0x00, 0xE8, 0xF7, 0x07, 0xDC, 0x1F, 0xD0, 0x0F, 0xFA, 0xF6, 0xFA, 0x60, 0x3F, 0x7F, 0xFB, 0xF3, 0xB7, 0x07,
  ]
}

extension TinyJXL {
  /// 3 × 2, two frames, lossless, with a header for BT.2020 in PQ: the image ``TinyImage/sixDim``, and the same in
  /// reverse order; made like ``twoFrames``, with `-x color_space=RGB_D65_202_Rel_PeQ`.
  package static let twoFramesInPQ: [UInt8] = [
    0xFF, 0x0A, 0x08, 0x40, 0xC1, 0x00, 0x02, 0xF2, 0xE8, 0x11, 0x87, 0x03, 0x00, 0x00, 0x00, 0x40, 0x08, 0x02, 0x92,
    0x09, 0x00, 0x00, 0x88, 0x00, 0x4B, 0x12, 0xA5, 0x42, 0x85, 0x24, 0x56, 0x00, 0xDD, 0x01, 0x10, 0x90, 0x02, 0x7F,
    0x65, 0x1D, 0x80, 0xA5, 0x65, 0x3F, 0x09, 0xE3, 0x03, 0xFC, 0x5C, 0xF3, 0xEF, 0x80, 0xF9, 0x60, 0xB9, 0x0E, 0x69,
    0x44, 0x08, 0x02, 0x92, 0x05, 0x00, 0x84, 0x00, 0x4B, 0x12, 0xA5, 0x42, 0x85, 0x24, 0x56, 0x00, 0xDD, 0x1D, 0x00,
    0x70, 0x88, 0x4A, 0x65, 0x1D, 0x00, 0xD8, 0x7C, 0x3F, 0x21, 0xE0, 0x75, 0xE7, 0x51, 0x2E, 0xB0, 0x05, 0x2A, 0x50,
    0xCF, 0x21, 0x56,
  ]
}

extension TinyImage {
  /// Six colors between black and white, 3 × 2.
  package static let sixDim: TinyImage = {
    let colors: [[UInt8]] = [
      [200, 60, 40], [60, 150, 60], [40, 60, 180], [120, 120, 40], [40, 130, 140], [150, 150, 150],
    ]
    var image = TinyImage(width: 3, height: 2, filledWith: [0, 0, 0])
    for (place, color) in colors.enumerated() { image[place % 3, place / 3] = color }
    return image
  }()

  /// The six colors in reverse order, white first.
  package static let sixReversed: TinyImage = {
    var image = TinyImage(width: 3, height: 2, filledWith: [0, 0, 0])
    for place in 0..<6 { image[place % 3, place / 3] = sixColors[2 - place % 3, 1 - place / 3] }
    return image
  }()
}
