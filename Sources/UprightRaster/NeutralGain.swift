// The sample of a gain map that leaves its image as it is (Ultra HDR 1.1, "Decode the gain map").

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Samples of gain maps: a sample's recovery, 0…1, lies between two gains as logarithms to base 2.
package enum NeutralGain {
  /// The sample of 8 bits whose gain is nearest to none; 0, the smallest gain, if every gain brightens.
  ///
  /// - Parameters:
  ///   - min: The logarithm of the smallest gain.
  ///   - max: The logarithm of the largest gain.
  ///   - gamma: The exponent of the stored recovery.
  package static func sample(min: Double, max: Double, gamma: Double) -> UInt8 {
    guard min < 0, max > min, gamma > 0 else { return 0 }
    let stored = pow(Swift.min(1, -min / (max - min)), gamma)
    return stored.isFinite ? UInt8(clamping: Int((255 * stored).rounded())) : 0
  }
}
