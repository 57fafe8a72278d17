// A preview layer, and places in it (AVCaptureVideoPreviewLayer.h).

#if canImport(AVFoundation) && canImport(QuartzCore) && !os(visionOS) && !os(watchOS) && !os(tvOS)
  public import AVFoundation
  import QuartzCore
  public import UprightCamera
  public import UprightGeometry

  extension AVCaptureVideoPreviewLayer {
    /// Shows the camera upright for a capture in the *interface's* pose; the gravity stays.
    ///
    /// - Throws: ``UnsupportedConnection``. A layer without a connection is left alone.
    public func apply(_ capture: CaptureSnapshot) throws(UnsupportedConnection) { try connection?.apply(capture) }
  }

  extension CaptureSnapshot {
    /// From the buffer's pixels to the points of a layer, as its gravity shows them.
    public func preview(in layer: AVCaptureVideoPreviewLayer) -> Transform2D<Stored, Viewport> {
      preview(in: Rect2D(viewport: layer.bounds) ?? .empty, mode: FittingMode(layer.videoGravity))
    }

    /// The buffer's pixel under a point of a layer; nil if the layer or the buffer is empty.
    public func storedPoint(under point: CGPoint, in layer: AVCaptureVideoPreviewLayer) -> Point2D<Stored>? {
      preview(in: layer).inverse?.apply(Point2D(viewport: point))
    }
  }

  extension Rect2D {
    fileprivate static var empty: Self { Self(x: 0, y: 0, width: 0, height: 0) }
  }
#endif
