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

  // A layer's y axis points up on macOS.
  #if !os(macOS)
    extension CaptureSnapshot {
      /// From the buffer's pixels to the points of a layer, as its gravity shows them.
      public func preview(in layer: AVCaptureVideoPreviewLayer) -> Transform2D<Stored, Viewport> {
        preview(in: layer.area, mode: FittingMode(layer.videoGravity))
      }

      /// The buffer's pixel under a point of a layer; nil if the layer or the buffer is empty.
      public func storedPoint(under point: CGPoint, in layer: AVCaptureVideoPreviewLayer) -> Point2D<Stored>? {
        preview(in: layer).inverse?.apply(Point2D(viewport: point))
      }

      /// Where a layer shows what was found in a frame of the same camera, in the layer's points: a box of Vision in the
      /// upright frame, for an outline over the preview. Nil if the layer or the buffer is empty, or the frame is another
      /// camera's.
      ///
      /// - Parameters:
      ///   - found: A part of the displayed frame.
      ///   - frame: The facts about the frame. Its pose and mirror may differ from the layer's.
      ///   - layer: The layer that was given this capture.
      public func layerRect(
        showing found: Selection, in frame: CaptureSnapshot, layer: AVCaptureVideoPreviewLayer
      ) -> CGRect? {
        let view = layer.area
        return previewArea(of: found, in: frame, view: view, mode: FittingMode(layer.videoGravity))
          .map(CGRect.init(viewport:))
      }

      /// What `AVCaptureDevice.focusPointOfInterest` and `exposurePointOfInterest` take for a touch: 0…1 of the image that
      /// the sensor delivers, not rotated or mirrored. Nil beside the image.
      ///
      /// `AVCaptureVideoPreviewLayer.captureDevicePointConverted(fromLayerPoint:)` is Apple's own answer.
      public func pointOfInterest(under point: CGPoint, in layer: AVCaptureVideoPreviewLayer) -> CGPoint? {
        guard let stored = storedPoint(under: point, in: layer) else { return nil }
        let (x, y) = (stored.x / Double(storedSize.width), stored.y / Double(storedSize.height))
        // A tap on an edge may be beyond it by rounding.
        let slack = 1e-9
        guard (-slack...1 + slack).contains(x), (-slack...1 + slack).contains(y) else { return nil }
        let unit = PixelSize<Stored>(width: 1, height: 1)
        let sensor = Transform2D(applied.inverse, in: unit).apply(Point2D(x: min(max(x, 0), 1), y: min(max(y, 0), 1)))
        return CGPoint(x: sensor.x, y: sensor.y)
      }
    }

    extension CALayer {
      /// Its bounds; without an area if they are null.
      fileprivate var area: Rect2D<Viewport> {
        bounds.isNull ? Rect2D(x: 0, y: 0, width: 0, height: 0) : Rect2D(viewport: bounds)
      }
    }
  #endif
#endif
