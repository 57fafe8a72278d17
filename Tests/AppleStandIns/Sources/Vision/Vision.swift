// Vision: rectangles are 0…1 of the oriented image, from the lower left corner.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import CoreVideo
@_exported public import ImageIO

open class VNDetectedObjectObservation: NSObject {
  public let boundingBox: CGRect

  public init(boundingBox: CGRect) { self.boundingBox = boundingBox }
}

open class VNImageBasedRequest: NSObject {
  open var regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
}

public struct VNImageOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

open class VNImageRequestHandler: NSObject {
  /// Only of the stand-in.
  public let standInOrientation: CGImagePropertyOrientation

  public init(
    cvPixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
  ) { standInOrientation = orientation }
}
