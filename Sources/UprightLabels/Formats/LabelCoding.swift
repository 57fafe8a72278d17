// The operations of every label format: read regions, reorient a file in place, write regions to one file or to several.

public import UprightGeometry

/// A label format. Reading and reorienting are total: for any bytes, there is a result with findings, or one error.
public protocol LabelCoding: Sendable {
  /// Adds a file's labels to a set.
  ///
  /// `size` provides an image's size in the space of the labels, by the name in the labels (its stem, in formats with
  /// one file per image). It takes precedence over a stated size. Invalid rows become findings; the others are read.
  /// - Throws: `LabelError` if the file as a whole cannot be read.
  func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError)

  /// Reorients a file's labels in place: only coordinates and sizes change. All other bytes stay, and the inverse
  /// restores the same bytes.
  ///
  /// `turn` provides an image's size in the space of the labels, and its reorientation. Rows that cannot be
  /// reoriented stay unchanged.
  /// - Throws: `LabelError` if the file as a whole cannot be read.
  func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit

  /// Checks that the contents of a file do not exceed the memory limit. Always succeeds for formats whose rows take
  /// no more memory than their bytes.
  ///
  /// - Throws: `LabelError` `.tooMuchMemory`.
  func checkMemory(of file: LabelFile) throws(LabelError)

  /// The positions and IDs of rows by their numbers (``LabelLocation/row``); empty for formats in which a line
  /// identifies a row.
  func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow]

  /// The files that express a set; anything that the format cannot express becomes a finding.
  func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput
}

extension LabelCoding {
  /// Default: no check.
  public func checkMemory(of file: LabelFile) throws(LabelError) {}
}

/// A reoriented label file.
public struct LabelEdit: Hashable, Sendable {
  /// Its bytes.
  public var bytes: [UInt8]
  /// Number of reoriented rows.
  public var reorientedRows: Int
  /// Number of rows that had to stay unchanged.
  public var unchangedRows: Int
  /// The reasons for unchanged rows, and other findings.
  public var findings: [LabelFinding]

  init(_ bytes: [UInt8]) { (self.bytes, reorientedRows, unchangedRows, findings) = (bytes, 0, 0, []) }
}

/// Written label files.
public struct LabelOutput: Hashable, Sendable {
  /// The files, named relative to the labels' folder.
  public var files: [LabelFile] = []
  /// What could not be expressed.
  public var findings: [LabelFinding] = []
}

extension LabelOutput {
  /// The name of the file for an image; nil, with a finding, if it would be outside the folder.
  mutating func name(for image: String, extension suffix: String) -> String? {
    if let name = LabelFile.name(for: image, extension: suffix) { return name }
    findings.append(LabelFinding(.notExpressible, in: image, note: "this name is outside the folder"))
    return nil
  }
}

extension LabelOutput {
  /// The name of the file for an image, and the image's size, in which positions are stated; nil, with a finding, if the
  /// name would be outside the folder or the size is unknown.
  mutating func place<S: Space>(
    for image: LabelledImage<S>, extension suffix: String
  ) -> (name: String, size: PixelSize<S>)? {
    guard let name = name(for: image.name, extension: suffix) else { return nil }
    guard let size = image.size, !size.isEmpty else {
      findings.append(LabelFinding(.imageUnknown, in: image.name))
      return nil
    }
    return (name, size)
  }
}

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
