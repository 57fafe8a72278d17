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

/// Counts the bytes of memory for a file's rows, including the spare capacity of growing arrays and what commands use
/// per row.
struct COCOCost: COCOConsumer {
  /// Bytes per item; measured with files of millions of the smallest rows, and rounded up.
  private enum Cost {
    static let (image, category, region, detail, attribute, keypoint, ring, point) = (
      720, 320, 300, 160, 120, 80, 120, 56
    )
    /// An empty box, which is reported, up to a maximum number.
    static let (broken, maxBroken) = (2000, LabelDefectList.limit)
    /// A text longer than those that a value stores inline, per byte.
    static let text = 3
  }

  private(set) var bytes = 0
  private var hasImages = false
  private var brokenCount = 0
  private var lastImage: COCOIdentity?

  private mutating func add(_ cost: Int, _ count: Int = 1) {
    bytes = bytes.addingReportingOverflow(cost.multipliedReportingOverflow(by: count).partialValue).partialValue
  }

  mutating func take(_ image: COCOImage) {
    hasImages = true
    add(Cost.image + Cost.text * image.name.utf8.count)
  }

  mutating func take(_ category: COCOCategory) {
    add(Cost.category + Cost.text * category.name.utf8.count)
    for name in category.keypoints { add(Cost.keypoint + Cost.text * name.utf8.count) }
  }

  mutating func takeDuplicate(_ key: String, line: Int) {}

  mutating func take(_ row: borrowing COCORow) {
    add(Cost.region)
    if row.hasBox, row.box.count == 4, brokenCount < Cost.maxBroken, !(row.box[2].value > 0 && row.box[3].value > 0) {
      brokenCount += 1
      add(Cost.broken)
    }
    // A list of results refers to an image in each row, usually that of the previous row.
    if !hasImages, row.image != lastImage {
      lastImage = row.image
      add(Cost.image)
    }
    if !row.points.isEmpty || row.mask != nil || !row.keypoints.isEmpty || !row.attributes.isEmpty { add(Cost.detail) }
    add(Cost.ring, row.ringEnds.count)
    add(Cost.point, row.points.count / 2)
    add(Cost.keypoint, row.keypoints.count / 3)
    if let mask = row.mask { add(Cost.text, mask.counts.count) }
    for attribute in row.attributes {
      add(Cost.attribute + Cost.text * (attribute.name.utf8.count + attribute.value.utf8.count))
    }
  }
}
