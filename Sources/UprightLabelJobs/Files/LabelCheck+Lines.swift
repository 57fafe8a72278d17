// The totals of a check of label files, as lines.

package import UprightFiles
import UprightLabels

extension LabelCheck {
  /// The last line for people.
  package var text: String {
    let (broken, others) = (brokenCount, remarkCount)
    return
      """
      \(CountedNoun("file", fileCount)), \(CountedNoun("region", regionCount)) of \
      \(CountedNoun("image", imageCount)): \(broken) invalid, \(others) to review
      """
  }

  /// The last line for programs.
  package var json: JSONLine {
    .object([
      .schema, .init("files", .number(fileCount)), .init("pictures", .number(imageCount)),
      .init("regions", .number(regionCount)), .init("broken", .number(brokenCount)),
      .init("remarks", .number(remarkCount)), .init("valid", .flag(brokenCount == 0 && isComplete)),
    ])
  }
}
