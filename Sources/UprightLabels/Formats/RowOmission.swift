// Rows that are no regions on purpose: they rotate with their image, but are not read.

/// Why rows are not read as regions.
enum RowOmission: Hashable {
  /// They belong to an annotation that was cancelled (Label Studio).
  case cancelled
  /// They are drafts of annotations, and there are annotations (Label Studio).
  case drafted
  /// They are predictions, and there are annotations or drafts (Label Studio).
  case predicted
  /// They belong to no region: classes and texts of the whole image, relations (Label Studio).
  case regionless
  /// They are tags of the whole image (CVAT).
  case imageTag
  /// They are video tracks beside images (CVAT).
  case track
  /// They are flags of the whole image (LabelMe).
  case imageFlag
  /// They are parts of an object (Pascal VOC).
  case part

  /// The sentence for people.
  var note: String {
    switch self {
    case .cancelled: "the results of a cancelled annotation are left out"
    case .drafted: "drafts beside annotations are left out"
    case .predicted: "predictions beside annotations are left out"
    case .regionless: "results that belong to no region are left out"
    case .imageTag: "tags of the whole image are left out"
    case .track: "video tracks are left out"
    case .imageFlag: "flags of the whole image are left out"
    case .part: "the parts of an object are left out"
    }
  }
}
