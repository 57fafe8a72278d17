// Sample buffers: only their image.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreVideo

public final class CMSampleBuffer {
  public let imageBuffer: CVImageBuffer?

  /// Only of the stand-in.
  public init(standIn imageBuffer: CVImageBuffer?) { self.imageBuffer = imageBuffer }
}
