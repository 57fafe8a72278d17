// Vision's rectangles for the oriented image: 0…1 from the lower left corner (VNObservation.h, VNRequest.h).

#if canImport(Vision) && canImport(CoreVideo)
  public import CoreVideo
  public import UprightCamera
  public import UprightGeometry
  public import Vision

  extension Selection {
    /// The part of the displayed image that Vision found; nil if it is outside the image or empty.
    ///
    /// - Parameters:
    ///   - observation: Its box, 0…1.
    ///   - region: What the box is relative to: the request's region of interest, if it had one; by default, the whole
    ///     image.
    public init?(_ observation: VNDetectedObjectObservation, within region: Selection? = nil) {
      let box = Rect2D(vision: observation.boundingBox)
      guard !box.isNull else { return nil }
      guard let region else {
        self.init(vision: box)
        return
      }
      let (inside, whole): (Rect2D<Normalized<Displayed>>, Rect2D<Normalized<Displayed>>) = (box.yDown(), region.area)
      self.init(
        Rect2D<Normalized<Displayed>>(
          x: whole.x + inside.x * whole.width, y: whole.y + inside.y * whole.height,
          width: inside.width * whole.width, height: inside.height * whole.height))
    }
  }

  extension VNImageBasedRequest {
    /// Looks only at this part of the displayed image.
    public func setRegionOfInterest(_ selection: Selection) { regionOfInterest = CGRect(vision: selection.vision) }
  }

  extension VNImageRequestHandler {
    /// A handler for a captured frame: Vision sees it as displayed, so that its rectangles are `Selection`s.
    public convenience init(
      _ frame: CVPixelBuffer, of capture: CaptureSnapshot, options: [VNImageOption: Any] = [:]
    ) {
      self.init(cvPixelBuffer: frame, orientation: CGImagePropertyOrientation(capture.orientation), options: options)
    }
  }
#endif
