// The difference of two images: the peak signal-to-noise ratio (ITU-T J.340, clause 3).

import UprightGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Raster {
  /// The peak signal-to-noise ratio in decibels over all samples of all channels; infinite if all are equal.
  ///
  /// - Returns: nil if size or layout differ, or if there is no memory for a band of rows.
  public func decibels(to other: Raster) -> Double? {
    guard size == other.size, layout == other.layout else { return nil }
    var sum: UInt64 = 0
    for first in stride(from: 0, to: size.height, by: Self.bandRows) {
      let band = first..<min(size.height, first + Self.bandRows)
      guard let (mine, others) = bytes(of: band, besides: other) else { return nil }
      sum += mine == others ? 0 : squaredDifference(mine, others, 0..<min(mine.count, others.count))
    }
    return decibels(sum, bytes: Double(bytesPerRow) * Double(size.height))
  }

  /// The lowest such ratio among squares of `side` pixels; those at the right and bottom edges include the remainder.
  ///
  /// - Returns: As ``decibels(to:)``.
  public func minDecibels(to other: Raster, square side: Int = 32) -> Double? {
    guard size == other.size, layout == other.layout, side > 0 else { return nil }
    var lowest = Double.infinity
    for rows in Self.cuts(size.height, side) {
      guard let (mine, others) = bytes(of: rows, besides: other) else { return nil }
      guard mine != others else { continue }
      for columns in Self.cuts(size.width, side) {
        var sum: UInt64 = 0
        for row in 0..<rows.count {
          let start = row * bytesPerRow + columns.lowerBound * layout.bytesPerPixel
          sum += squaredDifference(mine, others, start..<start + columns.count * layout.bytesPerPixel)
        }
        lowest = min(lowest, decibels(sum, bytes: Double(rows.count * columns.count * layout.bytesPerPixel)))
      }
    }
    return lowest
  }

  private static var bandRows: Int { 64 }

  private static func cuts(_ length: Int, _ side: Int) -> [Range<Int>] {
    let count = max(1, length / side)
    return (0..<count).map { $0 * side..<($0 == count - 1 ? length : ($0 + 1) * side) }
  }

  private func decibels(_ sum: UInt64, bytes: Double) -> Double {
    let (peak, samples) = (Double(layout.depth.maximum), bytes / Double(layout.depth.byteCount))
    return sum == 0 ? .infinity : 10 * log10(peak * peak * samples / Double(sum))
  }

  private func bytes(of band: Range<Int>, besides other: Raster) -> ([UInt8], [UInt8])? {
    rows(band).flatMap { one in other.rows(band).map { (one.bytes, $0.bytes) } }
  }

  /// The sum over the samples with bytes in `range`.
  private func squaredDifference(_ one: [UInt8], _ other: [UInt8], _ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    switch layout.depth {
    case .eight:
      for index in range { sum &+= Self.square(Int32(one[index]) - Int32(other[index])) }
    case .sixteen:
      for index in stride(from: range.lowerBound, to: range.upperBound - 1, by: 2) {
        sum &+= Self.square(Int32(Self.pair(one, index)) - Int32(Self.pair(other, index)))
      }
    }
    return sum
  }

  @inline(__always)
  private static func square(_ difference: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: difference &* difference))
  }

  /// Two bytes as one sample in native byte order.
  @inline(__always)
  private static func pair(_ bytes: [UInt8], _ index: Int) -> UInt16 {
    let low = UInt16(1).littleEndian == 1 ? 0 : 1
    return UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8
  }
}
