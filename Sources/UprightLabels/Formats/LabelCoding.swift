// What every label format can do: be read into regions, be turned in place, be written.

public import UprightGeometry

/// Knows one label format. Reading and turning are total: whatever the bytes are, there is a result with findings or one named error.
public protocol LabelCoding: Sendable {
  /// Adds what a file says to a set.
  ///
  /// `size` says how large a picture is in the space of the labels, by the name that the labels give it (its stem, where there is a file
  /// for each picture); it counts more than what the labels state. Rows that break a rule are findings; the others are read.
  /// - Throws: `LabelError` where the file as a whole cannot be read.
  func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ picture: String) -> PixelSize<S>?
  ) throws(LabelError)

  /// The same file after its pictures have been turned: only numbers that have a place change, everything else stays byte for byte,
  /// and turning back gives the same bytes again.
  ///
  /// `turn` says how large a picture is in the space of the labels and what it goes through. Rows that cannot be turned stay as they are.
  /// - Throws: `LabelError` where the file as a whole cannot be read.
  func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ picture: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit

  /// Makes sure that what is read of a file takes no more memory than the limits allow; formats whose rows cost no more than their bytes always do.
  ///
  /// - Throws: `LabelError` `.tooMuchMemory`.
  func checkMemory(of file: LabelFile) throws(LabelError)

  /// The names of rows of a file, by their numbers (``LabelLocation/row``); of formats in which a line says which row it is, none.
  func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow]

  /// The files that say what a set does; what the format cannot say is a finding.
  func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput
}

extension LabelCoding {
  /// Nothing to check.
  public func checkMemory(of file: LabelFile) throws(LabelError) {}
}

/// A file of labels after a turn.
public struct LabelEdit: Hashable, Sendable {
  /// Its bytes.
  public var bytes: [UInt8]
  /// How many rows were turned.
  public var reorientedRows: Int
  /// How many rows had to stay as they were.
  public var unchangedRows: Int
  /// Why.
  public var findings: [LabelFinding]

  init(_ bytes: [UInt8]) { (self.bytes, reorientedRows, unchangedRows, findings) = (bytes, 0, 0, []) }
}

/// Files of labels that were written.
public struct LabelOutput: Hashable, Sendable {
  /// The files, named relatively to the folder of the labels.
  public var files: [LabelFile] = []
  /// What could not be said.
  public var findings: [LabelFinding] = []
}

extension LabelOutput {
  /// The name of the file that belongs to a picture; nil, with a finding, where it would lead out of the folder.
  mutating func name(for picture: String, extension suffix: String) -> String? {
    if let name = LabelFile.name(for: picture, extension: suffix) { return name }
    findings.append(LabelFinding(.notExpressible, in: picture, note: "this name leads out of the folder"))
    return nil
  }
}
