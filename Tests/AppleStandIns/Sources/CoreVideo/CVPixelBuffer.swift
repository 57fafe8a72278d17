// Pixel buffers: only their size.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics

public final class CVBuffer {
  let width: Int
  let height: Int

  /// Only of the stand-in.
  public init(standInWidth width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVImageBuffer

public func CVPixelBufferGetWidth(_ buffer: CVPixelBuffer) -> Int { buffer.width }
public func CVPixelBufferGetHeight(_ buffer: CVPixelBuffer) -> Int { buffer.height }
