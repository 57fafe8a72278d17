// The frames of an animation, as its headers say them (PNG, 3rd edition, 11.3.6; RFC 9649, 2.7.1; ISO 23008-12, 7).

package import UprightGeometry

/// What a file says of its animation.
public struct Animation: Hashable, Sendable {
  /// How many frames it has; nil where only a decoder finds out.
  public let frameCount: Int?
  /// Whether the file holds a still image that is no frame: a PNG's for readers that know no animation, a HEIF's primary item.
  public let hasSeparateStill: Bool
  /// Whether readers show that still image before any frame, as they do for HEIF and AVIF.
  public let showsStillFirst: Bool
  /// The frames where they are composed here; none where a decoder composes them.
  package let frames: [Frame]

  /// An animation of these frames.
  init(_ frames: [Frame], hasSeparateStill: Bool = false) {
    (self.frames, self.hasSeparateStill) = (frames, hasSeparateStill)
    (frameCount, showsStillFirst) = (frames.count, false)
  }

  /// An animation whose frames a decoder finds.
  init(frameCount: Int?, showsStillFirst: Bool = false) {
    (self.frameCount, self.showsStillFirst) = (frameCount, showsStillFirst)
    (frames, hasSeparateStill) = ([], showsStillFirst)
  }

  /// One frame: what changes on the canvas, and what becomes of that before the next.
  package struct Frame: Hashable, Sendable {
    /// What becomes of the frame's place before the next frame is drawn.
    package enum Disposal: Hashable, Sendable {
      /// It stays.
      case keep
      /// It becomes transparent.
      case clear
      /// It becomes what it was before.
      case restore
    }

    /// Where it is drawn.
    package let rect: PixelRect<Stored>
    /// What becomes of it.
    package let disposal: Disposal
    /// Whether it is drawn over what is there, so that its transparent pixels let that through.
    package let blends: Bool
    /// Whether all of its pixels are opaque.
    package let isOpaque: Bool
    /// Whether it is coded without loss.
    let isLossless: Bool
    /// Where its chunk is located.
    let offset: Int
  }

  /// The frame that is shown first; 0 is the still image.
  public var firstFrame: Int { showsStillFirst ? 0 : 1 }

  /// Whether a frame, counted from 1, replaces all that was drawn before it.
  package func isWhole(_ number: Int, on canvas: PixelSize<Stored>) -> Bool {
    guard frames.indices.contains(number - 1) else { return true }
    let frame = frames[number - 1]
    return frame.rect == canvas.bounds && (number == 1 || !frame.blends || frame.isOpaque)
  }

  /// The frame from which on frames are drawn to get to `number`: the last one up to it that replaces everything and does not give way again to
  /// what was there before, else the first.
  package func start(of number: Int, on canvas: PixelSize<Stored>) -> Int {
    let last = min(max(number, 1), max(frames.count, 1))
    var start = last
    while start > 1, !isWhole(start, on: canvas) || start < last && frames[start - 1].disposal == .restore {
      start -= 1
    }
    return start
  }

  /// Whether no pixel lets anything through once the frame with this number is drawn.
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

  /// Whether no frame up to this number lost anything by its coding.
  func isLossless(_ number: Int) -> Bool { frames.prefix(max(0, number)).allSatisfy(\.isLossless) }
}

extension Probe {
  /// What the file says of its animation; nil for a still image.
  public var animation: Animation? { header.container.animation }

  /// The probe of one frame, which is then the image; frames count from 1, and 0 is the still image beside them.
  ///
  /// - Returns: nil where there is no such frame.
  package func showing(frame number: Int) -> Probe? {
    guard let animation else { return number == 1 ? self : nil }
    guard number >= (animation.hasSeparateStill ? 0 : 1), number <= animation.frameCount ?? .max else { return nil }
    var shown = self
    shown.shownFrame = number
    return shown
  }

  /// Whether the shown frame is composed of several, or of a part of the image.
  package var composesFrames: Bool {
    guard let shownFrame, shownFrame > 0, let animation else { return false }
    return !animation.isWhole(shownFrame, on: storedSize)
  }
}
