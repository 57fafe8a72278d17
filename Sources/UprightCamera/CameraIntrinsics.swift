// The intrinsic matrix of a camera (AVFoundation: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix; camera2
// LENS_INTRINSIC_CALIBRATION), for the image as it is after rotating, mirroring, cropping and scaling.

public import UprightGeometry

/// Focal lengths and principal point in pixels of an image in space `S`, without skew.
///
/// A point x, y, z in front of the camera is seen at `focalLength.width` · x / z + `center.x`, and likewise for y. The
/// camera's x and y axes are those of the image, so they rotate and mirror with it.
public struct CameraIntrinsics<S: Space>: Hashable, Sendable {
  /// The focal lengths along both axes, in pixels.
  public let focalLength: Size2D<S>
  /// The principal point, from the image's top left corner.
  public let center: Point2D<S>

  /// Focal lengths and the principal point, in pixels.
  public init(focalLength: Size2D<S>, center: Point2D<S>) { (self.focalLength, self.center) = (focalLength, center) }

  /// Nine numbers of the matrix, column by column: fx 0 0, 0 fy 0, cx cy 1.
  ///
  /// - Returns: nil for any other count, for skew, and unless the focal lengths are positive.
  public init?(columns numbers: [Double]) {
    guard numbers.count == 9, numbers[0] > 0, numbers[4] > 0, numbers[8] == 1, numbers.allSatisfy(\.isFinite),
      [1, 2, 3, 5].allSatisfy({ numbers[$0] == 0 })
    else { return nil }
    self.init(focalLength: Size2D(width: numbers[0], height: numbers[4]), center: Point2D(x: numbers[6], y: numbers[7]))
  }

  /// The matrix's nine numbers, column by column.
  public var columns: [Double] { [focalLength.width, 0, 0, 0, focalLength.height, 0, center.x, center.y, 1] }

  /// Those of the image after a map of its pixels: an orientation, a crop, a scale, or all of them.
  ///
  /// - Returns: nil if the map rotates by other angles than multiples of 90, skews, or is degenerate.
  public func applying<To: Space>(_ map: Transform2D<S, To>) -> CameraIntrinsics<To>? {
    let (swaps, keeps) = (map.a == 0 && map.d == 0, map.b == 0 && map.c == 0)
    guard swaps != keeps else { return nil }
    let size = Size2D<To>(
      width: (swaps ? focalLength.height * map.c : focalLength.width * map.a).magnitude,
      height: (swaps ? focalLength.width * map.b : focalLength.height * map.d).magnitude)
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
    return CameraIntrinsics<To>(focalLength: size, center: center.applying(map))
  }

  /// Those of the image after an orientation.
  public func applying<To: Space>(
    _ orientation: Orientation<S, To>, in size: PixelSize<S>
  ) -> CameraIntrinsics<To> {
    let swaps = orientation.swapsAxes
    return CameraIntrinsics<To>(
      focalLength: Size2D(
        width: swaps ? focalLength.height : focalLength.width, height: swaps ? focalLength.width : focalLength.height),
      center: center.applying(Transform2D(orientation, in: size)))
  }

  /// Those of a part of the image, whose top left corner is the new origin.
  public func cropped(to rect: Rect2D<S>) -> Self {
    let part = rect.standardized
    return Self(focalLength: focalLength, center: Point2D(x: center.x - part.x, y: center.y - part.y))
  }
}
