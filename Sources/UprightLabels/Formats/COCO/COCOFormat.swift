// COCO (cocodataset.org, "Data format"): boxes as left, top, width, height in pixels between edges, from the top left, in one file.

public import UprightGeometry

/// Reads, turns and writes COCO's JSON.
///
/// Of a list of results (`[{"image_id": …, "bbox": …, "score": …}]`), which names no pictures, the ids are taken for the names.
public struct COCOFormat: LabelCoding {
  /// What a file may cost.
  public var limits: LabelLimits
  /// The name of the file that is written.
  public var fileName: String

  /// COCO within `limits`.
  public init(limits: LabelLimits = LabelLimits(), fileName: String = "annotations.json") {
    (self.limits, self.fileName) = (limits, fileName)
  }

  /// Adds what a file says to a set; see ``LabelCoding``.
  @specialized(where S == Stored)
  @specialized(where S == Displayed)
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ picture: String) -> PixelSize<S>?
  ) throws(LabelError) {
    var reader = COCOReader<S>(file, limits, set, size)
    set = LabelSet()
    do throws(LabelError) { try COCOScan.run(file, limits, &reader) } catch {
      set = reader.abandoned()
      throw error
    }
    set = reader.finished()
  }

  /// The same file after its pictures have been turned; see ``LabelCoding``.
  @specialized(where From == Stored, To == Displayed)
  @specialized(where From == Displayed, To == Stored)
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ picture: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    var survey = COCOSurvey<From, To>(turn)
    try COCOScan.run(file, limits, &survey)
    var reorienter = COCOReorienter(file, limits, survey)
    try COCOScan.run(file, limits, inOrder: true, &reorienter)
    return reorienter.finished()
  }

  /// The names of annotations; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] {
    guard !numbers.isEmpty else { return [:] }
    var finder = COCORowFinder(file.bytes, numbers)
    try? COCOScan.run(file, limits, inOrder: true, &finder)
    return finder.rows
  }

  /// One file of all pictures; see ``LabelCoding``.
  @specialized(where S == Stored)
  @specialized(where S == Displayed)
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = COCOWriter()
      writer.write(set)
      return LabelOutput(files: [LabelFile(name: fileName, bytes: writer.bytes)], findings: writer.findings)
    }
  }
}
