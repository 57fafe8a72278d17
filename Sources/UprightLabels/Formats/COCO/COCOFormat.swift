// COCO (cocodataset.org, "Data format"): one file, boxes as left, top, width, height in pixels between edges, from
// the top left.

public import UprightGeometry

/// Reads, reorients and writes COCO's JSON.
///
/// A list of results (`[{"image_id": …, "bbox": …, "score": …}]`) has no image names, so IDs are used as names.
public struct COCOFormat: LabelCoding {
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// The name of the written file.
  public var fileName: String

  /// COCO with these limits.
  public init(limits: LabelLimits = LabelLimits(), fileName: String = "annotations.json") {
    (self.limits, self.fileName) = (limits, fileName)
  }

  /// Adds a file's labels to a set; see ``LabelCoding``.
  @specialized(where S == Stored)
  @specialized(where S == Displayed)
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    var reader = COCOReader<S>(file, limits, set, size)
    set = LabelSet()
    do throws(LabelError) { try COCOScan.run(file, limits, &reader) } catch {
      set = reader.abandoned()
      throw error
    }
    set = reader.finished()
  }

  /// Reorients a file in place; see ``LabelCoding``.
  @specialized(where From == Stored, To == Displayed)
  @specialized(where From == Displayed, To == Stored)
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    var survey = COCOSurvey<From, To>(file.bytes, turn)
    try COCOScan.run(file, limits, &survey)
    var reorienter = COCOReorienter(file, limits, survey)
    try COCOScan.run(file, limits, inOrder: true, &reorienter)
    return reorienter.finished()
  }

  /// The positions and IDs of annotations; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] {
    COCORowFinder.rows(in: file, of: numbers, limits)
  }

  /// One file for all images; see ``LabelCoding``.
  @specialized(where S == Stored)
  @specialized(where S == Displayed)
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.written(by: COCOWriter(), as: fileName)
  }
}

extension COCOFormat {
  /// Counts a file's memory; see ``LabelCoding``. Other faults of the file are left to its readers.
  public func checkMemory(of file: LabelFile) throws(LabelError) {
    guard limits.memory < .max else { return }
    var cost = COCOCost()
    do throws(LabelError) { try COCOScan.run(file, limits, inOrder: true, &cost) } catch {
      guard error.code != .tooMuchMemory else { throw error }
    }
    guard cost.bytes > limits.memory else { return }
    throw LabelError.tooMuchMemory(file.name, at: 0, line: 1, asked: cost.bytes, allowed: limits.memory)
  }
}
