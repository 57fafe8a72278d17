// An image at 1/8 size from its DC coefficients, identical to libjpeg's decode at 1/8 (jidctred.c, jpeg_idct_1x1).

internal import UprightGeometry

/// The first coefficient (DC) of each of a component's blocks, row by row.
package struct DCPlane: Hashable, Sendable {
  /// Blocks across and down, without padding blocks.
  package let columns, rows: Int
  /// Quantized, as 16 bits.
  package let values: [Int16]
  /// What they are multiplied by.
  package let divisor: UInt16

  /// One sample for each block, of 8 bits: what libjpeg makes of the block at 1/8.
  ///
  /// For a subsampled component, libjpeg decodes 2 or 4 samples per block at 1/8; this
  /// plane has one.
  package var samples: [UInt8] {
    let factor = Int(Int16(truncatingIfNeeded: divisor))
    return values.map { Self.limit((Int($0) * factor + 4) >> 3) }
  }

  /// The sample of a value around 0; far outside, values repeat as in libjpeg's table (jdmaster.c,
  /// prepare_range_limit_table).
  private static func limit(_ value: Int) -> UInt8 {
    let wrapped = value & 1_023
    return UInt8(clamping: (wrapped < 512 ? wrapped : wrapped - 1_024) + 128)
  }
}

extension DCPlane {
  /// The planes of a scan's components, from values in the order of the scan.
  static func planes(_ values: [Int16], _ header: ScanHeader) -> [DCPlane] {
    var first = 0
    let unit = header.blocksPerUnit
    return header.components.map { component in
      defer { first += header.blocks(of: component).across * header.blocks(of: component).down }
      return DCPlane(values, header, component, first: first, of: unit)
    }
  }

  private init(
    _ all: [Int16], _ header: ScanHeader, _ component: ScanHeader.Component, first: Int, of unit: Int
  ) {
    let (across, down) = header.blocks(of: component)
    let size = header.unitSize
    columns = (header.size.width * across + size.width - 1) / size.width
    rows = (header.size.height * down + size.height - 1) / size.height
    divisor = header.quantization[component.quantization]?.divisors[0] ?? 1
    var values = [Int16](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      let line = row / down * header.unitsAcross * unit + first + row % down * across
      for column in 0..<columns {
        values[row * columns + column] = all[line + column / across * unit + column % across]
      }
    }
    self.values = values
  }
}

extension ScanWalk {
  /// The planes of the components, if the walk kept their values.
  package func planes(_ header: ScanHeader) -> [DCPlane] {
    dcValues.count == header.unitCount * header.blocksPerUnit ? DCPlane.planes(dcValues, header) : []
  }
}
