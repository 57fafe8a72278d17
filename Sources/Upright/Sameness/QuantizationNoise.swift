// Whether a JPEG differs from samples by no more than quantization loses (ITU T.81, A.3.4; docs/digest-and-verify.md).

/// Compares the blocks of a JPEG with the samples of another image, frequency by frequency, in squares of 32 × 32
/// pixels.
///
/// An encoder rounds each coefficient to a whole step of its table, so none is off by more than half a step. One mean
/// square over all frequencies would not suffice. The large steps of high frequencies would allow as much error in low
/// ones, which is how a shifted image differs.
struct QuantizationNoise: BlockReceiver {
  /// What determines the squares' limits besides the JPEG's own table.
  struct Terms {
    /// How the components form a color.
    let model: JPEGFrame.ColorModel
    /// The grid of each component.
    let grids: [ComponentGrid]
    /// The tables with which the samples were quantized before, one per component, as displayed; nil if they were not.
    let earlier: [[Float]]?
  }

  let samples: QuantizedSamples
  let terms: Terms
  /// Whether everything so far is within what quantization allows.
  private(set) var isWithinLimits = true

  private var component: BlockFormComponent?
  private var limits: [Float] = []
  private var transform = CosineTransform()
  private var (column, row) = (0, 0)
  private var band: [Float] = []
  private var bandStart = 0
  /// Blocks per square on each axis.
  private var side = (across: 1, down: 1)
  private var squares: [Square] = []

  /// The sums of one square.
  private struct Square {
    var sums = [Float](repeating: 0, count: 64)
    var blocks = 0
    /// The sum of squares of partial edge blocks, whose frequencies cannot be separated.
    var partSum: Float = 0
    var parts = 0
  }

  /// The largest step with which a table can tell images apart, the maximum of 8-bit tables (ITU T.81, B.2.4.1). Larger
  /// steps leave nothing of an image.
  static let largestStep: Float = 255
  /// The allowed mean square, as a multiple of that of evenly distributed rounding: no error is larger than half a
  /// step.
  private static let factor: Float = 3
  /// What rounding samples to integers adds to each coefficient, on both sides and with margin for few blocks. Averaged
  /// pixels are rounded twice, differently by each encoder.
  private static func rounding(_ grid: ComponentGrid) -> Float { grid.isCoarse ? 1.5 : 0.5 }

  init(_ samples: QuantizedSamples, _ terms: Terms) {
    self.samples = samples
    self.terms = terms
  }

  mutating func begin(_ component: BlockFormComponent) {
    self.component = component
    (column, row) = (0, 0)
    guard terms.grids.indices.contains(component.index), component.table.allSatisfy({ $0 <= Self.largestStep }) else {
      isWithinLimits = false
      return
    }
    let grid = terms.grids[component.index]
    side = (max(1, 4 / grid.step.across), max(1, 4 / grid.step.down))
    squares = Array(repeating: Square(), count: max(1, component.across / side.across))
    limits = (0..<64).map { place in
      let own = component.table[place]
      let earlier = terms.earlier?[component.index][place] ?? 0
      return Self.factor * ((own * own + earlier * earlier) / 12 + Self.rounding(grid))
    }
  }

  mutating func take(_ coefficients: [Float]) {
    guard isWithinLimits, let component, column < component.across else { return }
    if column == 0, !readBand() { return isWithinLimits = false }
    compare(coefficients, terms.grids[component.index])
    column += 1
    guard column == component.across else { return }
    (column, row) = (0, row + 1)
    let squaresDown = max(1, component.down / side.down)
    if row == component.down || row % side.down == 0 && row / side.down < squaresDown { judge() }
  }

  /// Reads the samples of one row of blocks.
  private mutating func readBand() -> Bool {
    guard let component else { return false }
    let grid = terms.grids[component.index]
    let first = max(0, 8 * row - grid.cut.down)
    let end = min(grid.height, 8 * row - grid.cut.down + 8)
    guard first < end, let rows = samples.rows(first..<end, of: component.index, in: terms.model, grid) else {
      return false
    }
    (band, bandStart) = (rows, first)
    return true
  }

  private mutating func compare(_ coefficients: [Float], _ grid: ComponentGrid) {
    let (left, top) = (8 * column - grid.cut.across, 8 * row - grid.cut.down)
    let square = min(column / side.across, squares.count - 1)
    guard left >= 0, left + 8 <= grid.width, top >= 0, top + 8 <= grid.height else {
      return comparePart(transform.inverse(coefficients), left, top, grid, square)
    }
    var block = [Float](repeating: 0, count: 64)
    for y in 0..<8 {
      let from = y * grid.width + left
      for x in 0..<8 { block[8 * y + x] = band[from + x] }
    }
    transform.forward(&block)
    for place in 0..<64 {
      let difference = block[place] - coefficients[place]
      squares[square].sums[place] += difference * difference
    }
    squares[square].blocks += 1
  }

  private mutating func comparePart(_ shown: [Float], _ left: Int, _ top: Int, _ grid: ComponentGrid, _ square: Int) {
    var sum: Float = 0
    for y in max(0, -top)..<min(8, grid.height - top) {
      for x in max(0, -left)..<min(8, grid.width - left) {
        let difference = band[(top + y - bandStart) * grid.width + left + x] - shown[8 * y + x]
        sum += difference * difference
      }
    }
    squares[square].partSum += sum
    squares[square].parts += 1
  }

  /// Compares complete squares with their limits.
  private mutating func judge() {
    let whole = limits.reduce(0, +)
    for square in squares {
      let blocks = Float(square.blocks)
      for place in 0..<64 where !(square.sums[place] <= limits[place] * blocks) { isWithinLimits = false }
      if !(square.partSum <= whole * Float(square.parts)) { isWithinLimits = false }
    }
    squares = Array(repeating: Square(), count: squares.count)
  }
}

// The discrete cosine transform of 8 × 8 blocks, in JPEG's scale (ITU T.81, A.3.3).

/// The transform of blocks of 64 values, row by row; it preserves the sum of squares.
struct CosineTransform {
  /// Row `k` has the k-th cosine at the eight samples.
  private let basis: [Float]
  private var work = [Float](repeating: 0, count: 64)

  init() {
    basis = (0..<64).map { place in
      let (frequency, sample) = (place / 8, place % 8)
      let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
      return Float(scale * Self.cosine((2 * sample + 1) * frequency))
    }
  }

  /// The cosine of `sixteenths`/16 of π. The first quadrant uses half-angle formulas; the others follow by symmetry.
  private static func cosine(_ sixteenths: Int) -> Double {
    let folded = sixteenths % 32
    if folded > 16 { return cosine(32 - folded) }
    if folded > 8 { return -cosine(16 - folded) }
    switch folded {
    case 0: return 1
    case 8: return 0
    case 5, 6, 7: return (1 - cosine(8 - folded) * cosine(8 - folded)).squareRoot()
    default: return ((1 + cosine(2 * folded)) / 2).squareRoot()
    }
  }

  /// Transforms samples to coefficients.
  mutating func forward(_ block: inout [Float]) {
    for row in 0..<8 {
      let at = 8 * row
      let (s0, s1, s2, s3) = (
        block[at] + block[at + 7], block[at + 1] + block[at + 6], block[at + 2] + block[at + 5],
        block[at + 3] + block[at + 4]
      )
      let (d0, d1, d2, d3) = (
        block[at] - block[at + 7], block[at + 1] - block[at + 6], block[at + 2] - block[at + 5],
        block[at + 3] - block[at + 4]
      )
      store(s0, s1, s2, s3, d0, d1, d2, d3, at: at, step: 1)
    }
    swap(&block, &work)
    for column in 0..<8 {
      let (s0, s1, s2, s3) = (
        block[column] + block[column + 56], block[column + 8] + block[column + 48],
        block[column + 16] + block[column + 40], block[column + 24] + block[column + 32]
      )
      let (d0, d1, d2, d3) = (
        block[column] - block[column + 56], block[column + 8] - block[column + 48],
        block[column + 16] - block[column + 40], block[column + 24] - block[column + 32]
      )
      store(s0, s1, s2, s3, d0, d1, d2, d3, at: column, step: 8)
    }
    swap(&block, &work)
  }

  /// Even cosines are symmetric and odd ones antisymmetric, so each needs only four sums or differences.
  private mutating func store(
    _ s0: Float, _ s1: Float, _ s2: Float, _ s3: Float, _ d0: Float, _ d1: Float, _ d2: Float, _ d3: Float,
    at start: Int, step: Int
  ) {
    for frequency in stride(from: 0, to: 8, by: 2) {
      let from = 8 * frequency
      work[start + frequency * step] =
        s0 * basis[from] + s1 * basis[from + 1] + s2 * basis[from + 2] + s3 * basis[from + 3]
      let odd = from + 8
      work[start + (frequency + 1) * step] =
        d0 * basis[odd] + d1 * basis[odd + 1] + d2 * basis[odd + 2] + d3 * basis[odd + 3]
    }
  }

  /// Transforms coefficients to samples.
  func inverse(_ block: [Float]) -> [Float] {
    var rows = [Float](repeating: 0, count: 64)
    var result = rows
    for place in 0..<64 {
      var sum: Float = 0
      for frequency in 0..<8 { sum += block[place / 8 * 8 + frequency] * basis[8 * frequency + place % 8] }
      rows[place] = sum
    }
    for place in 0..<64 {
      var sum: Float = 0
      for frequency in 0..<8 { sum += rows[8 * frequency + place % 8] * basis[8 * frequency + place / 8] }
      result[place] = sum
    }
    return result
  }
}
