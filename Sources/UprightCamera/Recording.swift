// What a running recording does when the device is turned: a track has one matrix for all its frames (ISO 14496-12, 8.3.2).

/// Turning while recording.
public enum RecordingRule: String, CaseIterable, Hashable, Sendable {
  /// The matrix of the first frame holds for the whole recording. Frames that come turned stay so.
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

  /// Takes the next frame. A frame of another size always begins a file, because a track's frames have one size.
  public mutating func take(_ frame: CaptureSnapshot) -> Step {
    if let current, current.storedSize == frame.storedSize,
      rule == .freezeAtStart || current.orientation == frame.orientation
    {
      return .append
    }
    current = frame
    return .begin(frame)
  }
}
