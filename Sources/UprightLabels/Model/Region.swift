// A labeled region of an image in a space (modeled on COCO's "annotations").

public import UprightGeometry

/// A labeled region of an image, in pixels of `S`: the image as stored or as displayed.
///
/// Every region has a box. More precise shapes are in ``outline`` and ``keypoints``.
public struct Region<S: Space>: Hashable, Sendable {
  // Numbers are stored in SIMD vectors: values with few fields are copied in registers, others by calls, and sets
  // contain millions.
  private var corner: SIMD2<Double>
  private var extent: SIMD2<Double>
  /// File, line and row of its location, and its label.
  private var numbers: SIMD4<Int32>
  private var tolerance: SIMD2<Float>
  private var detail: RegionDetail<S>?

  /// A region with a box, an outline, or both.
  public init(
    box: Rect2D<S>, outline: Outline<S>? = nil, keypoints: [Keypoint<S>] = [], label: Int? = nil,
    attributes: [LabelAttribute] = [], precision: LabelPrecision<S> = .exact, location: LabelLocation = .none
  ) {
    let isBoxAlone = outline == nil && keypoints.isEmpty && attributes.isEmpty
    self.init(
      box, precision, location.numbers(label: label),
      isBoxAlone ? nil : .holding(outline: outline, keypoints: keypoints, attributes: attributes))
  }

  @inline(__always)
  private init(
    _ box: Rect2D<S>, _ precision: LabelPrecision<S>, _ numbers: SIMD4<Int32>, _ detail: RegionDetail<S>?
  ) {
    (corner, extent) = (SIMD2(box.x, box.y), SIMD2(box.width, box.height))
    (self.numbers, tolerance) = (numbers, SIMD2(precision.across, precision.down))
    self.detail = detail
  }

  /// The box as stated in the file, or the bounding box of the outline if none is stated.
  public var box: Rect2D<S> {
    get { Rect2D(x: corner.x, y: corner.y, width: extent.x, height: extent.y) }
    set { (corner, extent) = (SIMD2(newValue.x, newValue.y), SIMD2(newValue.width, newValue.height)) }
  }

  /// The precision of the numbers in the file.
  public var precision: LabelPrecision<S> {
    get { LabelPrecision(tolerance) }
    set { tolerance = SIMD2(newValue.across, newValue.down) }
  }

  /// Where it was read.
  public var location: LabelLocation {
    get { LabelLocation(numbers) }
    set { (numbers.x, numbers.y, numbers.z) = (newValue.file, newValue.line, newValue.row) }
  }

  /// Its class, as an index into the names of its set; nil if the file does not state it.
  ///
  /// A number below 0 or above `Int32.max` is not a valid index: it reads as nil, and no format writes the region.
  public var label: Int? {
    get { numbers.w < 0 ? nil : Int(numbers.w) }
    set { numbers = location.numbers(label: newValue) }
  }

  /// Whether its label was set to an invalid index.
  var hasImpossibleLabel: Bool { numbers.w == LabelLocation.impossibleLabel }

  /// A shape more precise than the box; nil if there is only a box.
  public var outline: Outline<S>? {
    get { detail?.outline }
    set { detail = .holding(outline: newValue, keypoints: keypoints, attributes: attributes) }
  }

  /// Keypoints of the object; their order identifies them.
  public var keypoints: [Keypoint<S>] {
    get { detail?.keypoints ?? [] }
    set { detail = .holding(outline: outline, keypoints: newValue, attributes: attributes) }
  }

  /// Other fields that the file states for the region.
  public var attributes: [LabelAttribute] {
    get { detail?.attributes ?? [] }
    set { detail = .holding(outline: outline, keypoints: keypoints, attributes: newValue) }
  }

  /// The region after an image of `size` is reoriented by `orientation`. Keypoints keep their names.
  @inline(__always)
  public func applying<To: Space>(_ orientation: Orientation<S, To>, in size: PixelSize<S>) -> Region<To> {
    Region<To>(
      box.applying(orientation, in: size), precision.applying(orientation), numbers,
      detail?.applying(orientation, in: size))
  }
}

/// The maximum error of a region's numbers due to their limited digits in the file: half a unit of the last place.
public struct LabelPrecision<S: Space>: Hashable, Sendable {
  /// Horizontally, in pixels.
  public var across: Float
  /// Vertically, in pixels.
  public var down: Float

  /// A tolerance of `across` and `down`, in pixels.
  public init(across: Double, down: Double) { (self.across, self.down) = (Float(across), Float(down)) }

  init(_ vector: SIMD2<Float>) { (across, down) = (vector.x, vector.y) }

  /// No tolerance: numbers are exact.
  public static var exact: Self { Self(across: 0, down: 0) }

  /// The tolerances after an image is reoriented by `orientation`.
  public func applying<To: Space>(_ orientation: Orientation<S, To>) -> LabelPrecision<To> {
    LabelPrecision<To>(orientation.swapsAxes ? SIMD2(down, across) : SIMD2(across, down))
  }
}

/// A field of a region besides its position: `difficult`, `score`, `occluded` …
public struct LabelAttribute: Hashable, Sendable {
  /// The field's name in its format.
  public var name: String
  /// Its value as text: the digits of a number, `true`, or a word.
  public var value: String

  /// An attribute with this name and value.
  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// Where a region was read.
public struct LabelLocation: Hashable, Sendable {
  /// The index of the file in its set.
  public var file: Int32
  /// The 1-based line.
  public var line: Int32
  /// The 0-based index of the row, annotation or object in the file.
  public var row: Int32

  /// A row of a file.
  public init(file: Int, line: Int, row: Int) {
    self.file = Int32(clamping: file)
    self.line = Int32(clamping: line)
    self.row = Int32(clamping: row)
  }

  init(_ numbers: SIMD4<Int32>) { (file, line, row) = (numbers.x, numbers.y, numbers.z) }

  /// The stored value for an invalid label index.
  static let impossibleLabel = Int32.min

  /// Its three numbers, followed by a label's.
  func numbers(label: Int?) -> SIMD4<Int32> { SIMD4(file, line, row, label.map(Self.number(of:)) ?? -1) }

  private static func number(of label: Int) -> Int32 {
    Int32(exactly: label).flatMap { $0 < 0 ? nil : $0 } ?? impossibleLabel
  }

  /// Not read from a file.
  public static var none: Self { Self(file: -1, line: 0, row: -1) }
}

/// An outline, keypoints and attributes, at least one of which is present. They are stored apart from a region, so that
/// the many regions with only a box stay small and cheap to copy.
final class RegionDetail<S: Space>: Hashable, Sendable {
  let outline: Outline<S>?
  let keypoints: [Keypoint<S>]
  let attributes: [LabelAttribute]

  /// nil if all are absent.
  static func holding(
    outline: Outline<S>?, keypoints: [Keypoint<S>], attributes: [LabelAttribute]
  ) -> RegionDetail? {
    if outline == nil, keypoints.isEmpty, attributes.isEmpty { return nil }
    return RegionDetail(outline: outline, keypoints: keypoints, attributes: attributes)
  }

  private init(outline: Outline<S>?, keypoints: [Keypoint<S>], attributes: [LabelAttribute]) {
    (self.outline, self.keypoints, self.attributes) = (outline, keypoints, attributes)
  }

  /// The same after an image of `size` is reoriented by `orientation`.
  func applying<To: Space>(_ orientation: Orientation<S, To>, in size: PixelSize<S>) -> RegionDetail<To> {
    let map = Transform2D(orientation, in: size)
    return RegionDetail<To>(
      outline: outline?.applying(orientation, in: size), keypoints: keypoints.map { $0.applying(map) },
      attributes: attributes)
  }

  static func == (one: RegionDetail, other: RegionDetail) -> Bool {
    one === other
      || (one.outline == other.outline && one.keypoints == other.keypoints && one.attributes == other.attributes)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
    hasher.combine(keypoints)
    hasher.combine(attributes)
  }
}

extension Region {
  /// Whether the outline is another shape than the box: a polygon of the box's four corners is not.
  var hasMoreThanBox: Bool {
    switch outline {
    case nil: false
    case .polygon(let polygon): polygon.rings.count != 1 || !areCornersOfBox(polygon.rings[0])
    case .rotated(let rect): !areCornersOfBox(rect.corners)
    case .mask, .line, .points, .ellipse: true
    }
  }

  /// Whether points go around the box's corners once; the first may be repeated at the end.
  private func areCornersOfBox(_ points: [Point2D<S>]) -> Bool {
    let points = points.count == 5 && points.first == points.last ? Array(points.dropLast()) : points
    guard points.count == 4 else { return false }
    let sides = points.map { point in
      (
        isRight: side(point.x, box.x, box.maxX, precision.across),
        isLow: side(point.y, box.y, box.maxY, precision.down)
      )
    }
    guard sides.allSatisfy({ $0.isRight != nil && $0.isLow != nil }) else { return false }
    // Neighbors differ in one of the two, and the corner opposite to the first differs in both.
    return (0..<4).allSatisfy { index in
      let (one, next) = (sides[index], sides[(index + 1) % 4])
      return (one.isRight != next.isRight) != (one.isLow != next.isLow)
    } && sides[0].isRight != sides[2].isRight && sides[0].isLow != sides[2].isLow
  }

  /// Whether a number is the larger edge; nil if it is neither, to the precision of the file's digits.
  private func side(_ value: Double, _ low: Double, _ high: Double, _ tolerance: Float) -> Bool? {
    let tolerance = max(1e-6, Double(tolerance))
    if abs(value - low) <= tolerance { return false }
    return abs(value - high) <= tolerance ? true : nil
  }
}

/// One keypoint. Its index identifies it and survives mirroring: a person's left eye remains the left eye.
public struct Keypoint<S: Space>: Hashable, Sendable {
  /// Whether a keypoint is labeled and visible, with COCO's values.
  public enum Visibility: UInt8, Hashable, Sendable, CaseIterable {
    /// 0: not labeled; its position is meaningless.
    case absent = 0
    /// 1: labeled, but hidden in the image.
    case hidden = 1
    /// 2: labeled and visible.
    case visible = 2
  }

  /// Its position.
  public var point: Point2D<S>
  /// Its visibility.
  public var visibility: Visibility

  /// A keypoint at `point`.
  public init(_ place: Point2D<S>, _ visibility: Visibility = .visible) {
    (self.point, self.visibility) = (place, visibility)
  }

  /// The keypoint mapped by `map`; an unlabeled keypoint keeps its coordinates, which are (0, 0).
  @inlinable public func applying<To: Space>(_ map: Transform2D<S, To>) -> Keypoint<To> {
    let moved = visibility == .absent ? Point2D<To>(x: point.x, y: point.y) : map.apply(point)
    return Keypoint<To>(moved, Keypoint<To>.Visibility(rawValue: visibility.rawValue) ?? .absent)
  }
}
