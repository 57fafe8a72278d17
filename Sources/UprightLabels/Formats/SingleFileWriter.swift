// Writers of the formats with one file for all images.

import UprightGeometry

/// Collects the contents of one file.
protocol SingleFileWriter {
  /// What is written so far.
  var bytes: [UInt8] { get }
  /// What the format cannot express.
  var findings: [LabelFinding] { get }

  /// Writes a whole set; call it once.
  mutating func write<S: Space>(_ set: LabelSet<S>)
}

extension LabelSet {
  /// One file with all valid regions, and findings.
  func written(by writer: some SingleFileWriter, as name: String) -> LabelOutput {
    refusingBroken { set in
      var writer = writer
      writer.write(set)
      return LabelOutput(files: [LabelFile(name: name, bytes: writer.bytes)], findings: writer.findings)
    }
  }
}
