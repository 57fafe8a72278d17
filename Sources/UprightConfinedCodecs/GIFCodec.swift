// GIF by giflib (GIF 87a; GIF 89a): decodes images, drawn on the logical screen.

import CConfined
public import Upright
import UprightCodecs
import UprightMetadata

/// GIF by giflib: RGB and RGBA of 8 bits; single frames of animations; decoding only.
///
/// Areas of the screen without an image are transparent, and so is a palette's transparent color.
public struct GIFCodec: ImageDecoder {
  /// The codec; it has no state.
  public init() {}

  /// GIF.
  public var format: ContainerFormat { .gif }

  /// Decoding at full size.
  public var capabilities: Capabilities { CodecFacts.gif.capabilities }

  /// Decodes a region of the screen after the first image, or the one that the pass names, is drawn.
  ///
  /// The library gets each image as a separate file, and the screen is held in memory.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `ImageDecoder`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let number = max(1, pass.imageIndex ?? 1)
    let frames = try Self.frames(source)
    if let reason = frames.unsupportedReason(ofFrame: number) { throw .unsupported(Phrase(reason.description)) }
    let composer = try FrameComposer(frames.animation, on: frames.size, pass, format, limits)
    try composer.compose(number, band: band) { frame, part, band throws(UprightError) in
      let call = try ConfinedCall(reading: Self.file(ofFrame: frame, of: frames), as: format, limits: limits)
      let image = try call.openImage()
      guard composer.size(frame) == PixelSize(width: Int(image.width), height: Int(image.height)) else {
        throw .malformed(MetadataError(.corruptData, at: 0))
      }
      try call.decode(part, of: image, format, band: band)
    }
  }

  private static func frames(_ source: any ByteSource) throws(UprightError) -> GIFFrames {
    do { return try GIFFrames(source) } catch { throw UprightError(error) }
  }

  private static func file(ofFrame number: Int, of frames: GIFFrames) throws(UprightError) -> any ByteSource {
    do { return try frames.file(ofFrame: number) } catch { throw UprightError(error) }
  }
}
