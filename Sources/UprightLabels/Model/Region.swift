// A labelled part of a picture in a named space (COCO "annotations"; the other formats are read into it).

public import UprightGeometry

/// A labelled part of a picture, in pixels of `S`: the picture as stored or as displayed.
///
/// Every region has a box; what a file says of it beyond that is its ``outline`` and its ``keypoints``.
public struct Region<S: Space>: Hashable, Sendable {
  // Numbers lie in vectors, because a value of few parts is copied in registers, one of many by calls; sets have millions.
  private var corner: SIMD2<Double>
  private var extent: SIMD2<Double>
  /// The file, line and row of its place, and its label.
  private var numbers: SIMD4<Int32>
  private var tolerance: SIMD2<Float>
  private var detail: RegionDetail<S>?

  /// A region of a box, of an outline, or of both.
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

  /// The box, as the file states it, or around the outline where it states none.
  public var box: Rect2D<S> {
    get { Rect2D(x: corner.x, y: corner.y, width: extent.x, height: extent.y) }
    set { (corner, extent) = (SIMD2(newValue.x, newValue.y), SIMD2(newValue.width, newValue.height)) }
  }

  /// How exactly the file states its numbers.
  public var precision: LabelPrecision<S> {
    get { LabelPrecision(tolerance) }
    set { tolerance = SIMD2(newValue.across, newValue.down) }
  }

  /// Where it was read.
  public var location: LabelLocation {
    get { LabelLocation(numbers) }
    set { (numbers.x, numbers.y, numbers.z) = (newValue.file, newValue.line, newValue.row) }
  }

  /// What it is: an index into the names of its set; nil where the file does not say.
  ///
  /// A number below 0 or beyond `Int32.max` is no index: it reads as nil, and no format writes the region.
  public var label: Int? {
    get { numbers.w < 0 ? nil : Int(numbers.w) }
    set { numbers = location.numbers(label: newValue) }
  }

  /// Whether it was given a label that is no index.
  var hasImpossibleLabel: Bool { numbers.w == LabelLocation.impossibleLabel }

  /// What is finer than the box; nil where the box is all.
  public var outline: Outline<S>? {
    get { detail?.outline }
    set { detail = .holding(outline: newValue, keypoints: keypoints, attributes: attributes) }
  }

  /// Named places of the thing; their order says which is which.
  public var keypoints: [Keypoint<S>] {
    get { detail?.keypoints ?? [] }
    set { detail = .holding(outline: outline, keypoints: newValue, attributes: attributes) }
  }

  /// What else the file says of it.
  public var attributes: [LabelAttribute] {
    get { detail?.attributes ?? [] }
    set { detail = .holding(outline: outline, keypoints: keypoints, attributes: newValue) }
  }

  /// The same region after a picture of `size` has gone through `orientation`. Keypoints keep their names.
  @inline(__always)
  public func applying<To: Space>(_ orientation: Orientation<S, To>, in size: PixelSize<S>) -> Region<To> {
    Region<To>(
      box.applying(orientation, in: size), precision.applying(orientation), numbers,
      detail?.applying(orientation, in: size))
  }
}

/// How far a number of a region may be from the truth, because of how many digits its file gives: half a unit of the last.
public struct LabelPrecision<S: Space>: Hashable, Sendable {
  /// Across, in pixels.
  public var across: Float
  /// Down, in pixels.
  public var down: Float

  /// A tolerance of `across` and `down`, in pixels.
  public init(across: Double, down: Double) { (self.across, self.down) = (Float(across), Float(down)) }

  init(_ vector: SIMD2<Float>) { (across, down) = (vector.x, vector.y) }

  /// Numbers that are meant as they are.
  public static var exact: Self { Self(across: 0, down: 0) }

  /// The tolerances of a picture that has gone through `orientation`.
  public func applying<To: Space>(_ orientation: Orientation<S, To>) -> LabelPrecision<To> {
    LabelPrecision<To>(orientation.swapsAxes ? SIMD2(down, across) : SIMD2(across, down))
  }
}

/// Something that a file says of a region beside its place: `difficult`, `score`, `occluded` …
public struct LabelAttribute: Hashable, Sendable {
  /// The field's name, as its format has it.
  public var name: String
  /// Its value as text: a number's digits, `true`, a word.
  public var value: String

  /// `value` under `name`.
  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// Where a region was read.
public struct LabelLocation: Hashable, Sendable {
  /// The file, as an index into the files of its set.
  public var file: Int32
  /// The line, from 1.
  public var line: Int32
  /// The row, annotation or object, from 0, as the file counts them.
  public var row: Int32

  /// A row of a file.
  public init(file: Int, line: Int, row: Int) {
    self.file = Int32(clamping: file)
    self.line = Int32(clamping: line)
    self.row = Int32(clamping: row)
  }

  init(_ numbers: SIMD4<Int32>) { (file, line, row) = (numbers.x, numbers.y, numbers.z) }

  /// Stands for a label that is no index.
  static let impossibleLabel = Int32.min

  /// Its three numbers, and a label's behind them.
  func numbers(label: Int?) -> SIMD4<Int32> { SIMD4(file, line, row, label.map(Self.number(of:)) ?? -1) }

  private static func number(of label: Int) -> Int32 {
    Int32(exactly: label).flatMap { $0 < 0 ? nil : $0 } ?? impossibleLabel
  }

  /// Not read from a file.
  public static var none: Self { Self(file: -1, line: 0, row: -1) }
}
