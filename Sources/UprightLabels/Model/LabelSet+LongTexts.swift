// Names and texts in labels that are longer than anybody's: they are kept, and said.

extension LabelSet {
  /// The most bytes that a name or a text usually has.
  private static var maxText: Int { 4096 }

  /// Adds a finding for each name of a class or picture, and each text of a region, that is longer than 4 KB.
  ///
  /// - Parameters:
  ///   - file: The file that was read.
  ///   - name: The first of its names of classes.
  ///   - picture: The first of its pictures.
  public mutating func noteLongTexts(of file: String, fromName name: Int, picture: Int) {
    func finding(_ what: String, _ count: Int, _ row: Int32? = nil) -> LabelFinding {
      let note = "\(what) of \(count) bytes, more than 4 KB; it is kept as it is"
      return LabelFinding(.textLong, in: file, field: row.map { "row \($0 + 1)" } ?? "", note: note)
    }
    for text in names.dropFirst(name) where text.utf8.count > Self.maxText {
      findings.append(finding("a name of a class", text.utf8.count))
    }
    for picture in images.dropFirst(picture) {
      if picture.name.utf8.count > Self.maxText {
        findings.append(finding("a name of a picture", picture.name.utf8.count))
      }
      for region in picture.regions {
        for attribute in region.attributes {
          let count = max(attribute.name.utf8.count, attribute.value.utf8.count)
          if count > Self.maxText { findings.append(finding("a text", count, region.location.row)) }
        }
      }
    }
  }
}
