// What a running recording does when the device is turned: a track has one matrix for all its frames (ISO 14496-12, 8.3.2).

/// Turning while recording.
public enum RecordingRule: String, CaseIterable, Hashable, Sendable {
  /// The matrix of the first frame holds for as long as nothing but the pose changes. Frames that come turned stay so.
  case freezeAtStart = "freeze-at-start"
  /// A turn ends the file and starts another one.
  case segment
}

/// A recording and what its files say.
public struct Recording: Hashable, Sendable {
  /// What to do with a frame.
  public enum Step: Hashable, Sendable {
    /// Add it to the file that is open.
    case append
    /// Begin a file with it; the matrix of its track is that of this capture.
    case begin(CaptureSnapshot)
  }

  /// What happens at turns.
  public let rule: RecordingRule
  /// The capture that the open file follows; nil before the first frame.
  public private(set) var current: CaptureSnapshot?

  /// A recording that has no frame yet.
  public init(rule: RecordingRule) { self.rule = rule }

  /// Takes the next frame.
  ///
  /// By either rule a frame of another size begins a file, because a track's frames have one size, and so does one that the matrix does not fit: segmented, one
  /// of another orientation; frozen, one of another camera, or one that is mirrored or worked on by the platform where the others were not.
  public mutating func take(_ frame: CaptureSnapshot) -> Step {
    if let current, Self.fits(frame, after: current, by: rule) { return .append }
    current = frame
    return .begin(frame)
  }

  private static func fits(_ frame: CaptureSnapshot, after current: CaptureSnapshot, by rule: RecordingRule) -> Bool {
    guard frame.storedSize == current.storedSize else { return false }
    switch rule {
    case .freezeAtStart:
      return frame.mount == current.mount && frame.applied == current.applied
        && frame.mirror.mirrors(frame.mount.facing) == current.mirror.mirrors(current.mount.facing)
    case .segment: return frame.orientation == current.orientation
    }
  }
}
