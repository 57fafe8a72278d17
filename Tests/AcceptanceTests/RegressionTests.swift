// Inputs that once crashed, hung or gave a false result under the fuzzer: every file in Fuzz/Regressions, one folder
// per subject.

import Foundation
import Testing
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct RegressionTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzz/Regressions")

  /// The paths below the folder.
  static let files: [String] = (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
    .filter { $0.contains("/") && !$0.hasSuffix(".md") }

  static let rules: [OrientationRules] = [false, true].flatMap { prefersExif in
    [false, true].map { OrientationRules(prefersExif: prefersExif, readsXMP: $0) }
  }

  @Test func thereAreSome() { #expect(!Self.files.isEmpty) }

  @Test(arguments: files)
  func staysMended(path: String) throws {
    let file = Array(try Data(contentsOf: Self.folder.appendingPathComponent(path)))
    #expect(file.count <= 4_096)
    let bytes = path.hasPrefix("blocks/") ? BlockInJPEG.bytes(around: file) : file
    for rules in Self.rules {
      Totality.ask(bytes, rules: rules)
      #expect(Totality.complaint(bytes, tags: ExifOrientation.allCases, rules: rules) == nil)
    }
    Totality.askFollowers(bytes)
    #expect(Totality.complaintOfFileParts(bytes) == nil)
    for rendition in PixelTrial.renditions { #expect(PixelTrial.complaint(bytes, rendition) == nil) }
    for tag in ExifOrientation.allCases { #expect(Totality.complaintOfPages(bytes, tag: tag) == nil) }
  }
}
