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
      guard let (mine, others) = (rows(band)).flatMap({ one in other.rows(band).map { (one.bytes, $0.bytes) } }) else {
        return nil
      }
      sum += mine == others ? 0 : Self.squaredDifference(mine, others)
    }
    let mean = Double(sum) / (Double(bytesPerRow) * Double(size.height))
    return sum == 0 ? .infinity : 10 * log10(255 * 255 / mean)
  }

  private static var bandRows: Int { 64 }

  private static func squaredDifference(_ one: [UInt8], _ other: [UInt8]) -> UInt64 {
    var sum: UInt64 = 0
    for index in 0..<min(one.count, other.count) {
      let difference = Int32(one[index]) - Int32(other[index])
      sum &+= UInt64(UInt32(bitPattern: difference &* difference))
    }
    return sum
  }
}
