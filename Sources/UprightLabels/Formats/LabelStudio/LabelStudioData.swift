// The data of one task of Label Studio (labelstud.io/guide/task_format): which of its values are pictures.

/// The texts of a task's data by their keys.
struct LabelStudioData {
  private var texts: [(key: String, text: String)] = []
  /// Whether a key stands twice, so that readers differ in which of the two counts.
  private var isAmbiguous = false

  /// The data of a task that has none.
  init() {}

  /// Reads the value that comes next.
  init(_ scanner: inout JSONScanner) throws(LabelError) {
    guard try scanner.kind() == .object else {
      try scanner.skip()
      return
    }
    var keys: Set<String> = []
    try scanner.openObject()
    while let place = try scanner.key() {
      let key = JSONText.decoded(scanner.bytes, place)
      if !keys.insert(key).inserted { isAmbiguous = true }
      guard let text = try scanner.textOrSkip() else { continue }
      texts.append((key, text))
    }
  }

  /// The picture of a task with all its rows, or one picture for each value that rows say they lie on.
  func pictures(of task: ListedImage) -> [ListedImage] {
    var rows: [String?: [ListedRow]] = [:]
    for row in task.rows {
      let target = row.shape == nil && !row.isLost ? nil : row.target.flatMap { address(of: $0) == nil ? nil : $0 }
      rows[target, default: []].append(row)
    }
    let named = texts.map(\.key).filter { rows[$0] != nil }
    let isOne = named.count == 1 && (rows[nil] ?? []).allSatisfy { $0.shape == nil && !$0.isLost }
    if named.isEmpty || isOne {
      return [picture(task, isOne ? address(of: named[0]) : likeliest, task.rows, isOne ? nil : ambiguity)]
    }
    let others = rows[nil] ?? []
    let rest = others.contains { $0.shape != nil || $0.isLost } ? [picture(task, likeliest, others, ambiguity)] : []
    var pictures = named.map { picture(task, address(of: $0), rows[$0] ?? [], nil) } + rest
    for index in pictures.indices.dropLast() { pictures[index].isContinued = true }
    return pictures
  }

  private func picture(
    _ task: ListedImage, _ address: String?, _ rows: [ListedRow], _ ambiguity: FieldFault?
  ) -> ListedImage {
    var picture = task
    picture.name = address.flatMap(LabelStudioFormat.picture)
    (picture.rows, picture.sizes) = (rows, rows.filter { !$0.isLost }.compactMap(\.size))
    if let ambiguity { picture.remarks.append(ambiguity) }
    return picture
  }

  private func address(of key: String) -> String? { isAmbiguous ? nil : texts.first { $0.key == key }?.text }

  /// What could be the picture of rows that do not say it: `image`, else what looks like a picture, else like an address, else all.
  private var candidates: [(key: String, text: String)] {
    let kinds: [((key: String, text: String)) -> Bool] = [
      { $0.key == "image" }, { Self.isImage($0.text) }, { $0.text.contains("://") || $0.text.hasPrefix("/") },
    ]
    for kind in kinds {
      let found = texts.filter(kind)
      if !found.isEmpty { return found }
    }
    return texts
  }

  private var likeliest: String? {
    let candidates = candidates
    return candidates.count == 1 && !isAmbiguous ? candidates[0].text : nil
  }

  private var ambiguity: FieldFault? {
    let candidates = candidates
    guard candidates.count > 1 else {
      let note =
        "a key stands twice, and readers differ in which counts: neither it nor the labels' to_name says one picture"
      return isAmbiguous ? FieldFault(.imageMissing, ".data", note) : nil
    }
    let keys = candidates.map(\.key).joined(separator: ", ")
    return FieldFault(
      .imageMissing, ".data", "each of \(keys) may be the picture; the labels' to_name should be the key of theirs")
  }

  private static let extensions: Set<String> = [
    "jpg", "jpeg", "jpe", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif", "jxl", "dng", "jp2",
  ]

  private static func isImage(_ text: String) -> Bool {
    guard let name = LabelStudioFormat.picture(text), let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
