// A mask in CVAT's form: row-major runs within a box, the first run outside (docs.cvat.ai, "XML annotation format",
// `rle`).

import UprightGeometry

/// Runs within a box of an image.
///
/// Row-major runs equal the column-major runs of the transposed image, so `RunMask` stores them.
struct CVATMask<S: Space> {
  /// The space with x and y swapped.
  enum Transposed: Space {}

  let box: PixelRect<S>
  let rows: RunMask<Transposed>

  private init(box: PixelRect<S>, rows: RunMask<Transposed>) { (self.box, self.rows) = (box, rows) }

  static var transposition: (there: Orientation<Transposed, S>, back: Orientation<S, Transposed>) {
    (Orientation(mirrored: true, clockwise: 3), Orientation(mirrored: true, clockwise: 3))
  }

  /// From `left`, `top`, `width` and `height` and the runs; nil if they are not integers or do not match.
  init?(_ numbers: [NumberToken], _ runs: [NumberToken]) {
    guard let box = Self.box(numbers) else { return nil }
    let lengths = runs.compactMap(\.whole)
    guard lengths.count == runs.count,
      let rows = RunMask(size: PixelSize<Transposed>(width: box.height, height: box.width), runs: lengths)
    else { return nil }
    self.init(box: box, rows: rows)
  }

  /// The box for `left`, `top`, `width` and `height`; nil if they are not integers or the box is empty.
  static func box(_ numbers: [NumberToken]) -> PixelRect<S>? {
    let whole = numbers.compactMap(\.whole)
    guard whole.count == 4, numbers.count == 4, numbers.allSatisfy(\.isPlace), whole[2] > 0, whole[3] > 0 else {
      return nil
    }
    return PixelRect(x: whole[0], y: whole[1], width: whole[2], height: whole[3])
  }

  /// The row-major runs after the image is reoriented.
  func reorientedRuns<To: Space>(_ orientation: Orientation<S, To>) -> [Int] {
    let turn = Self.transposition.there.then(orientation).then(CVATMask<To>.transposition.back)
    return rows.applying(turn).runs
  }

  /// The mask in a whole image; nil if the box is not inside.
  func mask(in size: PixelSize<S>) -> RunMask<S>? {
    guard size.bounds.contains(box) else { return nil }
    let columns = rows.applying(Self.transposition.there)
    var spans = SpanRuns()
    columns.forEachSpan { column, span in
      spans.add(from: (box.x + column) * size.height + box.y + span.lowerBound, count: span.count)
    }
    return RunMask(size: size, runs: spans.runs(of: size.width * size.height))
  }

  /// A mask of an image, cropped to its bounding box; nil if it is empty.
  init?(_ mask: RunMask<S>) {
    guard let box = mask.box else { return nil }
    var spans = SpanRuns()
    mask.forEachSpan { column, span in
      spans.add(from: (column - box.x) * box.height + span.lowerBound - box.y, count: span.count)
    }
    let size = PixelSize<S>(width: box.width, height: box.height)
    guard let columns = RunMask(size: size, runs: spans.runs(of: box.width * box.height)) else { return nil }
    self.init(box: box, rows: columns.applying(Self.transposition.back))
  }
}

extension NumberToken {
  /// Its value if it is an integer; otherwise nil.
  var whole: Int? {
    guard let exact = exact?.trimmed(), exact.decimals == 0 else { return nil }
    return exact.digits
  }
}

extension PixelRect {
  /// Whether another is inside, edges included.
  func contains(_ other: PixelRect<S>) -> Bool {
    other.x >= x && other.y >= y && other.x - x <= width - other.width && other.y - y <= height - other.height
  }
}

extension RunMask {
  /// Enumerates the pixels of the mask column by column: the column, and the rows in it.
  fileprivate func forEachSpan(_ take: (_ column: Int, _ rows: Range<Int>) -> Void) {
    var at = 0
    for (index, run) in runs.enumerated() {
      defer { at += run }
      guard index & 1 == 1 else { continue }
      var first = at
      while first < at + run {
        let column = first / size.height
        let end = min(at + run, (column + 1) * size.height)
        take(column, first - column * size.height..<end - column * size.height)
        first = end
      }
    }
  }
}

/// Joins ordered spans into runs.
struct SpanRuns {
  private var lengths: [Int] = []
  private var end = 0

  mutating func add(from start: Int, count: Int) {
    if start == end, !lengths.isEmpty {
      lengths[lengths.count - 1] += count
    } else {
      lengths += [start - end, count]
    }
    end = start + count
  }

  func runs(of count: Int) -> [Int] { end < count || lengths.isEmpty ? lengths + [count - end] : lengths }
}
