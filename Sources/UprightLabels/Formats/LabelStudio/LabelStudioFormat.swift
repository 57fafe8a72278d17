// Label Studio's JSON (labelstud.io/guide/export, "JSON", and its tags): tasks with results, places in percent of the picture from the top left.

public import UprightGeometry

/// Reads, turns and writes Label Studio's JSON: a list of tasks, or one task.
///
/// Rectangles are turned clockwise about their top left corner, before which `width` and `height` count. Results that only say something
/// of a region, and those of cancelled annotations, are turned and not read; predictions are read where a task has no annotations. Brushes
/// and other masks, and results on pictures that were turned in the tool (`image_rotation`), are findings and stay.
public struct LabelStudioFormat: LabelCoding {
  /// What a file may cost.
  public var limits: LabelLimits
  /// The name of the file that is written.
  public var fileName: String

  /// Label Studio within `limits`.
  public init(limits: LabelLimits = LabelLimits(), fileName: String = "label-studio.json") {
    (self.limits, self.fileName) = (limits, fileName)
  }

  /// One file with a task for each picture; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = LabelStudioWriter()
      writer.write(set)
      return LabelOutput(files: [LabelFile(name: fileName, bytes: writer.bytes)], findings: writer.findings)
    }
  }
}

extension LabelStudioFormat: ImageListing {
  var plane: LabelPlane { .percent }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scan = LabelStudioScan(scanner: try JSONScanner(file, limits))
    try scan.run(take)
  }

  /// The name of the file that an address means: without what stands before the last slash, behind a question mark, and without the eight
  /// digits that an upload puts in front.
  static func picture(_ address: String) -> String? {
    var path = Substring(address)
    if let query = path.firstIndex(of: "?") {
      let local = path[query...].dropFirst()
      path = local.hasPrefix("d=") && path[..<query].contains("local-files") ? local.dropFirst(2) : path[..<query]
    }
    guard let last = path.split(omittingEmptySubsequences: true, whereSeparator: { $0 == "/" || $0 == "\\" }).last
    else { return nil }
    let name = decoded(last)
    let digits = name.prefix { $0.isHexDigit }
    guard path.contains("/upload/"), digits.count == 8, name.dropFirst(8).first == "-", name.count > 9 else {
      return name
    }
    return String(name.dropFirst(9))
  }

  /// Without percent signs, where what they stand for is text.
  private static func decoded(_ text: Substring) -> String {
    let bytes = PercentText.decoded(text.utf8)
    return TextEncoding.fault(in: bytes) == nil && !bytes.contains(0x2F) && !bytes.contains(0)
      ? String(decoding: bytes, as: UTF8.self) : String(text)
  }
}
