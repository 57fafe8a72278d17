// The frames of an animation, as its headers state them (PNG, 3rd edition, 11.3.6; RFC 9649, 2.7.1; ISO 23008-12, 7).

package import UprightGeometry

/// What a file states about its animation.
public struct ImageAnimation: Hashable, Sendable {
  /// Number of frames; nil if only a decoder can determine it.
  public let frameCount: Int?
  /// Whether the file has a still image that is not a frame. This is a PNG's default image for readers without
  /// animation support, or a HEIF's primary item.
  public let hasSeparateStill: Bool
  /// Whether readers show that still image before any frame, as they do for HEIF and AVIF.
  public let showsStillFirst: Bool
  /// The frames that this library composes; empty if a decoder composes them.
  package let frames: [Frame]

  /// An animation with these frames; unless `isCounted`, more may follow.
  init(_ frames: [Frame], hasSeparateStill: Bool = false, isCounted: Bool = true) {
    (self.frames, self.hasSeparateStill) = (frames, hasSeparateStill)
    (frameCount, showsStillFirst) = (isCounted ? frames.count : nil, false)
  }

  /// An animation whose frames the decoder determines.
  init(frameCount: Int?, showsStillFirst: Bool = false) {
    (self.frameCount, self.showsStillFirst) = (frameCount, showsStillFirst)
    (frames, hasSeparateStill) = ([], showsStillFirst)
  }

  /// One frame: what it changes on the canvas, and how its area is disposed of before the next frame.
  package struct Frame: Hashable, Sendable {
    /// How the frame's area is disposed of before the next frame is drawn.
    package enum Disposal: Hashable, Sendable {
      /// The area is kept.
      case keep
      /// The area becomes transparent.
      case clear
      /// The area is restored to its previous contents.
      case restore
    }

    /// Where the frame is drawn on the canvas.
    package let rect: PixelRect<Stored>
    /// How its area is disposed of.
    package let disposal: Disposal
    /// Whether the frame is blended over the canvas, so that its transparent pixels show what is there.
    package let blends: Bool
    /// Whether all its pixels are opaque.
    package let isOpaque: Bool
    /// Whether it is losslessly coded.
    let isLossless: Bool
    /// File offset of its chunk.
    let offset: Int
  }

  /// The frame that is shown first; 0 is the still image.
  public var firstFrame: Int { showsStillFirst ? 0 : 1 }

  /// Whether a frame (1-based) replaces everything drawn before it.
  package func isWhole(_ number: Int, on canvas: PixelSize<Stored>) -> Bool {
    guard frames.indices.contains(number - 1) else { return true }
    let frame = frames[number - 1]
    return frame.rect == canvas.bounds && (number == 1 || !frame.blends || frame.isOpaque)
  }

  /// The frame at which drawing must start to produce `number`. This is the last frame up to it that replaces
  /// everything and is not undone by `.restore`; otherwise the first.
  package func start(of number: Int, on canvas: PixelSize<Stored>) -> Int {
    let last = min(max(number, 1), max(frames.count, 1))
    var start = last
    while start > 1, !isWhole(start, on: canvas) || start < last && frames[start - 1].disposal == .restore {
      start -= 1
    }
    return start
  }

  /// Whether the canvas is fully opaque after this frame is drawn.
  func isOpaque(_ number: Int, on canvas: PixelSize<Stored>) -> Bool {
    var isOpaque = false
    for (index, frame) in frames.prefix(max(0, number)).enumerated() {
      let covers = frame.rect == canvas.bounds
      let shown = covers && frame.isOpaque || isOpaque && (frame.blends || frame.isOpaque)
      if index == number - 1 { return shown }
      switch frame.disposal {
      case .keep: isOpaque = shown
      case .clear: isOpaque = false
      case .restore: isOpaque = isOpaque && index > 0
      }
    }
    return isOpaque
  }

  /// Whether all frames up to this number are losslessly coded.
  func isLossless(_ number: Int) -> Bool { frames.prefix(max(0, number)).allSatisfy(\.isLossless) }
}
