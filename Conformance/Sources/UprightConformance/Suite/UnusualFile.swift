// A file with an unusual or invalid tag: what is unusual, which orientations are accepted, and why.

import UprightGeometry

/// One row of the tables of unusual tags; nominally, its tag is 6.
struct UnusualFile {
  let name: String
  let format: ConformanceCase.Format
  let requirement: Requirement
  /// The accepted orientations, the recommended one first.
  let accepted: [ExifOrientation]
  let why: String
  let bytes: [UInt8]

  init(
    _ name: String, _ format: ConformanceCase.Format, _ requirement: Requirement, _ accepted: [ExifOrientation],
    _ bytes: [UInt8], _ why: String
  ) {
    (self.name, self.format, self.requirement, self.accepted) = (name, format, requirement, accepted)
    (self.bytes, self.why) = (bytes, why)
  }
}
