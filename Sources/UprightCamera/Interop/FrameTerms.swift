// Platform terms for how a captured frame becomes upright: of connections, of ffmpeg, of MediaPipe.

public import UprightGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// How a capture connection makes an image upright (AVCaptureConnection.videoRotationAngle and isVideoMirrored; the
// older videoOrientation).
extension Interop {
  /// AVFoundation's pair on a connection: the rotation first, then the mirror. Lossless.
  ///
  /// Connections for photos and movies put it in a tag or matrix. Those for frames and depth apply it to the pixels, so
  /// it also belongs in ``CaptureSnapshot/applied``.
  public struct VideoRotation: Hashable, Sendable {
    /// `videoRotationAngle`, clockwise as displayed.
    public let angle: QuarterTurn
    /// `isVideoMirrored`: whether left and right are swapped after rotating.
    public let isVideoMirrored: Bool

    /// The pair for a buffer with this orientation.
    public init(_ orientation: Orientation<Stored, Displayed>) {
      let (quarters, mirrored) = orientation.rotateFirst
      (angle, isVideoMirrored) = (QuarterTurn(quarters: quarters), mirrored)
    }

    /// The pair of a connection; nil unless the degrees are a multiple of 90. A connection can rotate by other angles,
    /// but no tag expresses them.
    public init?(videoRotationAngle degrees: Double, isVideoMirrored: Bool) {
      guard let whole = Int(exactly: degrees), let angle = QuarterTurn(degrees: whole) else { return nil }
      (self.angle, self.isVideoMirrored) = (angle, isVideoMirrored)
    }

    /// The connection's effect on the sensor's image.
    public var orientation: Orientation<Stored, Displayed> {
      Orientation(clockwiseFirst: angle.quarters, thenMirrored: isVideoMirrored)
    }
  }
}

// A frame for readers that take a rotation: `rotationDegrees` of CameraX' ImageInfo and of ML Kit's InputImage on
// Android.

extension Interop {
  /// A rotation of the unmirrored buffer, and whether a mirror after it must be handled elsewhere.
  ///
  /// CameraX and ML Kit on Android cannot express the mirror. Their results are in the rotated image, and the app that
  /// shows them must mirror them. ``VideoRotation`` and ``MediaPipeOptions`` contain the same rotation for AVFoundation
  /// and MediaPipe. ExifInterface's `rotationDegrees` differs if a 90-degree rotation and a mirror combine, because its
  /// mirror comes first: `ClockwiseAngle`.
  public struct FrameRotation: Hashable, Sendable {
    /// The clockwise rotation that makes the buffer upright; any mirror comes after it.
    public let angle: QuarterTurn
    /// Whether left and right are swapped after the rotation, which the angle does not express.
    public let losesMirror: Bool

    /// The rotation of a capture's buffer.
    public init(_ capture: CaptureSnapshot) { (angle, losesMirror) = capture.rotateFirst }

    /// The orientation that a reader displays if it knows only the rotation.
    public var orientationWithoutMirror: Orientation<Stored, Displayed> { Orientation(clockwise: angle.quarters) }
  }
}

// The two angles of a rotation coordinator (AVCaptureDevice.RotationCoordinator, iOS 17).

extension Interop {
  /// The angles of `AVCaptureDevice.RotationCoordinator`, degrees clockwise, before any mirror.
  public struct RotationAngles: Hashable, Sendable {
    /// `videoRotationAngleForHorizonLevelCapture`: by the pose in which the device is held, whatever the interface's
    /// lock.
    public let capture: QuarterTurn
    /// `videoRotationAngleForHorizonLevelPreview`: by the pose of the interface that shows the preview.
    public let preview: QuarterTurn

    /// The angles of a camera in a device that is held in one pose, with an interface that may be locked to another.
    public init(_ mount: CameraMount, device: DevicePose, interface: DevicePose) {
      (capture, preview) = (Self.angle(mount, device), Self.angle(mount, interface))
    }

    private static func angle(_ mount: CameraMount, _ pose: DevicePose) -> QuarterTurn {
      CaptureSnapshot(mount: mount, pose: pose, storedSize: PixelSize(width: 1, height: 1)).rotateFirst.turn
    }
  }
}

// ffmpeg's side data with the display matrix of a stream or frame (libavutil/display.h; AV_PKT_DATA_DISPLAYMATRIX,
// AV_FRAME_DATA_DISPLAYMATRIX).
extension Interop {
  /// The nine numbers of ffmpeg's side data, in the order of a movie track's matrix. They are lossless; an angle is
  /// not.
  public struct DisplayMatrix: Hashable, Sendable {
    /// The same numbers as a track's matrix.
    public let track: TrackMatrix

    /// The side data of a stream whose track has this matrix.
    public init(_ track: TrackMatrix) { self.track = track }

    /// The side data of a capture's movie; nil if a side is longer than 32,767.
    public init?(_ capture: CaptureSnapshot) {
      guard let track = capture.trackMatrix else { return nil }
      self.init(track)
    }

    /// Nine numbers as in the side data; nil for any other count.
    public init?(words: [Int32]) {
      guard let track = TrackMatrix(words: words) else { return nil }
      self.init(track)
    }

    /// a, b, u, c, d, v, x, y, w: u, v and w with 30 fraction bits, the others with 16.
    public var words: [Int32] { track.words }

    /// The result of `av_display_rotation_get`, in degrees **counter**clockwise, -180…180: the direction of the
    /// buffer's x axis.
    ///
    /// It does not include the mirror, and for a mirrored matrix no rotation by it is correct: check the
    /// ``determinant`` first.
    ///
    /// - Returns: nil if ffmpeg has no number, because the matrix is degenerate.
    public var rotation: Double? {
      let map = track.transform
      let (across, down) = (hypot(map.a, map.c), hypot(map.b, map.d))
      guard across != 0, down != 0 else { return nil }
      return -atan2(map.b / down, map.a / across) * 180 / .pi
    }

    /// The factor of areas; negative if the image is mirrored.
    public var determinant: Double {
      let map = track.transform
      return map.a * map.d - map.b * map.c
    }

    /// Its orientation; nil if it is not one of the eight.
    public var orientation: Orientation<Stored, Displayed>? { track.orientation }
  }
}

// The parameters of a MediaPipe task for a frame (ImageProcessingOptions: rotation_degrees, region_of_interest).
extension Interop {
  /// The options of a MediaPipe task: it crops the region out of the buffer first and then rotates it.
  ///
  /// The options cannot express a mirror: mirror the results.
  public struct MediaPipeOptions: Hashable, Sendable {
    /// `rotation_degrees`: clockwise, 0…270.
    public let rotationDegrees: Int
    /// `region_of_interest`: 0…1 of the stored buffer, before rotation; nil for all of it.
    public let region: Rect2D<Normalized<Stored>>?
    /// Whether left and right are swapped after the rotation, which the options do not express.
    public let losesMirror: Bool

    /// The options for a whole buffer.
    public init(_ capture: CaptureSnapshot) { self.init(capture, stored: nil) }

    /// The options for a part of a buffer.
    ///
    /// - Parameters:
    ///   - capture: The frame.
    ///   - region: The part, in pixels of the displayed image.
    /// - Returns: nil if no part of it is in the image.
    public init?(_ capture: CaptureSnapshot, region: Rect2D<Displayed>) {
      let stored = region.applying(capture.orientation.inverse, in: capture.displayedSize)
      guard let inside = stored.clipped(to: capture.storedSize) else { return nil }
      self.init(capture, stored: inside.normalized(in: capture.storedSize))
    }

    private init(_ capture: CaptureSnapshot, stored region: Rect2D<Normalized<Stored>>?) {
      let turn = FrameRotation(capture)
      (rotationDegrees, losesMirror, self.region) = (turn.angle.degrees, turn.losesMirror, region)
    }
  }
}
