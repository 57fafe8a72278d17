// Sample buffers: only their image. Formats: only their dimensions.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreVideo

public struct CMVideoDimensions: Sendable {
  public var width: Int32
  public var height: Int32

  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
}

public final class CMFormatDescription: Sendable {
  public let dimensions: CMVideoDimensions

  /// Only of the stand-in.
  public init(standIn dimensions: CMVideoDimensions) { self.dimensions = dimensions }
}

public typealias CMVideoFormatDescription = CMFormatDescription

public final class CMSampleBuffer {
  public let imageBuffer: CVImageBuffer?

  /// Only of the stand-in.
  public init(standIn imageBuffer: CVImageBuffer?) { self.imageBuffer = imageBuffer }
}
