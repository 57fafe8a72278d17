// Estimates the memory for a COCO file's contents without keeping any (cocodataset.org, "Data format").

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
