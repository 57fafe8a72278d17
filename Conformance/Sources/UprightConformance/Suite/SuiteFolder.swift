// The suite as a folder: all files, the expected results as PNG, and the list of cases.

import Foundation
package import Upright
import UprightFiles
import UprightFixtures

/// Writes the suite.
package enum SuiteFolder {
  /// Writes the files of cases into a folder, which is created if missing; with `expected`, also the accepted results,
  /// the recommended one first, and the list of cases.
  ///
  /// - Throws: `.io`.
  package static func write(
    into folder: String, cases: [ConformanceCase] = ConformanceSuite.cases, expected: Bool = false
  ) throws(UprightError) {
    try Folder.make(folder)
    var written: Set<String> = []
    for request in cases where written.insert(request.file.name).inserted {
      try write(request.file.bytes, to: FileName.joined(folder, request.file.name))
    }
    guard expected else { return }
    try Folder.make(FileName.joined(folder, "expected"))
    for request in cases {
      let name = request.id.split(separator: "/").joined(separator: "-")
      for (index, image) in request.expected.enumerated() {
        let path = "expected/\(name)\(index == 0 ? "" : "-or-\(index + 1)").png"
        try write(TinyPNG(image).bytes, to: FileName.joined(folder, path))
      }
    }
    try write(Array(ConformanceSuite.json.utf8), to: FileName.joined(folder, "cases.json"))
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(UprightError) {
    try SafeReplace.create(path, overwriting: true) { (sink: inout FileSink) throws(UprightError) in
      try sink.write(bytes)
    }
  }
}
