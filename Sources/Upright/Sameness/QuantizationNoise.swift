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
