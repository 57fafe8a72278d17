// A labelled part of a picture in a named space (COCO "annotations"; the other formats are read into it).

public import UprightGeometry

/// A labelled part of a picture, in pixels of `S`: the picture as stored or as displayed.
///
/// Every region has a box; what a file says of it beyond that is its ``outline`` and its ``keypoints``.
public struct Region<S: Space>: Hashable, Sendable {
  /// The box, as the file states it, or around the outline where it states none.
  public var box: Rect2D<S>
  /// How exactly the file states its numbers.
  public var precision: LabelPrecision<S>
  /// Where it was read.
  public var place: LabelPlace
  private var labelNumber: Int32
  private var detail: RegionDetail<S>?

  /// A region of a box, of an outline, or of both.
  public init(
    box: Rect2D<S>, outline: Outline<S>? = nil, keypoints: [Keypoint<S>] = [], label: Int? = nil,
    attributes: [LabelAttribute] = [], precision: LabelPrecision<S> = .exact, place: LabelPlace = .none
  ) {
    (self.box, self.precision, self.place) = (box, precision, place)
    labelNumber = Int32(clamping: label ?? -1)
    let isBoxAlone = outline == nil && keypoints.isEmpty && attributes.isEmpty
    detail = isBoxAlone ? nil : .holding(outline: outline, keypoints: keypoints, attributes: attributes)
  }

  /// What it is: an index into the names of its set; nil where the file does not say.
  public var label: Int? {
    get { labelNumber < 0 ? nil : Int(labelNumber) }
    set { labelNumber = Int32(clamping: newValue ?? -1) }
  }

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
  public func applying<To: Space>(_ orientation: Orientation<S, To>, in size: PixelSize<S>) -> Region<To> {
    var region = Region<To>(
      box: box.applying(orientation, in: size), precision: precision.applying(orientation), place: place)
    region.labelNumber = labelNumber
    if let detail { region.detail = detail.applying(orientation, in: size) }
    return region
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

  /// Numbers that are meant as they are.
  public static var exact: Self { Self(across: 0, down: 0) }

  /// The tolerances of a picture that has gone through `orientation`.
  public func applying<To: Space>(_ orientation: Orientation<S, To>) -> LabelPrecision<To> {
    let (one, two) = orientation.swapsAxes ? (down, across) : (across, down)
    return LabelPrecision<To>(across: Double(one), down: Double(two))
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
public struct LabelPlace: Hashable, Sendable {
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

  /// Not read from a file.
  public static var none: Self { Self(file: -1, line: 0, row: -1) }
}
