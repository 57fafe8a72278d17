// What a running recording does when the device is rotated: a track has one matrix for all its frames (ISO 14496-12,
// 8.3.2).

/// What happens if the device is rotated while recording.
public enum RecordingRule: String, CaseIterable, Hashable, Sendable {
  /// The first frame's matrix is used as long as only the pose changes. Frames captured in another pose stay rotated.
  case freezeAtStart = "freeze-at-start"
  /// A rotation ends the file and starts another.
  case segment
}

/// A recording and the orientations of its files.
public struct Recording: Hashable, Sendable {
  /// What to do with a frame.
  public enum Step: Hashable, Sendable {
    /// Append it to the open file.
    case append
    /// Begin a file with it; this capture determines its track's matrix.
    case begin(CaptureSnapshot)
  }

  /// What happens at rotations.
  public let rule: RecordingRule
  /// The capture that determines the open file; nil before the first frame.
  public private(set) var current: CaptureSnapshot?

  /// A recording without frames.
  public init(rule: RecordingRule) { self.rule = rule }

  /// Takes the next frame.
  ///
  /// With either rule, a frame of another size begins a file, because a track's frames have one size. So does a frame
  /// that the matrix does not fit. When segmenting, that is one with another orientation. When frozen, it is one from
  /// another camera, or one whose mirror or platform processing differs.
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
