// Masks as images beside photos (Pascal VOC's SegmentationClass, Cityscapes' gtFine): a pixel's value, or palette
// index, is the class or the number of its object.

public import UprightGeometry

/// Reads the sizes of mask images, and reorients them in place. Their values are not read, and none are written.
public struct MaskFormat: LabelCoding {
  /// What decodes and reorients images.
  public var masks: MaskImages

  /// Masks with this decoder.
  public init(masks: MaskImages) { self.masks = masks }

  /// The name of a mask's image.
  public func imageName(of file: LabelFile) -> String { MaskName.photo(of: file.stem) }

  /// Adds an image with the mask's size, and without regions; see ``LabelCoding``.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    guard let (width, height) = masks.size(file.bytes) else {
      throw LabelError(.wrongFormat, in: file.name, at: 0, line: 1, "not a mask image: expected a PNG")
    }
    set.files.append(file.name)
    let name = MaskName.photo(of: file.stem)
    var findings = FindingList(file.name, LabelLimits())
    let stated = PixelSize<S>(width: width, height: height)
    set.images.append(LabelledImage(name: name, size: findings.size(size(name), stated: stated, "")))
    set.findings += findings.all
  }

  /// Reorients the pixels, whatever orientation the mask itself states; see ``LabelCoding``. Reorienting back restores
  /// the pixels, not the compressed bytes.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    guard let (width, height) = masks.size(file.bytes) else {
      throw LabelError(.wrongFormat, in: file.name, at: 0, line: 1, "not a mask image: expected a PNG")
    }
    var edit = LabelEdit(file.bytes)
    let size = PixelSize<From>(width: width, height: height)
    guard let turn = turn(MaskName.photo(of: file.stem)), turn.change(of: size) == .reoriented else {
      let note = "this mask is \(size); its image has another size or orientation, or was not found"
      edit.findings = [LabelFinding(.imageUnknown, in: file.name, note: note + "; left unchanged")]
      edit.unchangedRows = 1
      return edit
    }
    let (isMirrored, quarters) = (turn.orientation.isMirrored, turn.orientation.clockwiseQuarters)
    guard let bytes = masks.reorientedImage(file.bytes, isMirrored, quarters) else {
      edit.findings = [LabelFinding(.maskInvalid, in: file.name, note: "this mask cannot be rotated; left unchanged")]
      edit.unchangedRows = 1
      return edit
    }
    (edit.bytes, edit.reorientedRows) = (bytes, 1)
    return edit
  }

  /// None: a mask has no rows.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] { [:] }

  /// Nothing: masks are images.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    LabelOutput(findings: set.images.map { LabelFinding(.notExpressible, in: $0.name, note: "masks are not written") })
  }
}

/// Labels of one format, and masks beside them, which their names tell apart.
public struct LabelsWithMasks<Labels: LabelCoding>: LabelCoding {
  private let labels: Labels
  private let masks: MaskFormat
  private let isMask: @Sendable (_ name: String) -> Bool

  /// Labels of a format, and masks, of the files for which `isMask` returns true.
  public init(_ labels: Labels, masks: MaskFormat, isMask: @escaping @Sendable (_ name: String) -> Bool) {
    (self.labels, self.masks, self.isMask) = (labels, masks, isMask)
  }

  /// Reads a file as its own format does: a mask or labels.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    if isMask(file.name) { return try masks.read(file, into: &set, size: size) }
    try labels.read(file, into: &set, size: size)
  }

  /// Reorients a file as its own format does.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    isMask(file.name) ? try masks.reoriented(file, turn) : try labels.reoriented(file, turn)
  }

  /// Checks the memory that reading a file takes; a mask needs no check.
  public func checkMemory(of file: LabelFile) throws(LabelError) {
    if !isMask(file.name) { try labels.checkMemory(of: file) }
  }

  /// The named rows of a file; a mask has none.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] {
    isMask(file.name) ? [:] : labels.rows(in: file, of: numbers)
  }

  /// As the labels' format.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput { labels.written(set) }
}

extension LabelCoding {
  /// This format, with masks among its files.
  public func beside(_ masks: MaskFormat, isMask: @escaping @Sendable (_ name: String) -> Bool) -> any LabelCoding {
    LabelsWithMasks(self, masks: masks, isMask: isMask)
  }
}

// Masks as images, in label files (labelmeai/labelme, utils/image.py: a PNG in Base64) or beside photos, which need a
// decoder.

/// The pixels of a mask that covers a part of an image, row by row from the top.
public struct MaskPixels: Hashable, Sendable {
  /// Number of columns.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// Whether each pixel belongs to the object.
  public let isInside: [Bool]

  /// Pixels of a mask; nil if their number is not that of the size.
  public init?(width: Int, height: Int, isInside: [Bool]) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, isInside.count == count else { return nil }
    (self.width, self.height, self.isInside) = (width, height, isInside)
  }
}

/// Decodes and reorients mask images. Those in label files are given as in the file, without quotes.
public struct MaskImages: Sendable {
  /// The pixels of an image; nil if it cannot be decoded.
  let pixels: @Sendable (_ text: String) -> MaskPixels?
  /// The same image mirrored, if requested, then rotated clockwise; nil if it cannot be.
  let reoriented: @Sendable (_ text: String, _ isMirrored: Bool, _ clockwiseQuarters: Int) -> String?

  /// Columns and rows of an image file as it is stored; nil if it is not such an image.
  var size: @Sendable (_ file: [UInt8]) -> (width: Int, height: Int)? = { _ in nil }
  /// The same image file with its stored pixels mirrored, if requested, then rotated clockwise; nil if they cannot be.
  var reorientedImage: @Sendable (_ file: [UInt8], _ isMirrored: Bool, _ clockwiseQuarters: Int) -> [UInt8]? = {
    _, _, _ in nil
  }

  /// Images in label files, read and reoriented by these functions.
  public init(
    pixels: @escaping @Sendable (_ text: String) -> MaskPixels?,
    reoriented: @escaping @Sendable (_ text: String, _ isMirrored: Bool, _ clockwiseQuarters: Int) -> String?
  ) {
    (self.pixels, self.reoriented) = (pixels, reoriented)
  }

  /// The same, and image files, measured and reoriented by these functions.
  public func withFiles(
    size: @escaping @Sendable (_ file: [UInt8]) -> (width: Int, height: Int)?,
    reoriented: @escaping @Sendable (_ file: [UInt8], _ isMirrored: Bool, _ clockwiseQuarters: Int) -> [UInt8]?
  ) -> Self {
    var result = self
    (result.size, result.reorientedImage) = (size, reoriented)
    return result
  }
}

/// A mask image in a file.
struct ListedMask {
  /// The range of its text, without quotes.
  let place: Range<Int>
  let text: String
  let pixels: MaskPixels
}

extension RunMask {
  /// A mask whose top left pixel is at `x`, `y` of an image; nil if it extends outside.
  init?(_ pixels: MaskPixels, x: Int, y: Int, in size: PixelSize<S>) {
    let box = PixelRect<S>(x: x, y: y, width: pixels.width, height: pixels.height)
    guard size.bounds.contains(box), let count = size.pixelCount else { return nil }
    var spans = SpanRuns()
    for column in 0..<pixels.width {
      for row in 0..<pixels.height where pixels.isInside[row * pixels.width + column] {
        spans.add(from: (x + column) * size.height + y + row, count: 1)
      }
    }
    self.init(size: size, runs: spans.runs(of: count))
  }
}
