// YOLO's text (docs.ultralytics.com, "Datasets"): one file per image, one line per object, all coordinates relative
// to width and height.

public import UprightGeometry

/// Reads, reorients and writes YOLO's lines: boxes by their center, polygons, four corners (OBB), and poses.
public struct YOLOFormat: LabelCoding {
  /// The contents of written rows.
  public enum Rows: Hashable, Sendable {
    /// The box of each region.
    case boxes
    /// The outline as one polygon; the corners of the box if there is no outline.
    case polygons
    /// Four corners (OBB), clockwise from the first.
    case corners
  }

  /// The contents of written rows.
  public var rows: Rows
  /// The keypoints of a pose dataset.
  public var keypoints: YOLOKeypoints?
  /// The limits for reading a file.
  public var limits: LabelLimits

  /// YOLO with rows of this kind.
  public init(rows: Rows = .boxes, keypoints: YOLOKeypoints? = nil, limits: LabelLimits = LabelLimits()) {
    (self.rows, self.keypoints, self.limits) = (rows, keypoints, limits)
  }

  /// Adds the rows of one image, whose size `size` must provide by the file's stem; see ``LabelCoding``.
  ///
  /// The set's names are those of `data.yaml`; without any, class numbers become names.
  @specialized(where S == Stored)
  @specialized(where S == Displayed)
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    var findings = FindingList(file.name, limits)
    defer { set.findings += findings.all }
    let index = set.files.count
    set.files.append(file.name)
    let lines = TextLines.all(of: file.bytes, from: try start(of: file))
    guard let size = size(file.stem), !size.isEmpty else { return findings.add(.imageUnknown) }
    var image = LabelledImage(name: file.stem, size: size)
    let isNamed = !set.names.isEmpty && !set.namesAreNumbers
    for line in lines {
      guard let row = YOLORow(file.bytes, line.place, line.number, keypoints, &findings) else { continue }
      var region = row.region(in: size, keypoints)
      region.location = LabelLocation(file: index, line: line.number, row: image.regions.count)
      region.label = set.label(row.label, isNamed: isNamed)
      if region.label == nil { findings.add(.classMissing, line: line.number, "column 1") }
      if let score = row.score { region.attributes = [LabelAttribute("score", file.text(score))] }
      image.regions.append(region)
    }
    set.images.append(image)
  }

  /// Reorients a file in place; see ``LabelCoding``. Needs only the orientation, not the size.
  @specialized(where From == Stored, To == Displayed)
  @specialized(where From == Displayed, To == Stored)
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    var edit = LabelEdit(file.bytes)
    var findings = FindingList(file.name, limits)
    let lines = TextLines.all(of: file.bytes, from: try start(of: file))
    if let turn = turn(file.stem) {
      var copy = PatchedBytes(file.bytes)
      let grid = GridReorientation(turn.orientation, across: ExactDecimal(1), down: ExactDecimal(1), source: file.bytes)
      for line in lines {
        guard let row = YOLORow(file.bytes, line.place, line.number, keypoints, &findings) else {
          edit.unchangedRows += 1
          continue
        }
        copy.replace(row.numbers, with: row.reoriented(grid, keypoints))
        edit.reorientedRows += 1
      }
      edit.bytes = copy.finished()
    } else {
      findings.add(.imageUnknown)
      edit.unchangedRows = lines.count
    }
    edit.findings = findings.all
    return edit
  }

  private func start(of file: LabelFile) throws(LabelError) -> Int {
    let start = try TextEncoding.start(of: file, limits)
    guard let fault = TextEncoding.fault(in: file.bytes) else { return start }
    throw LabelError(
      .encoding, in: file.name, at: fault, line: file.line(of: fault), "invalid UTF-8; save the file as UTF-8")
  }

  /// Lines identify rows; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] { [:] }

  /// One file for each image in the set, and `data.yaml` with the names; see ``LabelCoding``.
  @specialized(where S == Stored)
  @specialized(where S == Displayed)
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = YOLOWriter(rows: rows, keypoints: keypoints)
      return writer.write(set)
    }
  }
}

extension LabelSet {
  /// Whether the names are just the class numbers.
  fileprivate var namesAreNumbers: Bool {
    names.indices.allSatisfy { names[$0] == String($0) }
  }

  /// The label of a class number; without class names, the numbers become names.
  fileprivate mutating func label(_ number: Int, isNamed: Bool) -> Int? {
    if isNamed { return number < names.count ? number : nil }
    while names.count <= number { names.append(String(names.count)) }
    return number
  }
}

extension LabelFile {
  /// The text in a range.
  func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }
}

extension YOLORow {
  /// Half a unit of YOLO's six decimals. A number with fewer decimals has the same precision; its zeros were omitted.
  private static let minHalfUnit = 0.5e-6

  /// The row as a region of an image of `size`.
  func region<S: Space>(in size: PixelSize<S>, _ keypoints: YOLOKeypoints?) -> Region<S> {
    let (width, height) = (Double(size.width), Double(size.height))
    let unit = min(numbers.map(\.halfUnit).min() ?? 0, Self.minHalfUnit)
    let precision = LabelPrecision<S>(across: unit * width, down: unit * height)
    func place(_ index: Int) -> Point2D<S> {
      Point2D(x: numbers[index].value * width, y: numbers[index + 1].value * height)
    }
    if kind == .polygon {
      let ring = stride(from: 0, to: numbers.count - 1, by: 2).map(place)
      let outline = Polygon(rings: [ring])
      return Region(
        box: outline.box ?? Rect2D(x: 0, y: 0, width: 0, height: 0), outline: .polygon(outline), precision: precision)
    }
    let (across, down) = (numbers[2].value * width, numbers[3].value * height)
    let box = Rect2D<S>(x: place(0).x - across / 2, y: place(0).y - down / 2, width: across, height: down)
    guard kind == .pose, let keypoints else { return Region(box: box, precision: precision) }
    let points = stride(from: 4, to: numbers.count - keypoints.step + 1, by: keypoints.step).map { index in
      let visibility = keypoints.hasVisibility ? numbers[index + 2].value : 2
      return Keypoint(place(index), visibility == 0 ? .absent : visibility == 1 ? .hidden : .visible)
    }
    return Region(box: box, keypoints: points, precision: precision)
  }

  /// The reoriented numbers.
  func reoriented(_ grid: GridReorientation, _ keypoints: YOLOKeypoints?) -> [ReorientedNumber] {
    var result = numbers.indices.map { ReorientedNumber.kept($0) }
    var first = 0
    if kind != .polygon {
      result.replaceSubrange(0..<4, with: grid.centerBox(Array(numbers[0..<4])))
      first = 4
    }
    let step = kind == .pose ? keypoints?.step ?? 2 : 2
    for index in stride(from: first, to: numbers.count - 1, by: step) {
      if step == 3, numbers[index + 2].value == 0 { continue }
      (result[index], result[index + 1]) = grid.point(index, index + 1, of: numbers)
    }
    return result
  }
}
