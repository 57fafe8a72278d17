// Boxes in JSON Lines (jsonlines.org): one object per line, with an image and either one box or all boxes of the
// image.

public import UprightGeometry

/// Reads, reorients and writes boxes in JSON Lines.
///
/// There is no standard; these lines are read and written:
/// - `.boxes(measure)`: `{"image":"a.jpg","x":30,"y":16,"w":40,"h":8,"label":"cat"}`. `width` and `height` may
///   replace `w` and `h`; `"bbox"` or `"boundingBox"` with an object or an array may replace the four numbers.
///   `confidence` or `score` may follow. A line with only `image` is an image without boxes; a line with other fields
///   must contain a box.
/// - `.tensorFlow`: `{"image":"a.jpg","boxes":[[ymin,xmin,ymax,xmax],…],"classes":["cat",…],"scores":[0.9,…]}`, in
///   relative coordinates, in the order of TensorFlow's Object Detection API; its key names with the prefix
///   `detection_` work too. Or one box per line:
///   `{"image":"a.jpg","label":"cat","ymin":0.4,"xmin":0.3,"ymax":0.6,"xmax":0.7}`. `width` and `height` are the
///   image's.
///
/// A line that is not JSON becomes a finding, and the others are read; a file without any readable line is an error.
/// Besides a nested box, `width` and `height` are the image's size.
public struct BoxLinesFormat: LabelCoding {
  /// The contents of a line.
  public enum Rows: Hashable, Sendable {
    /// One box, in a measure.
    case boxes(BoxMeasure)
    /// All boxes of an image, in the number order of TensorFlow's Object Detection API.
    case tensorFlow

    /// The measure of a line's one box; nil for all boxes of an image.
    var measure: BoxMeasure? { if case .boxes(let measure) = self { measure } else { nil } }
  }

  /// The contents of a line.
  public var rows: Rows
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// The name of the written file.
  public var fileName: String

  /// Lines of this kind.
  public init(_ rows: Rows = .boxes(.pixels), limits: LabelLimits = LabelLimits(), fileName: String = "labels.jsonl") {
    (self.rows, self.limits, self.fileName) = (rows, limits, fileName)
  }

  /// One file for all images; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.written(by: BoxLinesWriter(rows.measure), as: fileName)
  }
}

extension BoxLinesFormat: ImageListing {
  var hasLines: Bool { true }

  var plane: LabelPlane { rows.measure?.plane ?? LabelPlane(extent: 1, risesUp: false) }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scanner = try JSONScanner(file, limits)
    var (index, isAnyRead): (Int, Bool) = (0, false)
    var faults: [(index: Int, error: LabelError)] = []
    while scanner.hasMore() {
      let (start, first) = (scanner.at, scanner.line)
      var line = BoxLine(index: index, line: first)
      do throws(LabelError) {
        let image = try line.image(&scanner, rows.measure)
        for fault in faults { take(Self.broken(fault.error, fault.index)) }
        faults = []
        isAnyRead = true
        take(image)
      } catch {
        guard error.code != .encoding else { throw error }
        if isAnyRead { take(Self.broken(error, index)) } else { faults.append((index, error)) }
        scanner = scanner.resumed(behind: start, line: first)
      }
      index += 1
    }
    if let first = faults.first { throw first.error }
  }

  /// An invalid line, without an image name.
  private static func broken(_ error: LabelError, _ index: Int) -> ListedImage {
    var image = ListedImage(line: error.line, field: "")
    var row = ListedRow(line: error.line, index: index, field: "")
    row.faults = [FieldFault(error.code == .notANumber ? .numberInvalid : .rowMalformed, "", error.note)]
    image.rows = [row]
    return image
  }
}
