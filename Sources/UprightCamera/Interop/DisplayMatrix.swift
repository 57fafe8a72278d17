// ffmpeg's side data of a stream or frame that says how it is displayed (libavutil/display.h; AV_PKT_DATA_DISPLAYMATRIX, AV_FRAME_DATA_DISPLAYMATRIX).

public import UprightGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Interop {
  /// The nine numbers of ffmpeg's side data, laid out as those of a movie's track. Nothing is lost in them; much is in the angle.
  public struct DisplayMatrix: Hashable, Sendable {
    /// The same numbers as a track's matrix.
    public let track: TrackMatrix

    /// The side data of a stream whose track has this matrix.
    public init(_ track: TrackMatrix) { self.track = track }

    /// The side data of a capture's movie; nil where a side is longer than 32,767.
    public init?(_ capture: CaptureSnapshot) {
      guard let track = capture.trackMatrix else { return nil }
      self.init(track)
    }

    /// Nine numbers as they lie in the side data; nil where they are not nine.
    public init?(words: [Int32]) {
      guard let track = TrackMatrix(words: words) else { return nil }
      self.init(track)
    }

    /// a, b, u, c, d, v, x, y, w: u, v and w with 30 bits behind the point, the others with 16.
    public var words: [Int32] { track.words }

    /// What `av_display_rotation_get` makes of them, degrees **counter**clockwise, -180…180: where the buffer's x axis points.
    ///
    /// It does not say the mirror, and of a mirrored matrix it is no turn that leads to it: ask for the ``determinant`` before it is believed.
    ///
    /// - Returns: nil where ffmpeg has no number, because the matrix flattens the picture.
    public var rotation: Double? {
      let map = track.transform
      let (across, down) = (hypot(map.a, map.c), hypot(map.b, map.d))
      guard across != 0, down != 0 else { return nil }
      return -atan2(map.b / down, map.a / across) * 180 / .pi
    }

    /// How much larger an area becomes; below zero where the picture is mirrored.
    public var determinant: Double {
      let map = track.transform
      return map.a * map.d - map.b * map.c
    }

    /// The orientation it amounts to; nil where it is none of the eight.
    public var orientation: Orientation<Stored, Displayed>? { track.orientation }
  }
}
