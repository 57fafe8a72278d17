// Boxes in JSON Lines (jsonlines.org): an object on each line, which names a picture and a box, or all boxes of the picture.

public import UprightGeometry

/// Reads, turns and writes boxes in JSON Lines.
///
/// There is no standard; these are the lines that are read and written:
/// - `.boxes(measure)`: `{"image":"a.jpg","x":30,"y":16,"w":40,"h":8,"label":"cat"}`. Instead of `w` and `h` also `width` and
///   `height`; instead of the four numbers also `"bbox"` or `"boundingBox"` with an object or an array of them. `confidence` or `score`
///   may follow. A line with nothing but `image` is a picture without boxes; one that says more has to hold a box.
/// - `.tensorFlow`: `{"image":"a.jpg","boxes":[[ymin,xmin,ymax,xmax],…],"classes":["cat",…],"scores":[0.9,…]}`, shares of the picture
///   in the order of TensorFlow's Object Detection API, and under its names with `detection_` in front, too. Or a box on each line:
///   `{"image":"a.jpg","label":"cat","ymin":0.4,"xmin":0.3,"ymax":0.6,"xmax":0.7}`. `width` and `height` are the picture's.
///
/// A line that is no JSON is a finding, and the others are read; a file without any line that can be read is an error. Beside a box in an
/// object or array of its own, `width` and `height` are the picture's.
public struct BoxLinesFormat: LabelCoding {
  /// What a line says.
  public enum Rows: Hashable, Sendable {
    /// One box, by a measure.
    case boxes(BoxMeasure)
    /// All boxes of a picture, as TensorFlow's Object Detection API orders their numbers.
    case tensorFlow
  }

  /// What a line says.
  public var rows: Rows
  /// What a file may cost.
  public var limits: LabelLimits
  /// The name of the file that is written.
  public var fileName: String

  /// Lines of a kind.
  public init(_ rows: Rows = .boxes(.pixels), limits: LabelLimits = LabelLimits(), fileName: String = "labels.jsonl") {
    (self.rows, self.limits, self.fileName) = (rows, limits, fileName)
  }

  /// One file of all pictures; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = BoxLinesWriter(rows)
      writer.write(set)
      return LabelOutput(files: [LabelFile(name: fileName, bytes: writer.bytes)], findings: writer.findings)
    }
  }
}

extension BoxLinesFormat: ImageListing {
  var hasLines: Bool { true }

  var plane: LabelPlane {
    switch rows {
    case .boxes(let measure): measure.plane
    case .tensorFlow: LabelPlane(extent: 1, risesUp: false)
    }
  }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scanner = try JSONScanner(file, limits)
    var (index, isAnyRead): (Int, Bool) = (0, false)
    var faults: [(index: Int, error: LabelError)] = []
    while scanner.hasMore() {
      let (start, first) = (scanner.at, scanner.line)
      var line = BoxLine(index: index, line: first)
      do throws(LabelError) {
        let picture = try line.picture(&scanner, rows)
        for fault in faults { take(Self.broken(fault.error, fault.index)) }
        faults = []
        isAnyRead = true
        take(picture)
      } catch {
        guard error.code != .encoding else { throw error }
        if isAnyRead { take(Self.broken(error, index)) } else { faults.append((index, error)) }
        scanner = scanner.resumed(behind: start, line: first)
      }
      index += 1
    }
    if let first = faults.first { throw first.error }
  }

  /// A line that cannot be read, which names no picture.
  private static func broken(_ error: LabelError, _ index: Int) -> ListedImage {
    var picture = ListedImage(line: error.line, field: "")
    var row = ListedRow(line: error.line, index: index, field: "")
    row.faults = [FieldFault(error.code == .notANumber ? .numberInvalid : .rowMalformed, "", error.note)]
    picture.rows = [row]
    return picture
  }
}
