// What a COCO file takes in memory once it is read, counted without keeping anything of it (cocodataset.org, "Data format").

/// Counts the bytes of memory that the rows of a file take, those included that a list has to spare while it grows and that commands take for each row.
struct COCOCost: COCOConsumer {
  /// Bytes for one of each; measured with files of millions of the smallest rows, and rounded up.
  private enum Cost {
    static let (image, category, region, detail, attribute, keypoint, ring, point) = (
      720, 320, 300, 160, 120, 80, 120, 56
    )
    /// A number of a row that is being read and turned.
    static let number = 240
    /// A box that holds nothing, which is named; so many are.
    static let (broken, maxBroken) = (2000, LabelDefectList.limit)
    /// A text beyond those that a value holds by itself.
    static let text = 3
  }

  /// The most that a list of numbers or texts of one row may hold within so many bytes.
  static func maxNumbers(within bytes: Int) -> Int { bytes == .max ? .max : max(64, bytes / Cost.number) }

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
    // A list of results names a picture with each row, mostly that of the row before.
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

extension COCOFormat {
  /// Counts what a file takes; see ``LabelCoding``. Other faults of the file are left to those who read it.
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

extension LabelError {
  /// Rows that take more memory than is allowed.
  static func tooMuchMemory(_ file: String, at offset: Int, line: Int, asked: Int, allowed: Int) -> LabelError {
    var error = LabelError(
      .tooMuchMemory, in: file, at: offset, line: line, "\(asked) bytes of memory are needed, \(allowed) are allowed")
    error.excess = Excess(asked: asked, allowed: allowed)
    return error
  }
}
