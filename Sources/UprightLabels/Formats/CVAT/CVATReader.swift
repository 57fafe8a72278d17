// CVAT's shapes as regions (docs.cvat.ai, "XML annotation format", 1.1).

import UprightGeometry

/// Builds regions from shapes.
struct CVATReader<S: Space> {
  private(set) var set: LabelSet<S>
  private let fileIndex: Int
  private var row = 0
  /// The group and class of the previous shape.
  private var before: (group: String, label: String?)?
  /// The index of a joint's name among those of its class.
  private var jointIndex: [Int: [String: Int]] = [:]
  /// Whether the current region has a box of its own.
  private var hasBox = false

  init(_ set: LabelSet<S>, file: String) {
    self.set = set
    fileIndex = set.files.count
    self.set.files.append(file)
  }

  mutating func begin(_ image: LabelledImage<S>) {
    set.images.append(image)
    before = nil
  }

  /// Adds a shape to the current image.
  mutating func take(_ shape: CVATShape, _ field: String, _ findings: inout FindingList) {
    defer { row += 1 }
    let image = set.images.count - 1
    guard let outline = outline(shape, field, &findings) else { return }
    let group = shape.group.map { (group: $0, label: shape.label) }
    let label = shape.label.map { set.index(of: $0) }
    let keypoints = keypoints(shape, label)
    if let group, let before, group == before, let last = set.images[image].regions.indices.last,
      Self.join(outline.value, keypoints, hasBox, to: &set.images[image].regions[last])
    {
      return
    }
    let place = Rect2D(around: keypoints) ?? Rect2D(around: keypoints.map(\.point))
    guard let box = outline.box ?? outline.value?.box ?? place else { return }
    set.images[image].regions.append(
      Region(
        box: box, outline: outline.value, keypoints: keypoints, label: label, attributes: shape.attributes,
        location: LabelLocation(file: fileIndex, line: shape.line, row: row)))
    (before, hasBox) = (group, shape.kind == .box)
  }

  /// The geometry of a shape: a plain box, or an outline; neither for a skeleton.
  private struct ShapeGeometry {
    var box: Rect2D<S>?
    var value: Outline<S>?
  }

  /// Merges a shape into the same object: an outline or keypoints after its box, or another ring; false if it does
  /// not belong to it.
  private static func join(
    _ outline: Outline<S>?, _ keypoints: [Keypoint<S>], _ hasBox: Bool, to region: inout Region<S>
  ) -> Bool {
    guard region.keypoints.isEmpty else { return false }
    if !keypoints.isEmpty {
      region.keypoints = keypoints
      return true
    }
    guard let outline else { return false }
    switch (region.outline, outline) {
    case (nil, _): region.outline = outline
    case (.polygon(var polygon)?, .polygon(let more)):
      polygon.rings += more.rings
      region.outline = .polygon(polygon)
      if !hasBox, let box = polygon.box { region.box = box }
    default: return false
    }
    return true
  }

  private func outline(_ shape: CVATShape, _ field: String, _ findings: inout FindingList) -> ShapeGeometry? {
    let values = shape.numbers.map(\.value)
    switch shape.kind {
    case .box:
      let box = Rect2D<S>(x: values[0], y: values[1], width: values[2] - values[0], height: values[3] - values[1])
      guard let degrees = shape.rotation?.value, degrees != 0 else { return ShapeGeometry(box: box) }
      let center = Point2D<S>(x: box.x + box.width / 2, y: box.y + box.height / 2)
      let size = Size2D<S>(width: box.width, height: box.height)
      return ShapeGeometry(value: .rotated(RotatedRect(center: center, size: size, degrees: degrees)))
    case .ellipse:
      let size = Size2D<S>(width: 2 * values[2], height: 2 * values[3])
      let center = Point2D<S>(x: values[0], y: values[1])
      return ShapeGeometry(
        value: .ellipse(RotatedRect(center: center, size: size, degrees: shape.rotation?.value ?? 0)))
    case .polygon: return ShapeGeometry(value: .polygon(Polygon(rings: [points(values)])))
    case .polyline: return ShapeGeometry(value: .line(points(values)))
    case .points: return ShapeGeometry(value: .points(points(values)))
    case .skeleton: return ShapeGeometry()
    case .mask:
      guard let size = set.images.last?.size, let mask = CVATMask<S>(shape.numbers, shape.runs)?.mask(in: size)
      else {
        findings.add(.maskInvalid, line: shape.line, field, "the mask extends outside the image")
        return nil
      }
      return ShapeGeometry(
        box: Rect2D(x: values[0], y: values[1], width: values[2], height: values[3]), value: .mask(mask))
    }
  }

  private func points(_ values: [Double]) -> [Point2D<S>] {
    stride(from: 0, to: values.count - 1, by: 2).map { Point2D(x: values[$0], y: values[$0 + 1]) }
  }

  /// Keypoints in the order of their class's names; new names are appended.
  private mutating func keypoints(_ shape: CVATShape, _ label: Int?) -> [Keypoint<S>] {
    guard let label, !shape.joints.isEmpty else { return shape.joints.map(Self.keypoint) }
    var names = set.keypointNames[label] ?? []
    var known = jointIndex[label] ?? Dictionary(zip(names, names.indices)) { first, _ in first }
    var keypoints = [Keypoint<S>](repeating: Keypoint(Point2D(x: 0, y: 0), .absent), count: names.count)
    for joint in shape.joints {
      if let index = known[joint.name] {
        keypoints[index] = Self.keypoint(joint)
      } else {
        known[joint.name] = names.count
        names.append(joint.name)
        keypoints.append(Self.keypoint(joint))
      }
    }
    (set.keypointNames[label], jointIndex[label]) = (names, known)
    return keypoints
  }

  private static func keypoint(_ joint: CVATShape.Joint) -> Keypoint<S> {
    Keypoint(Point2D(x: joint.x.value, y: joint.y.value), .init(rawValue: joint.visibility) ?? .visible)
  }
}

// Reorients CVAT's shapes in place (docs.cvat.ai, "XML annotation format", 1.1; TIFF 6.0, tag 274).

/// Determines the new numbers of an image's shapes.
struct CVATReorienter<From: Space, To: Space> {
  private let grid: GridReorientation
  private let reorientation: LabelReorientation<From, To>
  private let source: [UInt8]

  init(_ turn: LabelReorientation<From, To>, _ source: [UInt8]) {
    (self.reorientation, self.source) = (turn, source)
    grid = GridReorientation(turn, source: source)
  }

  /// The edits of a shape.
  func places(_ shape: CVATShape) -> [ByteEdit] {
    switch shape.kind {
    case .box: shape.numbers.places(grid.edgeBox(shape.numbers), in: source) + angle(shape)
    case .ellipse: shape.numbers.places(grid.centerBox(shape.numbers), in: source) + angle(shape)
    case .polygon, .polyline, .points: places(shape.numbers)
    case .skeleton: shape.joints.flatMap { places([$0.x, $0.y]) }
    case .mask: shape.numbers.places(grid.cornerBox(shape.numbers), in: source) + runs(shape)
    }
  }

  private func places(_ points: [NumberToken]) -> [ByteEdit] {
    points.places(grid.points(points), in: source)
  }

  /// A mirror negates the angle; multiples of a full turn stay as written.
  private func angle(_ shape: CVATShape) -> [ByteEdit] {
    reorientation.orientation.isMirrored ? shape.rotation?.mirroredAngle(in: source) ?? [] : []
  }

  /// The runs, with the separator of the first two.
  private func runs(_ shape: CVATShape) -> [ByteEdit] {
    guard !reorientation.orientation.isIdentity, let first = shape.runs.first, let last = shape.runs.last,
      let mask = CVATMask<From>(shape.numbers, shape.runs)
    else { return [] }
    let between =
      shape.runs.count > 1
      ? Array(source[first.range.upperBound..<shape.runs[1].range.lowerBound]) : Array(", ".utf8)
    let texts = mask.reorientedRuns(reorientation.orientation).map { Array(String($0).utf8) }
    return [
      ByteEdit(range: first.range.lowerBound..<last.range.upperBound, text: Array(texts.joined(separator: between)))
    ]
  }
}

extension NumberToken {
  /// The edits that change the sign of an angle; 0 stays as written.
  func negatedAngle(in source: [UInt8]) -> [ByteEdit] {
    guard value != 0 else { return [] }
    let text = LongDecimal(self, in: source).map { LongDecimal(0).minus($0).text } ?? NumberText.exact(-value)
    return [ByteEdit(range: range, text: text)]
  }

  /// The edits that mirror the stated degrees clockwise; multiples of a full turn stay as written.
  func mirroredAngle(in source: [UInt8]) -> [ByteEdit] {
    guard value.truncatingRemainder(dividingBy: 360) != 0 else { return [] }
    let text = LongDecimal(self, in: source).map { LongDecimal(360).minus($0).text } ?? NumberText.exact(360 - value)
    return [ByteEdit(range: range, text: text)]
  }
}
