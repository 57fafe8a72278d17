// Names and texts of unusual length: they are kept and reported.

extension LabelSet {
  /// Maximum usual length of a name or text in bytes.
  private static var maxText: Int { 4096 }

  /// Adds a finding for each class name, image name and region text that exceeds 4 KB.
  ///
  /// - Parameters:
  ///   - file: The file that was read.
  ///   - name: The index of its first class name.
  ///   - image: The index of its first image.
  public mutating func noteLongTexts(of file: String, fromName name: Int, image: Int) {
    func finding(_ what: String, _ count: Int, _ row: Int32? = nil) -> LabelFinding {
      let note = "\(what) of \(count) bytes, more than 4 KB; left unchanged"
      return LabelFinding(.textLong, in: file, field: row.map { "row \($0 + 1)" } ?? "", note: note)
    }
    for text in names.dropFirst(name) where text.utf8.count > Self.maxText {
      findings.append(finding("a class name", text.utf8.count))
    }
    for image in images.dropFirst(image) {
      if image.name.utf8.count > Self.maxText {
        findings.append(finding("an image name", image.name.utf8.count))
      }
      for region in image.regions {
        for attribute in region.attributes {
          let count = max(attribute.name.utf8.count, attribute.value.utf8.count)
          if count > Self.maxText { findings.append(finding("a text", count, region.location.row)) }
        }
      }
    }
  }
}
