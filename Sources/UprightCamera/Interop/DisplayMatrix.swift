// ffmpeg's side data with the display matrix of a stream or frame (libavutil/display.h; AV_PKT_DATA_DISPLAYMATRIX,
// AV_FRAME_DATA_DISPLAYMATRIX).

public import UprightGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
