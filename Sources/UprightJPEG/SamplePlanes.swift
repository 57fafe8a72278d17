// The samples of a row of units, by component: how many each block gives, and how they become pixels (libjpeg: jdmaster.c,
// jpeg_calc_output_dimensions; jdsample.c, jinit_upsampler).

import CKernels
import UprightGeometry

/// Where the samples of components are, for two rows of units at a time.
struct SamplePlanes: Sendable {
  /// The samples of a component.
  private struct Plane {
    /// Where they begin for a row of units, and from row to row.
    let start, stride: Int
    /// Rows of samples in a row of units.
    let rows: Int
    /// Samples across and down in the whole image.
    let columnCount, rowCount: Int
    /// Pixels that a sample covers.
    let across, down: Int
    /// Whether samples are interpolated.
    let isSmooth: Bool
  }

  private let planes: [Plane]
  /// A block of a unit each.
  let slots: [up_sample_slot]
  /// 65 for each component, in rows; the last is not used.
  let divisors: [Int16]
  /// The reduced image.
  let size: PixelSize<Stored>
  /// Rows of the reduced image in a row of units, and columns in a unit.
  let rowsPerUnit, columnsPerUnit: Int
  /// The samples of a row of units.
  let count: Int

  /// nil for samplings that are left to libjpeg, whose versions differ.
  ///
  /// - Parameters:
  ///   - areMeans: Whether two and four samples of a block are means, and not libjpeg's.
  ///   - interpolates: Whether samples become pixels; otherwise they are wanted as they are.
  init?(_ header: ScanHeader, denominator: Int, areMeans: Bool = false, interpolates: Bool = true) {
    let (across, down) = (header.unitSize.width / 8, header.unitSize.height / 8)
    let side = 8 / denominator
    func reduced(_ length: Int, by factor: Int) -> Int { (length * factor + 7) / 8 }
    size = PixelSize(width: reduced(header.size.width, by: side), height: reduced(header.size.height, by: side))
    (rowsPerUnit, columnsPerUnit) = (down * side, across * side)
    var (planes, slots, divisors, count): ([Plane], [up_sample_slot], [Int16], Int) = ([], [], [], 0)
    for component in header.components {
      let blocks = header.blocks(of: component)
      guard let table = header.quantization[component.quantization], table.divisors.count == 64 else { return nil }
      var own = side
      while own < 8, across * side % (2 * blocks.across * own) == 0, down * side % (2 * blocks.down * own) == 0 {
        own *= 2
      }
      let (columns, rows) = (blocks.across * own, blocks.down * own)
      guard columnsPerUnit % columns == 0, rowsPerUnit % rows == 0 else { return nil }
      let covered = (columnsPerUnit / columns, rowsPerUnit / rows)
      func samples(_ length: Int, _ blocks: Int, of most: Int) -> Int {
        (length * blocks * own + most * 8 - 1) / (most * 8)
      }
      let columnCount = samples(header.size.width, blocks.across, of: across)
      // One pixel across and two down are interpolated by some versions only.
      guard side == 1 || covered != (1, 2) || !interpolates else { return nil }
      let isSmooth = interpolates && side > 1 && columnCount > 2 && (covered == (2, 1) || covered == (2, 2))
      planes.append(
        Plane(
          start: count, stride: columns * header.unitsAcross, rows: rows, columnCount: columnCount,
          rowCount: samples(header.size.height, blocks.down, of: down), across: covered.0, down: covered.1,
          isSmooth: isSmooth))
      let stride = columns * header.unitsAcross
      for block in 0..<blocks.across * blocks.down {
        let (row, column) = (block / blocks.across, block % blocks.across)
        slots.append(
          up_sample_slot(
            start: count + row * own * stride + column * own, step: columns, stride: stride, side: own,
            divisors: divisors.count, are_means: areMeans && (own == 2 || own == 4)))
      }
      divisors += Self.inRows(table.divisors) + [0]
      count += stride * rows
    }
    (self.planes, self.slots, self.divisors, self.count) = (planes, slots, divisors, count)
  }

  private static func inRows(_ divisors: [UInt16]) -> [Int16] {
    var result = [Int16](repeating: 0, count: 64)
    for (place, divisor) in zip(JPEGQuantization.zigzag, divisors) {
      result[place] = Int16(truncatingIfNeeded: divisor)
    }
    return result
  }

  /// Whether a component gives more than one sample per block.
  var isDetailed: Bool { slots.contains { $0.side > 1 } }

  /// Whether all components give more than one sample per block, of all coefficients, so that the transforms take longer
  /// than the other half of the reading.
  var isMostlyTransformed: Bool { places.allSatisfy { $0 == 64 } }

  /// For each block of a unit, how many coefficients in zigzag order its samples are made of.
  var places: [Int] {
    slots.map { slot in
      guard slot.are_means else { return slot.side == 1 ? 1 : 64 }
      return Int(slot.side == 2 ? UP_MEANS_OF_2 : UP_MEANS_OF_4)
    }
  }

  /// Rows below a row that its samples are interpolated with.
  var rowsBelow: Int { planes.contains { $0.isSmooth && $0.down == 2 } ? 1 : 0 }

  /// Whether rows are among `wanted`, or next to them.
  func isNeeded(_ rows: Range<Int>, for wanted: Range<Int>) -> Bool {
    !wanted.isEmpty && rows.lowerBound < wanted.upperBound + rowsBelow
      && rows.upperBound > wanted.lowerBound - rowsBelow
  }

  /// The units of a row whose samples are among the columns, or next to them.
  func units(_ columns: Range<Int>, of header: ScanHeader) -> Range<Int> {
    guard !columns.isEmpty else { return 0..<0 }
    let next = planes.contains(where: \.isSmooth) ? 2 : 0
    let end = (columns.upperBound + next + columnsPerUnit - 1) / columnsPerUnit
    return max(0, columns.lowerBound - next) / columnsPerUnit..<min(header.unitsAcross, end)
  }

  /// Where a row of pixels has its samples.
  func row(_ row: Int, channels: Int, _ colors: ScanColors) -> up_row {
    var result = up_row()
    result.plane_count = Int32(planes.count)
    result.channels = Int32(channels)
    result.is_luma = colors == .luma
    result.planes.0 = part(planes[0], of: row)
    if planes.count == 3 { (result.planes.1, result.planes.2) = (part(planes[1], of: row), part(planes[2], of: row)) }
    return result
  }

  private func part(_ plane: Plane, of row: Int) -> up_row_plane {
    let near = row / plane.down
    let far = min(max(0, near + (row % 2 == 0 ? -1 : 1)), plane.rowCount - 1)
    return up_row_plane(
      near: start(of: near, plane), far: plane.down == 2 ? start(of: far, plane) : -1, columns: plane.columnCount,
      across: plane.across, is_smooth: plane.isSmooth)
  }

  /// Whether these are luma and two planes with so many pixels in a sample.
  func has(_ chroma: (across: Int, down: Int)) -> Bool {
    planes.count == 3 && planes[0].across == 1 && planes[0].down == 1
      && planes[1...].allSatisfy { ($0.across, $0.down) == chroma }
  }

  /// Where the row of a plane begins that a row of pixels is in.
  func start(ofPlane plane: Int, row: Int) -> Int { start(of: row / planes[plane].down, planes[plane]) }

  private func start(of row: Int, _ plane: Plane) -> Int {
    row / plane.rows % 2 * count + plane.start + row % plane.rows * plane.stride
  }
}

/// How the components are colors, as libjpeg decides (jdapimin.c, default_decompress_parms).
enum ScanColors {
  case gray, rgb, luma

  /// nil for four components, an unusual number of them, or colors about which libjpeg warns.
  init?(_ header: ScanHeader) {
    switch header.components.count {
    case 1: self = .gray
    case 3:
      // libjpeg warns about an Adobe segment that states CMYK.
      if header.jfif == nil, header.adobe?[11] == 2 { return nil }
      self = Self.isRGB(header) ? .rgb : .luma
    default: return nil
    }
  }

  private static func isRGB(_ header: ScanHeader) -> Bool {
    if header.jfif != nil { return false }
    if let adobe = header.adobe { return adobe[11] == 0 }
    return header.components.map(\.identifier) == Array("RGB".utf8)
  }
}
