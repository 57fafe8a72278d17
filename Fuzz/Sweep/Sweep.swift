// Tries a file cut off at every byte, and with every value of every byte of its first 4 KB, one after the other.

import UprightGeometry
import UprightTestTools

/// The trials of one file.
struct Sweep {
  /// How much of a file is changed.
  static let reach = 4_096
  /// How long one trial may take before it counts as a hang.
  static let deadline = Duration.milliseconds(100)

  /// How many inputs were tried.
  private(set) var count = 0
  /// How long the slowest took.
  private(set) var slowest = Duration.zero
  /// What went wrong first; nil where all is well.
  private(set) var complaint: String?

  /// Tries everything that can be made of a file, and the file itself.
  init(_ bytes: [UInt8]) {
    complaint = Totality.complaintOfPrefixes(bytes, upTo: Self.reach) { attempt($0, $1) }
    complaint = complaint ?? Totality.complaintOfMutations(bytes, in: 0..<Self.reach) { attempt($0, $1) }
    complaint = complaint ?? attempt(bytes, ExifOrientation.allCases)
  }

  /// Only the file itself.
  init(whole bytes: [UInt8]) { complaint = attempt(bytes, ExifOrientation.allCases) }

  private mutating func attempt(_ bytes: [UInt8], _ tags: [ExifOrientation]) -> String? {
    let clock = ContinuousClock()
    var complaint: String?
    var time = clock.measure { complaint = Totality.complaint(bytes, tags: tags) }
    // A machine that had something else to do is no hang.
    for _ in 0..<20 where time > Self.deadline / 20 {
      time = min(time, clock.measure { complaint = Totality.complaint(bytes, tags: tags) })
    }
    count += 1
    slowest = max(slowest, time)
    return complaint ?? (time > Self.deadline ? "it takes \(time)" : nil)
  }
}
