// Colors after a lossy coding.

import Testing

/// Whether each sample of `pixel` is within 6 of that of `color`.
func expectNear(_ pixel: [UInt8], _ color: [UInt8]) {
  for (one, other) in zip(pixel, color) { #expect(abs(Int(one) - Int(other)) <= 6, "\(pixel) and \(color)") }
}
