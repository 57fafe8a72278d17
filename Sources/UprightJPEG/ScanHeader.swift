// The headers of a sequential JPEG and of its one scan (ITU T.81, B.2.2, B.2.3 and B.2.4).

package import UprightGeometry

/// The frame, the tables and the one scan of a sequential JPEG of 8 bits.
package struct ScanHeader: Hashable, Sendable {
  /// One component: how it is sampled and which tables it uses.
  package struct Component: Hashable, Sendable {
    /// Its identifier.
    package let identifier: UInt8
    /// Samples across and down in a unit (MCU).
    package let horizontal, vertical: Int
    /// Which quantization table.
    package let quantization: Int
    /// Which DC and AC tables.
    package var dc = 0
    package var ac = 0
  }

  /// A quantization table as DQT lists it.
  package struct Quantization: Hashable, Sendable {
    /// 64 divisors in zigzag order.
    package let divisors: [UInt16]
    /// Whether each takes two bytes in the file.
    let isWide: Bool
  }

  /// The stored image.
  package internal(set) var size = PixelSize<Stored>(width: 0, height: 0)
  /// SOF1, where baseline is SOF0.
  package internal(set) var isExtended = false
  /// In the order of the frame and of the scan.
  package internal(set) var components: [Component] = []
  /// The quantization tables 0…3.
  package internal(set) var quantization: [Quantization?] = [nil, nil, nil, nil]
  /// The DC tables 0…3.
  package internal(set) var dcCodes: [HuffmanCodes?] = [nil, nil, nil, nil]
  /// The AC tables 0…3.
  package internal(set) var acCodes: [HuffmanCodes?] = [nil, nil, nil, nil]
  /// Units between restart markers, 0 for none.
  package internal(set) var restartInterval = 0
  /// The first fields of a JFIF and of an Adobe segment, from which libjpeg chooses the color space.
  var jfif, adobe: [UInt8]?
  /// Invalid tables, by their numbers in DHT.
  var invalidTables: Set<UInt8> = []
  /// Where the data of the scan begins in the file.
  package internal(set) var dataStart = 0

  /// Blocks of a component in a unit: one component alone is coded in single blocks (ITU T.81, A.2.2).
  func blocks(of component: Component) -> (across: Int, down: Int) {
    components.count == 1 ? (1, 1) : (component.horizontal, component.vertical)
  }

  /// Blocks in a unit, 1…10.
  package var blocksPerUnit: Int {
    components.reduce(0) { sum, component in
      let (across, down) = blocks(of: component)
      return sum + across * down
    }
  }

  /// Blocks in the image, without those that fill the last units.
  package var blockCount: Int {
    components.reduce(0) { sum, component in
      let (across, down) = blocks(of: component)
      let width = (size.width * across + unitSize.width - 1) / unitSize.width
      return sum + width * ((size.height * down + unitSize.height - 1) / unitSize.height)
    }
  }

  /// Stored pixels in a unit.
  package var unitSize: PixelSize<Stored> {
    guard components.count > 1 else { return PixelSize(width: 8, height: 8) }
    return PixelSize(
      width: 8 * (components.map(\.horizontal).max() ?? 1), height: 8 * (components.map(\.vertical).max() ?? 1))
  }

  /// Units in a row.
  package var unitsAcross: Int { (size.width + unitSize.width - 1) / unitSize.width }
  /// Rows of units.
  package var unitsDown: Int { (size.height + unitSize.height - 1) / unitSize.height }
  /// Units in the scan.
  package var unitCount: Int { unitsAcross * unitsDown }
}
