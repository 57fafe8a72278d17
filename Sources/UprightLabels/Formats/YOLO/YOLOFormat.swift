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

/// Writes a set as one file per image.
struct YOLOWriter {
  private let rows: YOLOFormat.Rows
  private let keypoints: YOLOKeypoints?
  private var output = LabelOutput()

  init(rows: YOLOFormat.Rows, keypoints: YOLOKeypoints?) { (self.rows, self.keypoints) = (rows, keypoints) }

  mutating func write<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    output.files.reserveCapacity(set.images.count + 1)
    for image in set.images {
      guard let (name, size) = output.place(for: image, extension: "txt") else { continue }
      output.files.append(LabelFile(name: name, bytes: lines(of: image, size)))
    }
    output.files.append(LabelFile(name: "data.yaml", bytes: YOLONames(names: set.names, keypoints: keypoints).bytes))
    return output
  }

  private mutating func lines<S: Space>(of image: LabelledImage<S>, _ size: PixelSize<S>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(image.regions.count * 40)
    let scale = (1 / Double(size.width), 1 / Double(size.height), Double(size.width), Double(size.height))
    for region in image.regions {
      guard let label = region.label else {
        output.findings.append(
          LabelFinding(
            .notExpressible, in: image.name, line: Int(region.location.line), note: "row has no class; YOLO needs one"
          ))
        continue
      }
      noteLosses(of: region, image.name)
      ExactDecimal(label).append(to: &bytes)
      if rows == .boxes {
        Self.append(region.box, scale.2, scale.3, to: &bytes)
        if let keypoints { append(region.keypoints, keypoints, size, to: &bytes) }
      } else {
        for point in points(of: region, image.name) {
          Self.append(point.x / scale.2, to: &bytes)
          Self.append(point.y / scale.3, to: &bytes)
        }
      }
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Reports what rows of this kind cannot express; losses of outlines are reported where polygons and corners are
  /// built.
  private mutating func noteLosses<S: Space>(of region: Region<S>, _ image: String) {
    let known = rows == .boxes ? keypoints?.count ?? 0 : 0
    var note: String?
    if known == 0, !region.keypoints.isEmpty {
      note = rows == .boxes ? "only its box is written" : "its keypoints are not written"
    } else if region.keypoints.count > known {
      note = "only the first \(known) of its \(region.keypoints.count) keypoints are written"
    } else if rows == .boxes, region.hasMoreThanBox {
      note = known == 0 ? "only its box is written" : "its outline is not written"
    }
    if let note { output.findings.lost(note, region, image) }
  }

  private func append<S: Space>(
    _ points: [Keypoint<S>], _ shape: YOLOKeypoints, _ size: PixelSize<S>, to bytes: inout [UInt8]
  ) {
    for index in 0..<shape.count {
      let point = index < points.count ? points[index] : Keypoint(Point2D(x: 0, y: 0), .absent)
      Self.append(point.point.x / Double(size.width), to: &bytes)
      Self.append(point.point.y / Double(size.height), to: &bytes)
      if shape.hasVisibility { bytes += [0x20, 0x30 + point.visibility.rawValue] }
    }
  }

  /// The single polygon that a row can contain.
  private mutating func points<S: Space>(of region: Region<S>, _ image: String) -> [Point2D<S>] {
    let corners = RotatedRect<S>(
      center: Point2D(x: region.box.x + region.box.width / 2, y: region.box.y + region.box.height / 2),
      size: Size2D(width: region.box.width, height: region.box.height), degrees: 0
    ).corners
    switch region.outline {
    case .polygon(let polygon) where polygon.rings.count == 1 && (rows == .polygons || polygon.rings[0].count == 4):
      return polygon.rings[0]
    case .rotated(let rect): return rect.corners
    case nil: return corners
    default:
      output.findings.lost("only the corners of its box are written", region, image)
      return corners
    }
  }

  /// Center and size of a box in relative coordinates, with a space before each number.
  @inline(__always)
  static func append<S: Space>(_ box: Rect2D<S>, _ width: Double, _ height: Double, to bytes: inout [UInt8]) {
    append((2 * box.x + box.width) / (2 * width), to: &bytes)
    append((2 * box.y + box.height) / (2 * height), to: &bytes)
    append(box.width / width, to: &bytes)
    append(box.height / height, to: &bytes)
  }

  /// A space, and a number with six decimals.
  @inline(__always)
  private static func append(_ value: Double, to bytes: inout [UInt8]) {
    let scaled = (value * 1e6).rounded()
    guard scaled.magnitude < 1e15 else {
      bytes.append(0x20)
      bytes += NumberText.exact(value)
      return
    }
    let digits = Int(scaled)
    var rest = digits.magnitude % 1_000_000
    bytes.append(0x20)
    if digits < 0 { bytes.append(0x2D) }
    let whole = digits.magnitude / 1_000_000
    if whole < 10 { bytes.append(0x30 + UInt8(truncatingIfNeeded: whole)) } else { bytes += String(whole).utf8 }
    bytes.append(0x2E)
    var divisor: UInt = 100_000
    while divisor > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }
}

extension LabelFile {
  /// The name of the file for an image, including its folders; nil if it would be outside the base folder.
  static func name(for image: String, extension suffix: String) -> String? {
    let parts = image.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, !last.isEmpty, last != ".", parts.first != "" || parts.count == 1,
      !parts.contains(".."),
      !image.utf8.contains(0)
    else { return nil }
    return withoutExtension(image) + "." + suffix
  }
}
