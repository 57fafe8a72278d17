// How far two pictures are from one another: the peak signal-to-noise ratio (ITU-T J.340, clause 3).

import UprightGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Raster {
  /// The peak signal-to-noise ratio in decibels over all samples of all channels; infinite where all are equal.
  ///
  /// - Returns: nil where size or layout differ, samples have other than 8 bits, or memory for a band of rows is not to be had.
  public func decibels(to other: Raster) -> Double? {
    guard size == other.size, layout == other.layout, layout.depth == .eight else { return nil }
    var sum: UInt64 = 0
    for first in stride(from: 0, to: size.height, by: Self.bandRows) {
      let band = first..<min(size.height, first + Self.bandRows)
      guard let (mine, others) = bytes(of: band, besides: other) else { return nil }
      sum += mine == others ? 0 : Self.squaredDifference(mine, others, 0..<min(mine.count, others.count))
    }
    return Self.decibels(sum, Double(bytesPerRow) * Double(size.height))
  }

  /// The lowest such ratio among the squares of so many pixels that the picture is cut into; those at the right and lower edges are larger by what is left.
  ///
  /// - Returns: As ``decibels(to:)``.
  public func lowestDecibels(to other: Raster, square side: Int = 32) -> Double? {
    guard size == other.size, layout == other.layout, layout.depth == .eight, side > 0 else { return nil }
    var lowest = Double.infinity
    for rows in Self.cuts(size.height, side) {
      guard let (mine, others) = bytes(of: rows, besides: other) else { return nil }
      guard mine != others else { continue }
      for columns in Self.cuts(size.width, side) {
        var sum: UInt64 = 0
        for row in 0..<rows.count {
          let start = row * bytesPerRow + columns.lowerBound * layout.bytesPerPixel
          sum += Self.squaredDifference(mine, others, start..<start + columns.count * layout.bytesPerPixel)
        }
        lowest = min(lowest, Self.decibels(sum, Double(rows.count * columns.count * layout.bytesPerPixel)))
      }
    }
    return lowest
  }

  private static var bandRows: Int { 64 }

  private static func cuts(_ length: Int, _ side: Int) -> [Range<Int>] {
    let count = max(1, length / side)
    return (0..<count).map { $0 * side..<($0 == count - 1 ? length : ($0 + 1) * side) }
  }

  private static func decibels(_ sum: UInt64, _ sampleCount: Double) -> Double {
    sum == 0 ? .infinity : 10 * log10(255 * 255 * sampleCount / Double(sum))
  }

  private func bytes(of band: Range<Int>, besides other: Raster) -> ([UInt8], [UInt8])? {
    rows(band).flatMap { one in other.rows(band).map { (one.bytes, $0.bytes) } }
  }

  private static func squaredDifference(_ one: [UInt8], _ other: [UInt8], _ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for index in range {
      let difference = Int32(one[index]) - Int32(other[index])
      sum &+= UInt64(UInt32(bitPattern: difference &* difference))
    }
    return sum
  }
}
