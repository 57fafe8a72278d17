// Reads the normal form in which a codec writes a JPEG's blocks (docs/digest-and-verify.md; ITU T.81, A.3.3), block by
// block.

/// The header of one component's blocks.
struct BlockFormComponent {
  /// The component's index, in the frame's order.
  let index: Int
  /// Blocks horizontally and vertically, as displayed.
  let across, down: Int
  /// Its quantization table as displayed, row by row.
  let table: [Float]
}

/// Receives the blocks of a JPEG, dequantized, row by row.
protocol BlockReceiver {
  /// Begins the blocks of a component.
  mutating func begin(_ component: BlockFormComponent)
  /// Takes the next block: 64 coefficients, row by row.
  mutating func take(_ coefficients: [Float])
}

/// Parses the form while it is written; keeps only one block at a time.
struct BlockForm<Receiver: BlockReceiver>: ByteSink {
  private(set) var receiver: Receiver
  private var bytes: [UInt8] = []
  private var next = 0
  private var componentsLeft = -1
  private var componentCount = 0
  private var component: BlockFormComponent?
  private var blocksLeft = 0
  private var coefficients = [Float](repeating: 0, count: 64)

  /// Magic, size, cut edges, colors, number of components.
  private static var headerBytes: Int { 12 + 8 + 2 + 3 }
  /// Subsampling, blocks horizontally and vertically, table.
  private static var componentBytes: Int { 2 + 8 + 128 }

  init(receiver: Receiver) { self.receiver = receiver }

  /// Whether all blocks have arrived.
  var isComplete: Bool { componentsLeft == 0 && blocksLeft == 0 }

  mutating func write(_ more: [UInt8]) throws(UprightError) {
    bytes += more
    while advance() {}
    bytes.removeFirst(next)
    next = 0
  }

  /// Reads the next part; false if it is not complete yet.
  private mutating func advance() -> Bool {
    let ready = bytes.count - next
    if componentsLeft < 0 {
      guard ready >= Self.headerBytes else { return false }
      componentsLeft = Int(bytes[next + Self.headerBytes - 1])
      componentCount = componentsLeft
      next += Self.headerBytes
      return true
    }
    return blocksLeft > 0 ? readBlock(ready) : componentsLeft > 0 && readComponent(ready)
  }

  private mutating func readComponent(_ ready: Int) -> Bool {
    guard ready >= Self.componentBytes else { return false }
    let (across, down) = (number(at: next + 2, bytes: 4), number(at: next + 6, bytes: 4))
    let table = (0..<64).map { Float(number(at: next + 10 + 2 * $0, bytes: 2)) }
    let found = BlockFormComponent(
      index: componentCount - componentsLeft, across: across, down: down, table: table)
    component = found
    (blocksLeft, componentsLeft) = (across.multipliedSaturating(down), componentsLeft - 1)
    next += Self.componentBytes
    receiver.begin(found)
    return true
  }

  private mutating func readBlock(_ ready: Int) -> Bool {
    guard ready >= 8, let component else { return false }
    var count = 0
    for row in 0..<8 { count += bytes[next + row].nonzeroBitCount }
    guard ready >= 8 + 2 * count else { return false }
    var value = next + 8
    for row in 0..<8 {
      let mask = bytes[next + row]
      for column in 0..<8 {
        let place = 8 * row + column
        guard mask & (1 << UInt8(column)) != 0 else {
          coefficients[place] = 0
          continue
        }
        let level = Int16(truncatingIfNeeded: Int(bytes[value]) | Int(bytes[value + 1]) << 8)
        coefficients[place] = Float(level) * component.table[place]
        value += 2
      }
    }
    next = value
    blocksLeft -= 1
    receiver.take(coefficients)
    return true
  }

  /// A little-endian number.
  private func number(at place: Int, bytes count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}
