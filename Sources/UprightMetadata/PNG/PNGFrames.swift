// The frames of an animated PNG (PNG, 3rd edition, 11.3.6), from the chunks `acTL` and `fcTL`.

internal import UprightGeometry

/// Collects the frames that chunks define, up to the first violation: readers show no frame after it either.
struct PNGFrames {
  /// The contents of an `fcTL` chunk.
  struct Control {
    let place: PixelRect<Stored>
    let disposal: ImageAnimation.Frame.Disposal
    let blends: Bool
    let offset: Int
  }

  private var announced: Int?
  /// Minimum sequence number of the next chunk.
  private var sequence = 0
  private var isBroken = false
  private var hasPixels = false
  /// Whether the last frame has image data.
  private var isFilled = true
  private(set) var controls: [Control] = []
  /// Whether the image in `IDAT` is not a frame.
  private(set) var hasSeparateStill = false

  /// Size in bytes of `fcTL`.
  private static let controlCount = 26

  /// Adds `acTL`, which is ignored after the image data.
  mutating func take(announcement data: [UInt8]) {
    guard announced == nil, !hasPixels, data.count == 8 else { return }
    announced = BigEndian.number(data[..<4])
  }

  /// Records image data of the still image.
  mutating func takePixels() {
    if !hasPixels { hasSeparateStill = controls.isEmpty }
    (hasPixels, isFilled) = (true, true)
  }

  /// Records image data of a frame.
  mutating func takeFramePixels() { isFilled = true }

  /// Adds a frame's position and disposal.
  mutating func take(control data: [UInt8], at offset: Int, on canvas: PixelSize<Stored>) {
    if hasPixels, !isFilled {
      controls.removeLast()
      (isBroken, isFilled) = (true, true)
    }
    guard !isBroken, let announced, controls.count < announced, data.count == Self.controlCount,
      data[24] <= 2, data[25] <= 1
    else { return isBroken = true }
    let numbers = BigEndian.numbers(Array(data[4..<20]), size: 4)
    let place = PixelRect<Stored>(x: numbers[2], y: numbers[3], width: numbers[0], height: numbers[1])
    let isInside =
      place.width > 0 && place.height > 0 && place.x <= canvas.width && place.y <= canvas.height
      && place.width <= canvas.width - place.x && place.height <= canvas.height - place.y
    let number = BigEndian.number(data[..<4])
    guard isInside, hasPixels || controls.isEmpty && place == canvas.bounds, number >= sequence else {
      return isBroken = true
    }
    // Chunks with a frame's image data are numbered in the same sequence.
    sequence = number + 1
    controls.append(
      Control(place: place, disposal: [.keep, .clear, .restore][Int(data[24])], blends: data[25] == 1, offset: offset))
    isFilled = false
  }

  /// The animation, if there are frames besides the still image.
  func animation(isOpaque: Bool) -> ImageAnimation? {
    let controls = isFilled ? self.controls : Array(self.controls.dropLast())
    guard announced != nil, controls.count > 1 || controls.count == 1 && hasSeparateStill else { return nil }
    let frames = controls.enumerated().map { index, control in
      // The canvas is transparent before the first frame.
      let disposal = index == 0 && control.disposal == .restore ? .clear : control.disposal
      return ImageAnimation.Frame(
        rect: control.place, disposal: disposal, blends: control.blends, isOpaque: isOpaque, isLossless: true,
        offset: control.offset)
    }
    return ImageAnimation(frames, hasSeparateStill: hasSeparateStill)
  }
}

extension PNGFrame {
  /// One frame of an animated PNG as a separate PNG of the frame's size, without metadata.
  ///
  /// - Returns: nil if the frame is the image in `IDAT`, which a decoder reads from the source directly.
  /// - Throws: `MetadataError` `.imageMissing` if there is no such frame; `.boxInvalid` for a wrong checksum;
  ///   `.truncated`, `.unreadable`.
  package static func file(
    ofFrame number: Int, in source: some ByteSource, animation: ImageAnimation
  ) throws(MetadataError) -> [UInt8]? {
    guard animation.frames.indices.contains(number - 1) else { throw MetadataError(.imageMissing, at: 0) }
    if number == 1, !animation.hasSeparateStill { return nil }
    let frame = animation.frames[number - 1]
    var reader = RangeReader(source, structures: PNGChunk.limit)
    var header = try reader.chunk(at: 8)
    guard header.kind == "IHDR", header.payload.count == 13 else { throw MetadataError(.boxInvalid, at: 8) }
    let sides = [frame.rect.width, frame.rect.height].flatMap { BigEndian.bytes($0) }
    let coding = try reader.bytes(at: header.payload.lowerBound + 8, count: 5)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGChunk.bytes("IHDR", sides + coding)
    var offset = header.end
    while offset < frame.offset {
      header = try reader.chunk(at: offset)
      offset = header.end
      // All palette and transparency chunks that decoders use come before the image data.
      if header.kind == "IDAT" || header.kind == "fdAT" { break }
      if header.kind == "PLTE" || header.kind == "tRNS" {
        file += try source.whole(header.offset..<header.end)
      }
    }
    var isEmpty = true
    offset = try reader.chunk(at: frame.offset).end
    while true {
      header = try reader.chunk(at: offset)
      guard header.kind != "fcTL", header.kind != "IEND" else { break }
      offset = header.end
      guard header.kind == "fdAT", header.payload.count >= 4 else { continue }
      let bytes = try source.whole(header.payload.lowerBound..<header.end)
      let data = Array(bytes.dropLast(4))
      guard PNGChunk.checksum("fdAT", data) == Array(bytes.suffix(4)) else {
        throw MetadataError(.boxInvalid, at: header.offset)
      }
      file += PNGChunk.bytes("IDAT", Array(data.dropFirst(4)))
      isEmpty = false
    }
    guard !isEmpty else { throw MetadataError(.imageMissing, at: frame.offset) }
    return file + PNGChunk.bytes("IEND", [])
  }
}
