// How a walk ends, for comparison.

@testable import UprightJPEG

/// What a walk found, or its fault.
enum ScanOutcome: Equatable {
  case walk([Checkpoint], [Int16], Int, Bool)
  case fault(ScanFault)

  init(_ walk: ScanWalk) { self = .walk(walk.checkpoints, walk.dcValues, walk.dataEnd, walk.hasExtraneousBytes) }
}
